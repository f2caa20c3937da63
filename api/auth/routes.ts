import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import type { Context, Next } from 'koa';
import { merchantId, type MerchantId } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { intend, recorded } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { RequestError } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { grant, GrantRefused } from './grants.ts';
import { tokenBody, type TokenBody } from './schema.ts';

const REALM = '/auth/realms/:realm/protocol/openid-connect';

/**
 * Logging in for a token, and the keys with which our tokens are verified (contract/api.md 6.1). A realm is a merchant.
 * These routes answer as OAuth 2.0 has it, because its client libraries read them.
 */
export function authRoutes(deps: ApiDeps): Router {
  const router = new Router();
  const form = bodyParser({ enableTypes: ['form'], formLimit: '16kb' });

  router.post(`${REALM}/token`, recorded(deps, 'auth.token'), oauthErrors, form, async (ctx) => {
    const realm = await realmOf(deps, ctx);
    const body = tokenBodyOf(ctx);
    // What was typed as a name may be anything, a password included, so it is nobody before it is somebody.
    await intend(ctx, { who: 'nobody yet', merchantId: realm });
    ctx.set('Pragma', 'no-cache');
    ctx.body = await grant(deps, { ctx, realm, body });
  });
  router.get(`${REALM}/certs`, async (ctx) => {
    await realmOf(deps, ctx);
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.body = { keys: await deps.access.publishedKeys() };
  });
  return router;
}

async function oauthErrors(ctx: Context, next: Next): Promise<void> {
  try {
    await next();
  } catch (error) {
    if (!(error instanceof GrantRefused)) throw error;
    if (error.code === 'invalid_client') ctx.set('WWW-Authenticate', 'Basic realm="Sarraf"');
    ctx.status = error.status;
    ctx.body = { error: error.code, error_description: error.message };
  }
}

async function realmOf({ store }: ApiDeps, ctx: Context): Promise<MerchantId> {
  const realm = merchantId(String(ctx['params']['realm']));
  if (!realm || !(await store.merchants.find(realm)))
    throw new Refusal('not_found', 'There is no such realm.');
  return realm;
}

function tokenBodyOf(ctx: Context): TokenBody {
  if (!ctx.request.is('application/x-www-form-urlencoded'))
    throw new RequestError(
      415,
      'unsupported_media_type',
      'Send application/x-www-form-urlencoded.',
    );
  const { value, faults } = check(tokenBody, ctx.request.body ?? {});
  if ('grant_type' in faults)
    throw new GrantRefused(
      400,
      'unsupported_grant_type',
      'Use password, client_credentials or refresh_token.',
    );
  const [fault] = Object.keys(faults);
  const { grant_type: grantType, ...rest } = value;
  if (fault !== undefined || grantType === undefined)
    throw new GrantRefused(400, 'invalid_request', `${fault} is missing or not one text.`);
  return { ...rest, grant_type: grantType };
}
