import { hmacOf, type SignedFields } from './hmac.ts';
import { faultBySchema } from './schema.ts';

export interface Item extends SignedFields {
  readonly eventDate: string;
  readonly additionalData?: Readonly<Record<string, string>>;
  readonly paymentMethod?: string;
  readonly reason?: string;
}

export interface WebhookCredentials {
  readonly hmacKey: string;
  readonly user: string;
  readonly password: string;
}

/** What may go wrong on the way: `hold` keeps them back until `release`, which may send them `twice` or in `reverse` order. */
export type Delivery = 'at-once' | 'hold';

/** Posts standard webhooks to the one address that was registered, as Adyen does: signed, and with Basic authentication. */
export class Webhooks {
  readonly #settings: WebhookCredentials;
  readonly #held: Item[] = [];
  url: string | undefined;
  delivery: Delivery = 'at-once';

  constructor(settings: WebhookCredentials) {
    this.#settings = settings;
  }

  async announce(item: Item): Promise<void> {
    if (this.delivery === 'hold') this.#held.push(item);
    else await this.#post(item);
  }

  async release(order: 'as-made' | 'reverse' | 'twice'): Promise<void> {
    this.delivery = 'at-once';
    const items = this.#held.splice(0);
    if (order === 'reverse') items.reverse();
    for (const item of order === 'twice' ? [...items, ...items] : items) await this.#post(item);
  }

  /** A body of one item with its signature. */
  signed(item: Item): string {
    const hmacSignature = hmacOf(item, this.#settings.hmacKey);
    const signed = { ...item, additionalData: { ...item.additionalData, hmacSignature } };
    return JSON.stringify({
      live: 'false',
      notificationItems: [{ NotificationRequestItem: signed }],
    });
  }

  headers(): Readonly<Record<string, string>> {
    const { user, password } = this.#settings;
    const credentials = Buffer.from(`${user}:${password}`).toString('base64');
    return { 'content-type': 'application/json', authorization: `Basic ${credentials}` };
  }

  async #post(item: Item): Promise<void> {
    const body = this.signed(item);
    const fault = faultBySchema('Notification', JSON.parse(body));
    if (fault !== undefined) throw new Error(`The stand-in made no webhook of Adyen’s: ${fault}`);
    if (this.url === undefined) return;
    const answer = await fetch(this.url, {
      method: 'POST',
      headers: this.headers(),
      body,
    });
    await answer.body?.cancel();
  }
}
