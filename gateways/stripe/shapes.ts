import Joi from 'joi';
import { readerOf } from '../shapes.ts';

// Stripe's objects, as far as they are read here (docs.stripe.com/api). What may stand expanded is read when it is.

type Texts<Names extends string> = { readonly [Name in Names]?: string };
type Named<Names extends string> = { readonly [Name in Names]: string };
type Units<Names extends string> = { readonly [Name in Names]: number };
/** An object, or its id where it is not expanded. */
type Expandable<T> = T | string;

/** What we wrote on it: names of ours, whether the card was to be kept, and who has charged a saved one. */
export type Metadata = Texts<'reference' | 'payment' | 'capture' | 'save_card' | 'by'>;

export interface Card extends Texts<'brand' | 'last4' | 'authorization_code'> {
  readonly exp_month: number;
  readonly exp_year: number;
  readonly three_d_secure?: Texts<
    'authentication_flow' | 'electronic_commerce_indicator' | 'result' | 'version'
  >;
}

export interface NamedHolder {
  readonly billing_details?: Texts<'name'>;
}

export interface Method extends NamedHolder, Named<'id'>, Texts<'customer'> {
  readonly card?: Card;
}

export interface StripeCharge
  extends NamedHolder, Named<'id' | 'status'>, Texts<'balance_transaction' | 'payment_method'> {
  readonly payment_method_details?: { readonly card?: Card };
}

export interface StripeError extends Texts<
  | 'type'
  | 'code'
  | 'decline_code'
  | 'advice_code'
  | 'network_advice_code'
  | 'network_decline_code'
  | 'message'
  | 'param'
> {
  readonly payment_intent?: object;
  readonly payment_method?: { readonly card?: Card };
}

export interface PaymentIntent
  extends
    Named<'id' | 'status' | 'currency'>,
    Units<'created' | 'amount' | 'amount_received'>,
    Texts<'capture_method'> {
  readonly metadata: Metadata;
  readonly latest_charge?: Expandable<StripeCharge>;
  readonly last_payment_error?: StripeError;
  readonly next_action?: { readonly redirect_to_url?: Texts<'url'> };
}

export interface SetupIntent extends Named<'status'> {
  readonly payment_method?: Expandable<Method>;
}

export interface CheckoutSession
  extends Named<'id' | 'mode' | 'client_reference_id'>, Texts<'status' | 'currency' | 'url'> {
  readonly payment_intent?: Expandable<PaymentIntent>;
  readonly setup_intent?: Expandable<SetupIntent>;
}

export interface Refund
  extends
    Named<'id' | 'status' | 'currency'>,
    Units<'amount'>,
    Texts<
      | 'payment_intent'
      | 'balance_transaction'
      | 'failure_balance_transaction'
      | 'failure_reason'
      | 'reason'
    > {
  readonly metadata?: Metadata;
}

/** A charge as it comes in an event, with the names of its intent. */
export interface ChargeEvent
  extends
    Named<'status' | 'currency'>,
    Units<'amount_captured'>,
    Texts<'payment_intent' | 'balance_transaction'> {
  readonly metadata: Metadata;
}

/** A line of Stripe's book: its sum is in the currency of the balance, less than nothing where it takes away. */
export interface BalanceLine
  extends Named<'id' | 'currency' | 'reporting_category'>, Units<'created' | 'amount'> {}

/** A line with what it is about, as a charge, a refund or a dispute says it; what is not ours may be anything. */
export interface BookedLine extends BalanceLine {
  readonly source?: Expandable<
    Named<'id'> &
      Texts<'currency'> & {
        readonly amount?: number;
        readonly amount_captured?: number;
        readonly metadata?: Metadata;
        readonly payment_intent?: Expandable<Named<'id'> & { readonly metadata: Metadata }>;
      }
  >;
}

export interface StripeDispute
  extends Named<'id' | 'status' | 'currency' | 'reason'>, Units<'amount'>, Texts<'payment_intent'> {
  readonly balance_transactions: readonly BalanceLine[];
  readonly evidence_details: { readonly due_by?: number };
}

/** An object of an event, which its own reader reads whole; some have no id. */
interface EventObject {
  readonly metadata?: Metadata;
}

/** The same of a list. */
export interface Listed extends EventObject, Named<'id'> {}

export interface StripeEvent extends Named<'id' | 'type'> {
  readonly created?: number;
  readonly request?: Texts<'idempotency_key'>;
  readonly data: { readonly object: EventObject };
}

// What is null is not there.
const text = Joi.string().max(5000).allow('').empty(null);
const units = Joi.number().integer().min(0).max(Number.MAX_SAFE_INTEGER).required();

function texts(names: string) {
  return Object.fromEntries(names.split(' ').map((name) => [name, text]));
}

function named(names: string) {
  return Object.fromEntries(names.split(' ').map((name) => [name, text.required()]));
}

function expandable(schema: Joi.ObjectSchema) {
  return Joi.alternatives(schema, text).empty(null);
}

const metadata = Joi.object<Metadata>(texts('reference payment capture save_card by'));
const card = Joi.object<Card>({
  ...texts('brand last4 authorization_code'),
  exp_month: units,
  exp_year: units,
  three_d_secure: Joi.object(
    texts('authentication_flow electronic_commerce_indicator result version'),
  ).empty(null),
});
const billing_details = Joi.object(texts('name'));
const method = Joi.object<Method>({ ...named('id'), ...texts('customer'), card, billing_details });
const charge = Joi.object<StripeCharge>({
  ...named('id status'),
  ...texts('balance_transaction payment_method'),
  payment_method_details: Joi.object({ card }).empty(null),
  billing_details,
});
const error = Joi.object<StripeError>({
  ...texts('type code decline_code advice_code network_advice_code network_decline_code'),
  ...texts('message param'),
  payment_intent: Joi.object().unknown(),
  payment_method: Joi.object({ card }),
});
const intent = Joi.object<PaymentIntent>({
  ...named('id status currency'),
  created: units,
  amount: units,
  amount_received: units,
  ...texts('capture_method'),
  metadata: metadata.required(),
  latest_charge: expandable(charge),
  last_payment_error: error.empty(null),
  next_action: Joi.object({ redirect_to_url: Joi.object(texts('url')) }).empty(null),
});
const setup = Joi.object<SetupIntent>({ ...named('status'), payment_method: expandable(method) });
const session = Joi.object<CheckoutSession>({
  ...named('id mode client_reference_id'),
  ...texts('status currency url'),
  payment_intent: expandable(intent),
  setup_intent: expandable(setup),
});
const refund = Joi.object<Refund>({
  ...named('id status currency'),
  amount: units,
  ...texts('payment_intent balance_transaction failure_balance_transaction'),
  ...texts('failure_reason reason'),
  metadata: metadata.empty(null),
});
const chargeEvent = Joi.object<ChargeEvent>({
  ...named('status currency'),
  amount_captured: units,
  ...texts('payment_intent balance_transaction'),
  metadata: metadata.required(),
});
const lineKeys = {
  ...named('id currency reporting_category'),
  created: units,
  amount: Joi.number().integer().required(),
};
const balanceLine = Joi.object<BalanceLine>(lineKeys);
const bookedLine = Joi.object<BookedLine>({
  ...lineKeys,
  source: expandable(
    Joi.object({
      ...named('id'),
      ...texts('currency'),
      amount: Joi.number().integer().empty(null),
      amount_captured: units.optional(),
      metadata: metadata.empty(null),
      payment_intent: expandable(Joi.object({ ...named('id'), metadata: metadata.required() })),
    }),
  ),
});
const balanceLines = Joi.object<{
  readonly data: readonly BookedLine[];
  readonly has_more: boolean;
}>({ data: Joi.array().items(bookedLine).required(), has_more: Joi.boolean().required() });
const dispute = Joi.object<StripeDispute>({
  ...named('id status currency reason'),
  amount: units,
  ...texts('payment_intent'),
  balance_transactions: Joi.array().items(balanceLine).required(),
  evidence_details: Joi.object({ due_by: units.optional().empty(null) }).required(),
});
// All of it is kept for who reads it by its kind; among its metadata others have names of their own.
const eventObject = Joi.object<EventObject>({
  metadata: metadata.options({ stripUnknown: true }).empty(null),
})
  .unknown()
  .options({ stripUnknown: false });
const listed = eventObject.keys(named('id'));
const list = Joi.object<{ readonly data: readonly Listed[]; readonly has_more: boolean }>({
  data: Joi.array().items(listed).required(),
  has_more: Joi.boolean().required(),
});
const event = Joi.object<StripeEvent>({
  ...named('id type'),
  created: units.optional(),
  request: Joi.object(texts('idempotency_key')).empty(null),
  data: Joi.object({ object: eventObject.required() }).required(),
});
const refusal = Joi.object<{ readonly error: StripeError }>({ error: error.required() });

const reader = readerOf('Stripe');
export const checkoutIn = reader(session);
export const intentIn = reader(intent);
export const methodIn = reader(method);
export const refundIn = reader(refund);
export const chargeIn = reader(chargeEvent);
export const disputeIn = reader(dispute);
export const balanceLinesIn = reader(balanceLines);
export const objectsIn = reader(list);
export const eventIn = reader(event);
export const refusalIn = reader(refusal);

/** What stands expanded; undefined where only its id does. */
export function expanded<T extends object>(value: Expandable<T> | undefined): T | undefined {
  return typeof value === 'object' ? value : undefined;
}
