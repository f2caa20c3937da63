import type { Context } from 'koa';
import type { SessionId } from '../../domain/ids.ts';
import type { Money } from '../../domain/money.ts';
import { approvalFor } from '../../domain/operation/policy.ts';
import type { Operation, OperationKind, OperationRef } from '../../domain/operation/operation.ts';
import { promisedBefore, trackedBy, type PromiseRequest } from '../../domain/operation/promise.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { initiatorOf } from '../../domain/initiator.ts';
import { callerOf, isStaff } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { sendCommand, pendingBody } from '../middleware/pending-answer.ts';
import { RequestError } from '../middleware/errors.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { withdrawWaiting } from '../operation-requests/decide.ts';
import { mintReference, withMerchant } from '../payer.ts';
import { capabilitiesOf, paidWith } from './capabilities.ts';
import type { CheckedRequest } from './request.ts';
import { refuseUnlessReasoned } from './required-reason.ts';
import { refuseUnlessAskerSteppedUp } from './step-up.ts';
import { refuseWhatWalletRefuses } from './wallet.ts';

/** What came of a call: the operation as it stands now, and whether it was this call that asked for it first. */
export interface OperationOutcome {
  readonly operation: Operation;
  readonly isFirst: boolean;
}

/**
 * As long as a merchant's server waits for what comes of it (contract/operations#waiting-for-the-answer). Milliseconds.
 */
const WAIT_MS = 25_000;

/**
 * Asks for a refund, a capture or a void and waits for what comes of it. Who names it by a Tracking-Key that an operation
 * of this payment has gets that one (contract/operations#tracking-key). Throws a Refusal, `idempotency_conflict` where
 * the key names something else, and 409 `tracking_in_progress` while what it names is not written down yet.
 */
export async function askForOperation(
  deps: ApiDeps,
  ctx: Context,
  wanted: {
    readonly asked: CheckedRequest;
    readonly kind: OperationKind;
    readonly trackingKey: string | undefined;
  },
): Promise<OperationOutcome> {
  const until = Date.now() + WAIT_MS;
  const { kind, trackingKey, asked } = wanted;
  const { transaction, ...sought } = asked;
  const { merchantId, sessionId: parentId } = transaction;
  const known = trackedBy(transaction, {
    ...sought,
    kind,
    ...(trackingKey !== undefined && { trackingKey }),
  });
  const mine = claimedSessionId(ctx);
  // The payment is written before its operation: until that is there only the payment's run knows how it stands.
  const isKept =
    known !== undefined && (await deps.store.operations.findBySession(merchantId, known));
  const sessionId = isKept
    ? known
    : await promised(deps, ctx, { ...wanted, known, sessionId: mine });
  const ref = { merchantId, parentId, sessionId };
  await deps.outcome(ref, until);
  const operation = (await deps.store.operations.find(ref)) ?? (await promisedAs(deps, ref));
  if (!operation) throw operationUnderWay();
  return { operation, isFirst: sessionId === mine };
}

/** The payment is written before its operation, and holds it until then. */
async function promisedAs(
  { store }: Pick<ApiDeps, 'store'>,
  { merchantId, parentId, sessionId }: OperationRef,
): Promise<Operation | undefined> {
  const payment = await store.transactions.find({ merchantId, sessionId: parentId });
  return payment && promisedBefore(payment, { sessionId });
}

/** The first call with the same Tracking-Key has not ended yet: 409 (contract/operations#tracking-key). */
export function operationUnderWay(): RequestError {
  return new RequestError(
    409,
    'tracking_in_progress',
    'The first call with this Tracking-Key is still under way; ask again in a moment.',
    { 'Retry-After': '5' },
  );
}

/** The operation that stands from here on: a new one under this id, or the one that has the key already. */
async function promised(
  deps: ApiDeps,
  ctx: Context,
  {
    known,
    ...wanted
  }: Parameters<typeof operationRequestOf>[2] & { readonly known: SessionId | undefined },
): Promise<SessionId> {
  const isKnown = wanted.asked.transaction.operations?.some(
    ({ sessionId }) => sessionId === wanted.sessionId || sessionId === known,
  );
  let stepUpFrom: Money | undefined;
  if (!isKnown) {
    await refuseUnlessReasoned(deps, ctx, wanted.asked);
    stepUpFrom = await refuseUnlessAskerSteppedUp(deps, ctx, {
      ...wanted.asked,
      kind: wanted.kind,
    });
    await refuseWhatWalletRefuses(deps, wanted.asked);
  }
  const request = {
    ...(await operationRequestOf(deps, ctx, wanted)),
    ...(stepUpFrom && { stepUpFrom }),
  };
  const { transaction } = wanted.asked;
  const { operation } = await sendCommand(ctx, pendingBy(transaction, request), () =>
    deps.engine.operate(transaction, request, wanted.sessionId),
  );
  // Not before it stands: what is refused leaves the request that waits as it was.
  if (request.overrules && operation === wanted.sessionId)
    await withdrawWaiting(deps, { transaction, successor: operation, caller: callerOf(ctx) });
  return operation;
}

function pendingBy(
  { sessionId, orderNo }: Transaction,
  { kind, referenceNumber }: Pick<PromiseRequest, 'kind' | 'referenceNumber'>,
): object {
  return pendingBody({
    operation: kind,
    session_id: sessionId,
    ...(orderNo !== undefined && { order_no: orderNo }),
    reference_number: referenceNumber,
  });
}

async function operationRequestOf(
  deps: ApiDeps,
  ctx: Context,
  {
    asked,
    kind,
    trackingKey,
    sessionId,
  }: {
    readonly asked: CheckedRequest;
    readonly kind: OperationKind;
    readonly trackingKey: string | undefined;
    readonly sessionId: SessionId;
  },
): Promise<Omit<PromiseRequest, 'now'>> {
  const { transaction, amount, destination, extra, reason } = asked;
  const [{ merchant }, capabilities] = await Promise.all([
    withMerchant(deps, transaction),
    capabilitiesOf(deps, transaction),
  ]);
  const caller = callerOf(ctx);
  const pgCode = paidWith(transaction);
  // Where nobody has paid there is nothing to approve, and the rule says no.
  const { approval, ...terms } =
    pgCode === undefined
      ? {}
      : approvalFor(merchant.operationsApproval, {
          kind,
          pgCode,
          currency: transaction.amount.currency,
          asker: caller,
          now: Date.now(),
        });
  return {
    kind,
    sessionId,
    referenceNumber: await mintReference(deps, merchant),
    destination,
    capabilities,
    channel: isStaff(ctx) ? 'staff' : 'api',
    ...(amount && { amount }),
    ...(trackingKey !== undefined && { trackingKey }),
    ...(extra && { extra }),
    ...(reason && { reason }),
    ...(caller.kind === 'user' && { initiator: initiatorOf(caller.user) }),
    ...terms,
    ...(approval && {
      approval: {
        ...approval,
        number: await deps.store.counters.take(transaction.merchantId, 'operation-requests', 1),
      },
    }),
  };
}
