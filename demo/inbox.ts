import type { IncomingHttpHeaders } from 'node:http';
import { InvalidWebhook, verifyWebhook } from '../clients/node/src/index.ts';
import { parseJson, isRecord } from './record.ts';

const SHOWN_HEADERS = [
  'x-event-id',
  'x-delivery-id',
  'x-sequence',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
  'content-type',
  'user-agent',
];

/** One webhook as it came in; what comes again is counted in `times`, not listed twice. */
export interface Received {
  readonly receivedAt: string;
  readonly verified: boolean;
  readonly times: number;
  /** What the shop answered the last time. */
  readonly answered: number;
  /** Those that are shown. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** A webhook as it arrives, with all its headers: they sign the whole body, `signature` in the body some fields of it. */
export interface Delivery {
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

export type Inbox = ReturnType<typeof createInbox>;

/** The webhooks that came in, oldest first, in memory, at most `limit`. */
export function createInbox(webhookKey: string, limit = 200) {
  const webhooks: Received[] = [];
  return {
    list: (): readonly Received[] => webhooks,

    /** Verifies and keeps a delivery. `answer` is given to a verified one, 400 to any other. */
    receive: ({ body, headers }: Delivery, answer: number): Received => {
      const parsed = parseJson(body);
      const payload = isRecord(parsed) ? parsed : {};
      const verified = isGenuine({ body, headers }, webhookKey);
      const answered = verified ? answer : 400;
      const receivedAt = new Date().toISOString();

      // Only a verified webhook can be a repetition: else a forger could hide a true one by sending its id first.
      const id = headers['webhook-id'];
      const index = webhooks.findIndex(
        (w) => verified && w.verified && w.headers['webhook-id'] === id,
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
        body,
        headers: shown(headers),
      };
      webhooks.push(webhook);
      if (webhooks.length > limit) makeRoom(webhooks);
      return webhook;
    },
  };
}

function isGenuine(delivery: Delivery, key: string): boolean {
  try {
    verifyWebhook(delivery, { key });
    return true;
  } catch (error) {
    if (error instanceof InvalidWebhook) return false;
    throw error;
  }
}

function shown(headers: IncomingHttpHeaders): Received['headers'] {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => SHOWN_HEADERS.includes(name)),
  );
}

/** Forgeries go first, so that a flood of them cannot push out what is true. */
function makeRoom(webhooks: Received[]): void {
  const forged = webhooks.findIndex(({ verified }) => !verified);
  webhooks.splice(Math.max(forged, 0), 1);
}
