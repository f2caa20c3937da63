import type { Context } from 'koa';
import type { MerchantId } from '../../domain/ids.ts';
import { unreachable } from '../../domain/unreachable.ts';
import type { User } from '../../domain/user.ts';
import { basic } from '../access/credentials.ts';
import type { ProvedUser } from '../access/passwords.ts';
import { intend, NOBODY_YET, nowKnownAs } from '../access/recorded.ts';
import { howToSetUpFactor, mustSetUpFactor } from '../access/required-factor.ts';
import { programsNeedSso } from '../access/single-sign-on.ts';
import { ACCESS_SECONDS } from '../access/tokens.ts';
import { networkOf } from '../client-address.ts';
import type { ApiDeps } from '../deps.ts';
import { beginLogin, REFRESH_SECONDS, renew } from './logins.ts';
import type { TokenBody } from './schema.ts';

/** A refusal in the words of RFC 6749, 5.2. */
export class GrantRefused extends Error {
  override readonly name = 'GrantRefused';
  readonly status: 400 | 401;
  readonly code:
    | 'invalid_request'
    | 'invalid_client'
    | 'invalid_grant'
    | 'unsupported_grant_type'
    | 'second_factor_required';

  constructor(status: GrantRefused['status'], code: GrantRefused['code'], message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface Asked {
  readonly ctx: Context;
  readonly realm: MerchantId;
  readonly body: TokenBody;
}

/**
 * The answer to a token request that may have one. Throws `GrantRefused`, and 429 after too many wrong tries. What tries no secret is not
 * counted, so that anybody could fill the audit log with it: it leaves nothing there.
 */
export async function grant(deps: ApiDeps, { ctx, realm, body }: Asked) {
  const client = clientOf(ctx, body);
  const from = networkOf(deps.clientAddress(ctx));
  const begin = () => intend(ctx, { who: NOBODY_YET, merchantId: realm });
  const asked = { from, realm, client, begin };
  switch (body.grant_type) {
    case 'client_credentials': {
      const user = await serviceAccountOf(deps, asked);
      await begin();
      return answer(deps, { ctx, user, clientId: client.id });
    }
    case 'password': {
      const [username, password] = [needed(body, 'username'), needed(body, 'password')];
      await refuseWrongClient(deps, asked);
      const user = await deps.access.byPassword(from, username, password, realm);
      await begin();
      if (!user)
        throw new GrantRefused(401, 'invalid_grant', 'This username and password are not valid.');
      if (await programsNeedSso(deps.store, user))
        throw new GrantRefused(
          401,
          'invalid_grant',
          'Your people log in by single sign-on alone. Programs log in as a service account.',
        );
      if (user.secondFactor) await refuseWrongCode(deps, user, body.otp);
      else if (await mustSetUpFactor(deps.store, user))
        throw new GrantRefused(401, 'second_factor_required', howToSetUpFactor(deps));
      const refreshToken = await beginLogin(deps.store, user, client.id);
      return answer(deps, { ctx, user, clientId: client.id, refreshToken });
    }
    case 'refresh_token': {
      const token = needed(body, 'refresh_token');
      await refuseWrongClient(deps, asked);
      const renewal = await renew(deps.store, token, { realm, clientId: client.id, begin });
      if (renewal.step === 'reused') {
        const { family, username, merchantId } = renewal.login;
        deps.logger.warn({ family, username, merchantId }, 'a refresh token was used twice');
      }
      if (renewal.step !== 'renewed')
        throw new GrantRefused(400, 'invalid_grant', 'This login has ended. Log in again.');
      const { user, refreshToken } = renewal;
      return answer(deps, { ctx, user, clientId: client.id, refreshToken });
    }
    default:
      return unreachable(body.grant_type);
  }
}

/** A password alone lets nobody in who has a second factor (contract/logins#second-factor). */
async function refuseWrongCode({ access }: ApiDeps, user: User, code?: string): Promise<void> {
  if (code === undefined)
    throw new GrantRefused(
      401,
      'second_factor_required',
      'You log in with a second factor. Send the code of your authenticator, or a recovery code, as otp.',
    );
  if (!(await access.secondFactors.accepts(user, code)))
    throw new GrantRefused(
      401,
      'invalid_grant',
      'This code is not valid, or it was used before. Wait for the next one.',
    );
}

function needed(body: TokenBody, field: 'username' | 'password' | 'refresh_token'): string {
  const value = body[field];
  if (value === undefined) throw new GrantRefused(400, 'invalid_request', `${field} is missing.`);
  return value;
}

interface Client {
  readonly id: string;
  readonly secret?: string;
}

/** A client says who it is in the body or by Basic (RFC 6749, 2.3.1). */
function clientOf(ctx: Context, { client_id: id = '', client_secret: secret }: TokenBody): Client {
  const [, encoded] = /^basic +([^ ]+)$/i.exec(ctx.get('Authorization')) ?? [];
  const given = encoded === undefined ? undefined : basic(encoded);
  if (given?.kind === 'basic') return { id: given.username, secret: given.password };
  if (id === '') throw new GrantRefused(400, 'invalid_request', 'client_id is missing.');
  return { id, ...(secret !== undefined && { secret }) };
}

interface ClientAsks {
  readonly from: string;
  readonly realm: MerchantId;
  readonly client: Client;
  readonly begin: () => Promise<void>;
}

async function serviceAccountOf(
  { access }: ApiDeps,
  { from, realm, client, begin }: ClientAsks,
): Promise<ProvedUser> {
  const account = await access.byClientSecret(from, realm, client.id, client.secret ?? '');
  if (account) return account;
  await begin();
  throw new GrantRefused(401, 'invalid_client', 'This client_id and client_secret are not valid.');
}

/** A client in somebody's hands has no secret; one that sends a secret must send the right one. */
async function refuseWrongClient(deps: ApiDeps, asked: ClientAsks): Promise<void> {
  if (asked.client.secret !== undefined) await serviceAccountOf(deps, asked);
}

async function answer(
  { access }: ApiDeps,
  {
    ctx,
    user,
    clientId,
    refreshToken,
  }: {
    readonly ctx: Context;
    readonly user: ProvedUser;
    readonly clientId: string;
    readonly refreshToken?: string;
  },
) {
  nowKnownAs(ctx, `user:${user.username}`);
  return {
    access_token: await access.issueToken(user, clientId),
    expires_in: ACCESS_SECONDS,
    token_type: 'Bearer' as const,
    ...(refreshToken !== undefined && {
      refresh_token: refreshToken,
      refresh_expires_in: REFRESH_SECONDS,
    }),
  };
}
