import { isDeepStrictEqual } from 'node:util';
import type { Atomically } from './atomically.ts';
import { isDuplicate } from './connection.ts';

/**
 * Writes something in place of what was seen before, which is undefined for what was not there; false, and nothing is written, where
 * it is otherwise by now. Of two writers who have seen the same one has to look again.
 */
export async function replaceSeen<Seen>(
  atomically: Atomically,
  {
    seen,
    read,
    write,
  }: {
    readonly seen: Seen | undefined;
    readonly read: () => Promise<Seen | undefined>;
    readonly write: () => Promise<unknown>;
  },
): Promise<boolean> {
  try {
    return await atomically(async () => {
      if (!isDeepStrictEqual(await read(), seen)) return false;
      await write();
      return true;
    });
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}
