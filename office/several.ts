import { createHash } from 'node:crypto';
import type { SeveralOutcome } from '../render/office/several-facts.ts';
import { fieldFaults, problemIn } from './answers.ts';
import type { AskedAnswer } from './client.ts';

/** As many as a page of a list has. */
export const MOST_AT_ONCE = 100;
/** So long a page asks, one after the other; what was not asked for by then is asked for by the next press. Milliseconds. */
const PATIENCE_MS = 20_000;

/** Asks the API for each, one after the other, as long as it has patience (contract/office#several-at-once). */
export async function askEach(
  ids: readonly string[],
  ask: (id: string) => Promise<AskedAnswer | SeveralOutcome>,
): Promise<ReadonlyMap<string, SeveralOutcome>> {
  const until = Date.now() + PATIENCE_MS;
  const outcomes = new Map<string, SeveralOutcome>();
  for (const id of ids) {
    if (Date.now() >= until) break;
    const answer = await ask(id);
    const outcome = 'is' in answer ? answer : outcomeOf(answer);
    // Who has asked for too much waits with all that is left.
    if (outcome.is === 'waiting') break;
    outcomes.set(id, outcome);
  }
  return outcomes;
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
