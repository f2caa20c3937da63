import Joi from 'joi';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { currencyCode } from '../../domain/currencies.ts';
import { isIsoDate, parseDateTime } from '../../domain/duration.ts';
import { pgCode } from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { moneySentence, writingSentence } from '../../domain/money-sentence.ts';
import { compare, parseMoney, type Money } from '../../domain/money.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import { spanOfDays } from '../../domain/report/calendar.ts';
import type { HalfOpen } from '../../domain/search/filter.ts';
import { currenciesTyped } from '../../domain/search/query.ts';
import type { Store } from '../../store/index.ts';
import { readable, text } from '../schema-parts.ts';
import type { QueryDoc } from '../route.ts';
import { pageLimit } from './page.ts';

/** Some of these, with commas between. */
export const someOf = (values: readonly string[]) =>
  readable(
    (given) => given.split(',').every((one) => values.includes(one)) || undefined,
    fieldSentence('some-of', { choices: values.join(', ') }),
  );
/** Some values that this reads, with commas between. */
export const some = (one: (value: string) => unknown, sentence: string) =>
  readable((given) => given.split(',').every((value) => one(value)) || undefined, sentence);
export const flag = Joi.string().valid('true', 'false');
/** A day or a moment. */
export const instant = readable(
  (given) => isIsoDate(given) || parseDateTime(given) !== undefined || undefined,
  fieldSentence('moment'),
);

/** The parameters that several lists have. */
export const initiatorId = Joi.string()
  .pattern(/^\d{1,15}$/)
  .messages({ 'string.pattern.base': fieldSentence('user-number') });
export const sessionIdIn = Joi.string()
  .pattern(/^[0-9a-f]{40}$/)
  .messages({ 'string.pattern.base': 'Use the forty characters of a session_id.' });
const currencyCodes = some(currencyCode, fieldSentence('currencies'));
export const pgCodes = some(pgCode, fieldSentence('account-codes'));

export const cursorText = text(200);

/** The parameters that every search has. */
export const listParameters = {
  currency_code: currencyCodes,
  created_after: instant,
  created_before: instant,
  amount_min: Joi.string(),
  amount_max: Joi.string(),
  count: flag,
  limit: pageLimit(100),
  cursor: cursorText,
};

export const string = { type: 'string' } as const;
const date = { ...string, example: '2026-01-31' } as const;
export const bool = { type: 'boolean' } as const;
/** How a list of values is described. */
export const few = (values: readonly string[], what: string) => ({
  description: what,
  schema: { ...string, example: values.slice(0, 2).join(',') },
});

/** What programs are told of them. */
export const listDoc = {
  count: {
    description:
      'True: `count`, up to 1,000; `count_more` where there are more. Left out where `q` is read in several ways.',
    schema: bool,
  },
  currency_code: few(['KWD', 'USD'], 'One or more codes of ISO 4217.'),
  created_after: {
    description: 'A moment, included; or a day of the merchant, from its beginning.',
    schema: date,
  },
  created_before: {
    description: 'A moment, left out; or a day of the merchant, to its end.',
    schema: date,
  },
  amount_min: {
    description: 'Of the amount that was asked for; needs one `currency_code`.',
    schema: { ...string, example: '1.000' },
  },
  amount_max: {
    description: 'Included; needs one `currency_code`.',
    schema: { ...string, example: '99.000' },
  },
  limit: {
    description: 'How many of them; 25 when it is left out.',
    schema: { type: 'integer', minimum: 1, maximum: 100 },
  },
  cursor: { description: 'From the `next` of a page.', schema: string },
} as const satisfies Readonly<Record<keyof typeof listParameters, QueryDoc>>;

/** The widest span that may be asked for, in milliseconds: ten years. */
const WIDEST = 10 * 366 * 24 * 60 * 60 * 1000;

/** Those that are given, of the known ones. */
export function among<V extends string>(known: readonly V[], given: string | undefined) {
  if (given === undefined) return undefined;
  const wanted = given.split(',');
  return known.filter((one) => wanted.includes(one));
}

/** Each that is given, as it is read. */
export function eachOf<V>(given: string | undefined, read: (one: string) => V | undefined) {
  return given
    ?.split(',')
    .map(read)
    .filter((one) => one !== undefined);
}

/** From the beginning of the first day, to the end of the last one; moments as they are. */
export function spanIn(
  after: string | undefined,
  before: string | undefined,
  { timeZone, now }: { readonly timeZone: string; readonly now: number },
): HalfOpen | undefined {
  if (after === undefined && before === undefined) return undefined;
  const days = spanOfDays({ from: dayOf(after), to: dayOf(before) }, { timeZone, now });
  const from = dayOf(after) === undefined ? after && parseDateTime(after) : (days.after ?? 0) + 1;
  const until = dayOf(before) === undefined ? before && parseDateTime(before) : days.until + 1;
  return defined({ from: from || undefined, until: until || undefined });
}

function dayOf(text: string | undefined): string | undefined {
  return text !== undefined && isIsoDate(text) ? text : undefined;
}

/** What is wrong with a span whose parameters begin with this name. */
export function spanFaults(name: string, span: HalfOpen | undefined): FieldErrors {
  const { from, until } = span ?? {};
  if (from === undefined || until === undefined) return {};
  if (from >= until)
    return { [`${name}_before`]: [fieldSentence('later-than', { name: `${name}_after` })] };
  return until - from > WIDEST ? { [`${name}_before`]: [fieldSentence('ten-years')] } : {};
}

/** The currencies of which an amount may be that is typed without one. */
export async function currenciesOf(
  { gatewayAccounts }: Pick<Store, 'gatewayAccounts'>,
  merchant: Pick<Merchant, 'id' | 'currencies'> | undefined,
) {
  return merchant ? currenciesTyped(merchant, await gatewayAccounts.list(merchant.id)) : [];
}

/** The bounds of the amount, which are of one currency. */
export function amountsIn({
  amount_min: min,
  amount_max: max,
  currency_code: code,
}: {
  readonly amount_min?: string;
  readonly amount_max?: string;
  readonly currency_code?: string;
}) {
  const bounds = { amount_min: min, amount_max: max };
  const faults: Record<string, string[]> = {};
  const currency = code === undefined ? undefined : currencyCode(code);
  const read = (name: keyof typeof bounds): Money | undefined => {
    const given = bounds[name];
    if (given === undefined) return undefined;
    if (!currency) {
      faults['currency_code'] = [fieldSentence('one-currency', { name })];
      const fault = writingSentence(given);
      if (fault !== undefined) faults[name] = [fault];
      return undefined;
    }
    const amount = parseMoney(given, currency);
    if ('minor' in amount) return amount;
    faults[name] = [moneySentence(amount.fault, currency)];
    return undefined;
  };
  const amountFrom = read('amount_min');
  const amountUntil = read('amount_max');
  if (amountFrom && amountUntil && compare(amountFrom, amountUntil) > 0)
    faults['amount_max'] = [fieldSentence('amount-order')];
  return { amountFrom, amountUntil, faults };
}
