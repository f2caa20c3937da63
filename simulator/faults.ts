import type { Middleware } from 'koa';
import { languageOf } from './language.ts';
import type { Log } from './log.ts';
import { renderMessage } from './pages/message.tsx';
import { securePage } from './pages/headers.ts';
import { Refusal } from './refusals.ts';

/**
 * Turns what was thrown into an answer: JSON, or a page for people. Messages of foreign errors are
 * neither answered nor logged, since a parser's message quotes what it could not read.
 */
export function answerFaults(log: Log, now: () => Date): Middleware {
  return async (ctx, go) => {
    try {
      await go();
      if (ctx.status === 404 && ctx.body === undefined)
        throw new Refusal(404, 'not_found', 'There is nothing here. Check the address.');
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.status >= 500) log(faultLine(error, now));
      ctx.status = refusal.status;
      if (ctx.path.startsWith('/pay/') && ctx.accepts('json', 'html') === 'html') {
        const language =
          languageOf(ctx.query['lang']) ?? languageOf(ctx.acceptsLanguages('en', 'ar'));
        securePage(ctx);
        ctx.body = renderMessage(refusal.status === 404 ? 'not-found' : 'fault', language ?? 'en');
      } else ctx.body = { error: { code: refusal.code, message: refusal.message } };
    }
  };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const status = statusOf(error);
  if (status === 413) return new Refusal(413, 'too_large', 'Send a body of at most 64 KiB.');
  if (status !== undefined && status >= 400 && status < 500)
    return new Refusal(status, 'invalid_request', 'Send a well-formed request and body.');
  return new Refusal(500, 'internal', 'The simulator failed. Try again and look at its log.');
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}

function faultLine(error: unknown, now: () => Date) {
  const at = error instanceof Error ? (error.stack ?? '').split('\n').filter(isFrame) : [];
  return {
    time: now().toISOString(),
    level: 'error',
    message: 'fault',
    name: error instanceof Error ? error.name : typeof error,
    at: at.slice(0, 5).join(' | '),
  };
}

function isFrame(line: string): boolean {
  return /^\s+at /u.test(line);
}
