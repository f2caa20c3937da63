import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import { networkOf } from '../client-address.ts';
import type { ApiDeps, CodecAccess } from '../deps.ts';
import { RequestError } from '../middleware/errors.ts';

/** Tells browsers that the Temporal UI may ask, and no other page. Everybody else's pages get 403. */
export function fromUi({ origins }: Pick<CodecAccess, 'origins'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const origin = ctx.get('Origin');
    ctx.vary('Origin');
    if (origin !== '') {
      if (!origins.includes(origin))
        throw new RequestError(
          403,
          'origin_not_allowed',
          'Pages of this origin may not ask. Name it in SARRAF_CODEC_ORIGINS if it is your Temporal UI.',
        );
      ctx.set({
        'Access-Control-Allow-Origin': origin,
        // For a proxy in front of us that knows people by their cookies; we have none.
        'Access-Control-Allow-Credentials': 'true',
      });
    }
    await next();
  };
}

/** Lets in who holds a token, or the embedded mode's own UI; `operatorOf` then names them. Everybody else gets 401, or 429 after too many wrong tokens. */
export function operator({
  codec: { access },
  logger,
  clientAddress,
  prove,
}: Pick<ApiDeps, 'codec' | 'logger' | 'clientAddress' | 'prove'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const token = bearerOf(ctx);
    const who =
      token === undefined
        ? byLoopback(ctx, access)
        : await prove(
            { from: networkOf(clientAddress(ctx)), credential: ['codec', token] },
            async () => byToken(token, access),
          );
    if (who === undefined) {
      logger.warn({ requestId: ctx.state.requestId, from: ctx.ip }, 'codec refused');
      throw new RequestError(
        401,
        'not_authenticated',
        'Send a token of SARRAF_CODEC_TOKENS: "Authorization: Bearer <token>".',
        { 'WWW-Authenticate': 'Bearer' },
      );
    }
    ctx.state.operator = who;
    await next();
  };
}

/** The name of who was let in; a route that asks without authorization is a fault of ours. */
export function operatorOf(ctx: Context): string {
  const { operator: who } = ctx.state;
  if (who === undefined) throw new Error('A route of the codec asks who its operator is.');
  return who;
}

function bearerOf(ctx: Context): string | undefined {
  const [scheme = '', token, ...rest] = ctx.get('Authorization').split(' ');
  return scheme.toLowerCase() === 'bearer' && token && rest.length === 0 ? token : undefined;
}

function byToken(token: string, { tokens }: CodecAccess): string | undefined {
  const given = createHash('sha256').update(token, 'utf8').digest();
  const [name] =
    [...tokens].find(([, hash]) => timingSafeEqual(given, Buffer.from(hash, 'hex'))) ?? [];
  return name;
}

const LOOPBACK_ADDRESSES: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);
const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * The Temporal UI has no login of its own in the embedded mode and cannot send a token of ours. What vouches for it is
 * what a foreign page cannot forge: the browser's word for the page's origin, which `fromUi` has checked. What vouches
 * for the machine: the connection and the address asked for are the loopback, and no proxy stands between.
 */
function byLoopback(ctx: Context, { admitsLoopback }: CodecAccess): string | undefined {
  const isLocal =
    LOOPBACK_ADDRESSES.has(ctx.req.socket.remoteAddress ?? '') &&
    LOOPBACK_HOSTS.has(ctx.get('Host').replace(/:\d+$/, '')) &&
    ctx.get('Forwarded') === '' &&
    ctx.get('X-Forwarded-For') === '';
  const isUi = ctx.get('Origin') !== '';
  // Who sends a token is who it names, or nobody.
  const isAnonymous = ctx.get('Authorization') === '';
  return admitsLoopback && isLocal && isUi && isAnonymous ? 'embedded-ui' : undefined;
}
