import type { Payment } from './payment.ts';

/** Every payment by its id, and those of each reference. */
export class Payments {
  readonly #byId = new Map<string, Payment>();
  readonly #idsOf = new Map<string, Set<string>>();

  put(payment: Payment): void {
    this.#byId.set(payment.id, payment);
    const others = this.#idsOf.get(payment.merchantReference);
    if (others) others.add(payment.id);
    else this.#idsOf.set(payment.merchantReference, new Set([payment.id]));
  }

  find(id: string): Payment | undefined {
    return this.#byId.get(id);
  }

  /** The payments that fit, oldest first. */
  list({ account, merchantReference }: PaymentFilter): readonly Payment[] {
    const among =
      merchantReference === undefined ? this.#byId.values() : this.#of(merchantReference);
    return [...among].filter((payment) => account === undefined || payment.account === account);
  }

  /** One answer for a reference: the payment that has the money, or else the newest. */
  ofReference(account: string, merchantReference: string): Payment | undefined {
    const found = this.list({ account, merchantReference });
    return found.find(hasMoney) ?? found.at(-1);
  }

  #of(merchantReference: string): readonly Payment[] {
    return [...(this.#idsOf.get(merchantReference) ?? [])].flatMap((id) => this.find(id) ?? []);
  }
}

export interface PaymentFilter {
  readonly account?: string | undefined;
  readonly merchantReference?: string | undefined;
}

function hasMoney({ state }: Payment): boolean {
  return state.status === 'CAPTURED' || state.status === 'AUTHORIZED';
}
