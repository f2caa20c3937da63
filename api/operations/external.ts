import type { Context } from 'koa';
import type { SessionId } from '../../domain/ids.ts';
import { approvalFor } from '../../domain/operation/policy.ts';
import type { Operation, OperationKind } from '../../domain/operation/operation.ts';
import { trackedBy, type Wish } from '../../domain/operation/promise.ts';
import { initiatorOf } from '../../domain/user.ts';
import { callerOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { withdrawWaiting } from '../operation-requests/decide.ts';
import { mintReference, withMerchant } from '../pages/payer.ts';
import { capabilitiesOf, paidWith } from './capabilities.ts';
import type { Asked } from './request.ts';
import { refuseWhatWalletRefuses } from './wallet.ts';

/** What came of a call: the operation as it stands now, and whether it was this call that asked for it first. */
export interface Outcome {
  readonly operation: Operation;
  readonly isFirst: boolean;
}

/** As long as a merchant's server waits for what comes of it (decisions.md 10). Milliseconds. */
const WAIT_MS = 25_000;

/**
 * Asks for a refund, a capture or a void and waits for what comes of it. Who names it by a Tracking-Key that an operation
 * of this payment has gets that one, whatever else he asks for (contract/api.md 3.7). Throws a Refusal.
 */
export async function perform(
  deps: ApiDeps,
  ctx: Context,
  wanted: {
    readonly asked: Asked;
    readonly kind: OperationKind;
    readonly trackingKey: string | undefined;
  },
): Promise<Outcome> {
  const until = Date.now() + WAIT_MS;
  const { transaction } = wanted.asked;
  const { merchantId, sessionId: parentId } = transaction;
  const known = trackedBy(transaction, wanted.trackingKey);
  const mine = claimedSessionId(ctx);
  const sessionId = known ?? (await promised(deps, ctx, { ...wanted, sessionId: mine }));
  const ref = { merchantId, parentId, sessionId };
  await deps.outcomes.known(ref, until);
  const operation = await deps.store.operations.find(ref);
  if (!operation) throw new Error(`The operation ${sessionId} was promised and is not kept.`);
  return { operation, isFirst: sessionId === mine };
}

/** The operation that stands from here on: a new one under this id, or the one that has the key already. */
async function promised(
  deps: ApiDeps,
  ctx: Context,
  wanted: Parameters<typeof wishOf>[2],
): Promise<SessionId> {
  const isKnown = wanted.asked.transaction.operations?.some(
    ({ sessionId }) => sessionId === wanted.sessionId,
  );
  if (!isKnown) await refuseWhatWalletRefuses(deps, wanted.asked);
  const wish = await wishOf(deps, ctx, wanted);
  if (wish.overrules) await withdrawWaiting(deps, wanted.asked.transaction, callerOf(ctx));
  const { operation } = await deps.engine.operate(wanted.asked.transaction, wish, wanted.sessionId);
  return operation;
}

async function wishOf(
  deps: ApiDeps,
  ctx: Context,
  {
    asked,
    kind,
    trackingKey,
    sessionId,
  }: {
    readonly asked: Asked;
    readonly kind: OperationKind;
    readonly trackingKey: string | undefined;
    readonly sessionId: SessionId;
  },
): Promise<Omit<Wish, 'now'>> {
  const { transaction, amount, destination, extra } = asked;
  const [{ merchant }, capabilities] = await Promise.all([
    withMerchant(deps, transaction),
    capabilitiesOf(deps, transaction),
  ]);
  const caller = callerOf(ctx);
  const pgCode = paidWith(transaction);
  return {
    kind,
    sessionId,
    referenceNumber: await mintReference(deps, merchant),
    destination,
    capabilities,
    // A program that logs in is a program all the same.
    channel: caller.kind === 'user' && !caller.user.service ? 'staff' : 'api',
    ...(amount && { amount }),
    ...(trackingKey !== undefined && { trackingKey }),
    ...(extra && { extra }),
    ...(caller.kind === 'user' && { initiator: initiatorOf(caller.user) }),
    // Where nobody has paid there is nothing to approve, and the rule says no.
    ...(pgCode !== undefined &&
      approvalFor(merchant.operationsApproval, {
        kind,
        pgCode,
        currency: transaction.amount.currency,
        asker: caller,
        now: Date.now(),
      })),
  };
}
