/** What JSON can say. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The keys of which it is known that they have a value, and those that may have none. Of a text it is taken that it says
 * something, unless its type has `''`.
 */
export type Without<F, Nothing> = {
  readonly [K in keyof F as [Extract<F[K], Nothing>] extends [never] ? K : never]: F[K];
} & {
  readonly [K in keyof F as [Extract<F[K], Nothing>] extends [never] ? never : K]?: Exclude<
    F[K],
    Nothing
  >;
} extends infer T
  ? { [K in keyof T]: T[K] }
  : never;

/** Without the keys that have no value. */
export function defined<F extends object>(fields: F): Without<F, undefined> {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  // oxlint-disable-next-line typescript/consistent-type-assertions -- What the filter leaves is what the type says.
  return Object.fromEntries(kept) as Without<F, undefined>;
}

/**
 * The same value with the keys of every object in alphabetical order; lists keep theirs. Keys that are whole numbers
 * come first, as the language has it: no signature depends on the order.
 */
export function sortKeys<V extends JsonValue>(value: V): V {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Only the order of keys is another.
  return sorted(value) as V;
}

function sorted(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

/**
 * Leaves out the keys without a value: undefined, null and "" (contract/webhooks#payload). Only of this
 * object: what a merchant or a gateway sent is echoed inside it as it came.
 */
export function withoutEmpty<F extends { readonly [key: string]: JsonValue | undefined }>(
  fields: F,
): Without<F, Empty> {
  const kept = Object.entries(fields).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  // oxlint-disable-next-line typescript/consistent-type-assertions -- What the filter leaves is what the type says.
  return Object.fromEntries(kept) as Without<F, Empty>;
}

type Empty = undefined | null | '';

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
