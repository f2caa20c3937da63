/** What merchants asked for under their idempotency keys: a key is bound to the request that came with it first. */
export class Claims {
  readonly #claims = new Map<string, Claim>();

  put(account: string, key: string, claim: Claim): void {
    this.#claims.set(nameOf(account, key), claim);
  }

  find(account: string, key: string): Claim | undefined {
    return this.#claims.get(nameOf(account, key));
  }
}

export interface Claim {
  /** The payment or operation that was made. */
  readonly id: string;
  /** Of what was asked. */
  readonly fingerprint: string;
}

function nameOf(account: string, key: string): string {
  return JSON.stringify([account, key]);
}
