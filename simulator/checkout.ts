import type { Callbacks } from './callbacks.ts';
import { callbackEvent } from './callback-event.ts';
import type { FaultBook, Strikes } from './fault-book.ts';
import type { CallbackEvent } from './events.ts';
import type { LedgerEntry } from './ledger.ts';
import type { Payment } from './payment.ts';
import type { Records } from './records.ts';
import type { Action } from './transitions.ts';
import { next } from './transitions.ts';
import { isZero } from './money.ts';
import { newTokenId } from './ids.ts';
import type { Token } from './tokens.ts';

/** What customers do with payments, and the network with queued ones. */
export class Checkout {
  readonly #records: Records;
  readonly #callbacks: Callbacks;
  readonly #faults: FaultBook;
  readonly #now: () => Date;
  readonly #base: () => string;

  constructor(surroundings: {
    readonly records: Records;
    readonly callbacks: Callbacks;
    readonly faults: FaultBook;
    readonly now: () => Date;
    readonly base: () => string;
  }) {
    this.#records = surroundings.records;
    this.#callbacks = surroundings.callbacks;
    this.#faults = surroundings.faults;
    this.#now = surroundings.now;
    this.#base = surroundings.base;
  }

  /**
   * Moves a payment and, when that ends the customer's part, tells the merchant; resolves when the
   * merchant has answered or the first try has failed, or at once when the callback will be late.
   * Nothing when the action no longer fits: of two that come at once only one is done, since nothing
   * is awaited between look and journal.
   */
  async act(
    id: string,
    action: Action,
    send: boolean | 'later' = true,
  ): Promise<Payment | undefined> {
    const payment = this.#records.payments.find(id);
    const state = payment && next(payment, this.#struck(payment, action));
    if (payment === undefined || state === undefined) return undefined;
    const at = this.#now().toISOString();
    const { moved, token } = withToken({ ...payment, state, updatedAt: at });
    if (state.status === 'OPEN') {
      this.#records.write({ type: 'move', payment: moved });
      return moved;
    }
    const strikes = this.#strike('callback', moved);
    const fresh = callbackEvent(moved, { at, base: this.#base(), strikes });
    const event = { ...fresh, send: send !== false && fresh.send };
    const entry = this.#entryOf(moved, at);
    this.#records.write({
      type: 'move',
      payment: moved,
      event,
      ...(entry && { entry }),
      ...(token && { token }),
    });
    if (send === 'later' && !strikes.callback) this.#callbacks.announceLater(event, 0);
    else if (event.send) await this.#tell(event, strikes);
    return moved;
  }

  /** A fault may have the network queue a card that it would take, or decline it. */
  #struck(payment: Payment, action: Action): Action {
    if (action.type !== 'card' || next(payment, action) === undefined) return action;
    const { outcome } = this.#strike('pay', payment);
    if (outcome === undefined) return action;
    const { card, plan } = action;
    return outcome.fault === 'queued'
      ? { type: 'card', card, plan: { ...plan, queued: true } }
      : { type: 'card', card, plan: { ...plan, verdict: 'issuer_decline' } };
  }

  #strike(call: 'pay' | 'callback', { account, id }: Payment): Strikes {
    return this.#faults.strike(call, { account, paymentId: id });
  }

  async #tell(event: CallbackEvent, { callback }: Strikes): Promise<void> {
    if (callback?.fault === 'late-callback') this.#callbacks.announceLater(event, callback.delayMs);
    else if (callback?.fault === 'duplicate-callback')
      await Promise.all([
        this.#callbacks.announce(event),
        this.#callbacks.repeat(event, callback.times - 1),
      ]);
    else await this.#callbacks.announce(event);
  }

  #entryOf(payment: Payment, at: string): LedgerEntry | undefined {
    const { status } = payment.state;
    if (status !== 'CAPTURED' && status !== 'AUTHORIZED') return undefined;
    if (isZero(payment.amount)) return undefined;
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
}

/** A success keeps the card when the merchant has asked for that. */
function withToken(moved: Payment): { readonly moved: Payment; readonly token?: Token } {
  const { state, saveCard, account, updatedAt: createdAt } = moved;
  if (!saveCard || (state.status !== 'CAPTURED' && state.status !== 'AUTHORIZED')) return { moved };
  const token = { id: newTokenId(), account, card: state.card, createdAt };
  return { moved: { ...moved, state: { ...state, token: token.id } }, token };
}
