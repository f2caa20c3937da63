import { createHmac } from 'node:crypto';
import type { ReferenceNumber, SessionId } from '../domain/ids.ts';
import { isSame } from './signature.ts';

/** Whose browser comes back, and of which attempt. */
export interface Returning {
  readonly sessionId: SessionId;
  readonly referenceNumber: ReferenceNumber;
}

const PARAMETER = 'return_token';
const LANGUAGE = 'lang';
const GIVEN_UP = 'given_up';

/**
 * Where a network sends the payer's browser. A reference stands on receipts, so it alone opens nothing: the address has a
 * token too, which only who knows the session id can compute, and from which nobody learns it. It follows from the two, so that
 * every try at the network has the same address.
 */
export function returnUrl(publicUrl: string, returning: Returning, language: 'en' | 'ar'): string {
  const url = new URL(`/b/gw/return/${returning.referenceNumber}/`, publicUrl);
  url.searchParams.set(LANGUAGE, language);
  url.searchParams.set(PARAMETER, tokenOf(returning));
  return url.href;
}

/**
 * The same address for who leaves the network's page without paying, where the network tells them apart. It proves nothing: the network is
 * asked all the same, but who is there need not wait for a result.
 */
export function givenUpUrl(address: string): string {
  const url = new URL(address);
  url.searchParams.set(GIVEN_UP, 'yes');
  return url.href;
}

/** Whether the query of a browser that comes back says that its payer has left without paying. */
export function hasGivenUp(query: Readonly<Record<string, unknown>>): boolean {
  return query[GIVEN_UP] === 'yes';
}

/** Whether the query of a browser that comes back has the token of its attempt. */
export function isReturning(
  query: Readonly<Record<string, unknown>>,
  returning: Returning,
): boolean {
  const given = query[PARAMETER];
  return typeof given === 'string' && isSame(given, tokenOf(returning));
}

/** 128 bits of HMAC-SHA-256 under the session id, which is 160 random bits. */
function tokenOf({ sessionId, referenceNumber }: Returning): string {
  return createHmac('sha256', sessionId)
    .update(`return/${referenceNumber}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url');
}
