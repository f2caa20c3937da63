import { agreementRoutes } from './agreements/routes.ts';
import { asyncApiRoutes } from './asyncapi/routes.ts';
import { attachmentRoutes, downloadRoutes } from './attachments/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { callbackRoutes } from './callbacks/gateway.ts';
import { cardRoutes } from './cards/routes.ts';
import { codecRoutes } from './codec/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { healthRoutes } from './health.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { legacyRoutes } from './legacy/routes.ts';
import { meRoutes } from './me/routes.ts';
import { viewRoutes } from './me/view-routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { templateRoutes } from './notifications/template-routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { taskRoutes } from './tasks/routes.ts';
import { operationRequestRoutes } from './operation-requests/routes.ts';
import { operationRoutes } from './operations/routes.ts';
import { cardRemovalRoutes } from './pages/card-removal.ts';
import { checkoutRoutes } from './pages/checkout.ts';
import { deviceWalletPageRoutes } from './pages/device-wallet.ts';
import { dropOffRoutes } from './pages/drop-off.ts';
import { invoicePages } from './pages/invoice.ts';
import { logoRoute } from './pages/logo.ts';
import { mailPictureRoute } from './pages/mail-picture.ts';
import { qrRoute } from './pages/qr.ts';
import { receiptRoute } from './pages/receipt.ts';
import { resultRoute } from './pages/result.ts';
import { returnRoutes } from './pages/returns.ts';
import { staticRoutes } from './pages/static.ts';
import { officeRoutes } from '../office/routes.ts';
import { paymentMethodRoutes } from './payment-methods/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { routingRoutes } from './routing/routes.ts';
import { preflightRoutes, sdkRoutes } from './sdk/routes.ts';
import { shortLinkRoutes } from './short-links/routes.ts';
import { singleSignOnRoutes } from './single-sign-on/routes.ts';
import { transactionRoutes } from './transactions/routes.ts';
import { staffRoutes } from './transactions/staff-routes.ts';
import { unitRoutes } from './units/routes.ts';
import { userRoutes } from './users/routes.ts';
import { versionRoute } from './version.ts';
import { walletRoutes } from './wallet/routes.ts';
import { endpointRoutes } from './webhooks/endpoint-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Every route of the API. Those for programs stand in the order in which the description tells of them. */
export const ROUTES = [
  ...authRoutes,
  ...meRoutes,
  ...viewRoutes,
  ...userRoutes,
  ...singleSignOnRoutes,
  ...transactionRoutes,
  ...staffRoutes,
  ...legacyRoutes,
  ...invoiceRoutes,
  ...bulkRoutes,
  ...attachmentRoutes,
  ...sdkRoutes,
  ...paymentRoutes,
  ...operationRoutes,
  ...paymentMethodRoutes,
  ...routingRoutes,
  ...unitRoutes,
  ...walletRoutes,
  ...customerRoutes,
  ...cardRoutes,
  ...agreementRoutes,
  ...reportRoutes,
  ...notificationRoutes,
  ...templateRoutes,
  ...operationRequestRoutes,
  ...taskRoutes,
  ...webhookRoutes,
  ...endpointRoutes,
  ...healthRoutes,
  versionRoute,

  ...preflightRoutes,
  ...downloadRoutes,
  ...callbackRoutes,
  ...checkoutRoutes,
  ...deviceWalletPageRoutes,
  ...cardRemovalRoutes,
  ...dropOffRoutes,
  ...invoicePages,
  ...returnRoutes,
  resultRoute,
  receiptRoute,
  logoRoute,
  qrRoute,
  mailPictureRoute,
  ...shortLinkRoutes,
  ...officeRoutes,
  ...staticRoutes,
  ...openApiRoutes,
  ...asyncApiRoutes,
  ...codecRoutes,
];

export type RouteName = (typeof ROUTES)[number]['name'];
