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
