import { setTimeout as sleep } from 'node:timers/promises';
import type { CallbackEvent, Delivery } from './events.ts';
import { acknowledged } from './events.ts';
import type { Records } from './records.ts';
import { signatureOf } from './signature.ts';

export interface CallbackPatience {
  /** How long one POST may take, and so how long a customer waits for it. */
  readonly waitMs: number;
  /** The pauses before the second, third, … POST of an event that was not acknowledged. */
  readonly retryMs: readonly number[];
}

export const DEFAULT_PATIENCE: CallbackPatience = {
  waitMs: 10_000,
  retryMs: [1000, 5000, 30_000],
};

/** Tells merchants what became of their payments. */
export class Callbacks {
  readonly #records: Records;
  readonly #patience: CallbackPatience;
  readonly #now: () => Date;
  readonly #stopped = new AbortController();
  readonly #firstTries = new Map<string, Promise<Delivery>>();
  readonly #background = new Set<Promise<void>>();

  constructor(records: Records, patience: CallbackPatience, now: () => Date) {
    this.#records = records;
    this.#patience = patience;
    this.#now = now;
  }

  /**
   * Sends a new event. Resolves after the first try, acknowledged or not; the other tries follow in
   * the background with the same event id.
   */
  async announce(event: CallbackEvent): Promise<void> {
    if (!event.send) return;
    const first = this.#post(event);
    this.#firstTries.set(event.eventId, first);
    const delivery = await first;
    this.#firstTries.delete(event.eventId);
    if (!acknowledged(delivery)) this.#hold(this.#retry(event, 1));
  }

  /** The same, after a while and in the background. */
  announceLater(event: CallbackEvent, delayMs: number): void {
    if (!event.send) return;
    const late = async () => {
      if (await this.#pause(delayMs)) await this.announce(event);
    };
    this.#hold(late());
  }

  /** Waits for the first try of an event while it is under way; false when none is. */
  async firstTry(event: CallbackEvent): Promise<boolean> {
    const first = this.#firstTries.get(event.eventId);
    await first;
    return first !== undefined;
  }

  /** Sends an event again, as often as asked and all at once: the worst that a network does. */
  async repeat(event: CallbackEvent, times: number): Promise<readonly Delivery[]> {
    return Promise.all(Array.from({ length: times }, () => this.#post(event)));
  }

  /** The same, later and in the background. */
  repeatLater(event: CallbackEvent, times: number, delayMs: number): void {
    const late = async () => {
      if (await this.#pause(delayMs)) await this.repeat(event, times);
    };
    this.#hold(late());
  }

  /** Takes up, after a restart, what an earlier process had not finished sending. */
  resume(): void {
    for (const { event, sent } of this.#records.events.unacknowledged())
      this.#hold(sent === 0 ? this.announce(event) : this.#retry(event, sent));
  }

  /** Gives up the pauses between tries and waits for the POSTs that are under way. */
  async close(): Promise<void> {
    this.#stopped.abort();
    await Promise.allSettled([...this.#background, ...this.#firstTries.values()]);
  }

  async #retry(event: CallbackEvent, sent: number): Promise<void> {
    for (const pauseMs of this.#patience.retryMs.slice(sent - 1)) {
      if (!(await this.#pause(pauseMs))) return;
      if (acknowledged(await this.#post(event))) return;
    }
  }

  async #post(event: CallbackEvent): Promise<Delivery> {
    const at = this.#now();
    const status = await this.#send(event, Math.floor(at.getTime() / 1000));
    const delivery: Delivery = {
      event_id: event.eventId,
      payment_id: event.paymentId,
      at: at.toISOString(),
      status,
    };
    this.#records.write({ type: 'delivery', delivery });
    return delivery;
  }

  async #send(event: CallbackEvent, unixSeconds: number): Promise<Delivery['status']> {
    const { account, url, body } = event;
    const secret = this.#records.accounts.find(account)?.callbackSecret ?? '';
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#patience.waitMs),
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Sandbox-Card-Network/1',
          'X-Simulator-Account': account,
          'X-Simulator-Signature': signatureOf(body, secret, unixSeconds),
        },
        body,
      });
      await answer.body?.cancel();
      return answer.status;
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'unreachable';
    }
  }

  // True when the time has passed, false when the program stops.
  async #pause(ms: number): Promise<boolean> {
    return sleep(ms, true, { signal: this.#stopped.signal }).catch(() => false);
  }

  #hold(work: Promise<void>): void {
    const held = work.finally(() => this.#background.delete(held));
    this.#background.add(held);
  }
}
