import Joi from 'joi';
import {
  PAYMENT_SERVICES,
  TAGS,
  type AccountOperation,
  type PaymentService,
  type AccountTag,
} from '../domain/account.ts';
import { isDate } from '../domain/agreement/calendar.ts';
import { currencyCode } from '../domain/currencies.ts';
import type { Kind, TransactionType } from '../domain/transaction/type.ts';
import { gatewayFor } from '../gateways/registry.ts';

/** An account as an operator writes it down (docs/operators.md). What is left out has its default. */
export interface AccountBody {
  readonly code: string;
  readonly name: string;
  readonly name_ar?: string;
  readonly gateway: string;
  readonly is_active?: boolean;
  readonly is_sandbox: boolean;
  readonly plugins?: TransactionType[];
  readonly default_currency: string;
  readonly accepted_currencies: string[];
  readonly operation?: Kind;
  readonly operations?: AccountOperation[];
  readonly is_tokenizable?: boolean;
  readonly auto_debit_enabled?: boolean;
  readonly cvv_required?: boolean;
  readonly can_have_multiple_attempts?: boolean;
  readonly fee?: FeeBody;
  readonly exchange?: { readonly rates: Readonly<Record<string, string>> };
  readonly payment_services?: PaymentService[];
  readonly tags?: AccountTag[];
  readonly order?: number;
  readonly credentials_expire_on?: string;
  /** In minutes as in catalogues of gateways, or in seconds where it must be exact; not both. */
  readonly inquiry_minutes?: number | null;
  readonly inquiry?: InquirySettingsBody;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A percentage of the amount, or amounts by currency: one of the two. */
export interface FeeBody {
  readonly percent?: string;
  readonly fixed?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly description_ar?: string;
  readonly charge_default_currency?: boolean;
}

export interface InquirySettingsBody {
  readonly first_after_seconds: number;
  readonly gaps_seconds: number[];
  readonly repeat_every_seconds: number;
  readonly give_up_after_seconds: number;
}

const currency = Joi.string().custom((text: string) => {
  if (currencyCode(text) === undefined) throw new Error('it is no currency of ISO 4217');
  return text;
});
const code = Joi.string().pattern(/^[-a-zA-Z0-9_]{1,16}$/);
const set = (schemaOfOne: Joi.Schema) => Joi.array().items(schemaOfOne).unique();
const byCurrency = Joi.object().pattern(currency, Joi.string().required());
const seconds = Joi.number().integer().min(0);
const minutes = Joi.number()
  .integer()
  .min(0)
  .max(24 * 60);
const fee = Joi.object<FeeBody, true>({
  percent: Joi.string(),
  fixed: byCurrency.min(1),
  description: Joi.string().max(255),
  description_ar: Joi.string().max(255),
  charge_default_currency: Joi.boolean(),
}).xor('percent', 'fixed');
const inquiry = Joi.object<InquirySettingsBody, true>({
  first_after_seconds: seconds.required(),
  gaps_seconds: Joi.array().items(seconds).min(1).required(),
  repeat_every_seconds: seconds.min(1).required(),
  give_up_after_seconds: seconds.required(),
});

/** The shape of an account. Its meaning is `accountFaults`. */
export const accountBody = Joi.object<AccountBody, true>({
  code: code.required(),
  name: Joi.string().max(128).required(),
  name_ar: Joi.string().max(128),
  gateway: Joi.string().custom(knownGateway).required(),
  is_active: Joi.boolean(),
  is_sandbox: Joi.boolean().required(),
  plugins: set(Joi.string().valid('e_commerce', 'payment_request')),
  default_currency: currency.required(),
  accepted_currencies: set(currency).min(1).required(),
  operation: Joi.string().valid('purchase', 'authorize'),
  operations: set(Joi.string().valid('refund', 'void')),
  is_tokenizable: Joi.boolean(),
  auto_debit_enabled: Joi.boolean(),
  cvv_required: Joi.boolean(),
  can_have_multiple_attempts: Joi.boolean(),
  fee,
  exchange: Joi.object({ rates: byCurrency.min(1).required() }),
  payment_services: set(Joi.string().valid(...PAYMENT_SERVICES)),
  tags: set(Joi.string().valid(...TAGS)),
  order: Joi.number().integer(),
  credentials_expire_on: Joi.string().custom(realDate),
  inquiry_minutes: minutes.allow(null),
  inquiry,
  settings: Joi.object(),
})
  .oxor('inquiry_minutes', 'inquiry')
  .required();

function realDate(text: string): string {
  if (!isDate(text)) throw new Error('it is no date such as 2027-01-31');
  return text;
}

function knownGateway(slugOfGateway: string): string {
  return gatewayFor(slugOfGateway).traits.slug;
}
