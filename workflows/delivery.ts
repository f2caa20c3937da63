import { log, sleep } from '@temporalio/workflow';
import { waitBefore } from '../domain/webhook/calendar.ts';
import { outcomeOf, type CallOutcome, type Verdict } from '../domain/webhook/verdict.ts';
import type { EventId } from '../domain/ids.ts';
import { sendWebhook, tellOfFailure } from './proxies.ts';

/** What the first call leaves to those that follow; `missing` when nobody has made it. */
export type FirstOutcome = Pick<CallOutcome, 'retryAfterMs'> & { readonly missing?: true };

/**
 * The calls that follow a failed first one, until the merchant acknowledges, is gone, or the calendar ends. A first one
 * that is missing is made at once.
 */
export async function delivery(eventId: EventId, first: FirstOutcome = {}): Promise<Verdict> {
  let asked = first.retryAfterMs;
  for (let call = first.missing ? 1 : 2; ; call += 1) {
    const wait = waitBefore(call, eventId, asked);
    if (wait === undefined) break;
    if (wait > 0) await sleep(wait, { summary: `before call ${call}` });
    const outcome = await callOnce(eventId, call);
    if (outcome.verdict === 'gone') await giveUp(eventId);
    if (outcome.verdict !== 'failed') return outcome.verdict;
    asked = outcome.retryAfterMs;
  }
  await giveUp(eventId);
  return 'failed';
}

export function firstCall(eventId: EventId): Promise<CallOutcome> {
  return callOnce(eventId, 1);
}

/** Tells of an event that nobody will be called for any more. When that fails too, the record still has it. */
export async function giveUp(eventId: EventId): Promise<void> {
  try {
    await tellOfFailure({ eventId });
  } catch (error) {
    log.warn('nobody could be told of a webhook that was given up', { eventId, error });
  }
}

/** A call that could not even be made (worker gone, time-out) counts as failed; the calendar goes on. */
async function callOnce(eventId: EventId, call: number): Promise<CallOutcome> {
  try {
    return outcomeOf(await sendWebhook({ eventId, call }));
  } catch {
    return { verdict: 'failed' };
  }
}
