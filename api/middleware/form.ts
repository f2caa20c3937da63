import type { Schema } from 'joi';
import type { RequestError } from './errors.ts';
import { descriptionOf, type JoiDescription } from './joi-description.ts';
import {
  MOST_VALUES,
  parseJson,
  refusePrototype,
  unreadable,
  type Reading,
  type Room,
} from './strict-json.ts';
import { cutText } from '../../domain/cut-text.ts';

/**
 * The body that a form means, where every field is text: a list is repeated keys or JSON (of addresses also one text with commas), an
 * object is JSON, and true, false and numbers are what they look like, where the schema has such a field. What cannot be read stays text, and the validation says what is wrong with it. Throws 400
 * `parse_error` when a field that is no list stands twice, for JSON that means two things, and for a body of JSON.
 */
export function fromForm(
  fields: Readonly<Record<string, readonly string[]>>,
  schema: Schema | undefined,
): Record<string, unknown> {
  const [first = ''] = Object.keys(fields);
  // `curl -d` names this type where nobody names one.
  if (first.trimStart().startsWith('{'))
    throw unreadable('This is JSON: send it with Content-Type: application/json.');
  const { keys = {} } = schema ? descriptionOf(schema) : {};
  const room = { values: MOST_VALUES };
  return Object.fromEntries(
    Object.entries(fields).map(([key, values]) => [
      key,
      valueOf(key, values, { said: Object.hasOwn(keys, key) ? keys[key] : undefined, room }),
    ]),
  );
}

interface Field {
  /** Undefined for one that the schema does not know. */
  readonly said: JoiDescription | undefined;
  readonly room: Room;
}

function valueOf(key: string, values: readonly string[], { said, room }: Field): unknown {
  refusePrototype(key);
  const list = said && listIn(said);
  if (list) return listOf(values, { within: key, room }, isOfAddresses(said, list));
  if (values.length > 1) throw duplicated(key);
  const [only = ''] = values;
  if (said?.type === 'object') return jsonOr(only, { within: key, room });
  if (said?.type === 'boolean' && (only === 'true' || only === 'false')) return only === 'true';
  if (said?.type === 'number' && /^\d{1,15}$/.test(only)) return Number(only);
  return only;
}

/** 400 `parse_error` about a field that stands twice, and is no list. */
export function duplicated(key: string): RequestError {
  return unreadable(`The field ${JSON.stringify(cutText(key, 64))} is duplicated.`);
}

/** The list that the field is, or may be. */
function listIn({ type, matches = [], ...said }: JoiDescription): JoiDescription | undefined {
  if (type === 'array') return { type, ...said };
  return matches.find(({ schema }) => schema?.type === 'array')?.schema;
}

/** Addresses, which people write with commas. A field that may also be one text is of them. */
function isOfAddresses(said: JoiDescription, { items = [] }: JoiDescription): boolean {
  return (
    said.type !== 'array' ||
    items.some(({ rules = [] }) => rules.some(({ name }) => name === 'email'))
  );
}

function listOf(values: readonly string[], how: Reading, isOfAddresses: boolean): unknown {
  const [only] = values;
  if (values.length !== 1 || only === undefined) return values;
  if (only.startsWith('[')) return jsonOr(only, how);
  return isOfAddresses ? only.split(',').map((address) => address.trim()) : values;
}

function jsonOr(text: string, how: Reading): unknown {
  return isJson(text) ? parseJson(text, how) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
