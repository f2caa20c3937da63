declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type SessionId = Branded<'SessionId'>;
export type MerchantId = Branded<'MerchantId'>;
export type PgCode = Branded<'PgCode'>;
export type ReferenceNumber = Branded<'ReferenceNumber'>;
export type EventId = Branded<'EventId'>;
export type NotificationId = Branded<'NotificationId'>;
export type ShortCode = Branded<'ShortCode'>;

/** 40 lower-case hex characters (contract/requests#identifiers); undefined when the text is anything else. */
export function sessionId(text: string): SessionId | undefined {
  return /^[0-9a-f]{40}$/.test(text) ? (text as SessionId) : undefined;
}

/** A merchant's id: a short slug that may appear in logs, ids and search attributes. */
export function merchantId(text: string): MerchantId | undefined {
  return /^[a-z0-9][a-z0-9-]{0,39}$/.test(text) ? (text as MerchantId) : undefined;
}

/** The code of a gateway account: a slug of at most 16 characters (`gateway_account` of the notification). */
export function pgCode(text: string): PgCode | undefined {
  return /^[-a-zA-Z0-9_]{1,16}$/.test(text) ? (text as PgCode) : undefined;
}

/** Digits and capitals without the pairs that people mix up when they read a reference aloud (0/O, 1/I). */
export const REFERENCE_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * The id of one attempt: the merchant's prefix and eight characters of the reference alphabet, chosen by `randomBytes`
 * (one byte a character; 32 letters divide 256, so none is likelier): contract/requests#identifiers.
 */
export function mintReferenceNumber(prefix: string, randomBytes: Uint8Array): ReferenceNumber {
  const letters = [...randomBytes.subarray(0, 8)].map(
    (byte) => REFERENCE_ALPHABET[byte % 32] ?? '',
  );
  return `${prefix}${letters.join('')}` as ReferenceNumber;
}

/** How the references of a merchant begin, as one of them tells. */
export function prefixOf(reference: ReferenceNumber): string {
  return reference.slice(0, -8);
}

/** A reference that comes from outside (a URL, a gateway's callback); undefined when it cannot be one of ours. */
export function referenceNumber(text: string): ReferenceNumber | undefined {
  return /^[A-Za-z0-9-]{5,64}$/.test(text) ? (text as ReferenceNumber) : undefined;
}

/** An event's id as the store computed it (UUIDv5 of session id and sequence: contract/webhooks#event-ids). */
export function eventId(uuid: string): EventId {
  return uuid as EventId;
}

/** An event's id that comes from outside; undefined when it cannot be one of ours. */
export function eventIdIn(text: string): EventId | undefined {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text) ? eventId(text) : undefined;
}

/** The id of one message to somebody, as the store computed it (UUID). */
export function notificationId(uuid: string): NotificationId {
  return uuid as NotificationId;
}

const SHORT_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHORT_LENGTH = 8;

/**
 * The code of a short link: eight letters and digits (47 bits) from the first eight bytes of `randomBytes`
 * (contract/checkout#addresses). The remainder favours no code by more than one in ten thousand.
 */
export function mintShortCode(randomBytes: Uint8Array): ShortCode {
  let rest = randomBytes.subarray(0, 8).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let code = '';
  while (code.length < SHORT_LENGTH) {
    code += SHORT_ALPHABET.charAt(Number(rest % 62n));
    rest /= 62n;
  }
  return code as ShortCode;
}

/** A code from an address; undefined when it cannot be one of ours. */
export function shortCode(text: string): ShortCode | undefined {
  return /^[0-9A-Za-z]{8}$/.test(text) ? (text as ShortCode) : undefined;
}
