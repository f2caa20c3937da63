/** Money that moved, as the network's own books have it. */
export interface LedgerEntry {
  readonly seq: number;
  readonly at: string;
  readonly account: string;
  readonly payment_id: string;
  readonly merchant_reference: string;
  readonly entry: 'capture' | 'authorize' | 'refund' | 'void';
  readonly amount: string;
  readonly currency: string;
  /** The operation that moved it, when it was not the payment itself. */
  readonly operation_id?: string;
}

/** Entries in the order in which they happened. There is no way to change or remove one. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];

  /** The number that the next entry must carry. */
  get nextSeq(): number {
    return this.#entries.length + 1;
  }

  append(entry: LedgerEntry): void {
    if (entry.seq !== this.nextSeq)
      throw new Error(
        `Ledger entry ${entry.seq} does not follow ${this.nextSeq - 1}. Restore the journal from a copy.`,
      );
    this.#entries.push(Object.freeze({ ...entry }));
  }

  list(filter: LedgerFilter): readonly LedgerEntry[] {
    const { account, merchantReference } = filter;
    return this.#entries.filter(
      (entry) =>
        (account === undefined || entry.account === account) &&
        (merchantReference === undefined || entry.merchant_reference === merchantReference),
    );
  }
}

export interface LedgerFilter {
  readonly account?: string | undefined;
  readonly merchantReference?: string | undefined;
}
