import { MOST_PREVIOUS_KEYS } from '../domain/webhook/key.ts';
import type { KeyOwner, PreviousKey, PreviousKeyStore } from './previous-keys.ts';
import { UnopenableError, type SealedSecret } from './sealed.ts';

/** Others may rotate at the same time; each try that loses means that one of them is done. */
const TRIES = 10;

/** Where the present key lies. `replace` writes the new one when what is kept is still the one before, sealed; false when it is not. */
interface PresentKey {
  readonly read: () => Promise<SealedSecret | undefined>;
  readonly replace: (before: string) => Promise<boolean>;
}

/**
 * `gone`: there is no present key. `full`: as many sign beside it as may. `unopenable`: a key that should go on signing cannot be
 * opened any more. `busy`: others rotate all the time.
 */
export type Rotated = 'done' | 'gone' | 'full' | 'unopenable' | 'busy';

/**
 * Puts a new key in the place of the present one, which signs beside it until then. It is kept first, so that there is no
 * moment in which a call is signed by none of the two; and it is replaced only if nobody else has done so, so that of two
 * rotations at once neither loses the key of the other. Where none shall sign beside the new one, none before it is opened.
 */
export async function rotate(
  previousKeys: Pick<PreviousKeyStore, 'find' | 'keep' | 'removeAll'>,
  { owner, until, now }: { readonly owner: KeyOwner } & Omit<PreviousKey, 'key'>,
  { read, replace }: PresentKey,
): Promise<Rotated> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await read();
    if (before === undefined) return 'gone';
    if (until > now) {
      const said = await keepBeside(before);
      if (said !== 'kept') return said;
    } else await previousKeys.removeAll(owner);
    if (await replace(before.sealed)) return 'done';
  }
  return 'busy';

  async function keepBeside(before: SealedSecret): Promise<'kept' | 'full' | 'unopenable'> {
    try {
      const known = await previousKeys.find(owner, now);
      if (known.length >= MOST_PREVIOUS_KEYS) return 'full';
      await previousKeys.keep(owner, { key: before.open(), until, now });
      return 'kept';
    } catch (error) {
      if (error instanceof UnopenableError) return 'unopenable';
      throw error;
    }
  }
}
