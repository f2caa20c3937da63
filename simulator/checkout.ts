import type { Callbacks } from './callbacks.ts';
import { newEventId } from './ids.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Line } from './lines.ts';
import type { Payment } from './payment.ts';
import { presentPayment } from './present.ts';
import type { Records } from './records.ts';
import type { Action } from './transitions.ts';
import { next } from './transitions.ts';

/** What customers do with payments. */
export class Checkout {
  readonly #records: Records;
  readonly #callbacks: Callbacks;
  readonly #now: () => Date;
  readonly #base: () => string;

  constructor(surroundings: {
    readonly records: Records;
    readonly callbacks: Callbacks;
    readonly now: () => Date;
    readonly base: () => string;
  }) {
    this.#records = surroundings.records;
    this.#callbacks = surroundings.callbacks;
    this.#now = surroundings.now;
    this.#base = surroundings.base;
  }

  /**
   * Moves a payment by a customer's action and, when that ends it, tells the merchant; resolves when
   * the merchant has answered or the first try has failed. Nothing when the action no longer fits:
   * of two that come at once only one is done, since nothing is awaited between look and journal.
   */
  async act(id: string, action: Action, send = true): Promise<Payment | undefined> {
    const payment = this.#records.payments.find(id);
    const state = payment && next(payment, action);
    if (payment === undefined || state === undefined) return undefined;
    const at = this.#now().toISOString();
    const moved: Payment = { ...payment, state, updatedAt: at };
    const line = this.#lineOf(moved, at, send);
    this.#records.write(line);
    if (line.event) await this.#callbacks.announce(line.event);
    return moved;
  }

  #lineOf(moved: Payment, at: string, send: boolean): Extract<Line, { type: 'move' }> {
    if (moved.state.status === 'OPEN') return { type: 'move', payment: moved };
    const entry = this.#entryOf(moved, at);
    const event = this.#eventOf(moved, at, send);
    return { type: 'move', payment: moved, event, ...(entry && { entry }) };
  }

  #entryOf(payment: Payment, at: string): LedgerEntry | undefined {
    const { status } = payment.state;
    if (status !== 'CAPTURED' && status !== 'AUTHORIZED') return undefined;
    return {
      seq: this.#records.ledger.nextSeq,
      at,
      account: payment.account,
      payment_id: payment.id,
      merchant_reference: payment.merchantReference,
      entry: status === 'CAPTURED' ? 'capture' : 'authorize',
      amount: payment.amount,
      currency: payment.currency,
    };
  }

  #eventOf(payment: Payment, at: string, send: boolean) {
    const eventId = newEventId();
    const body = JSON.stringify({
      event_id: eventId,
      type: 'payment.updated',
      created_at: at,
      payment: presentPayment(payment, this.#base()),
    });
    const { id: paymentId, account, notifyUrl: url } = payment;
    return { eventId, paymentId, account, url, body, send };
  }
}
