import { MOST_PREVIOUS_KEYS } from '../domain/webhook/key.ts';
import type { KeyOwner, PreviousKey, PreviousKeyStore } from './previous-keys.ts';

/** Others may rotate at the same time; each try that loses means that one of them is done. */
const TRIES = 10;

/** Where the present key lies. `replace` writes the new one when the key is still the one before; false when it is not. */
interface PresentKey {
  readonly read: () => Promise<string | undefined>;
  readonly replace: (before: string) => Promise<boolean>;
}

/** `gone`: there is no present key. `full`: as many sign beside it as may. `busy`: others rotate all the time. */
export type Rotated = 'done' | 'gone' | 'full' | 'busy';

/**
 * Puts a new key in the place of the present one, which signs beside it until then. It is kept first, so that there is no
 * moment in which a call is signed by none of the two; and it is replaced only if nobody else has done so, so that of two
 * rotations at once neither loses the key of the other.
 */
export async function rotate(
  previousKeys: Pick<PreviousKeyStore, 'find' | 'keep'>,
  { owner, until, now }: { readonly owner: KeyOwner } & Omit<PreviousKey, 'key'>,
  { read, replace }: PresentKey,
): Promise<Rotated> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await read();
    if (before === undefined) return 'gone';
    const known = await previousKeys.find(owner, now);
    if (until > now && known.length >= MOST_PREVIOUS_KEYS) return 'full';
    await previousKeys.keep(owner, { key: before, until, now });
    if (await replace(before)) return 'done';
  }
  return 'busy';
}
