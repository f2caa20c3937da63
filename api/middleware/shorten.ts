import type { Schema } from 'joi';
import { descriptionOf, type JoiDescription } from './joi-description.ts';

/**
 * The body with no more of anything than it takes to say that it is too much: joi looks at each item of a list and each letter
 * of a text that it finds too long, and tells of every fault in it. Texts and lists keep one more than they may have; fields
 * that the schema does not know are left out, as they are by it.
 */
export function shortened(schema: Schema, body: unknown): unknown {
  return cut(descriptionOf(schema), body);
}

function cut(said: JoiDescription, value: unknown): unknown {
  if (said.type === 'alternatives') {
    const fitting = (said.matches ?? []).filter(({ schema }) => schema?.type === typeOf(value));
    const [only] = fitting;
    return fitting.length === 1 && only?.schema ? cut(only.schema, value) : value;
  }
  if (said.type !== typeOf(value)) return value;
  const end = mostOf(said) + 1;
  if (typeof value === 'string') return firstOf(value, end);
  if (Array.isArray(value)) {
    const [item] = said.items ?? [];
    const some = value.slice(0, end) as readonly unknown[];
    return item && said.items?.length === 1 ? some.map((one) => cut(item, one)) : some;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  if (said.keys && !said.patterns && said.flags?.['unknown'] !== true)
    return knownFields(said.keys, fields);
  const names = Object.keys(fields);
  if (names.length <= end) return value;
  return Object.fromEntries(names.slice(0, end).map((name) => [name, fields[name]]));
}

function knownFields(
  keys: Readonly<Record<string, JoiDescription>>,
  fields: Readonly<Record<string, unknown>>,
): object {
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, inner]) =>
      Object.hasOwn(fields, name) ? [[name, cut(inner, fields[name])]] : [],
    ),
  );
}

/** Never half a character, which would be a fault of its own. */
function firstOf(text: string, length: number): string {
  return text.slice(0, /[\uD800-\uDBFF]/.test(text[length - 1] ?? '') ? length + 1 : length);
}

function typeOf(value: unknown): string | undefined {
  if (typeof value === 'string') return 'string';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' && value !== null ? 'object' : undefined;
}

function mostOf({ rules = [] }: JoiDescription): number {
  const limits = rules
    .filter(({ name }) => name === 'max')
    .map(({ args }) => args?.limit)
    .filter((limit) => typeof limit === 'number');
  return Math.min(Infinity, ...limits);
}
