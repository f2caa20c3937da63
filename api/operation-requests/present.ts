import { isoUtc } from '../../domain/duration.ts';
import { toDecimal, type Money } from '../../domain/money.ts';
import {
  childState,
  type Operation,
  type Approval,
  type Vote,
} from '../../domain/operation/operation.ts';
import { isUnclear } from '../../domain/operation/approval.ts';
import type { Initiator } from '../../domain/initiator.ts';
import { withoutEmpty } from '../../domain/json.ts';
import { presentOperation, type Signer } from '../operations/present.ts';
import { presentReason, type Reader } from '../operations/row.ts';

/** What a request is told with: what the payment came to, and who signs its result. */
export interface Telling {
  /** Left out where the payment is not there any more. */
  readonly paymentAmount: Money | undefined;
  readonly signer: Signer;
  readonly to: Reader;
}

/**
 * A request for an operation, with every column (contract/operations#approval). Without an approval there is none to
 * show.
 */
export function presentRequest(
  operation: Operation & { readonly approval: Approval },
  { paymentAmount, signer, to }: Telling,
) {
  const { approval, amount, initiator, createdAt } = operation;
  return withoutEmpty({
    id: operation.sessionId,
    number: approval.number,
    created: isoUtc(createdAt),
    requested_by: initiator && named(initiator),
    session_id: operation.parentId,
    order_no: operation.parentOrderNo,
    operation: operation.kind,
    amount: paymentAmount && toDecimal(paymentAmount),
    operation_amount: toDecimal(amount),
    currency_code: amount.currency,
    pg_code: operation.pgCode,
    destination: operation.destination,
    reference_number: operation.referenceNumber,
    operation_reason: presentReason(operation, to),
    state: approval.state,
    approvals_needed: approval.needed,
    approvals: approval.votes.map((vote) => presentVote(vote, to)),
    decided_by: approval.decidedBy && named(approval.decidedBy),
    decided_at: approval.decidedAt === undefined ? undefined : isoUtc(approval.decidedAt),
    reason: approval.reason,
    expires_at: isEnding(operation) ? isoUtc(approval.expiresAt) : undefined,
    result: childState(operation) && presentOperation(operation, signer),
    last_error: approval.lastError,
  });
}

function presentVote({ by, at, breakGlass, note }: Vote, { maySeeNotes }: Reader) {
  return {
    by: named(by),
    at: isoUtc(at),
    ...(breakGlass && { break_glass: true as const }),
    ...(maySeeNotes && note !== undefined && { note }),
  };
}

function named({ id, username }: Initiator) {
  return { id, username };
}

/** Only then does its deadline count. */
function isEnding(request: Parameters<typeof presentRequest>[0]): boolean {
  const { state } = request.approval;
  return state === 'pending' || (state === 'manual_action_required' && !isUnclear(request));
}
