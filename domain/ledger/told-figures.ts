import type { JsonObject, JsonValue } from '../json.ts';
import { toDecimal } from '../money.ts';
import { reachableFrom, TRANSACTION_STATES, isSuccess } from '../transaction/states.ts';
import type { Difference } from './difference.ts';
import { figureDifferences, unless, type Expectation } from './figure.ts';
import type { Figured, FiguredAttempt } from './transaction-figures.ts';

/** The frozen body of a notification of a payment: it is signed and sent, and nobody changes it. */
export interface ToldNotice {
  readonly sequence: number;
  readonly payload: JsonObject;
}

/** Where a transaction is not what its merchant was told of it. What may change afterwards is not compared. */
export function toldDifferences(
  transaction: Figured,
  { payload }: ToldNotice,
): readonly Difference[] {
  const { merchantId, sessionId, attempts, customer, paymentType } = transaction;
  const reference = textOf(payload['reference_number']) ?? sessionId;
  const attempt = attempts.find(({ referenceNumber }) => referenceNumber === reference);
  return figureDifferences({ merchantId, sessionId, reference }, [
    ...stateExpectations(transaction, payload),
    ['paymentType', paymentType, textOf(payload['payment_type'])],
    ...(attempt ? [['customer.id', customer.id, textOf(payload['customer_id'])] as const] : []),
    ...(attempt ? chargeExpectations(attempt, payload['amount_details']) : []),
  ]);
}

function stateExpectations(
  { state, amount, settledAmount, paidAmount }: Figured,
  payload: JsonObject,
): readonly Expectation[] {
  const told = TRANSACTION_STATES.find((one) => one === payload['state']);
  if (!told) return [];
  const ends = reachableFrom(told);
  const reached = unless(ends.has(state), ['state', state, `one that can follow ${told}`]);
  if (!isSuccess(told)) return reached;
  const settled = textOf(payload['settled_amount']);
  const paid = textOf(payload['paid_amount']);
  return [
    ...reached,
    ['amount', toDecimal(amount), textOf(payload['amount'])],
    ['currency', amount.currency, textOf(payload['currency_code'])],
    ...(settled === undefined
      ? []
      : [['settledAmount', settledAmount && toDecimal(settledAmount), settled] as const]),
    // Of a hold more may be captured later.
    ...(paid === undefined || told !== 'paid'
      ? []
      : [['paidAmount', paidAmount && toDecimal(paidAmount), paid] as const]),
  ];
}

/** What the gateway was asked for never changes. */
function chargeExpectations(
  { total, fee }: FiguredAttempt,
  details: JsonValue | undefined,
): readonly Expectation[] {
  if (typeof details !== 'object' || details === null || !('total' in details)) return [];
  return [
    ['total', toDecimal(total), textOf(details['total'])],
    ['currency of the charge', total.currency, textOf(details['currency_code'])],
    ['fee', toDecimal(fee), textOf(details['fee'])],
  ];
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
