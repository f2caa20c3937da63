import { Refusal, refusalNote } from '../domain/refusal.ts';
import type { Answer } from './messages.ts';
import { again } from './overtaken.ts';

/** Runs a command and turns a refusal into an answer. Anything else that is thrown is our fault and stays loud. */
export async function refusable<T>(command: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { ok: await again(command) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: refusalNote(error) };
    throw error;
  }
}
