import { isoUtc } from '../duration.ts';
import type { WebhookSettings } from '../merchant.ts';
import { toDecimal } from '../money.ts';
import {
  childState,
  isReversed,
  resultOf,
  type Operation,
  type OperationResult,
} from '../operation/operation.ts';
import { withoutEmpty } from '../json.ts';
import { childSummary } from './children.ts';
import { initiatorFields } from './payload.ts';
import { pgParamsIn } from './pg-params.ts';

/**
 * The body of an operation's webhook without its signature (contract/webhooks#operations), which the synchronous
 * answer shares. `session_id` and `order_no` are the payment's, `txn` is the child. Undefined while there is no child to
 * tell of: nobody is told of what failed, or is not decided.
 */
export function operationPayload(
  operation: Operation,
  at: number,
  { pgParamsFormat }: Pick<WebhookSettings, 'pgParamsFormat'>,
) {
  const state = childState(operation);
  if (state === undefined) return undefined;
  const result: OperationResult = isReversed(operation) ? 'reversed' : resultOf(state);
  return withoutEmpty({
    operation: operation.kind,
    result,
    success: result === 'success',
    amount: toDecimal(operation.amount),
    session_id: operation.parentId,
    order_no: operation.parentOrderNo,
    txn: childSummary(operation, state),
    reference_number: operation.referenceNumber,
    pg_code: operation.pgCode,
    pg_params: pgParamsIn(operation.pgParams ?? {}, pgParamsFormat),
    pg_response: operation.gatewayResponse ?? {},
    initiator: operation.initiator && initiatorFields(operation.initiator),
    is_sandbox: operation.sandbox,
    source: operation.source,
    extra: operation.extra,
    reason: operation.reasonCode && { code: operation.reasonCode },
    timestamp_utc: isoUtc(at),
  });
}
