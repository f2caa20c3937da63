import type { Payment } from './payment.ts';

/** Every payment by its id. */
export class Payments {
  readonly #byId = new Map<string, Payment>();

  put(payment: Payment): void {
    this.#byId.set(payment.id, payment);
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

export interface PaymentFilter {
  readonly account?: string | undefined;
  readonly merchantReference?: string | undefined;
}

function hasMoney({ state }: Payment): boolean {
  return state.status === 'CAPTURED' || state.status === 'AUTHORIZED';
}
