import type { Payment } from './payment.ts';

/** Every payment by its id, and the key under which its merchant asked for it. */
export class Payments {
  readonly #byId = new Map<string, Payment>();
  readonly #claims = new Map<string, Claim>();

  put(payment: Payment): void {
    this.#byId.set(payment.id, payment);
  }

  claim(account: string, key: string, claim: Claim): void {
    this.#claims.set(claimKey(account, key), claim);
  }

  claimed(account: string, key: string): Claim | undefined {
    return this.#claims.get(claimKey(account, key));
  }

  find(id: string): Payment | undefined {
    return this.#byId.get(id);
  }

  /** The payments that fit, oldest first. */
  list({ account, merchantReference }: PaymentFilter): readonly Payment[] {
    return [...this.#byId.values()].filter(
      (payment) =>
        (account === undefined || payment.account === account) &&
        (merchantReference === undefined || payment.merchantReference === merchantReference),
    );
  }

  /** One answer for a reference: the payment that has the money, or else the newest. */
  ofReference(account: string, merchantReference: string): Payment | undefined {
    const found = this.list({ account, merchantReference });
    return found.find(hasMoney) ?? found.at(-1);
  }
}

/** An idempotency key is bound to the body that came with it first. */
export interface Claim {
  readonly paymentId: string;
  readonly fingerprint: string;
}

export interface PaymentFilter {
  readonly account?: string | undefined;
  readonly merchantReference?: string | undefined;
}

function hasMoney({ state }: Payment): boolean {
  return state.status === 'CAPTURED' || state.status === 'AUTHORIZED';
}

function claimKey(account: string, key: string): string {
  return JSON.stringify([account, key]);
}
