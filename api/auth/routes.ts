import { bodyParser } from '@koa/bodyparser';
import Joi from 'joi';
import type { JWK } from 'jose';
import type { Context, Next } from 'koa';
import { merchantId, type MerchantId } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { ApiDeps } from '../deps.ts';
import { object } from '../infer.ts';
import { RequestError } from '../middleware/errors.ts';
import type { SentBody } from '../middleware/sent-body.ts';
import { ANYBODY, reply, route, type RouteContext } from '../route.ts';
import { grant, GrantRefused } from './grants.ts';
import { tokenBody, type TokenBody } from './schema.ts';

const refusal = object({
  error: Joi.string()
    .valid(
      'invalid_request',
      'invalid_client',
      'invalid_grant',
      'unsupported_grant_type',
      'second_factor_required',
    )
    .required(),
  error_description: Joi.string().required(),
});

const form = bodyParser({ enableTypes: ['form'], formLimit: '16kb' });

/**
 * Logging in for a token, and the keys with which our tokens are verified (contract/access#credentials). A realm is a
 * merchant. These routes answer as OAuth 2.0 has it, because its client libraries read them.
 */
export const authRoutes = [
  route('auth.token', {
    method: 'POST',
    path: '/auth/realms/:realm/protocol/openid-connect/token',
    who: ANYBODY,
    tag: 'Access',
    summary: 'Get a token',
    description:
      'OAuth 2.0, for a realm, which is a merchant. A person logs in by `password` and renews by `refresh_token`, ' +
      'which is good once; a program logs in by `client_credentials`.',
    body: tokenBody,
    emptyCounts: true,
    bodyAs: 'form',
    fields: {
      client_id: 'The program that asks. Left out when `Authorization: Basic` has it.',
      client_secret: 'For programs; who sends one must send the right one.',
      refresh_token: 'The last one that was given.',
      otp: 'For a person with a second factor: the code of their authenticator, or a recovery code.',
    },
    answers: {
      200: {
        description: 'A token for `Authorization: Bearer`.',
        shape: object({
          access_token: Joi.string().required(),
          token_type: Joi.string().valid('Bearer').required(),
          expires_in: Joi.number().integer().required(),
          refresh_token: Joi.string(),
          refresh_expires_in: Joi.number().integer(),
        }),
      },
      400: { description: 'The request is not right, or the login has ended.', shape: refusal },
      401: { description: 'Nobody we know.', shape: refusal },
    },
    errors: [429],
    within: () => [oauthErrors, form],
    handle: (deps) => async (ctx, sent) => {
      const realm = await realmOf(deps, ctx);
      const body = tokenBodyOf(ctx, sent);
      ctx.set('Pragma', 'no-cache');
      return reply(200, await grant(deps, { ctx, realm, body }));
    },
  }),
  route('auth.keys', {
    method: 'GET',
    path: '/auth/realms/:realm/protocol/openid-connect/certs',
    who: ANYBODY,
    tag: 'Access',
    summary: 'The keys that verify tokens',
    description: 'A JSON Web Key Set. Keys change: look one up by the `kid` of the token.',
    answers: {
      200: {
        description: 'The public keys.',
        shape: object({
          keys: Joi.array()
            .items(
              // As the standard has it, and as it is kept: text of JSON.
              Joi.object<JWK>({
                kid: Joi.string().required(),
                kty: Joi.string().required(),
                alg: Joi.string().required(),
                use: Joi.string().required(),
                n: Joi.string().required(),
                e: Joi.string().required(),
              }),
            )
            .required(),
        }),
      },
    },
    handle: (deps) => async (ctx) => {
      await realmOf(deps, ctx);
      ctx.set('Cache-Control', 'public, max-age=60');
      return { keys: await deps.access.publishedKeys() };
    },
  }),
];

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

async function realmOf({ store }: ApiDeps, ctx: RouteContext<'realm'>): Promise<MerchantId> {
  const realm = merchantId(ctx.params.realm);
  if (!realm || !(await store.merchants.find(realm)))
    throw new Refusal('not_found', 'There is no such realm.');
  return realm;
}

function tokenBodyOf(ctx: Context, sent: SentBody<TokenBody>): TokenBody {
  if (!ctx.request.is('application/x-www-form-urlencoded'))
    throw new RequestError(
      415,
      'unsupported_media_type',
      'Send application/x-www-form-urlencoded.',
    );
  const { value, faults } = sent.checked();
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
