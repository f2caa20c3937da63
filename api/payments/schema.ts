import Joi from 'joi';
import { WALLET_PROVIDER } from '../../domain/wallet/account.ts';
import { freeObject, slug, text, url } from '../schema-parts.ts';
import { payerDeviceBody } from './payer-device.ts';
import { object, type ValueOf } from '../infer.ts';

/** The body of an inquiry (contract/attempts#inquiry). */
export const inquiryBody = object({
  session_id: text(128),
  order_no: text(128),
  notify_webhook_url: Joi.boolean(),
  webhook_url: url.max(200),
});
export type InquiryBody = ValueOf<typeof inquiryBody>;

/** The body of a cash acknowledgement (contract/charges#cash). */
export const cashBody = object({
  session_id: text(128).required(),
  pg_code: slug(16),
});
export type CashBody = ValueOf<typeof cashBody>;

/** The body of a payment by wallet (contract/charges#wallet). */
export const walletBody = object({
  session_id: text(128).required(),
  pg_code: slug(50),
  payload: object({ wallet_code: Joi.string().valid(WALLET_PROVIDER) }),
});
export type WalletBody = ValueOf<typeof walletBody>;

/** The body of a payment by the wallet of a payer's device; `payload` as the wallet has given it (contract/device-wallets#payloads). */
export const deviceWalletBody = object({
  session_id: text(128).required(),
  pg_code: slug(50),
  payload: freeObject(16_384).required(),
  payer_device: payerDeviceBody,
});
export type DeviceWalletBody = ValueOf<typeof deviceWalletBody>;

/** The body of a charge without the customer (contract/charges#saved-card). */
export const autoDebitBody = object({
  session_id: text(128).required(),
  token: text(50).required(),
});
export type AutoDebitBody = ValueOf<typeof autoDebitBody>;
