import Joi from 'joi';
import { WALLET_PROVIDER } from '../../domain/wallet/account.ts';
import { slug, text, url } from '../fragments.ts';
import type { Identifiers } from './lookup.ts';

export interface InquiryBody extends Identifiers {
  readonly notify_webhook_url?: boolean;
  readonly webhook_url?: string;
}

/** The body of an inquiry (contract/attempts#inquiry). */
export const inquiryBody = Joi.object<InquiryBody, true>({
  session_id: text(128),
  order_no: text(128),
  notify_webhook_url: Joi.boolean(),
  webhook_url: url.max(200),
});

export interface CashBody {
  readonly session_id: string;
  readonly pg_code?: string;
}

/** The body of a cash acknowledgement (contract/charges#cash). */
export const cashBody = Joi.object<CashBody, true>({
  session_id: text(128).required(),
  pg_code: slug(16),
});

export interface WalletBody {
  readonly session_id: string;
  readonly pg_code?: string;
  readonly payload?: { readonly wallet_code?: string };
}

/** The body of a payment by wallet (contract/charges#wallet). */
export const walletBody = Joi.object<WalletBody, true>({
  session_id: text(128).required(),
  pg_code: slug(50),
  payload: Joi.object({ wallet_code: Joi.string().valid(WALLET_PROVIDER) }),
});

export interface AutoDebitBody {
  readonly session_id: string;
  readonly token: string;
}

/** The body of a charge without the customer (contract/charges#saved-card). */
export const autoDebitBody = Joi.object<AutoDebitBody, true>({
  session_id: text(128).required(),
  token: text(50).required(),
});
