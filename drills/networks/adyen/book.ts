/** Money in Adyen's own minor units. */
export interface UnitAmount {
  readonly value: number;
  readonly currency: string;
}

export interface Payment {
  readonly pspReference: string;
  readonly reference: string;
  readonly amount: UnitAmount;
  readonly captured: number;
  readonly refunded: number;
  readonly canceled: boolean;
}

export type BookMove = 'authorisation' | 'capture' | 'cancel' | 'refund';

/** Money that moved, and of which payment. */
export interface BookEntry {
  readonly entry: BookMove | 'capture-failed' | 'refund-failed';
  readonly payment: string;
  readonly reference: string;
  /** What the merchant called the modification. */
  readonly operation?: string;
  readonly amount: UnitAmount;
}

/** What became of all payments, and every movement of their money in order. */
export class Book {
  readonly #payments = new Map<string, Payment>();
  readonly entries: BookEntry[] = [];

  find(pspReference: string): Payment | undefined {
    return this.#payments.get(pspReference);
  }

  /** The payment that was asked for under this reference of the merchant. */
  named(reference: string): Payment | undefined {
    return [...this.#payments.values()].find((payment) => payment.reference === reference);
  }

  authorise(pspReference: string, reference: string, amount: UnitAmount, isHeld: boolean): void {
    const captured = isHeld ? 0 : amount.value;
    const payment = { pspReference, reference, amount, captured, refunded: 0, canceled: false };
    this.#write('authorisation', payment, amount);
    if (!isHeld) this.entries.push({ entry: 'capture', payment: pspReference, reference, amount });
  }

  /** Does a modification, or says why it cannot be done. */
  move(
    move: Exclude<BookMove, 'authorisation'>,
    payment: Payment,
    amount: UnitAmount,
    operation?: string,
  ): string | undefined {
    const { captured, refunded, canceled } = payment;
    if (amount.currency !== payment.amount.currency) return 'Currency differs from the original';
    if (canceled) return 'Transaction was cancelled';
    if (move === 'cancel' && captured > 0)
      return 'Transaction hasn’t been cancelled: it is captured';
    if (move === 'capture' && captured + amount.value > payment.amount.value)
      return 'Insufficient balance on payment';
    if (move === 'refund' && refunded + amount.value > captured)
      return 'Insufficient balance on payment';
    const value = amount.value;
    const done = {
      capture: { captured: captured + value },
      refund: { refunded: refunded + value },
    };
    if (move === 'cancel')
      this.#write(move, { ...payment, canceled: true }, payment.amount, operation);
    else this.#write(move, { ...payment, ...done[move] }, amount, operation);
    return undefined;
  }

  /** The bank has undone what was done. */
  undo(move: 'capture' | 'refund', payment: Payment, amount: UnitAmount): void {
    const { captured, refunded } = payment;
    const undone =
      move === 'capture'
        ? { ...payment, captured: captured - amount.value }
        : { ...payment, refunded: refunded - amount.value };
    this.#write(move === 'capture' ? 'capture-failed' : 'refund-failed', undone, amount);
  }

  #write(
    entry: BookEntry['entry'],
    payment: Payment,
    amount: UnitAmount,
    operation?: string,
  ): void {
    const { pspReference, reference } = payment;
    this.#payments.set(pspReference, payment);
    const named = operation === undefined ? {} : { operation };
    this.entries.push({ entry, payment: pspReference, reference, amount, ...named });
  }
}
