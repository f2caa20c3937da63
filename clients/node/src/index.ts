export type { AlertWebhook, OperationWebhook, PaymentWebhook } from './api.ts';
export { isSignedBySarraf } from './body-signature.ts';
export type { Answer, CallOptions, Input, Route } from './call.ts';
export { SarrafError } from './error.ts';
export { createSarraf } from './sarraf.ts';
export type {
  ChargeRequest,
  ListRoute,
  OperationAnswer,
  OperationDetails,
  OperationName,
  Sarraf,
  SarrafOptions,
  Transaction,
  TransactionRequest,
} from './sarraf.ts';
export { isStandardWebhook } from './standard-webhooks.ts';
export { InvalidWebhook, verifyWebhook } from './webhook.ts';
export type { Delivery, VerifyOptions, WebhookEvent } from './webhook.ts';
