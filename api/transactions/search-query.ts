import Joi from 'joi';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { currencyCode } from '../../domain/currencies.ts';
import { pgCode, sessionId } from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import { TRANSACTION_ORDERS, type TransactionFilter } from '../../domain/search/filter.ts';
import { REFUNDED } from '../../domain/operation/amounts.ts';
import { asWritten, brandTerm, cardTerm, type Term } from '../../domain/search/terms.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import { ALERT_KINDS, type PaymentChannel } from '../../domain/transaction/transaction.ts';
import { TRANSACTION_TYPES, type Kind, type PaymentType } from '../../domain/transaction/type.ts';
import { readable, text } from '../schema-parts.ts';
import { object, type ValueOf } from '../infer.ts';
import {
  among,
  amountsIn,
  bool,
  eachOf,
  few,
  flag,
  initiatorId,
  instant,
  listDoc,
  listParameters,
  pgCodes,
  someOf,
  spanFaults,
  spanIn,
  string,
} from '../lists/filters.ts';
import { one, personDoc, personQuery, personTerms } from '../lists/people.ts';
import type { QueryDoc } from '../route.ts';

const KINDS = ['purchase', 'authorize'] as const satisfies readonly Kind[];
const PAYMENT_TYPES = [
  'one_off',
  'save_card',
  'auto_debit',
] as const satisfies readonly PaymentType[];
const CHANNELS = [
  'web_sdk',
  'mobile_sdk',
  'hosted',
  'api',
] as const satisfies readonly PaymentChannel[];

/** So many payments may be named at once: as many as a page has. */
const MOST_NAMED = 100;
const sessionIds = readable(
  (given) => {
    const ids = given.split(',');
    return (ids.length <= MOST_NAMED && ids.every((one) => sessionId(one))) || undefined;
  },
  fieldSentence('payment-ids', { most: MOST_NAMED }),
);

/** Every parameter of the list (contract/search#filters). */
export const searchQuery = object({
  q: text(200),
  state: someOf(TRANSACTION_STATES),
  type: someOf(TRANSACTION_TYPES),
  operation: someOf(KINDS),
  payment_type: someOf(PAYMENT_TYPES),
  pg_code: pgCodes,
  unit_code: text(50),
  initiator_id: initiatorId,
  bulk_id: text(64),
  channel: someOf(CHANNELS),
  paid_after: instant,
  paid_before: instant,
  order_no: text(128),
  session_id: sessionIds,
  reference_number: text(64),
  gateway_reference: text(255),
  ...personQuery,
  last4: Joi.string()
    .pattern(/^\d{4}$/)
    .messages({ 'string.pattern.base': fieldSentence('last-four') }),
  card_brand: text(32),
  invoice_number: text(255),
  has_alert: flag,
  alert: someOf(ALERT_KINDS),
  refunded: Joi.string().valid(...REFUNDED),
  webhook: Joi.string().valid('failing', 'fine'),
  sandbox: flag,
  deleted: flag,
  sort: Joi.string().valid(...TRANSACTION_ORDERS),
  ...listParameters,
});
export type SearchQuery = ValueOf<typeof searchQuery>;

/** What programs are told of them. */
export const searchDoc = {
  q: {
    description:
      'One box for people: an order number, invoice number, `session_id`, reference, e-mail address, telephone number, name, amount or the last four digits of a card. `understood_as` says how it was read. It may also hold parameters of this list, such as `state:paid`.',
    schema: { ...string, maxLength: 200 },
  },
  state: few(TRANSACTION_STATES, 'One or more states.'),
  type: few(TRANSACTION_TYPES, 'One or more types.'),
  operation: few(KINDS, 'What the payment was made for.'),
  payment_type: few(PAYMENT_TYPES, 'One or more of them.'),
  pg_code: few(['card', 'cash'], 'Accounts of an attempt, or of what settled it.'),
  unit_code: { description: 'The unit that sells.', schema: string },
  initiator_id: { description: 'The number of the user who made it.', schema: string },
  bulk_id: { description: 'Made of a row of this bulk.', schema: string },
  channel: few(CHANNELS, 'From where an attempt was begun.'),
  paid_after: { ...listDoc.created_after, description: 'The same of when the money came.' },
  paid_before: { ...listDoc.created_before, description: 'The same of when the money came.' },
  order_no: {
    description: 'The order number; or its beginning, with * at the end.',
    schema: string,
  },
  session_id: {
    description:
      'Of the payment, or of an operation on it; several, a hundred at most, with commas between.',
    schema: string,
  },
  reference_number: { description: 'Of an attempt, or of an operation.', schema: string },
  gateway_reference: { description: 'What the gateway calls it.', schema: string },
  ...personDoc,
  last4: { description: 'The last digits of a card that paid or tried.', schema: string },
  card_brand: { description: 'Its brand, such as VISA.', schema: string },
  invoice_number: { description: 'Of the invoice that it pays.', schema: string },
  has_alert: { description: 'Whether a person has to look at it.', schema: bool },
  alert: few(ALERT_KINDS, 'Kinds of alerts.'),
  refunded: {
    description: 'Of what was paid: how much has gone back.',
    schema: { ...string, enum: [...REFUNDED] },
  },
  webhook: {
    description:
      '`failing`: the first call of the last webhook was not acknowledged, whatever came of later ones, which the deliveries tell.',
    schema: { ...string, enum: ['failing', 'fine'] },
  },
  sandbox: { description: 'Only test payments, or none. Both when left out.', schema: bool },
  deleted: {
    description: 'True: those that were archived, for who may delete.',
    schema: { ...bool, default: false },
  },
  sort: {
    description: '`-paid`: the last paid first, and only what was paid.',
    schema: { ...string, enum: [...TRANSACTION_ORDERS], default: '-created' },
  },
  ...listDoc,
} as const satisfies Readonly<Record<keyof SearchQuery, QueryDoc>>;

/** What a checked query means; `faults` says all that is wrong with it all the same. */
export function filterIn(
  query: Partial<SearchQuery>,
  zone: { readonly timeZone: string; readonly now: number },
): { readonly filter: TransactionFilter; readonly faults: FieldErrors } {
  const created = spanIn(query.created_after, query.created_before, zone);
  const paid = spanIn(query.paid_after, query.paid_before, zone);
  const { amountFrom, amountUntil, faults } = amountsIn(query);
  const { order_no: orderNo, alert, has_alert } = query;
  const isStart = orderNo?.endsWith('*') === true;
  return {
    filter: defined({
      terms: termsIn(query, isStart),
      states: among(TRANSACTION_STATES, query.state),
      types: among(TRANSACTION_TYPES, query.type),
      kinds: among(KINDS, query.operation),
      paymentTypes: among(PAYMENT_TYPES, query.payment_type),
      currencies: eachOf(query.currency_code, currencyCode),
      pgCodes: eachOf(query.pg_code, pgCode),
      channels: among(CHANNELS, query.channel),
      created,
      paid,
      amountFrom,
      amountUntil,
      orderNoStart: isStart ? orderNo.slice(0, -1) : undefined,
      alert: among(ALERT_KINDS, alert) ?? (has_alert && has_alert === 'true'),
      refunded: query.refunded,
      webhookFailing: query.webhook && query.webhook === 'failing',
      sandbox: query.sandbox && query.sandbox === 'true',
      deleted: query.deleted === 'true' ? (true as const) : undefined,
    }),
    faults: {
      ...spanFaults('created', created),
      ...spanFaults('paid', paid),
      ...faults,
      ...(orderNo === '*' && { order_no: [fieldSentence('order-start')] }),
    },
  };
}

function termsIn(query: Partial<SearchQuery>, isStart: boolean): readonly (readonly Term[])[] {
  const { last4, card_brand: brand } = query;
  const groups: readonly (readonly Term[])[] = [
    one('order_no', isStart ? undefined : query.order_no && asWritten(query.order_no)),
    one('gateway_reference', query.gateway_reference),
    one('invoice_number', query.invoice_number && asWritten(query.invoice_number)),
    ...personTerms(query),
    one('card', last4 && (brand === undefined ? last4 : cardTerm(last4, brand))),
    one('card_brand', last4 === undefined ? brand && brandTerm(brand) : undefined),
    one('bulk_id', query.bulk_id),
    one('unit_code', query.unit_code),
    one('initiator_id', query.initiator_id && String(Number(query.initiator_id))),
  ];
  return groups.filter((group) => group.length > 0);
}
