import { fieldSentence } from '../../domain/field-sentence.ts';
import { holdsCardNumber } from '../../domain/card/number.ts';
import { isFaultless } from '../../domain/field-errors.ts';
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

type Fault = FieldErrors[string];

/**
 * Throws field errors for every field, at any depth and nested as it is there, that is named like card data or holds a card number,
 * also as its name. The numbers themselves are repeated nowhere.
 */
export function refuseCardData(body: Readonly<Record<string, unknown>>): void {
  const faults = cardDataFaults(body);
  refuseFaults(faults);
}

/** The same errors, for who has more to tell; empty when there is no card data. */
export function cardDataFaults(body: Readonly<Record<string, unknown>>): FieldErrors {
  return faultsIn(body, 0);
}

/** Throws the same for a text that comes in no body, such as a header; `field` is what the caller knows it by. */
export function refuseCardNumber(field: string, text: string): void {
  if (holdsCardNumber(text)) throw new InvalidFields({ [field]: [BY_VALUE] });
}

/** The faults of an object; `depth` levels are around it. */
function faultsIn(object: object, depth: number): FieldErrors {
  const found = new Map<string, Fault>();
  for (const [key, value] of Object.entries(object)) {
    // A name that cannot be repeated.
    if (holdsCardNumber(key)) found.set('non_field_errors', [BY_VALUE]);
    else {
      const fault = isCardData(key) ? [BY_NAME] : faultOf(key, value, depth);
      if (fault) found.set(key, fault);
    }
  }
  return Object.fromEntries(found);
}

function faultOf(field: string, value: unknown, depth: number): Fault | undefined {
  if (typeof value === 'string' || typeof value === 'number')
    return isCardNumber(field, value) ? [BY_VALUE] : undefined;
  // Nothing is deeper: such a body was refused when it was read. A form carries its objects one level down.
  if (typeof value !== 'object' || value === null || depth > MOST_LEVELS) return undefined;
  if (Array.isArray(value)) return faultOfList(field, value, depth + 1);
  const faults = faultsIn(value, depth + 1);
  return isFaultless(faults) ? undefined : faults;
}

/** What is in a list of a list has no name of its own, nor has a plain value: its fault is the field's. */
function faultOfList(field: string, list: readonly unknown[], depth: number): Fault | undefined {
  const items: readonly unknown[] = list.flat(Infinity);
  if (items.some((item) => typeof item !== 'object' && faultOf(field, item, depth)))
    return [BY_VALUE];
  const rows = items.map((item) =>
    typeof item === 'object' && item !== null ? faultsIn(item, depth + 1) : {},
  );
  return rows.every(isFaultless) ? undefined : rows;
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
