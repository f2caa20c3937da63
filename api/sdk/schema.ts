import Joi from 'joi';
import type { PaymentChannel } from '../../domain/transaction/transaction.ts';
import { slug, text } from '../fragments.ts';

/** What a payer's program sends when the payer presses Pay (contract/sdk#calls). */
export interface SubmitBody {
  readonly pg_code: string;
  readonly amount?: string;
  readonly customer_additional_phone?: string;
  readonly save_card?: boolean;
  /** The customer's wallet pays as much as it can. */
  readonly wallet?: boolean;
  /** What the payer was told that it pays. */
  readonly wallet_amount?: string;
  readonly channel?: PaymentChannel;
}

export const submitBody = Joi.object<SubmitBody, true>({
  pg_code: slug(50).required(),
  amount: text(24),
  // It becomes customer_phone_2, whose limit this is.
  customer_additional_phone: text(16),
  save_card: Joi.boolean(),
  wallet: Joi.boolean(),
  wallet_amount: text(24),
  channel: channel(),
});

function channel() {
  return Joi.string().valid('web_sdk', 'mobile_sdk', 'hosted', 'api');
}

/** What a payer's program sends when the payer pays with a saved card (contract/sdk#calls). */
export interface SubmitTokenBody {
  readonly session_id: string;
  readonly token: string;
  /** The one-time word of the gateway's frame in which the security code was typed; the code itself is never sent here. */
  readonly cvv_reference?: string;
  readonly payment_method?: 'token';
  readonly channel?: PaymentChannel;
}

export const submitTokenBody = Joi.object<SubmitTokenBody, true>({
  session_id: text(64).required(),
  token: text(50).required(),
  cvv_reference: text(64),
  payment_method: Joi.string().valid('token'),
  channel: channel(),
});

export interface CancelBody {
  readonly operation: 'cancel';
}

export const cancelBody = Joi.object<CancelBody, true>({
  operation: Joi.string().valid('cancel').required(),
});

export interface OptionCheckBody {
  readonly pg_code: string;
}

export const optionCheckBody = Joi.object<OptionCheckBody, true>({ pg_code: slug(50).required() });
