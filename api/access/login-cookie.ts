import type { Context } from 'koa';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** `__Host-`: a browser takes it from this host alone, with `Secure` and for all paths (RFC 6265bis, 4.1.3.2). */
const NAME = '__Host-office';
/** What a browser holds that has gone to an issuer of single sign-on (contract/logins#single-sign-on). */
const TRIP_NAME = '__Host-office-sso';
const TRIP_SECONDS = 600;
/** *Lax*: with *Strict* a link in a mail would begin with a login (contract/logins#cookie). */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** A new value of the cookie: 256 bits that nobody guesses. */
export function newLoginSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Another value of the same login: with as many bits that nobody guesses, behind what stays as long as the login. */
export function renewedLoginSecret(secret: string): string {
  return `${stayingPart(secret)}${newLoginSecret()}`;
}

/** What forms and news of a login are made under, so that those of other tabs outlive a new value of the cookie. */
export function stayingPart(secret: string): string {
  return secret.slice(0, 43);
}

/** What the database keeps of it: with that nobody can log in. */
export function loginHash(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** What the browser holds; nothing when it holds nothing in our form, or more than one. */
export function loginSecretIn(ctx: Context): string | undefined {
  return secretIn(ctx, NAME);
}

/** The same of who has gone to an issuer. */
export function tripSecretIn(ctx: Context): string | undefined {
  return secretIn(ctx, TRIP_NAME);
}

function secretIn(ctx: Context, name: string): string | undefined {
  const values = ctx
    .get('Cookie')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  const [only = ''] = values;
  return values.length === 1 && /^[\w-]{43}(?:[\w-]{43})?$/.test(only) ? only : undefined;
}

/** Several tabs may be on their way at once: they have the same one. */
export function setTripCookie(ctx: Context, secret: string): void {
  ctx.append('Set-Cookie', `${TRIP_NAME}=${secret}; ${ATTRIBUTES}; Max-Age=${TRIP_SECONDS}`);
}

/** Gives the browser another value. Koa's own cookies refuse `Secure` over HTTP, where browsers take it of this machine. */
export function setLoginCookie(ctx: Context, secret: string): void {
  ctx.append('Set-Cookie', `${NAME}=${secret}; ${ATTRIBUTES}`);
}

/** Has `renew` give another value to the login of this browser, where it still has one. */
export async function renewLoginCookie(
  ctx: Context,
  renew: (secret: string) => Promise<string | undefined>,
): Promise<void> {
  const secret = loginSecretIn(ctx);
  const renewed = secret === undefined ? undefined : await renew(secret);
  if (renewed !== undefined) setLoginCookie(ctx, renewed);
}

export function clearLoginCookie(ctx: Context): void {
  ctx.append('Set-Cookie', `${NAME}=; ${ATTRIBUTES}; Max-Age=0`);
}

/**
 * What a form of this login carries: who can make a browser send a form cannot know it (contract/logins#foreign-pages). It is of
 * one address, so that one that was read in one form is worth nothing in another.
 */
export function formToken(secret: string, action: string): string {
  const path = action.replace(/[?#].*$/, '').replace(/\/$/, '');
  return createHmac('sha256', stayingPart(secret)).update(`form ${path}`).digest('base64url');
}

export function isFormToken(secret: string, action: string, given: string): boolean {
  const [right, sent] = [Buffer.from(formToken(secret, action)), Buffer.from(given)];
  return right.length === sent.length && timingSafeEqual(right, sent);
}
