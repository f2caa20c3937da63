import Koa from 'koa';
import { guard } from './access/guard.ts';
import { agreementRoutes } from './agreements/routes.ts';
import { testClockRoutes } from './agreements/test-clock.ts';
import { asyncApiRoutes } from './asyncapi/routes.ts';
import { attachmentRoutes } from './attachments/routes.ts';
import { authRoutes } from './auth/routes.ts';
import { gatewayCallbacks } from './callbacks/gateway.ts';
import { bulkRoutes } from './bulk/routes.ts';
import { cardRoutes } from './cards/routes.ts';
import { codecRoutes } from './codec/routes.ts';
import type { ApiDeps } from './deps.ts';
import { underWay } from './drain.ts';
import { healthRoutes } from './health.ts';
import { legacyRoutes } from './legacy/routes.ts';
import { errors } from './middleware/errors.ts';
import { secureHeaders } from './middleware/headers.ts';
import { measure } from './middleware/measure.ts';
import { notFound } from './middleware/not-found.ts';
import { requestLog } from './middleware/request-log.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { templateRoutes } from './notifications/templates.ts';
import { operationRoutes } from './operations/routes.ts';
import { operationRequestRoutes } from './operation-requests/routes.ts';
import { openApiRoutes } from './openapi/routes.ts';
import { cardRemovalRoutes } from './pages/card-removal.ts';
import { checkoutRoutes } from './pages/checkout.ts';
import { dropOffRoutes } from './pages/drop-off.ts';
import { invoicePages } from './pages/invoice.ts';
import { logoRoutes } from './pages/logo.ts';
import { receiptRoutes } from './pages/receipt.ts';
import { resultRoutes } from './pages/result.ts';
import { mailPictureRoutes } from './pages/mail-picture.ts';
import { returnRoutes } from './pages/returns.ts';
import { qrRoutes } from './pages/qr.ts';
import { staticRoutes } from './pages/static.ts';
import { sdkRoutes } from './sdk/routes.ts';
import { shortLinkRoutes } from './short-links/routes.ts';
import { autoDebitRoutes } from './payments/auto-debit.ts';
import { cashRoutes } from './payments/cash.ts';
import { walletPaymentRoutes } from './payments/wallet.ts';
import { inquiryRoutes } from './payments/inquiry.ts';
import { paymentMethodRoutes } from './payment-methods/routes.ts';
import { transactionRoutes } from './transactions/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { staffRoutes } from './transactions/staff.ts';
import { versionRoutes } from './version.ts';
import { walletRoutes } from './wallet/routes.ts';
import { endpointRoutes } from './webhooks/endpoint-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** The API: its middleware in the order in which a request meets it, then the rooms. */
export function createApp(deps: ApiDeps): Koa {
  const app = new Koa();
  app.use(underWay(deps.drain));
  app.use(requestLog(deps.logger));
  app.use(measure(deps.metrics));
  app.use(secureHeaders);
  app.use(errors(deps.logger));
  app.use(notFound);
  const rooms = [
    healthRoutes(deps),
    versionRoutes(deps),
    authRoutes(deps),
    transactionRoutes(deps),
    legacyRoutes(deps),
    invoiceRoutes(deps),
    attachmentRoutes(deps),
    sdkRoutes(deps),
    staffRoutes(deps),
    operationRequestRoutes(deps),
    inquiryRoutes(deps),
    autoDebitRoutes(deps),
    cashRoutes(deps),
    walletPaymentRoutes(deps),
    operationRoutes(deps),
    paymentMethodRoutes(deps),
    walletRoutes(deps),
    cardRoutes(deps),
    agreementRoutes(deps),
    reportRoutes(deps),
    notificationRoutes(deps),
    templateRoutes(deps),
    bulkRoutes(deps),
    testClockRoutes(deps),
    webhookRoutes(deps),
    endpointRoutes(deps),
    gatewayCallbacks(deps),
    checkoutRoutes(deps),
    cardRemovalRoutes(deps),
    dropOffRoutes(deps),
    invoicePages(deps),
    returnRoutes(deps),
    resultRoutes(deps),
    receiptRoutes(deps),
    logoRoutes(deps),
    qrRoutes(deps),
    mailPictureRoutes(deps),
    shortLinkRoutes(deps),
    staticRoutes(),
    openApiRoutes(deps),
    asyncApiRoutes(),
    codecRoutes(deps),
  ];
  guard(rooms);
  for (const room of rooms) {
    app.use(room.routes());
    app.use(room.allowedMethods());
  }
  return app;
}
