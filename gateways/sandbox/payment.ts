import Joi from 'joi';
import { ADDRESS } from '../account-settings.ts';
import { readerOf } from '../shapes.ts';

/** A payment as the sandbox network describes it (docs/simulator.md). */
export interface NetworkPayment {
  readonly id: string;
  readonly merchant_reference: string;
  readonly status: string;
  readonly amount: string;
  readonly currency: string;
  readonly page_url?: string;
  readonly code?: string;
  readonly message?: string;
  /** What to do with a declined card. */
  readonly advice?: string;
  readonly auth_code?: string;
  readonly rrn?: string;
  /** `challenge` when the customer had to confirm, `frictionless` when the bank did not ask, `none`. */
  readonly three_ds?: string;
  readonly three_ds_data?: NetworkThreeDs;
  readonly card?: NetworkCard;
  /** The card is kept at the network under this name. */
  readonly token?: string;
}

export interface NetworkThreeDs {
  readonly version?: string;
  readonly eci?: string;
  readonly outcome?: string;
}

export interface NetworkCard {
  readonly brand?: string;
  readonly masked?: string;
  readonly last4?: string;
  readonly expiry_month?: string;
  readonly expiry_year?: string;
  readonly issuer?: string;
  readonly holder?: string;
}

const text = Joi.string().max(500);
const card = Joi.object<NetworkCard, true>({
  brand: text,
  masked: text,
  last4: text,
  expiry_month: text,
  expiry_year: text,
  issuer: text,
  holder: text,
});
const schema = Joi.object<NetworkPayment, true>({
  id: text.required(),
  merchant_reference: text.required(),
  status: text.required(),
  amount: text.required(),
  currency: text.required(),
  page_url: ADDRESS,
  code: text,
  message: text,
  advice: text,
  auth_code: text,
  rrn: text,
  three_ds: text,
  three_ds_data: Joi.object<NetworkThreeDs, true>({ version: text, eci: text, outcome: text }),
  card,
  token: Joi.string().max(50),
}).required();

/** Reads a payment that came from outside. An answer of another shape is no answer (`unknown`). */
export const networkPayment = readerOf('The network')(schema);
