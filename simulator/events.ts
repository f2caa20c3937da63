/** News of a payment for its merchant. The body is frozen, so every delivery says the same. */
export interface CallbackEvent {
  readonly eventId: string;
  readonly paymentId: string;
  /** When it is about an operation on the payment, or a dispute of it. */
  readonly operationId?: string;
  readonly account: string;
  readonly url: string;
  readonly body: string;
  /** False when a test wants the callback to be lost. */
  readonly send: boolean;
}

/** One POST of an event and how it went. */
export interface Delivery {
  readonly event_id: string;
  readonly payment_id: string;
  readonly at: string;
  readonly status: number | 'timeout' | 'unreachable';
}

export class Events {
  readonly #events = new Map<string, CallbackEvent>();
  readonly #deliveries: Delivery[] = [];

  put(event: CallbackEvent): void {
    this.#events.set(event.eventId, event);
  }

  deliver(delivery: Delivery): void {
    this.#deliveries.push(delivery);
  }

  /** The newest event about the payment itself. */
  ofPayment(paymentId: string): CallbackEvent | undefined {
    return [...this.#events.values()].findLast(
      (event) => event.paymentId === paymentId && event.operationId === undefined,
    );
  }

  deliveries(paymentId?: string): readonly Delivery[] {
    return this.#deliveries.filter(
      (delivery) => paymentId === undefined || delivery.payment_id === paymentId,
    );
  }

  /** Events that the merchant has not acknowledged, with the number of times they were sent. */
  unacknowledged(): readonly { readonly event: CallbackEvent; readonly sent: number }[] {
    return [...this.#events.values()]
      .filter((event) => event.send)
      .map((event) => ({ event, tries: this.#tries(event.eventId) }))
      .filter(({ tries }) => !tries.some(acknowledged))
      .map(({ event, tries }) => ({ event, sent: tries.length }));
  }

  #tries(eventId: string): readonly Delivery[] {
    return this.#deliveries.filter((delivery) => delivery.event_id === eventId);
  }
}

/** A merchant acknowledges with any 2xx. */
export function acknowledged({ status }: Delivery): boolean {
  return typeof status === 'number' && status >= 200 && status < 300;
}
