import Joi from 'joi';

/** An issuer of tokens outside of this system that is believed for one merchant. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly audience: string;
  readonly merchant: string;
  readonly realm: string;
  readonly algorithms: readonly string[];
}

/** Signatures with a public key. What signs with a shared secret, or not at all, is never believed. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

const issuer = Joi.object<IssuerSetting, true>({
  issuer: Joi.string().uri().required(),
  jwks_url: Joi.string().custom(safeUrl).required(),
  audience: Joi.string().max(255).required(),
  merchant: Joi.string()
    .pattern(/^[a-z0-9][a-z0-9-]{0,39}$/)
    .required(),
  realm: Joi.string().max(255),
  algorithms: Joi.array()
    .items(Joi.string().valid(...ALGORITHMS))
    .min(1),
});

/** Reads a JSON list of issuers. Throws when one is not complete or two have one name. */
export function tokenIssuers(text: string): readonly TokenIssuer[] {
  const given: IssuerSetting[] = Joi.attempt(
    JSON.parse(text),
    Joi.array().items(issuer).required(),
  );
  if (new Set(given.map((one) => one.issuer)).size < given.length)
    throw new Error('two issuers have the same name');
  return given.map((one) => ({
    issuer: one.issuer,
    jwksUrl: one.jwks_url,
    audience: one.audience,
    merchant: one.merchant,
    realm: one.realm ?? one.merchant,
    algorithms: one.algorithms ?? ['RS256'],
  }));
}

interface IssuerSetting {
  readonly issuer: string;
  readonly jwks_url: string;
  readonly audience: string;
  readonly merchant: string;
  readonly realm?: string;
  readonly algorithms?: string[];
}

/** Whoever can change these keys on their way can be anybody; on this machine there is no way. */
function safeUrl(text: string): string {
  const { protocol, hostname } = new URL(text);
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new Error('the keys of an issuer are fetched by https');
  return text;
}
