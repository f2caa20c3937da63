import { expire, isOverdue } from '../../domain/transaction/halt.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import { pendingAttempt } from '../../domain/transaction/transaction.ts';
import type { RunContext } from './background-tasks.ts';
import type { RunState } from './state.ts';
import { inquire, inquireForAnswer } from './inquiry.ts';
import { keepAndTell, keepThenTell } from './notices.ts';

/**
 * The time to pay is over. A payer may be at the gateway at this moment, so the gateway is asked before anybody is told
 * that it was too late; a gateway that has not decided, or gives no answer, does not hold the expiry up any longer. Where
 * the merchant switched the timer off, a payer who comes too late is what ends the transaction.
 */
export async function expireInTime(runState: RunState): Promise<void> {
  if (!isDue(runState)) return;
  const pending = pendingAttempt(runState.current());
  if (pending) await inquire(runState, pending.referenceNumber);
  if (isDue(runState)) await keepAndTell(runState, expire(runState.current(), Date.now()));
}

/**
 * A payer tries to pay too late where no timer runs: that is what ends the transaction. A payment under way at a
 * gateway is asked about first. The payer waits for the page, not for the merchant.
 */
export async function expireByTry(context: RunContext): Promise<void> {
  const { runState } = context;
  const pending = pendingAttempt(runState.current());
  if (pending) await inquireForAnswer(context, pending.referenceNumber);
  const now = Date.now();
  if (isOverdue(runState.current(), now))
    await keepThenTell(context, expire(runState.current(), now));
}

/** Asking takes a while, in which the transaction may be paid, canceled or given more time. */
function isDue(runState: RunState): boolean {
  const { state, expiresAt, expiresByTimer } = runState.current();
  return isUnpaid(state) && expiresByTimer && expiresAt <= Date.now();
}
