import type { JsonObject } from '../domain/json.ts';

/**
 * An object that somebody else sent is kept as text. To the database and its driver some keys have a meaning of their
 * own (`$ref` beside `$id`, `toObject`), so that as an object it would come back changed or could not be kept at all.
 */
export function asText(value: JsonObject): string {
  return JSON.stringify(value);
}

/** The object that was kept as this text. */
export function fromText(text: string): JsonObject {
  return JSON.parse(text);
}
