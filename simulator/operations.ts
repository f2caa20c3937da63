import type { Operation } from './operation.ts';

/** Every operation by its id. */
export class Operations {
  readonly #byId = new Map<string, Operation>();

  put(operation: Operation): void {
    this.#byId.set(operation.id, operation);
  }

  find(id: string): Operation | undefined {
    return this.#byId.get(id);
  }

  /** Those of a payment, oldest first; all when none is named. */
  list(paymentId?: string): readonly Operation[] {
    return [...this.#byId.values()].filter(
      (operation) => paymentId === undefined || operation.paymentId === paymentId,
    );
  }

  /** One answer for a reference: the one that is or may be done, or else the newest. */
  ofReference(account: string, merchantReference: string): Operation | undefined {
    const found = this.list().filter(
      (operation) =>
        operation.account === account && operation.merchantReference === merchantReference,
    );
    return found.find(({ status }) => status !== 'DECLINED') ?? found.at(-1);
  }
}
