import { cardKnown } from '../card/label.ts';
import { inLatin } from '../digits.ts';
import type { Money } from '../money.ts';
import type { Transaction } from '../transaction/transaction.ts';

/** By what a transaction is found at once, whatever its age; what fewest transactions share comes first. */
const TERM_KINDS = [
  'gateway_reference',
  'order_no',
  'invoice_number',
  'customer_email',
  'customer_phone',
  'customer_id',
  'card',
  'customer_name',
  'amount',
  'bulk_id',
  'initiator_id',
  'unit_code',
  'card_brand',
] as const;
export type TermKind = (typeof TERM_KINDS)[number];

/** Something by which a transaction is found, in the one form in which it is kept and asked for. */
export interface Term {
  readonly kind: TermKind;
  readonly value: string;
}

/**
 * Everything by which a transaction is found (contract/search#terms). Each term stands once. It computes nothing that could
 * fail: it is written with each version, and no version may wait for it.
 */
export function searchTerms(transaction: Transaction): readonly Term[] {
  const { attempts, customer, shippingAddress, amount } = transaction;
  const names = [customer, shippingAddress ?? {}].flatMap(({ firstName, lastName }) => [
    firstName,
    lastName,
  ]);
  const phones = [customer.phone, customer.phone2, shippingAddress?.phone];
  const amounts = [amount, ...attempts.map(({ total }) => total)];
  const terms: Readonly<Record<TermKind, readonly string[]>> = {
    gateway_reference: attempts.flatMap((one) => given(one.gatewayReference, one.gatewayPayment)),
    order_no: given(transaction.orderNo).map(asWritten),
    invoice_number: given(transaction.invoiceNumber).map(asWritten),
    customer_email: given(customer.email, shippingAddress?.email).map(emailTerm),
    customer_phone: given(...phones).flatMap(phoneTerms),
    customer_id: given(customer.id).map(asWritten),
    card: attempts.map(cardKnown).flatMap(cardTerms),
    customer_name: given(...names)
      .flatMap(nameWords)
      .flatMap(wordTerms),
    amount: amounts.map(amountTerm),
    bulk_id: given(transaction.bulkId),
    initiator_id: transaction.initiator ? [String(transaction.initiator.id)] : [],
    unit_code: given(transaction.unitCode),
    card_brand: attempts.flatMap((one) => given(cardKnown(one).brand)).map(brandTerm),
  };
  return TERM_KINDS.flatMap((kind) =>
    [...new Set(terms[kind])]
      .filter((value) => value !== '')
      .map((value): Term => ({ kind, value })),
  );
}

/** What is asked for, the rarest first; of each of these groups at least one term. */
export function byRarity(groups: readonly (readonly Term[])[] = []): readonly (readonly Term[])[] {
  const rarity = (group: readonly Term[]): number =>
    Math.max(...group.map(({ kind }) => TERM_KINDS.indexOf(kind)));
  return groups.toSorted((a, b) => rarity(a) - rarity(b));
}

/** By what an invoice is found: all that it and its payment say from the beginning, which never changes. */
export function invoiceTerms(transaction: Transaction): readonly Term[] {
  return searchTerms({ ...transaction, attempts: [] });
}

/** What merchants name as they like: the same letters are the same name, however they were composed. */
export function asWritten(text: string): string {
  return text.normalize('NFC').trim();
}

export function emailTerm(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

/** The whole number, without what one dials to leave a country; and its end, by which people know each other's. */
export function phoneTerms(phone: string): readonly string[] {
  const digits = phoneDigits(phone);
  return digits.length > END_OF_PHONE ? [digits, digits.slice(-END_OF_PHONE)] : [digits];
}

const END_OF_PHONE = 8;

/** The digits of a telephone number as people write it, with the country's if they stand there, without zeros in front. */
export function phoneDigits(phone: string): string {
  return inLatin(phone).replaceAll(/\D/g, '').replace(/^0+/, '');
}

/** The last four digits, alone and with the brand. */
function cardTerms({ lastFour, brand }: ReturnType<typeof cardKnown>): readonly string[] {
  if (lastFour === undefined) return [];
  return brand === undefined ? [lastFour] : [lastFour, cardTerm(lastFour, brand)];
}

export function cardTerm(lastFour: string, brand: string): string {
  return `${brandTerm(brand)} ${lastFour}`;
}

export function brandTerm(brand: string): string {
  return brand.trim().toUpperCase();
}

export function amountTerm({ minor, currency }: Money): string {
  return `${minor} ${currency}`;
}

/**
 * The words of a name, in one spelling: of letters that Arabic writes in several ways, without vowel signs and tatweel, in
 * small letters.
 */
export function nameWords(name: string): readonly string[] {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u0640]/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A word, and how it begins. */
function wordTerms(word: string): readonly string[] {
  return [word, Array.from(word).slice(0, BEGINNING).join('')];
}

const BEGINNING = 3;

function given(...values: readonly (string | undefined)[]): readonly string[] {
  return values.filter((value) => value !== undefined);
}
