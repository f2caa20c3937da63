import type { Brand } from './brands.ts';
import { brandOf, cvvLength, lengthFits } from './brands.ts';
import { testCard, type MaskedCard } from './cards.ts';
import { single, type Fields } from './fields.ts';
import { compactNumber, latinDigits, maskedNumber, passesLuhn } from './digits.ts';

/** What the customer typed; lives as long as one request and is never written anywhere. */
export interface CardForm {
  readonly name: string;
  readonly number: string;
  readonly expiry: string;
  readonly cvv: string;
}

export type CardField = keyof CardForm;

export type CardFault =
  | 'name-missing'
  | 'name-digits'
  | 'name-long'
  | 'number-missing'
  | 'number-wrong'
  | 'number-brand'
  | 'expiry-missing'
  | 'expiry-wrong'
  | 'expiry-past'
  | 'cvv-missing'
  | 'cvv-wrong';

export type CardFaults = Readonly<Partial<Record<CardField, CardFault>>>;

export type CardReading =
  | { readonly ok: true; readonly number: string; readonly card: MaskedCard }
  | { readonly ok: false; readonly faults: CardFaults };

/** What a form has sent of a card. */
export function cardFormOf(form: Fields): CardForm {
  return {
    name: single(form['name']),
    number: single(form['number']),
    expiry: single(form['expiry']),
    cvv: single(form['cvv']),
  };
}

/** Reads the form as people fill it in (spaces, dashes, Arabic digits) and names each fault. */
export function readCard(form: CardForm, now: Date): CardReading {
  const number = compactNumber(form.number);
  const brand = brandOf(number);
  const expiry = readExpiry(form.expiry, now);
  const name = form.name.trim().replace(/\s+/gu, ' ');
  const faults = pick({
    name: nameFault(name),
    number: numberFault(number, brand),
    expiry: expiry.fault,
    cvv: cvvFault(latinDigits(form.cvv).trim(), brand),
  });
  if (Object.keys(faults).length > 0 || brand === undefined || expiry.date === undefined)
    return { ok: false, faults };
  return { ok: true, number, card: { ...masked(number, brand), ...expiry.date, holder: name } };
}

/** All that is kept of a card with this number. */
export function masked(number: string, brand: Brand) {
  const last4 = number.slice(-4);
  return {
    brand,
    masked: maskedNumber(number),
    last4,
    issuer: testCard(number) === undefined ? 'Unknown issuer' : 'Sandbox Bank',
  };
}

// The name is kept, so nothing that could be a card number may pass as one.
function nameFault(name: string): CardFault | undefined {
  if (name === '') return 'name-missing';
  if (/\p{N}/u.test(name)) return 'name-digits';
  return name.length > 64 ? 'name-long' : undefined;
}

function numberFault(number: string, brand: Brand | undefined): CardFault | undefined {
  if (number === '') return 'number-missing';
  if (!/^[0-9]{13,19}$/u.test(number) || !passesLuhn(number)) return 'number-wrong';
  if (brand === undefined) return 'number-brand';
  return lengthFits(brand, number) ? undefined : 'number-wrong';
}

function cvvFault(cvv: string, brand: Brand | undefined): CardFault | undefined {
  if (cvv === '') return 'cvv-missing';
  if (brand === undefined) return /^[0-9]{3,4}$/u.test(cvv) ? undefined : 'cvv-wrong';
  return /^[0-9]+$/u.test(cvv) && cvv.length === cvvLength(brand) ? undefined : 'cvv-wrong';
}

interface ExpiryReading {
  readonly fault?: CardFault;
  readonly date?: { readonly expiryMonth: string; readonly expiryYear: string };
}

/** Accepts 1/27, 01/27, 01/2027, 0127 and 012027; a card is good to the end of its month. */
function readExpiry(text: string, now: Date): ExpiryReading {
  const compact = compactNumber(text.replace(/[-\u2010-\u2015.]/gu, '/'));
  if (compact === '') return { fault: 'expiry-missing' };
  const parts =
    /^(?<month>[0-9]{1,2})\/(?<year>[0-9]{4}|[0-9]{2})$/u.exec(compact) ??
    /^(?<month>[0-9]{2})(?<year>[0-9]{4}|[0-9]{2})$/u.exec(compact);
  const month = Number(parts?.groups?.['month']);
  const digits = parts?.groups?.['year'] ?? '';
  const year = Number(digits.length === 2 ? `20${digits}` : digits);
  if (!(month >= 1 && month <= 12)) return { fault: 'expiry-wrong' };
  const monthsLeft = (year - now.getUTCFullYear()) * 12 + month - (now.getUTCMonth() + 1);
  if (monthsLeft < 0) return { fault: 'expiry-past' };
  if (monthsLeft > LONGEST_LIFE_MONTHS) return { fault: 'expiry-wrong' };
  return { date: { expiryMonth: String(month).padStart(2, '0'), expiryYear: String(year) } };
}

// No issuer gives a card more than twenty years; a later date is a slip of the finger.
const LONGEST_LIFE_MONTHS = 240;

function pick(faults: Readonly<Record<CardField, CardFault | undefined>>): CardFaults {
  const { name, number, expiry, cvv } = faults;
  return {
    ...(name && { name }),
    ...(number && { number }),
    ...(expiry && { expiry }),
    ...(cvv && { cvv }),
  };
}
