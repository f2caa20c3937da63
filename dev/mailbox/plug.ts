import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Letters, TextLetter } from './letters.ts';

/**
 * A provider of messages by telephone that sends nothing on (docs/operators.md). It takes all of them, but for numbers
 * that show what providers can do, as test cards do for gateways: one that ends in 0404 is refused, in 0503 is asked to come
 * again the first two times, in 0500 is taken and answered with a fault, in 0504 is taken and never answered.
 */
export function plugOn(letters: Letters) {
  const asked = new Map<string, number>();
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Who dies in the middle of a message has handed over none.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const message = JSON.parse(body) as TextLetter;
    const { id, to } = message;
    if (to.endsWith('0404')) return answer(response, 422, { error: 'no such number' });
    const before = asked.get(id) ?? 0;
    if (to.endsWith('0503') && before < 2) {
      asked.set(id, before + 1);
      return answer(response, 503, { error: 'come again' });
    }
    letters.keepText(message);
    if (to.endsWith('0504')) return undefined;
    if (to.endsWith('0500')) return answer(response, 500, { error: 'something went wrong' });
    return answer(response, 202, { id: `sink-${id.slice(0, 8)}` });
  };
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
