import type { GatewayAccount } from '../account.ts';
import { currencyCode, type CurrencyCode } from '../currencies.ts';
import { inLatin } from '../digits.ts';
import { sessionId } from '../ids.ts';
import type { Merchant } from '../merchant.ts';
import { parseMoney, type Money } from '../money.ts';
import {
  amountTerm,
  asWritten,
  emailTerm,
  phoneDigits,
  phoneTerms,
  nameWords,
  type Term,
} from './terms.ts';

/** What a text that somebody has typed may mean, under the name of the parameter that means the same. */
export interface Meaning {
  readonly field:
    | 'session_id'
    | 'reference_number'
    | 'gateway_reference'
    | 'order_no'
    | 'invoice_number'
    | 'customer_id'
    | 'customer_email'
    | 'customer_phone'
    | 'customer_name'
    | 'last4'
    | 'amount';
  readonly value: string;
}

/** One way to read it, by which it is looked for at once. */
export interface QueryReading {
  readonly understoodAs: readonly Meaning[];
  /** Of each of these groups at least one term; none for what is named by its own id. */
  readonly terms: readonly (readonly Term[])[];
  /** Tells who somebody is, so that only who may look for people reads it so. */
  readonly isPersonal?: true;
}

/** So many ways at most. */
const MOST_READINGS = 3;

/** The parameters that may stand in the box, as `name:value`. */
const TYPED =
  /(?:^|\s)(state|type|operation|payment_type|currency_code|pg_code|unit_code|channel|last4|order_no|customer_id|customer_email|customer_phone|invoice_number|reference_number|gateway_reference|alert|refunded|from|to):(\S+)/g;

/** Those that are digits and nothing else: an order number is as its merchant has written it. */
const NUMBERS: ReadonlySet<string> = new Set(['from', 'to', 'last4']);

const ALIASES: Readonly<Record<string, string>> = { from: 'created_after', to: 'created_before' };

/** What stands in the box: the parameters that are named in it, and the rest of the text. */
export function splitQuery(q: string): {
  readonly text: string;
  readonly typed: readonly (readonly [name: string, value: string])[];
} {
  const typed = [...q.matchAll(TYPED)].map(
    ([, name = '', value = '']) =>
      [ALIASES[name] ?? name, NUMBERS.has(name) ? inLatin(value) : value] as const,
  );
  return { text: q.replaceAll(TYPED, ' ').trim().replaceAll(/\s+/g, ' '), typed };
}

/**
 * How a text can be read (contract/search#one-box), the likeliest first. An amount without a currency is one of each of those
 * that are given.
 */
export function readingsOf(
  text: string,
  currencies: readonly CurrencyCode[],
): readonly QueryReading[] {
  const typed = asWritten(inLatin(text));
  const spellings = spellingsOf(text);
  const amounts = amountsRead(typed, currencies);
  const one = (field: Meaning['field'], terms: readonly Term[], value = typed): QueryReading => ({
    understoodAs: [{ field, value }],
    terms: terms.length > 0 ? [terms] : [],
  });
  if (sessionId(typed.toLowerCase())) return [one('session_id', [], typed.toLowerCase())];
  if (typed.includes('@')) return [emailReading(typed)];
  const readings: readonly (QueryReading | undefined)[] = [
    isReference(typed) ? one('reference_number', []) : undefined,
    phoneReading(typed),
    /^\d{4}$/.test(typed) ? one('last4', [{ kind: 'card', value: typed }]) : undefined,
    amounts && {
      understoodAs: [amounts.meaning],
      terms: [
        amounts.amounts.map((amount): Term => ({ kind: 'amount', value: amountTerm(amount) })),
      ],
    },
    {
      understoodAs: NAMED_BY_OTHERS.flatMap((field) =>
        spellings.map((value) => ({ field, value })),
      ),
      terms: [NAMED_BY_OTHERS.flatMap((kind) => spellings.map((value): Term => ({ kind, value })))],
    },
    nameReading(asWritten(text)),
    idReading(spellings),
  ];
  return readings.filter((reading) => reading !== undefined).slice(0, MOST_READINGS);
}

const NAMED_BY_OTHERS = ['order_no', 'invoice_number', 'gateway_reference'] as const;

/** What merchants and networks have named is as they wrote it; who types may have no other digits than the Arabic ones. */
export function spellingsOf(text: string): readonly string[] {
  return [...new Set([text, inLatin(text)].map(asWritten))];
}

/** How a text can be read where people are looked for (contract/search#customers); an address may also be a merchant's name for somebody. */
export function customerReadings(text: string): readonly QueryReading[] {
  const typed = asWritten(inLatin(text));
  const isAddress = typed.includes('@');
  const readings = isAddress
    ? [emailReading(typed)]
    : [phoneReading(typed), nameReading(asWritten(text))].filter(
        (reading) => reading !== undefined,
      );
  return [...readings, idReading(spellingsOf(text))];
}

/** What is looked for by a telephone number: the whole of it where it names its country, else also its end. */
export function phonesOf(typed: string): readonly string[] {
  const [whole = '', ...end] = phoneTerms(typed);
  return /^\s*(?:\+|00)/.test(inLatin(typed)) ? [whole] : [whole, ...end];
}

/** Whether it looks like one: the beginning that a merchant has chosen, and eight letters. */
export function isReference(typed: string): boolean {
  return REFERENCE.test(typed);
}

const REFERENCE = /^[A-Za-z0-9-]{0,12}[2-9A-HJ-NP-Z]{8}$/;
const PHONE = /^\+?[\d\s().-]{7,20}$/;

/**
 * The currencies of which an amount may be that is typed without one (contract/search#one-box): the merchant's own. Where it has all,
 * those in which its accounts charge and from which they convert, whether they are still active or not.
 */
export function currenciesTyped(
  { currencies }: Pick<Merchant, 'currencies'>,
  accounts: readonly Pick<GatewayAccount, 'currencies' | 'exchange'>[],
): readonly CurrencyCode[] {
  const codes =
    currencies.length > 0
      ? currencies
      : accounts.flatMap((one) => [...one.currencies, ...Object.keys(one.exchange?.rates ?? {})]);
  return [...new Set(codes)].map(currencyCode).filter((one) => one !== undefined);
}

/** The sums that a text may mean: without a currency, one of each of these. */
export function amountsRead(
  typed: string,
  currencies: readonly CurrencyCode[],
): { readonly meaning: Meaning; readonly amounts: readonly Money[] } | undefined {
  const found = /^(?:([A-Za-z]{3}) ?)?(\d{1,12}(?:\.\d{1,4})?)(?: ?([A-Za-z]{3}))?$/.exec(typed);
  if (!found) return undefined;
  const [, before, digits = '', behind] = found;
  const named = (before ?? behind)?.toUpperCase();
  // Many digits without a currency or a point are a number of something.
  if (named === undefined && !digits.includes('.') && digits.length > 6) return undefined;
  const asked = named === undefined ? currencies : [currencyCode(named)];
  const amounts = asked
    .filter((currency) => currency !== undefined)
    .map((currency) => parseMoney(digits, currency))
    .filter((amount): amount is Money => 'minor' in amount);
  if (amounts.length === 0) return undefined;
  const value = named === undefined ? digits : `${named} ${digits}`;
  return { meaning: { field: 'amount', value }, amounts };
}

function emailReading(typed: string): QueryReading {
  return personal('customer_email', typed, [[{ kind: 'customer_email', value: emailTerm(typed) }]]);
}

function phoneReading(typed: string): QueryReading | undefined {
  if (!PHONE.test(typed) || phoneDigits(typed).length < 7) return undefined;
  return personal('customer_phone', typed, [
    phonesOf(typed).map((value) => ({ kind: 'customer_phone', value })),
  ]);
}

function idReading(spellings: readonly string[]): QueryReading {
  return {
    understoodAs: spellings.map((value) => ({ field: 'customer_id', value })),
    terms: [spellings.map((value) => ({ kind: 'customer_id', value }))],
    isPersonal: true,
  };
}

function personal(
  field: Meaning['field'],
  value: string,
  terms: QueryReading['terms'],
): QueryReading {
  return { understoodAs: [{ field, value }], terms, isPersonal: true };
}

/** Each word, or how one begins, where it has three letters. */
function nameReading(typed: string): QueryReading | undefined {
  const words = nameTerms(typed);
  if (words.length === 0 || !/\p{L}/u.test(typed)) return undefined;
  return personal(
    'customer_name',
    typed,
    words.map((word) => [word]),
  );
}

/** What is looked for by a name: every one of its words. */
export function nameTerms(name: string): readonly Term[] {
  return nameWords(name).map((value) => ({ kind: 'customer_name', value }));
}
