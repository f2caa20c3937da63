import { invalid } from './refusals.ts';

/** A request body or query, of which nothing is known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields of a JSON or form body; anything that is not an object is refused. */
export function fieldsOf(body: unknown): Fields {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid('Send a JSON object as the body, with Content-Type application/json.');
  return Object.fromEntries(Object.entries(body));
}

/** A text that must be there and not be longer than `longest` characters. */
export function text(fields: Fields, name: string, longest: number): string {
  const value = optionalText(fields, name, longest);
  if (value === undefined || value === '')
    throw invalid(`Send ${name}, a text of 1 to ${longest} characters.`);
  return value;
}

export function optionalText(fields: Fields, name: string, longest: number): string | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value.length > longest)
    throw invalid(`Send ${name} as a text of at most ${longest} characters.`);
  return value;
}

export function optionalFlag(fields: Fields, name: string): boolean | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'boolean') throw invalid(`Send ${name} as true or false.`);
  return value;
}

export function flag(fields: Fields, name: string): boolean {
  const value = optionalFlag(fields, name);
  if (value === undefined) throw invalid(`Send ${name} as true or false.`);
  return value;
}

/** A whole number from `least` to `most`, or the given value when it is left out. */
export function count(fields: Fields, name: string, range: CountRange): number {
  const value = fields[name] ?? range.otherwise;
  if (
    typeof value !== 'number' ||
    !Number.isInteger(value) ||
    value < range.least ||
    value > range.most
  )
    throw invalid(`Send ${name} as a whole number from ${range.least} to ${range.most}.`);
  return value;
}

/** A number from 0 to 1, when it is given. */
export function fraction(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'number' || !(value >= 0 && value <= 1))
    throw invalid(`Send ${name} as a number from 0 to 1.`);
  return value;
}

export interface CountRange {
  readonly least: number;
  readonly most: number;
  readonly otherwise: number;
}

/** An absolute http or https address without a user or password. */
export function webAddress(fields: Fields, name: string): string {
  const value = text(fields, name, 2048);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !/^https?:$/u.test(url.protocol) || url.username !== '' || url.password !== '')
    throw invalid(`Send ${name} as an absolute http or https address without user or password.`);
  return value;
}

/** One value of a query or a form as text; repeated or missing ones are empty. */
export function single(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
