import { condition, log, setHandler } from '@temporalio/workflow';
import type { SendWebhook } from '../activities/webhooks.ts';
import { waitBefore } from '../domain/webhook/retry-waits.ts';
import type { CalledAtOnce, CallOutcome, Verdict } from '../domain/webhook/verdict.ts';
import type { EventId } from '../domain/ids.ts';
import { redeliverSignal } from './messages.ts';
import { sendWebhook, tellOfFailure } from './proxies.ts';
import type { FirstOutcome } from './starts.ts';

/**
 * The calls that follow a failed first one, until the merchant acknowledges, is gone, or the calendar ends. A first one
 * that is missing is made at once. Whoever wants the event to be sent again has it called at once, and the calendar begins
 * anew.
 */
export async function delivery(eventId: EventId, first: FirstOutcome = {}): Promise<Verdict> {
  const request: ResendRequest = { isWanted: false };
  setHandler(redeliverSignal, () => {
    request.isWanted = true;
  });
  const { once } = first;
  for (let begin = first; ; begin = { missing: true, ...(once && { once }) }) {
    const verdict = await calls(eventId, begin, request);
    if (verdict === 'failed' || verdict === 'gone') await giveUp(eventId);
    if (!request.isWanted) return verdict;
  }
}

/** Whether somebody wants the event to be sent now; each call grants it. */
interface ResendRequest {
  isWanted: boolean;
}

/** By the calendar once; from its beginning again when somebody asks for it. */
async function calls(
  eventId: EventId,
  first: FirstOutcome,
  request: ResendRequest,
): Promise<Verdict> {
  let asked = first.retryAfterMs;
  for (let call = first.missing ? 1 : 2; ; call += 1) {
    const wait = waitBefore(call, eventId, asked);
    if (wait === undefined) return 'failed';
    const before = { summary: `before call ${call}` };
    if (wait > 0 && (await condition(() => request.isWanted, wait, before))) call = 1;
    request.isWanted = false;
    const outcome = await callOnce({ eventId, call });
    asked = outcome.retryAfterMs;
    if (outcome.verdict !== 'failed' || first.once) return outcome.verdict;
  }
}

/** The first call of an event, or its answer where it was called for at once. */
export async function firstCall(eventId: EventId, called?: CalledAtOnce): Promise<CallOutcome> {
  if (called && 'verdict' in called) return called;
  return callOnce({ eventId, call: 1, isFirst: true, ...called });
}

/** Writes down and tells of an event that nobody will be called for any more. That fails only where the event or its merchant is not there. */
export async function giveUp(eventId: EventId): Promise<void> {
  try {
    await tellOfFailure({ eventId });
  } catch (error) {
    log.warn('nobody could be told of a webhook that was given up', { eventId, error });
  }
}

/** A call that could not even be made (worker gone, time-out) counts as failed; the calendar goes on. */
async function callOnce(call: SendWebhook): Promise<CallOutcome> {
  try {
    return await sendWebhook(call);
  } catch {
    return { verdict: 'failed' };
  }
}
