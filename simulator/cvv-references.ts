import { newCvvReference } from './ids.ts';

/** A customer types the code while a charge is prepared; later than this it is somebody else's. */
const GOOD_FOR_MS = 15 * 60 * 1000;

/** Security codes that were typed in our frame. Only that one was typed is kept, never the code, and not for long. */
export class CvvReferences {
  readonly #typed = new Map<string, { readonly account: string; readonly at: number }>();

  mint(account: string, now: Date): string {
    const reference = newCvvReference();
    this.#typed.set(reference, { account, at: now.getTime() });
    return reference;
  }

  /** True once for each reference of the account, as long as it is good. */
  use(account: string, reference: string, now: Date): boolean {
    const typed = this.#typed.get(reference);
    if (typed?.account !== account) return false;
    this.#typed.delete(reference);
    return now.getTime() - typed.at <= GOOD_FOR_MS;
  }
}
