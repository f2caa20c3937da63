import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { InvalidArgumentError } from 'commander';
import Joi from 'joi';
import type { Terminal } from './terminal.ts';
import { parseDateTime, parseDuration } from '../domain/duration.ts';
import { currencyCode } from '../domain/currencies.ts';
import { merchantId, pgCode, type MerchantId, type PgCode } from '../domain/ids.ts';
import { colour, type Colour } from '../domain/theme.ts';
import { webUrl } from '../domain/web-url.ts';

/** Readers of what somebody typed. Each throws commander's error, with what would be right. */

export function merchantIdOf(text: string): MerchantId {
  const read = merchantId(text);
  if (!read) throw new InvalidArgumentError('Use 1 to 40 of a-z, 0-9 and hyphens.');
  return read;
}

export function onOff(text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new InvalidArgumentError('Say on or off.');
  return text === 'on';
}

export function list(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function currencies(text: string): readonly string[] {
  const codes = list(text);
  const wrong = codes.filter((code) => currencyCode(code) === undefined);
  if (wrong.length > 0)
    throw new InvalidArgumentError(`${wrong.join(', ')} is no currency of ISO 4217.`);
  return codes;
}

export function oneCurrency(text: string): string {
  const [code, ...others] = currencies(text);
  if (code === undefined || others.length > 0) throw new InvalidArgumentError('Use one currency.');
  return code;
}

/** Addresses, or networks with the length of their prefix. */
export function networks(text: string): readonly string[] {
  const all = list(text);
  for (const one of all) {
    const [address = '', prefix, ...more] = one.split('/');
    const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
    if (bits < 0 || !isPrefix || more.length > 0)
      throw new InvalidArgumentError(`"${one}" is no address and no network such as 10.0.0.0/8.`);
  }
  return all;
}

/** The same, or "" for what shall not be set any more. */
export function orNone<T>(read: (text: string) => T): (text: string) => T | '' {
  return (text) => (text === '' ? '' : read(text));
}

/** A text that people read, of several lines perhaps. */
export function paragraph(text: string): string {
  if (text.trim() === '' || text.length > 4000)
    throw new InvalidArgumentError('Use 1 to 4000 characters.');
  return text;
}

export function httpUrl(text: string): string {
  if (!webUrl(text))
    throw new InvalidArgumentError('Use an address that begins with https:// or http://.');
  if (text.length > 2000) throw new InvalidArgumentError('An address has 2000 characters at most.');
  return text;
}

export function shortText(text: string): string {
  if (!/^[^\p{Cc}\p{Cs}]{1,128}$/u.test(text))
    throw new InvalidArgumentError('Use 1 to 128 characters on one line.');
  return text;
}

/** What may stand in a header: with another letter no call could be made. */
export function headerText(text: string): string {
  if (!/^(?! )[ -~]{1,128}(?<! )$/.test(text))
    throw new InvalidArgumentError(
      'Use 1 to 128 characters of ASCII (letters without accents, digits, signs), no blank at either end.',
    );
  return text;
}

/** One that can be typed as it is shown, without quotes. */
export function plainName(text: string): string {
  if (!/^\w[\w.:-]{0,99}$/.test(text))
    throw new InvalidArgumentError(
      'Use 1 to 100 of A-Z, a-z, 0-9, "_", ".", ":" and "-", with a letter, digit or "_" in front.',
    );
  return text;
}

const EMAIL = Joi.string().email({ tlds: false }).max(128).required();

export function emailArgument(text: string): string {
  if (EMAIL.validate(text).error) throw new InvalidArgumentError(`"${text}" is no e-mail address.`);
  return text;
}

export function emailArguments(text: string): readonly string[] {
  return list(text).map(emailArgument);
}

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most))
      throw new InvalidArgumentError(`Use a whole number from ${least} to ${most}.`);
    return value;
  };
}

/** A moment in the future, in epoch milliseconds. */
export function futureTime(text: string): number {
  const at = parseDateTime(text);
  if (at === undefined || at <= Date.now())
    throw new InvalidArgumentError('Use a time to come, such as 2030-01-31T00:00:00Z.');
  return at;
}

/** In epoch milliseconds. */
export function momentArgument(text: string): number {
  const at = parseDateTime(text);
  if (at === undefined) throw new InvalidArgumentError('Use a time such as 2026-01-31T00:00:00Z.');
  return at;
}

export function accountCode(text: string): PgCode {
  const read = pgCode(text);
  if (!read) throw new InvalidArgumentError('Use the code of a gateway account.');
  return read;
}

/** In seconds. */
export function durationArgument(text: string): number {
  const seconds = parseDuration(text);
  if (seconds === undefined)
    throw new InvalidArgumentError('Use "[days ]HH:MM:SS", such as "1 00:00:00".');
  return seconds;
}

/** The bytes of a file. */
export function fileBytes(name: string): Buffer {
  try {
    return readFileSync(name);
  } catch (error) {
    throw unreadable(error);
  }
}

/** The text of a file; of the standard input when the name is "-". */
function fileText(name: string, { input }: Terminal): string {
  try {
    return name === '-' ? input() : readFileSync(name, 'utf8');
  } catch (error) {
    throw unreadable(error);
  }
}

function unreadable(error: unknown): InvalidArgumentError {
  const why = error instanceof Error ? error.message : String(error);
  return new InvalidArgumentError(`It cannot be read: ${why}.`);
}

/** A reader of the JSON object in a file; in the standard input when the name is "-". */
export const fileObject =
  (terminal: Terminal) =>
  (name: string): Readonly<Record<string, unknown>> => {
    const value = parsed(fileText(name, terminal));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new InvalidArgumentError('It is not one JSON object.');
    return { ...value };
  };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message would quote the text, and that may hold a secret.
    throw new InvalidArgumentError('It is not JSON.');
  }
}

/** For the end of a help text. */
export function examples(...lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  npm run admin -- ${line}`).join('\n')}\n`;
}

/** A colour of pages, mails and papers (`domain/theme.ts`). */
export function accentColour(text: string): Colour {
  const read = colour(text);
  if (read === undefined)
    throw new InvalidArgumentError(
      'Use a colour as # and six hexadecimal digits, such as #0c5049.',
    );
  return read;
}
