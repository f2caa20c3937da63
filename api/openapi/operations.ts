import { moneyOperations } from '../operations/operations.ts';
import { agreementOperations } from '../agreements/operations.ts';
import { attachmentOperations } from '../attachments/operations.ts';
import { authOperations } from '../auth/operations.ts';
import { bulkOperations } from '../bulk/operations.ts';
import { cardOperations } from '../cards/operations.ts';
import { healthOperations } from '../health-doc.ts';
import { paymentOperations } from '../payments/operations.ts';
import { legacyOperations } from '../legacy/operations.ts';
import { invoiceOperations } from '../invoices/operations.ts';
import { requestOperations } from '../operation-requests/operations.ts';
import { notificationOperations } from '../notifications/operations.ts';
import { templateOperations } from '../notifications/template-operations.ts';
import { paymentMethodOperations } from '../payment-methods/operations.ts';
import { transactionOperations } from '../transactions/operations.ts';
import { reportOperations } from '../reports/operations.ts';
import { sdkOperations } from '../sdk/operations.ts';
import { walletOperations } from '../wallet/operations.ts';
import { endpointOperations } from '../webhooks/endpoint-operations.ts';
import { webhookOperations } from '../webhooks/operations.ts';
import type { DocumentedRoute, Operation } from './operation.ts';

/** What every route for programs promises. */
export const OPERATIONS: Readonly<Record<DocumentedRoute, Operation>> = {
  ...authOperations,
  ...transactionOperations,
  ...legacyOperations,
  ...invoiceOperations,
  ...bulkOperations,
  ...attachmentOperations,
  ...sdkOperations,
  ...paymentOperations,
  ...moneyOperations,
  ...paymentMethodOperations,
  ...walletOperations,
  ...cardOperations,
  ...agreementOperations,
  ...reportOperations,
  ...notificationOperations,
  ...templateOperations,
  ...requestOperations,
  ...webhookOperations,
  ...endpointOperations,
  ...healthOperations,
};
