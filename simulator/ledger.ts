/** Money that moved, as the network's own books have it. */
export interface LedgerEntry {
  readonly seq: number;
  readonly at: string;
  readonly account: string;
  readonly payment_id: string;
  readonly merchant_reference: string;
  readonly entry:
    | 'capture'
    | 'authorize'
    | 'refund'
    | 'void'
    | 'chargeback'
    | 'chargeback_reversal';
  readonly amount: string;
  readonly currency: string;
  /** The operation or the dispute that moved it, when it was not the payment itself. */
  readonly operation_id?: string;
  /** The merchant's own name for that operation. */
  readonly operation_reference?: string;
}

/** Entries in the order in which they happened. There is no way to change or remove one. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];
  readonly #ofReference = new Map<string, LedgerEntry[]>();

  /** The number that the next entry must carry. */
  get nextSeq(): number {
    return this.#entries.length + 1;
  }

  append(entry: LedgerEntry): void {
    if (entry.seq !== this.nextSeq)
      throw new Error(
        `Ledger entry ${entry.seq} does not follow ${this.nextSeq - 1}. Restore the journal from a copy.`,
      );
    const kept = Object.freeze({ ...entry });
    this.#entries.push(kept);
    const others = this.#ofReference.get(kept.merchant_reference);
    if (others) others.push(kept);
    else this.#ofReference.set(kept.merchant_reference, [kept]);
  }

  list(filter: LedgerFilter): readonly LedgerEntry[] {
    const { account, after = 0, limit = Infinity } = filter;
    const found: LedgerEntry[] = [];
    for (const entry of this.#among(filter)) {
      if (found.length >= limit) break;
      if (entry.seq > after && (account === undefined || entry.account === account))
        found.push(entry);
    }
    return found;
  }

  /** What can be meant, without a look at all the others: a book that is read page by page is read once. */
  #among({ merchantReferences, after = 0 }: LedgerFilter): Iterable<LedgerEntry> {
    if (merchantReferences === undefined) return from(this.#entries, after);
    return merchantReferences
      .flatMap((reference) => this.#ofReference.get(reference) ?? [])
      .toSorted((one, other) => one.seq - other.seq);
  }
}

/** An entry stands at the place before its number. */
function* from(entries: readonly LedgerEntry[], after: number): Generator<LedgerEntry> {
  for (let at = after; at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry) yield entry;
  }
}

export interface LedgerFilter {
  readonly account?: string | undefined;
  /** Of these payments only; all when left out. */
  readonly merchantReferences?: readonly string[] | undefined;
  /** Only what follows the entry with this number. */
  readonly after?: number | undefined;
  /** At most so many, the first ones. */
  readonly limit?: number | undefined;
}
