import type { Context, Next } from 'koa';
import type { ClientAddress } from '../client-address.ts';
import { networkOf } from '../client-address.ts';
import { RequestError } from '../middleware/errors.ts';
import type { Limits } from './limits.ts';
import { throttled } from './spend.ts';

interface Deps {
  readonly limits: Pick<Limits, 'authentication'>;
  readonly clientAddress: ClientAddress;
}

/**
 * Who guesses keys or passwords is stopped after some tries, by the address that they come from: whoever holds the key
 * that is being guessed goes on elsewhere. A request without credentials is no guess. Every 401 below this counts, so
 * no door can forget it. While an address is stopped, right credentials are refused too: else each refusal would tell
 * which guess was wrong.
 */
export function failedAuthentication({ limits, clientAddress }: Deps) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const from = networkOf(clientAddress(ctx));
    const stopped = sendsCredentials(ctx) ? limits.authentication.knownOver(from) : undefined;
    if (stopped) throw throttled(stopped);
    try {
      await next();
    } catch (error) {
      if (isGuess(error, ctx)) await count();
      throw error;
    }
    if (ctx.status === 401 && sendsCredentials(ctx)) await count();

    async function count(): Promise<void> {
      const standing = await limits.authentication.take(from);
      if (standing.isOver) throw throttled(standing);
    }
  };
}

/** Where people and services log in, credentials are in the body. */
const LOGIN = /\/protocol\/openid-connect\/token\/?$/;

function sendsCredentials(ctx: Context): boolean {
  return ctx.get('Authorization') !== '' || ctx.get('Api-Key') !== '' || LOGIN.test(ctx.path);
}

/** A right key in the wrong place is no guess. */
function isGuess(error: unknown, ctx: Context): boolean {
  if (!(error instanceof RequestError) || error.status !== 401) return false;
  return error.code !== 'public_key_not_allowed' && sendsCredentials(ctx);
}
