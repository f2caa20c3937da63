import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, startChild, workflowInfo } from '@temporalio/workflow';
import type { UncalledEvent } from '../../activities/transactions.ts';
import type { EventId } from '../../domain/ids.ts';
import type { NoticeState } from '../../domain/transaction/transaction.ts';
import type { Change, Notice } from '../../domain/transaction/change.ts';
import type { CalledAtOnce, CallOutcome } from '../../domain/webhook/verdict.ts';
import { firstCall, giveUp } from '../delivery.ts';
import { deliveryWorkflowId } from '../ids.ts';
import { again } from '../overtaken.ts';
import type { BackgroundTasks, RunContext } from './background-tasks.ts';
import type { RunState } from './state.ts';
import type { FirstOutcome } from '../starts.ts';

/**
 * Keeps a change and tells the merchant of it: one call inline, because its answer decides where the payer goes
 * (contract/webhooks#where-the-payer-goes); when it fails, the further calls are a `delivery` of its own.
 */
export async function keepAndTell(runState: RunState, change: Change): Promise<void> {
  const { eventId, called } = await runState.keep(change, { callsAtOnce: true });
  if (change.notice && eventId !== undefined)
    await tell(runState, change.notice, { eventId, called: called?.[eventId] });
}

/**
 * The same for who waits for an answer to what they asked for: they have it as soon as the change is kept. A merchant's server may be the
 * one that the webhook calls, and a payer does not wait as long as a merchant may take.
 */
export async function keepThenTell(
  { runState, backgroundTasks }: RunContext,
  change: Change,
): Promise<void> {
  const { notice } = change;
  const { eventId } = await runState.keep(change);
  if (notice && eventId !== undefined)
    backgroundTasks.send(() => tell(runState, notice, { eventId }));
}

/** Keeps a change of an operation; whoever listens is called afterwards, each address by itself. */
export async function keepOperation(
  { runState, backgroundTasks }: RunContext,
  change: Change,
  how?: Parameters<RunState['keep']>[1],
): Promise<void> {
  const { operationEventIds = [], called } = await runState.keep(change, how);
  for (const eventId of operationEventIds)
    backgroundTasks.send(() => tellOfOperation(eventId, called?.[eventId]));
}

/** Calls for events that were frozen with saves of which only the database knows. */
export function callForLeft(
  runState: RunState,
  backgroundTasks: BackgroundTasks,
  events: readonly UncalledEvent[],
): void {
  for (const event of events) backgroundTasks.send(() => tell(runState, event, event));
}

/** No payer waits for it, so that nothing of it is remembered in the payment. */
async function tellOfOperation(eventId: EventId, called?: CalledAtOnce): Promise<void> {
  const outcome = await firstCall(eventId, called);
  if (outcome.verdict === 'failed') await handOver(eventId, outcome);
  if (outcome.verdict === 'gone') await giveUp(eventId);
}

async function tell(
  runState: RunState,
  { sequence }: Pick<Notice, 'sequence'>,
  { eventId, called }: { readonly eventId: EventId; readonly called?: CalledAtOnce | undefined },
): Promise<void> {
  const outcome = await firstCall(eventId, called);
  if (outcome.verdict === 'failed') await handOver(eventId, outcome);
  await again(() => remember(runState, sequence, statusOf(outcome)));
  // Last, because the payer waits for what is remembered.
  if (outcome.verdict === 'gone') await giveUp(eventId);
}

/**
 * Whoever is gone or disabled has not acknowledged: to the payer's way it is a failure like any other. Where webhooks are switched
 * off nobody could have.
 */
function statusOf({ verdict, isOff }: CallOutcome): NoticeState['status'] {
  if (isOff) return 'none';
  return verdict === 'gone' || verdict === 'held' ? 'failed' : verdict;
}

/** An event whose delivery is under way already, as after a reset of this run, stays in its hands. */
async function handOver(eventId: EventId, { retryAfterMs }: CallOutcome): Promise<void> {
  const first: FirstOutcome = retryAfterMs === undefined ? {} : { retryAfterMs };
  try {
    await startChild('delivery', {
      args: [eventId, first],
      workflowId: deliveryWorkflowId(eventId),
      parentClosePolicy: ParentClosePolicy.ABANDON,
      staticSummary: `webhook of ${workflowInfo().workflowId}`,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** A later notice may be under way already; its own answer is the one that counts then. */
async function remember(
  runState: RunState,
  sequence: number,
  status: NoticeState['status'],
): Promise<void> {
  const transaction = runState.current();
  const { notice } = transaction;
  if (!notice || notice.sequence !== sequence) return;
  await runState.keep({ transaction: { ...transaction, notice: { ...notice, status } } });
}
