import { accountRoutes } from './account/routes.ts';
import { approvalPages } from './approvals/routes.ts';
import { bulkPages } from './bulk/routes.ts';
import { homePage } from './home.ts';
import { inboxPages } from './inbox/routes.ts';
import { loginRoutes } from './login/routes.ts';
import { paymentCodePage, paymentPage, sendAgainPage } from './payments/detail.ts';
import { dialogPages } from './payments/dialogs.ts';
import { paymentsExport, paymentsPage } from './payments/list.ts';
import { newPaymentPages } from './payments/new.ts';
import { columnsPress } from './payments/columns.ts';
import { severalPages } from './payments/several.ts';
import { viewPress } from './payments/views.ts';
import { officeStaticRoutes } from './static.ts';

/** Every page of the office. */
export const officeRoutes = [
  homePage,
  ...loginRoutes,
  ...accountRoutes,
  ...officeStaticRoutes,
  paymentsPage,
  paymentsExport,
  viewPress,
  columnsPress,
  // Before what would take `new` and `several` for the id of a payment.
  ...newPaymentPages,
  ...severalPages,
  paymentPage,
  paymentCodePage,
  sendAgainPage,
  ...dialogPages,
  ...bulkPages,
  ...inboxPages,
  ...approvalPages,
];
