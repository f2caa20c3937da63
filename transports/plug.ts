import { Client } from 'undici';
import type { Length } from '../domain/notification/parts.ts';
import { handedBy, type Handed } from '../domain/notification/outcome.ts';
import { cutText } from '../domain/cut-text.ts';
import { webUrl } from '../domain/web-url.ts';
import { beginningOf } from './answer.ts';
import { commitPointOf } from './commit-point.ts';
import { NoConnection, type Connect } from './ssrf-guard.ts';

/** Where messages of a channel are handed over. Holds a secret. */
export interface MessagePlug {
  readonly url: string;
  readonly token?: string;
}

/** One SMS or WhatsApp message. Number and text are for those who get it, and for no log. */
export interface TextMessage {
  /** The same for the same message, however often it is tried. */
  readonly id: string;
  readonly channel: 'sms' | 'whatsapp';
  readonly from?: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  readonly language: 'en' | 'ar';
  readonly event?: string;
  /** Of an SMS. */
  readonly length?: Length;
  /** The template that WhatsApp has approved. */
  readonly template?: { readonly name: string; readonly namespace?: string };
}

/** As `SendMail`: `mayCommit` is called before the last byte goes out, and only its true lets that go. */
export type SendText = (
  message: TextMessage,
  plug: MessagePlug,
  mayCommit: () => Promise<boolean>,
) => Promise<Handed>;

/** A provider that does not answer in this time is not waited for; what it has by then is unknown. */
const PATIENCE_MS = 20_000;

/** Posts messages as JSON, each on a connection of its own. Redirects are not followed. */
export function texter({ connect }: { readonly connect: Connect }): SendText {
  return async (message, { url: text, token }, mayCommit) => {
    const url = webUrl(text);
    if (!url) return { kind: 'unsent', why: 'the address leads nowhere', final: true };
    const whole = Buffer.from(JSON.stringify(bodyOf(message)));
    const edge = commitPointOf({ body: whole.subarray(0, -1), end: whole.subarray(-1) }, mayCommit);
    const client = new Client(url.origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
    const deadline = setTimeout(() => {
      client.destroy(new Error('no answer in time'), () => undefined);
    }, PATIENCE_MS);
    try {
      const { statusCode, body } = await client.request({
        method: 'POST',
        path: `${url.pathname}${url.search}`,
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': String(whole.length),
          'Idempotency-Key': message.id,
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        },
        body: edge.stream,
        reset: true,
      });
      return await answered(statusCode, await beginningOf(body), edge.isCommitted);
    } catch (error) {
      const why = reason(error);
      return (await edge.isCommitted())
        ? { kind: 'silent', why }
        : { kind: 'unsent', why, final: error instanceof NoConnection && error.isRefused };
    } finally {
      clearTimeout(deadline);
      edge.stream.destroy();
      await client.destroy();
    }
  };
}

/** Who answers before having the whole message has none. */
async function answered(
  status: number,
  body: string | undefined,
  isCommitted: () => Promise<boolean>,
): Promise<Handed> {
  const handed = handedBy(status, referenceIn(body));
  if (handed.kind === 'unsent' || (await isCommitted())) return handed;
  return { kind: 'unsent', why: `HTTP ${status}`, final: false };
}

function bodyOf({ id, channel, from, to, text, language, event, length, template }: TextMessage) {
  return {
    id,
    channel,
    ...(from !== undefined && { from }),
    to,
    text,
    language,
    ...(event !== undefined && { event }),
    ...(length && { encoding: length.encoding, parts: length.parts }),
    ...(template && { template }),
  };
}

/** The provider's name for the message, where its answer has one. */
function referenceIn(body: string | undefined): string | undefined {
  try {
    const { id } = JSON.parse(body ?? '') as { readonly id?: unknown };
    const isName = typeof id === 'string' || typeof id === 'number';
    return isName ? cutText(String(id), 128) : undefined;
  } catch {
    return undefined;
  }
}

/** Codes and our own sentences only: what a stack says of the outside may repeat the message. */
function reason(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  if (!(first instanceof Error)) return 'error';
  if (first instanceof NoConnection) return first.message;
  const { code } = first as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'error';
}
