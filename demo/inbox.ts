import { InvalidWebhook, verifyWebhook } from '../clients/node/src/index.ts';
import { parseJson, isRecord } from './record.ts';

/** One webhook as it came in; what comes again is counted in `times`, not listed twice. */
export interface Received {
  readonly receivedAt: string;
  readonly verified: boolean;
  readonly times: number;
  /** What the shop answered the last time. */
  readonly answered: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Delivery {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Inbox = ReturnType<typeof createInbox>;

/** The webhooks that came in, oldest first, in memory, at most `limit`. */
export function createInbox(webhookKey: string, limit = 200) {
  const webhooks: Received[] = [];
  return {
    list: (): readonly Received[] => webhooks,

    /** Verifies and keeps a delivery. `answer` is given to a verified one, 400 to any other. */
    receive: (delivery: Delivery, answer: number): Received => {
      const parsed = parseJson(delivery.body);
      const payload = isRecord(parsed) ? parsed : {};
      const verified = isGenuine(delivery.body, webhookKey);
      const answered = verified ? answer : 400;
      const receivedAt = new Date().toISOString();

      // Only a verified webhook can be a repetition: else a forger could hide a true one by sending its id first.
      const id = eventId(payload, delivery.headers);
      const index = webhooks.findIndex(
        (w) => verified && w.verified && id === eventId(w.payload, w.headers),
      );
      const known = webhooks[index];
      if (known) {
        const again = { ...known, times: known.times + 1, answered };
        webhooks[index] = again;
        return again;
      }

      const webhook = {
        receivedAt,
        verified,
        times: 1,
        answered,
        payload,
        ...delivery,
      };
      webhooks.push(webhook);
      if (webhooks.length > limit) makeRoom(webhooks);
      return webhook;
    },
  };
}

function isGenuine(body: string, key: string): boolean {
  try {
    verifyWebhook({ body }, { key });
    return true;
  } catch (error) {
    if (error instanceof InvalidWebhook) return false;
    throw error;
  }
}

/** The event's id; without that header, the fields that tell one event from another. */
function eventId(payload: Received['payload'], headers: Received['headers']): string {
  const fields = ['session_id', 'reference_number', 'state', 'operation', 'result'];
  return headers['x-event-id'] ?? JSON.stringify(fields.map((field) => payload[field]));
}

/** Forgeries go first, so that a flood of them cannot push out what is true. */
function makeRoom(webhooks: Received[]): void {
  const forged = webhooks.findIndex(({ verified }) => !verified);
  webhooks.splice(Math.max(forged, 0), 1);
}
