export type JsonPart = Readonly<Record<string, unknown>>;

export function textOf(json: JsonPart, key: string): string {
  const value = json[key];
  return typeof value === 'string' ? value : '';
}

/** A part that is an object; an empty one where there is none. */
export function partOf(json: JsonPart, key: string): JsonPart {
  const value = json[key];
  return isObject(value) ? value : {};
}

/** Undefined where the text is no object. */
export function jsonIn(text: string): JsonPart | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonPart {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
