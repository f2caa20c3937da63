import type { CallAnswer } from './calls.ts';
import { isRecord } from './record.ts';
import { isOpen, outcomeIn, type Session } from './session.ts';

/** So long is a lost answer looked for, and this often. */
const LOOK_FOR_MS = 120_000;
const LOOK_EVERY_MS = 3000;

/**
 * Sends what pays, and gives the answer also where it was lost on its way: the payment may have been made then. So the payment is read, and
 * only while it is open the same is sent again, by the same key, which gets the first answer or is the first to arrive. Either way
 * there is one payment. Where nothing certain is heard in two minutes, it is the lost answer.
 */
export async function sureAnswer({
  send,
  read,
  sessionIn,
  lost,
  isWanted,
  wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  now = Date.now,
}: {
  readonly send: (key: string) => Promise<CallAnswer>;
  readonly read: () => Promise<CallAnswer>;
  /** The payment in what was read. */
  readonly sessionIn: (body: unknown) => Session | undefined;
  /** Told once, when the first answer is lost. */
  readonly lost: () => void;
  readonly isWanted: () => boolean;
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
}): Promise<CallAnswer> {
  const key = aKey();
  const until = now() + LOOK_FOR_MS;
  const first = await send(key);
  // A 503 may also come after the charge: of reading what became of it, or where nobody knows whether it was begun.
  if (first.status !== 0 && first.status < 500) return first;
  lost();
  for (;;) {
    const seen = await read();
    if (isOver(seen.status)) return seen;
    const found = seen.status === 200 ? sessionIn(seen.body) : undefined;
    if (found && !isOpen(found))
      return outcomeIn(found.response)
        ? { status: 200, body: found.response }
        : { status: 400, body: undefined };
    // A key that is refused by now sees nothing of what it has asked for before.
    const isRefused = seen.status >= 400 && !isUnsure(seen.status);
    // A no that passes is of its own request, and says nothing of the one whose answer was lost.
    if (isRefused || !isWanted() || now() > until) return first;
    if (found) {
      const answer = await send(key);
      // Who has begun anything by this key is not asked about another page.
      if (!isUnsure(answer.status) || isRefusal(answer, 'page_open')) return answer;
    }
    await wait(LOOK_EVERY_MS);
  }
}

/** Lost, or a no because the first one is still under way. */
export function isUnsure(status: number): boolean {
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500;
}

/** A no of this kind. */
export function isRefusal({ body }: CallAnswer, code: string): boolean {
  return isRecord(body) && body['code'] === code;
}

/** To whoever reads the payment: it has expired, or was withdrawn. */
export function isOver(status: number): boolean {
  return status === 400 || status === 404;
}

/** Of letters alone: nothing in it can pass for a card number. */
function aKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return String.fromCharCode(...bytes.map((byte) => 97 + (byte % 16)));
}
