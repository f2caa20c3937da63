import { fieldSentence } from '../../domain/field-sentence.ts';
import { holdsCardNumber } from '../../domain/card/number.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import { InvalidFields, refuseFaults } from './errors.ts';
import { isDecimal } from './number-texts.ts';
import { MOST_LEVELS } from './strict-json.ts';

/**
 * Names under which card numbers and CVVs travel. They are typed at the gateway, never sent here
 * (contract/cards#no-card-data).
 */
const NAMES: ReadonlySet<string> = new Set([
  'cardnumber',
  'cardno',
  'cardnum',
  'ccnumber',
  'creditcardnumber',
  'debitcardnumber',
  'pan',
  'cardpan',
  'primaryaccountnumber',
  'cid',
  'securitycode',
  'cardsecuritycode',
  'verificationcode',
  'cardverificationcode',
  'cardverificationvalue',
]);
/** `csc`, `cvn2`, `cardCvvCode`: the security code under the names that networks have for it. */
const SECURITY_CODE =
  /^(?:credit|debit|card|cc)*(?:cvv|cvc|cvn|cvd|csc|cav)[12]?(?:code|number|value|no)?$/;

/** Secrets that people and programs choose: any digits may be in them, and nobody shows or logs them. */
const SECRETS: ReadonlySet<string> = new Set(['password', 'client_secret']);
const PHONES = /phone|mobile|whatsapp|^to$/i;
/** Ids of people and things are often 13 or 14 digits: of a country's citizens, of a shop's articles. */
const IDS = /(?:id|sku|ean|gtin|barcode)$/i;

const BY_NAME = fieldSentence('card-data');
const BY_VALUE = fieldSentence('card-number');

/**
 * Throws field errors for every field, at any depth, that is named like card data or holds a card number, also as its
 * name. The numbers themselves are repeated nowhere.
 */
export function refuseCardData(body: Readonly<Record<string, unknown>>): void {
  const faults = cardDataFaults(body);
  refuseFaults(faults);
}

/** The same errors, for who has more to tell; empty when there is no card data. */
export function cardDataFaults(body: Readonly<Record<string, unknown>>): FieldErrors {
  const found = new Map<string, readonly string[]>();
  look(body, { field: 'non_field_errors', depth: 0, found });
  return Object.fromEntries(found);
}

/** Throws the same for a text that comes in no body, such as a header; `field` is what the caller knows it by. */
export function refuseCardNumber(field: string, text: string): void {
  if (holdsCardNumber(text)) throw new InvalidFields({ [field]: [BY_VALUE] });
}

interface Place {
  /** The nearest name that can be repeated. */
  readonly field: string;
  readonly depth: number;
  readonly found: Map<string, readonly string[]>;
}

function look(value: unknown, place: Place): void {
  if (typeof value === 'string' || typeof value === 'number') {
    if (isCardNumber(place.field, value)) place.found.set(place.field, [BY_VALUE]);
    return;
  }
  // Nothing is deeper: such a body was refused when it was read. A form carries its objects one level down.
  if (typeof value !== 'object' || value === null || place.depth > MOST_LEVELS + 1) return;
  const within = { ...place, depth: place.depth + 1 };
  if (Array.isArray(value)) {
    for (const inner of value) look(inner, within);
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    if (holdsCardNumber(key)) place.found.set(place.field, [BY_VALUE]);
    else if (isCardData(key)) place.found.set(key, [BY_NAME]);
    else look(inner, { ...within, field: key });
  }
}

function isCardData(key: string): boolean {
  const name = key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return NAMES.has(name) || SECURITY_CODE.test(name);
}

/**
 * Whether what stands in the field counts as a card number there: what is a number by its nature is one, and a telephone number has
 * 15 digits at most (E.164).
 */
export function isCardNumber(field: string, value: string | number): boolean {
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  const text = String(value);
  // Hardly any text has one, so the field is looked at last.
  if (!holdsCardNumber(text) || isDecimal(field) || SECRETS.has(field)) return false;
  const least = leastOf(field);
  return least === undefined || holdsCardNumber(text, least);
}

function leastOf(field: string): number | undefined {
  if (PHONES.test(field)) return 16;
  return IDS.test(field) ? 15 : undefined;
}
