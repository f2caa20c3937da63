import { createHash } from 'node:crypto';
import type { SeveralOutcome } from '../render/office/several-facts.ts';
import { fieldFaults, notSentBy, problemIn } from './answers.ts';
import type { AskedAnswer } from './client.ts';

/** As many as a page of a list has. */
export const MOST_AT_ONCE = 100;
/** So long a page asks, one after the other; what was not asked for by then is asked for by the next press. Milliseconds. */
const PATIENCE_MS = 20_000;

/**
 * Asks the API for each, one after the other, as long as it has patience (contract/office#several-at-once). Those that are `unknown`
 * from before stay so until it answers: a refusal says nothing of what the first request has made, that a message was not sent is an
 * answer. Where we ask for nothing, none was made.
 */
export async function askEach(
  ids: readonly string[],
  unknown: readonly string[],
  ask: (id: string) => Promise<AskedAnswer | SeveralOutcome>,
): Promise<ReadonlyMap<string, SeveralOutcome>> {
  const until = Date.now() + PATIENCE_MS;
  const outcomes = new Map(unknownOnes(unknown));
  for (const id of ids) {
    if (Date.now() >= until) break;
    const answer = await ask(id);
    const outcome = 'is' in answer ? answer : outcomeOf(answer);
    // Who has asked for too much waits with all that is left.
    if (outcome.is === 'waiting') break;
    const isAnswer = 'is' in answer || notSentBy(answer.body) !== undefined;
    const isStillUnknown = outcome.is === 'refused' && !isAnswer && unknown.includes(id);
    outcomes.set(id, isStillUnknown ? { ...outcome, is: 'unknown' } : outcome);
  }
  return outcomes;
}

/** What is said of those that were asked for before without an answer, until there is one. */
export function unknownOnes(ids: readonly string[]): ReadonlyMap<string, SeveralOutcome> {
  return new Map(ids.map((id) => [id, { is: 'unknown' }] as const));
}

/** The number under which one of several is asked for: a form that is sent twice acts once on each. */
export function numberOfEach(number: string, act: string, id: string): string {
  return createHash('sha256').update(`${number} ${act} ${id}`).digest('hex');
}

function outcomeOf({ status, body }: AskedAnswer): SeveralOutcome {
  const { detail, code } = problemIn(body);
  if (status === 429) return { is: 'waiting' };
  if (status === 202 || status >= 500 || code === 'tracking_in_progress') return { is: 'unknown' };
  if (status < 300) return { is: 'done' };
  const faults = Object.values(fieldFaults(body)).flat();
  return { is: 'refused', sentence: detail === '' ? faults.join(' ') : detail, code };
}
