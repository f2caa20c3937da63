import { Refusal, refusalNote } from '../domain/refusal.ts';
import type { UpdateAnswer } from './messages.ts';
import { again, overtakenError } from './overtaken.ts';

/**
 * Runs a command and turns a refusal into an answer. Anything else that is thrown is our fault and stays loud. A refusal
 * that came of what was never saved in the end (`wasOvertaken` waits until that is known) is none: the command is run again.
 */
export async function refusable<T>(
  command: () => Promise<T>,
  wasOvertaken: () => Promise<boolean>,
): Promise<UpdateAnswer<T>> {
  const checked = async () => {
    try {
      return await command();
    } catch (error) {
      if (error instanceof Refusal && (await wasOvertaken())) throw overtakenError();
      throw error;
    }
  };
  try {
    return { ok: await again(checked) };
  } catch (error) {
    if (error instanceof Refusal) return { refused: refusalNote(error) };
    throw error;
  }
}
