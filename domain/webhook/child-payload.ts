import { isoUtc } from '../duration.ts';
import type { WebhookSettings } from '../merchant.ts';
import { toDecimal, zero } from '../money.ts';
import { childState, isReversed, resultOf, type Operation } from '../operation/operation.ts';
import type { Transaction } from '../transaction/transaction.ts';
import { withoutEmpty } from '../json.ts';
import { customerFields, initiatorFields } from './payload.ts';
import { pgParamsIn } from './pg-params.ts';

/** What an inquiry calls it, in the words of attempts (contract/charges#payment-result). */
const RESULTS = { success: 'success', queued: 'pending', rejected: 'failed' } as const;

/**
 * How a child stands, in the form in which payments answer (contract/attempts#inquiry): the child is the subject, the
 * customer that of its payment. Undefined while there is no child to be seen.
 */
export function childPayload(
  { operation, parent }: { readonly operation: Operation; readonly parent: Transaction },
  at: number,
  { pgParamsFormat }: Pick<WebhookSettings, 'pgParamsFormat'>,
) {
  const state = childState(operation);
  if (state === undefined) return undefined;
  const { amount } = operation;
  const result = resultOf(state);
  const isUndone = isReversed(operation);
  const money = toDecimal(amount);
  return withoutEmpty({
    session_id: operation.sessionId,
    reference_number: operation.referenceNumber,
    result: isUndone ? 'failed' : RESULTS[result],
    state,
    is_reversed: isUndone || undefined,
    payment_type: parent.paymentType,
    amount: money,
    currency_code: amount.currency,
    amount_details: {
      currency_code: amount.currency,
      amount: money,
      fee: toDecimal(zero(amount.currency)),
      total: money,
    },
    voided_amount: state === 'voided' && !isUndone ? money : undefined,
    gateway_account: operation.pgCode,
    gateway_name: operation.gateway,
    gateway_response: operation.gatewayResponse,
    pg_params: pgParamsIn(operation.pgParams ?? {}, pgParamsFormat),
    ...customerFields(parent),
    extra: operation.extra,
    initiator: operation.initiator && initiatorFields(operation.initiator),
    is_sandbox: operation.sandbox || undefined,
    message: result === 'rejected' ? operation.message : undefined,
    timestamp_utc: isoUtc(at),
  });
}
