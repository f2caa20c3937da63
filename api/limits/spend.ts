import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { RequestError } from '../middleware/errors.ts';
import type { Limiter, LimitStanding } from './limiter.ts';

/**
 * Counts one request of `key`, and tells in the headers of its answer how the key stands. Throws 429 `throttled` when
 * that was one too many, with another code where the contract has one. Under several limits the headers tell of the one with the least left.
 */
export async function spend(
  ctx: Context,
  limiter: Limiter,
  key: string,
  code?: 'rate_limited',
): Promise<void> {
  const standing = await limiter.take(key);
  if (standing.isOver) throw throttled(standing, code);
  const told = ctx.response.headers['ratelimit-remaining'];
  if (told === undefined || Number(told) > standing.remaining) ctx.set(headersOf(standing));
}

/** The answer to who is over a limit: when to come again. */
export function throttled(
  standing: LimitStanding,
  code: 'throttled' | 'rate_limited' = 'throttled',
): RequestError {
  const { resetSeconds } = standing;
  return new RequestError(429, code, fieldSentence('throttled', { seconds: resetSeconds }), {
    ...headersOf(standing),
    'Retry-After': String(resetSeconds),
  });
}

/** The IETF draft's names, in the form of one header a figure. */
function headersOf({ limit, remaining, resetSeconds }: LimitStanding): Record<string, string> {
  return {
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  };
}
