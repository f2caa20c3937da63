import * as oidc from 'openid-client';
import type { SingleSignOn } from '../../domain/single-sign-on.ts';
import { IssuerSilent, type AskIssuer } from '../../transports/issuer.ts';

/** Why an issuer let nobody in. `silent`: it does not answer, or nothing that can be read; `refused`: it said no, or what it said is not true. */
export class IssuerFault extends Error {
  override readonly name = 'IssuerFault';
  readonly kind: 'silent' | 'refused';

  constructor(kind: IssuerFault['kind'], why: string, cause?: unknown) {
    super(why, { cause });
    this.kind = kind;
  }
}

/** Whom an issuer has let in. */
export interface IssuedIdentity {
  readonly subject: string;
  /** Left out unless the issuer says that the person has shown that it is theirs. */
  readonly email?: string;
  /** When they have logged in there (`auth_time`), in epoch milliseconds; some issuers do not say it unless they are asked to log in anew. */
  readonly authenticatedAt: number | undefined;
}

/** What somebody who goes to an issuer takes along, and what has to come back. */
export interface IssuerTrip {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** Of PKCE (RFC 7636). */
  readonly verifier: string;
  /** The person has to show there once more who they are, from this moment on, in epoch milliseconds. */
  readonly anewSince?: number;
}

/** A merchant's client at its issuer. */
export type IssuerClient = SingleSignOn & { readonly secret: string };

/** The issuers of single sign-on, by OpenID Connect. All of it throws `IssuerFault`. */
export interface Issuers {
  /** Whether an address may be one of an issuer. It throws nothing. */
  readonly isAddress: (text: string) => boolean;
  /** The issuer's own name for itself, once it has shown that it can be worked with. */
  readonly check: (client: IssuerClient) => Promise<string>;
  /** Where the browser goes. */
  readonly wayTo: (client: IssuerClient, trip: IssuerTrip) => Promise<URL>;
  /** Who has come back, by the query of the address by which they did. */
  readonly identity: (
    client: IssuerClient,
    trip: IssuerTrip,
    query: string,
  ) => Promise<IssuedIdentity>;
}

/** What an issuer says of itself is believed for so long. */
const KNOWN_MS = 10 * 60_000;
const MOST_KNOWN = 1000;

export function issuersOn({
  ask,
  mayAsk,
  now = Date.now,
}: {
  readonly ask: AskIssuer;
  readonly mayAsk: (url: URL) => boolean;
  readonly now?: () => number;
}): Issuers {
  const known = new Map<
    string,
    { readonly until: number; readonly found: Promise<oidc.Configuration> }
  >();

  function configurationOf(client: IssuerClient): Promise<oidc.Configuration> {
    const key = JSON.stringify([client.issuer, client.clientId, client.secret]);
    const kept = known.get(key);
    if (kept && kept.until > now()) return kept.found;
    const found = discovered(client);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, { until: now() + KNOWN_MS, found });
    found.catch(() => known.delete(key));
    return found;
  }

  async function discovered(client: IssuerClient): Promise<oidc.Configuration> {
    const { issuer, clientId, secret } = client;
    const address = addressOf(issuer);
    if (!address || !mayAsk(address))
      throw new IssuerFault('silent', 'the issuer has an address that may not be asked');
    const found = await oidc
      .discovery(address, clientId, undefined, undefined, {
        [oidc.customFetch]: ask,
        execute: [oidc.allowInsecureRequests],
      })
      .catch((error: unknown) => {
        throw new IssuerFault('silent', `discovery: ${whyOf(error)}`, error);
      });
    const about = found.serverMetadata();
    // Of some issuers the library takes other names for theirs, too; whoever has an account at any of them would come in.
    if (addressOf(about.issuer)?.href !== address.href)
      throw new IssuerFault('silent', 'discovery: it calls itself otherwise');
    const endpoints = [about.authorization_endpoint, about.token_endpoint, about.jwks_uri];
    const isWhole = endpoints.every((one) => {
      const at = addressOf(one ?? '');
      return at !== undefined && mayAsk(at);
    });
    if (!isWhole) throw new IssuerFault('silent', 'discovery: an endpoint is missing or not safe');
    const methods = about.token_endpoint_auth_methods_supported;
    const shows =
      methods === undefined || methods.includes('client_secret_basic')
        ? oidc.ClientSecretBasic(secret)
        : oidc.ClientSecretPost(secret);
    const configuration = new oidc.Configuration(about, clientId, undefined, shows);
    configuration[oidc.customFetch] = ask;
    // What is asked is judged by `ask`, which knows where HTTP is allowed.
    oidc.allowInsecureRequests(configuration);
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  return {
    isAddress: (text) => {
      const address = addressOf(text);
      return address !== undefined && mayAsk(address) && !/[?#]/.test(text);
    },

    check: async (client) => (await configurationOf(client)).serverMetadata().issuer,

    wayTo: async (client, { redirectUri, state, nonce, verifier, anewSince }) =>
      oidc.buildAuthorizationUrl(await configurationOf(client), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(anewSince !== undefined && { max_age: '0' }),
      }),

    identity: async (client, { redirectUri, state, nonce, verifier, anewSince }, query) => {
      const configuration = await configurationOf(client);
      try {
        const tokens = await oidc.authorizationCodeGrant(
          configuration,
          new URL(`${redirectUri}?${query}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
            ...(anewSince !== undefined && { maxAge: Math.ceil((now() - anewSince) / 1000) }),
          },
        );
        const claims = tokens.claims();
        if (claims?.iss !== configuration.serverMetadata().issuer)
          throw new IssuerFault('refused', 'the token is of another issuer');
        const said =
          claims['email'] === undefined
            ? await toldOf(configuration, tokens.access_token, claims.sub)
            : claims;
        const email = verifiedEmail(said);
        const { auth_time: at, sub: subject } = claims;
        const authenticatedAt = typeof at === 'number' ? at * 1000 : undefined;
        return { subject, authenticatedAt, ...(email !== undefined && { email }) };
      } catch (error) {
        throw error instanceof IssuerFault ? error : faultOf(error);
      }
    },
  };
}

/** What the issuer tells of a person beside the token; nothing where it does not. */
async function toldOf(
  configuration: oidc.Configuration,
  accessToken: string,
  subject: string,
): Promise<object> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return oidc.fetchUserInfo(configuration, accessToken, subject);
}

/** Only a plain `true` says that it is verified (OpenID Connect Core 1.0, 5.1). */
function verifiedEmail(said: object): string | undefined {
  const email: unknown = Reflect.get(said, 'email');
  const isVerified = Reflect.get(said, 'email_verified') === true;
  return isVerified && typeof email === 'string' && email.length <= 254 ? email : undefined;
}

function addressOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function faultOf(error: unknown): IssuerFault {
  const isSilent =
    causes(error).some((one) => one instanceof IssuerSilent) ||
    ['OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'].includes(
      codeOf(error),
    );
  return new IssuerFault(isSilent ? 'silent' : 'refused', whyOf(error), error);
}

function causes(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : [];
}

function codeOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(error), 'code');
  return typeof code === 'string' ? code : '';
}

/** For the log: words of the library and codes of the standard, and none of the issuer's sentences. */
function whyOf(error: unknown): string {
  const said: unknown = Reflect.get(Object(error), 'error');
  const code = typeof said === 'string' && /^[a-z_]{1,60}$/.test(said) ? said : codeOf(error);
  return code === '' ? 'no answer that can be read' : code;
}
