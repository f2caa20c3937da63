/** A customer types while a payment is prepared; later than this it is somebody else's. */
const GOOD_FOR_MS = 15 * 60 * 1000;

/**
 * What was typed in one of our frames, under a name that is good once and not for long. Of a security code only that it was typed
 * is kept, of a card what may be kept of it.
 */
export class TypedReferences<Typed> {
  readonly #newReference: () => string;
  readonly #typed = new Map<
    string,
    { readonly account: string; readonly at: number; readonly typed: Typed }
  >();

  constructor(newReference: () => string) {
    this.#newReference = newReference;
  }

  mint(account: string, typed: Typed, now: Date): string {
    const reference = this.#newReference();
    this.#typed.set(reference, { account, at: now.getTime(), typed });
    return reference;
  }

  /** Once for each reference of the account, as long as it is good; then it is forgotten. */
  use(account: string, reference: string, now: Date): Typed | undefined {
    const found = this.#typed.get(reference);
    if (found?.account !== account) return undefined;
    this.#typed.delete(reference);
    return now.getTime() - found.at <= GOOD_FOR_MS ? found.typed : undefined;
  }
}
