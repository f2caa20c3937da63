import type { CurrencyCode } from '../currencies.ts';
import { parseMoney, type Money } from '../money.ts';
import type { FieldErrors } from '../refusal.ts';
import { moneySentence, writingSentence } from '../money-sentence.ts';

/** Reads the decimals of one object of a request and remembers, by field, what is wrong with them. */
export interface FaultBook {
  /** Undefined when the text is missing or at fault; without a currency nothing can be read, and a fault is how it is written alone. */
  readonly money: (field: string, text: string | undefined) => Money | undefined;
  /** A percentage of 0 to 100 with at most two decimals. */
  readonly rate: (field: string, text: string | undefined) => string | undefined;
  /** More than nothing, with at most six decimals, in at most 24 characters. */
  readonly quantity: (field: string, text: string | undefined) => string | undefined;
  readonly add: (field: string, sentence: string) => void;
  readonly faults: () => FieldErrors;
  readonly isClean: () => boolean;
}

export function faultBook(currency: CurrencyCode | undefined): FaultBook {
  const found = new Map<string, readonly string[]>();
  const add = (field: string, sentence: string): void => {
    found.set(field, [...(found.get(field) ?? []), sentence]);
  };

  /** The text, unless a sentence says what is wrong with it. */
  function sound(
    field: string,
    text: string | undefined,
    faultIn: (given: string) => string | undefined,
  ): string | undefined {
    const fault = text === undefined ? undefined : faultIn(text);
    if (fault !== undefined) add(field, fault);
    return fault === undefined ? text : undefined;
  }

  return {
    money: (field, text) => {
      if (text === undefined) return undefined;
      if (currency === undefined) {
        sound(field, text, writingSentence);
        return undefined;
      }
      const parsed = parseMoney(text, currency);
      if (!('fault' in parsed)) return parsed;
      add(field, moneySentence(parsed.fault, currency));
      return undefined;
    },
    rate: (field, text) => sound(field, text, rateFault),
    quantity: (field, text) => sound(field, text, quantityFault),
    add,
    faults: () => Object.fromEntries(found),
    isClean: () => found.size === 0,
  };
}

const UNSIGNED = 'A valid number is required: digits with an optional decimal point, no sign.';
const TOO_LONG = 'Ensure this field has no more than 24 characters.';

function rateFault(text: string): string | undefined {
  if (text.length > 24) return TOO_LONG;
  const match = /^0*(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return UNSIGNED;
  const [, whole = '', decimals = ''] = match;
  if (decimals.length > 2) return 'Ensure that there are no more than 2 decimal places.';
  const isWithin = Number(whole) < 100 || (Number(whole) === 100 && Number(decimals) === 0);
  return isWithin ? undefined : 'Ensure this value is between 0 and 100.';
}

function quantityFault(text: string): string | undefined {
  if (text.length > 24) return TOO_LONG;
  const match = /^\d+(?:\.(\d+))?$/.exec(text);
  if (!match) return UNSIGNED;
  const [, decimals = ''] = match;
  if (decimals.length > 6) return 'Ensure that there are no more than 6 decimal places.';
  return /[1-9]/.test(text) ? undefined : 'Ensure this value is greater than 0.';
}
