import { isBulkUnderWay, type Bulk } from '../../domain/bulk/bulk.ts';
import { levelWith } from '../../domain/operation/level.ts';
import { isUnderWay, type Operation } from '../../domain/operation/operation.ts';
import { nextDue } from '../../domain/transaction/inquiry-plan.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { ActivityEngine } from '../../engine/activity-engine.ts';
import type { Store } from '../../store/index.ts';
import type { EventBrief } from '../../store/webhook-events.ts';

type Transactions = Pick<Store['transactions'], 'find'>;

/**
 * Starts the run of a payment that has none and of which something is due; true where it did. What was kept last is read
 * after the run was seen closed: it may have come to its end by itself meanwhile.
 */
export async function restartPayment(
  { find }: Transactions,
  { isOpen, resume }: Pick<ActivityEngine, 'isOpen' | 'resume'>,
  transaction: Transaction,
): Promise<boolean> {
  if (nextDue(transaction, Date.now()) === undefined || (await isOpen(transaction))) return false;
  const kept = await find(transaction);
  if (!kept || nextDue(kept, Date.now()) === undefined) return false;
  return resume(kept);
}

/**
 * Starts the run of an operation that has none and is not over; true where it did. The last run may have come to its end
 * by force, so that one that is closed counts for none. What it kept last is read after it was seen closed: it may have
 * come to its end by itself meanwhile. Where its payment knows more, that is kept first, and a later look comes back: a run
 * that knew less would have the money moved before it heard so.
 */
export async function restartOperation(
  stores: {
    readonly operations: Pick<Store['operations'], 'find'>;
    readonly transactions: Transactions;
  },
  engine: Pick<ActivityEngine, 'isOpen' | 'isOperationOpen' | 'resumeOperation' | 'tellPayment'>,
  operation: Operation,
): Promise<boolean> {
  if (await engine.isOperationOpen(operation)) return false;
  const kept = await stores.operations.find(operation);
  if (!kept || !isUnderWay(kept)) return false;
  const { merchantId, parentId } = kept;
  const ref = { merchantId, sessionId: parentId };
  const payment = await stores.transactions.find(ref);
  const entry = payment?.operations?.find(({ sessionId }) => sessionId === kept.sessionId);
  if (entry && entry.version > kept.version) {
    await engine.tellPayment(levelWith(kept, entry, Date.now()));
    return false;
  }
  if (!isPaymentsOwn(kept)) return engine.resumeOperation(kept);
  const isMade = !(await engine.isOpen(ref));
  // Its no leaves nothing that could have a run.
  if ('refused' in (await engine.tellPayment(kept))) return false;
  // A payment that had no run goes on with it after seconds; one that has is perhaps doing it.
  return isMade || engine.isOperationOpen(kept);
}

/**
 * Has the calls of an event go on that has no run and has come to no end; true where it did. That it is so is read after
 * the run was seen closed: another call would be a second webhook. A test is called once.
 */
export async function restartDelivery(
  { isUnsettled, giveUp }: Pick<Store['webhookEvents'], 'isUnsettled' | 'giveUp'>,
  { isDeliveryOpen, resumeDelivery }: Pick<ActivityEngine, 'isDeliveryOpen' | 'resumeDelivery'>,
  { eventId, verdict, test }: EventBrief,
): Promise<boolean> {
  if ((await isDeliveryOpen(eventId)) || !(await isUnsettled(eventId))) return false;
  if (verdict === undefined)
    return resumeDelivery(eventId, { missing: true, ...(test && { once: true }) });
  if (!test) return resumeDelivery(eventId, {});
  await giveUp(eventId, Date.now());
  return false;
}

/**
 * Starts the run of a bulk that has none and of which rows are to be made; true where it did. That it is so is read after the run was
 * seen closed: it may have made the last one meanwhile. A row that was made is found made, so that a second run does no harm.
 */
export async function restartBulk(
  { find }: Pick<Store['bulks'], 'find'>,
  { isBulkOpen, resumeBulk }: Pick<ActivityEngine, 'isBulkOpen' | 'resumeBulk'>,
  bulk: Bulk,
): Promise<boolean> {
  if (await isBulkOpen(bulk)) return false;
  const kept = await find(bulk);
  return kept !== undefined && isBulkUnderWay(kept) && resumeBulk(kept);
}

/** As it was promised: the payment's run has it done, or begins a run for it when it was another one that has promised it. */
function isPaymentsOwn({ state, version }: Operation): boolean {
  return state === 'promised' && version === 1;
}
