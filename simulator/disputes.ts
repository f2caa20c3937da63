import type { Dispute } from './dispute.ts';

/** Every dispute by its id. */
export class Disputes {
  readonly #byId = new Map<string, Dispute>();

  put(dispute: Dispute): void {
    this.#byId.set(dispute.id, dispute);
  }

  find(id: string): Dispute | undefined {
    return this.#byId.get(id);
  }

  /** Those of a payment, oldest first; all when none is named. */
  list(paymentId?: string): readonly Dispute[] {
    return [...this.#byId.values()].filter(
      (dispute) => paymentId === undefined || dispute.paymentId === paymentId,
    );
  }
}
