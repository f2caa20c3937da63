import { sleep } from '@temporalio/workflow';
import { waitBefore } from '../domain/webhook/calendar.ts';
import type { Verdict } from '../domain/webhook/verdict.ts';
import type { EventId } from '../domain/ids.ts';
import { sendWebhook } from './proxies.ts';

/** The calls that follow a failed first one, until the merchant acknowledges or the calendar ends. */
export async function delivery(eventId: EventId): Promise<Verdict> {
  for (let call = 2; ; call += 1) {
    const wait = waitBefore(call, eventId);
    if (wait === undefined) return 'failed';
    await sleep(wait, { summary: `before call ${call}` });
    const verdict = await callOnce(eventId, call);
    if (verdict !== 'failed') return verdict;
  }
}

export function firstCall(eventId: EventId): Promise<Verdict> {
  return callOnce(eventId, 1);
}

/** A call that could not even be made (worker gone, time-out) counts as failed; the calendar goes on. */
async function callOnce(eventId: EventId, call: number): Promise<Verdict> {
  try {
    return await sendWebhook({ eventId, call });
  } catch {
    return 'failed';
  }
}
