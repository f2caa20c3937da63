import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Next } from 'koa';
import type { MerchantId } from '../../domain/ids.ts';
import type { ApiKey } from '../../store/api-keys.ts';
import type { Store } from '../../store/index.ts';
import { RequestError } from './errors.ts';

/** The characters of a key by which it is found; the rest is the secret. */
export const KEY_PREFIX_LENGTH = 8;

/** How a key is kept: SHA-256, because a random secret of 32 characters needs no slow hash. */
export function keyHash(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

/** Lets in who holds a living private Api-Key; `merchantOf` then names the merchant. Everybody else gets 401. */
export function privateKey({ apiKeys }: Pick<Store, 'apiKeys'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const given = givenKey(ctx);
    if (given === undefined)
      throw unauthenticated(
        'not_authenticated',
        'Send your private key: "Authorization: Api-Key <key>".',
      );
    const key = await apiKeys.findByPrefix(given.slice(0, KEY_PREFIX_LENGTH));
    if (!key || !isRight(key, given))
      throw unauthenticated('invalid_credentials', 'This key is not valid.');
    if (key.kind === 'public')
      throw unauthenticated(
        'public_key_not_allowed',
        'A public key cannot do this; use the private key on your server.',
      );
    ctx.state['merchantId'] = key.merchantId;
    await next();
  };
}

/** The merchant that `privateKey` let in. */
export function merchantOf(ctx: Context): MerchantId {
  return ctx.state['merchantId'] as MerchantId;
}

function givenKey(ctx: Context): string | undefined {
  const [scheme, key, ...rest] = ctx.get('Authorization').split(' ');
  if (scheme === 'Api-Key' && key && rest.length === 0) return key;
  return ctx.get('Authorization') === '' && ctx.get('Api-Key') !== ''
    ? ctx.get('Api-Key')
    : undefined;
}

function isRight(key: ApiKey, given: string): boolean {
  const equal = timingSafeEqual(Buffer.from(keyHash(given), 'hex'), Buffer.from(key.hash, 'hex'));
  return equal && !key.revoked && (key.expiresAt === undefined || key.expiresAt > Date.now());
}

function unauthenticated(code: string, detail: string): RequestError {
  return new RequestError(401, code, detail, { 'WWW-Authenticate': 'Api-Key' });
}
