import { type JsonObject, sortKeys, withoutEmpty } from '../../domain/json.ts';
import type { WebhookSettings } from '../../domain/merchant.ts';
import { toDecimal } from '../../domain/money.ts';
import { isUnanswered } from '../../domain/operation/approval.ts';
import type { Operation, OperationKind } from '../../domain/operation/operation.ts';
import { operationPayload } from '../../domain/webhook/operation-payload.ts';
import { signatureOf } from '../../transports/signature.ts';
import type { InternalKind } from './schema.ts';

/** Whose settings shape a body, and the key that signs it. */
export interface Signer {
  readonly settings: WebhookSettings;
  readonly key: string;
}

/**
 * An operation with a child, as its webhook tells it (contract/operations#answers): made and signed by the same rules.
 * What was refused after it had been queued, or undone after it was done, is a failure here; `rejected` and `reversed` are
 * words of webhooks.
 */
export function presentOperation(operation: Operation, { settings, key }: Signer) {
  const at = operation.concludedAt ?? operation.createdAt;
  const told = operationPayload(operation, at, settings);
  if (!told) throw new TypeError(`The operation is ${operation.state} and has no child to show.`);
  const isUndone = told.result === 'rejected' || told.result === 'reversed';
  const result = isUndone ? ('failed' as const) : told.result;
  const body = { ...told, order_no: operation.parentOrderNo ?? '', result };
  const signature = signatureOf(body, { key, scheme: settings.scheme });
  return sortKeys({ ...body, signature, detail: detailOf(operation) });
}

/** An operation of which nobody can say yet what comes of it (contract/operations#waiting-for-the-answer). */
export function presentPending(operation: Operation) {
  const { kind, amount, parentId, parentOrderNo, referenceNumber, pgCode } = operation;
  return sortKeys(
    withoutEmpty({
      detail: pendingDetail(operation),
      operation: kind,
      result: 'pending' as const,
      amount: toDecimal(amount),
      session_id: parentId,
      order_no: parentOrderNo,
      reference_number: referenceNumber,
      pg_code: pgCode,
    }),
  );
}

function pendingDetail(operation: Operation): string {
  if (operation.state !== 'unclear')
    return 'The gateway has not answered yet. Ask again with the same Tracking-Key, or wait for the webhook.';
  const why = isUnanswered(operation)
    ? 'The gateway does not say whether it has done this.'
    : 'What the gateway says of this does not fit what was asked for.';
  return `${why} One of your people has to look there: see the request for it. Do not ask for it anew.`;
}

/** An operation that waits for a checker (contract/operations#approval). */
export function presentAwaiting({ kind }: Operation, approval: JsonObject) {
  const detail = `The ${kind} is waiting for approval.`;
  return sortKeys({ detail, operation: kind, result: 'pending' as const, approval });
}

const INTERNAL: Readonly<Record<InternalKind, string>> = {
  cancel: 'The transaction is canceled.',
  expire: 'The transaction is expired.',
  delete: 'The transaction is deleted.',
};

/** An operation of our own books that was done. */
export function presentInternal(operation: InternalKind, detail = INTERNAL[operation]) {
  return { detail, operation, result: 'success' } as const;
}

const DONE: Readonly<Record<OperationKind, string>> = {
  refund: 'refunded',
  capture: 'captured',
  void: 'voided',
};

function detailOf({ kind, amount, state, reversedAt, reversedBeforeTold }: Operation): string {
  const money = `${amount.currency} ${toDecimal(amount)}`;
  if (state === 'queued') return `${money} will be ${DONE[kind]}; the gateway has queued it.`;
  if (state === 'rejected' || reversedBeforeTold)
    return `${money} was not ${DONE[kind]}: the gateway refused.`;
  if (reversedAt !== undefined) return `${money} was ${DONE[kind]}; the gateway has undone it.`;
  return `${money} ${DONE[kind]}.`;
}
