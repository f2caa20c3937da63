import Joi from 'joi';
import { fieldSentence } from '../domain/field-sentence.ts';
import { isPhone, LONGEST_PHONE } from '../domain/phone.ts';
import { countryCode } from '../domain/countries.ts';
import { currencyCode } from '../domain/currencies.ts';
import { noCurrencySentence } from '../domain/currency-sentence.ts';
import { isIsoDate, parseDateTime, parseDuration } from '../domain/duration.ts';
import type { JsonObject } from '../domain/json.ts';
import { asWritten } from '../domain/search/terms.ts';
import { webUrl } from '../domain/web-url.ts';
import { object } from './infer.ts';

/**
 * Pieces of which the schemas of all resources are made. Which characters a text may have is contract/requests#texts.
 */

/** The last two turn all that follows around. */
const NO_TEXT = /[\p{Cc}\p{Cs}\u2028\u2029\u202d\u202e]/u;
/** What nobody sees: marks of direction, joiners, blanks of no width, letters that are none (Hangul fillers). */
const INVISIBLE = /[\p{Cf}\u115f\u1160\u3164\uffa0]/u;

/** Whether a text is one line: what ends a line or steers a terminal has no place in it, nor half a character. */
export function isOneLine(value: string): boolean {
  return !NO_TEXT.test(value);
}

/** One line of a person's text. */
export const text = (max: number) =>
  Joi.string()
    .max(max)
    .custom((value: string) => {
      if (!isOneLine(value)) throw new Error(fieldSentence('control-characters'));
      return value;
    });
/**
 * A text by which people and programs tell things apart: two that look the same are the same. What is written otherwise is refused and not
 * mended, so that whoever sent it is answered with the name by which they know it.
 */
export const identifier = (max: number) =>
  text(max).custom((value: string) => {
    if (INVISIBLE.test(value)) throw new Error(fieldSentence('invisible-characters'));
    if (value !== asWritten(value)) throw new Error(fieldSentence('as-written'));
    return value;
  });
/** A telephone number as people write it; an empty text is none. */
export const phone = text(LONGEST_PHONE).custom((value: string) => {
  if (value !== '' && !isPhone(value)) throw new Error(fieldSentence('some-phone'));
  return value;
});
export const email = text(128).email({ tlds: false });
/** Nobody has to read it again: what stands here leads somewhere (contract/requests#values-that-lead-somewhere). */
export const url = Joi.string()
  .uri({ scheme: ['http', 'https'] })
  .max(2000)
  .custom((value: string) => {
    if (!webUrl(value)) throw new Error(fieldSentence('url'));
    return value;
  });
export const slug = (max: number) =>
  Joi.string()
    .pattern(/^[-a-zA-Z0-9_]+$/)
    .messages({ 'string.pattern.base': fieldSentence('slug') })
    .max(max);
export const currency = Joi.string().custom((code: string) => {
  if (currencyCode(code) === undefined) throw new Error(noCurrencySentence(code));
  return code;
});
export const country = readable(countryCode, fieldSentence('country'));
export const date = readable((value) => isIsoDate(value) || undefined, fieldSentence('date'));
export const dateTime = readable(parseDateTime, fieldSentence('date-time'));
export const duration = readable(parseDuration, fieldSentence('duration'));

/** An object of the merchant's own: any JSON, of a size and depth that every later use can carry. */
export const freeObject = (maxBytes: number) =>
  Joi.object<JsonObject>().custom((value: unknown) => {
    if (depthOf(value) > 16) throw new Error(fieldSentence('max-depth', { limit: 16 }));
    if (Buffer.byteLength(JSON.stringify(value)) > maxBytes)
      throw new Error(fieldSentence('max-bytes', { limit: maxBytes }));
    return value;
  });

/** A text that `parse` must understand; the text itself is kept. */
export function readable(parse: (value: string) => unknown, sentence: string): Joi.StringSchema {
  return Joi.string().custom((value: string) => {
    if (parse(value) === undefined) throw new Error(sentence);
    return value;
  });
}

function depthOf(value: unknown, level = 0): number {
  if (typeof value !== 'object' || value === null || level > 16) return level;
  return Math.max(level, ...Object.values(value).map((inner) => depthOf(inner, level + 1)));
}

/** Money as every answer has it: text with exactly the decimals of its currency. */
export const moneyText = Joi.string().pattern(/^\d+(?:\.\d{1,4})?$/);
/** A code of ISO 4217. */
export const currencyText = Joi.string().pattern(/^[A-Z]{3}$/);
/** Forty hexadecimal characters that name a transaction. */
export const sessionIdText = Joi.string().pattern(/^[0-9a-f]{40}$/);

/** A refusal that is about no field, with these facts beside it (contract/requests#errors). */
export const problemWith = <T extends object>(facts: T) =>
  object({ detail: Joi.string().required(), code: Joi.string().required(), ...facts });
