import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import Provider from 'oidc-provider';
import { loopbackUrl } from './listening.ts';

export const CLIENT = { id: 'sarraf', secret: 'a secret: of +the/ client' };

/** Somebody at an issuer. */
export interface IssuerAccount {
  readonly email?: string;
  readonly verified?: unknown;
}

export interface RunningIssuer {
  readonly url: string;
  /** Its people, by their subjects. */
  readonly accounts: Map<string, IssuerAccount>;
  readonly close: () => Promise<void>;
}

/**
 * An issuer of OpenID Connect as it is used outside: a library of its own, on this machine. Whoever types a subject on its page is let in as
 * that account.
 */
export async function anIssuer(redirectUris: readonly string[]): Promise<RunningIssuer> {
  const { server, url } = await listening();
  const accounts = new Map<string, IssuerAccount>();
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(url, {
    clients: [
      { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [...redirectUris] },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'one' }] },
    cookies: { keys: ['of the issuer alone'] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => {
      const { email, verified = true } = accounts.get(sub) ?? {};
      return {
        accountId: sub,
        claims: () => ({ sub, ...(email !== undefined && { email, email_verified: verified }) }),
      };
    },
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      const clientId = client?.clientId;
      const accountId = session?.accountId;
      assert.ok(clientId !== undefined && accountId !== undefined);
      const known = session?.grantIdFor(clientId);
      const kept = known === undefined ? undefined : await oidc.provider.Grant.find(known);
      if (kept) return kept;
      const grant = new oidc.provider.Grant({ clientId, accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) void answer(request, response);
    else if (request.method === 'POST')
      void text(request).then((body) => {
        const accountId = new URLSearchParams(body).get('subject') ?? '';
        return provider.interactionFinished(request, response, { login: { accountId } });
      });
    else
      response
        .setHeader('Content-Type', 'text/html')
        .end(
          `<!doctype html><html lang="en"><title>Issuer</title><link rel="icon" href="data:,"><form method="post"><label>Subject <input name="subject"></label><button>Sign in</button></form></html>`,
        );
  });
  return { url, accounts, close: () => closed(server) };
}

/** What an issuer that is not to be trusted says. */
export interface Lies {
  /** In place of what its description says. */
  description?: Readonly<Record<string, unknown>>;
  claims?: (right: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Signed by another key, or by none. */
  signed?: 'by another' | 'by none';
  /** The HTTP status of its tokens. */
  status?: number;
  userinfo?: Readonly<Record<string, unknown>>;
  /** Is called with each question, and answered after it. */
  silence?: () => Promise<unknown>;
}

export interface LyingIssuer {
  readonly url: string;
  /** What it says from now on; right, unless it is said otherwise. */
  readonly lies: Lies;
  /** The requests for tokens that it got. */
  readonly asked: readonly { readonly body: URLSearchParams; readonly authorization: string }[];
  /** The nonce that its next token has. */
  nonce: string;
  readonly close: () => Promise<void>;
}

/** An issuer that says what a test wants it to say, of `mona`, whose address is `mona@shop.example`. */
export async function aLyingIssuer(): Promise<LyingIssuer> {
  const { server, url } = await listening();
  const [right, wrong] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const keys = [{ ...(await exportJWK(right.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }];
  const asked: { body: URLSearchParams; authorization: string }[] = [];
  const lies: Lies = {};
  const issuer = { url, lies, asked, nonce: '', close: () => closed(server) };

  async function token(): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const plain = {
      iss: url,
      aud: CLIENT.id,
      sub: 'mona',
      nonce: issuer.nonce,
      iat: now,
      exp: now + 60,
      auth_time: now,
      email: 'mona@shop.example',
      email_verified: true,
    };
    const claims = lies.claims?.(plain) ?? plain;
    if (lies.signed === 'by none') return new UnsecuredJWT(claims).encode();
    const key = lies.signed === 'by another' ? wrong.privateKey : right.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
  }

  async function said(request: IncomingMessage): Promise<object> {
    await lies.silence?.();
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return {
          issuer: url,
          authorization_endpoint: `${url}/auth`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/jwks`,
          userinfo_endpoint: `${url}/me`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          ...lies.description,
        };
      case '/jwks':
        return { keys };
      case '/me':
        return lies.userinfo ?? { sub: 'mona' };
      default:
        asked.push({
          body: new URLSearchParams(await text(request)),
          authorization: request.headers.authorization ?? '',
        });
        return { access_token: 'x', token_type: 'Bearer', id_token: await token() };
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.stringify(await said(request));
    response.statusCode = request.url === '/token' ? (lies.status ?? 200) : 200;
    response.setHeader('Content-Type', 'application/json').end(body);
  }

  server.on('request', (request, response) => {
    void answer(request, response);
  });
  return issuer;
}

async function listening(): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer().listen(0, '127.0.0.1');
  return { server, url: await loopbackUrl(server) };
}

async function closed(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
