import { createHash } from 'node:crypto';

/** A merchant at this network. */
export interface Account {
  readonly account: string;
  readonly secretKey: string;
  readonly callbackSecret: string;
  readonly name: string;
  /** The name of the network that this account stands in for; answered back, changes nothing. */
  readonly simulate?: string;
}

export class Accounts {
  readonly #byName = new Map<string, Account>();

  put(account: Account): void {
    this.#byName.set(account.account, account);
  }

  find(account: string): Account | undefined {
    return this.#byName.get(account);
  }

  list(): readonly Account[] {
    return [...this.#byName.values()];
  }

  /** The account that a secret key belongs to; digests are compared, so timing tells nothing. */
  ofSecretKey(secretKey: string): Account | undefined {
    const wanted = digest(secretKey);
    return this.list().find((account) => digest(account.secretKey) === wanted);
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
