import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

/** An object of JSON that somebody has answered. */
export type Json = Readonly<Record<string, unknown>>;

/** The text under a key; throws when it is none. */
export function textIn(body: Json, key: string): string {
  const value = body[key];
  assert.ok(typeof value === 'string', `${key} is no text in ${JSON.stringify(body)}`);
  return value;
}

/** The objects of the list under a key; throws when it is none. */
export function rows(body: Json, key: string): readonly Json[] {
  const value = body[key];
  assert.ok(Array.isArray(value), `${key} is no list in ${JSON.stringify(body)}`);
  return value.filter(isObject);
}

/** The object under a key; throws when it is none. */
export function part(body: Json, key: string): Json {
  const value = body[key];
  assert.ok(isObject(value), `${key} is no object in ${JSON.stringify(body)}`);
  return value;
}

/** What comes soon is seen soon; what takes long is not asked about twenty times a second, each time by programs that have to answer. */
const LOOK_AFTER_MS = { least: 60, most: 1000 };

/**
 * Looks until there is something to see, and gives it: after a tenth of the time that it has taken so far, so that nothing is seen
 * later than that. Throws with its name when it never comes.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  withinMs = 30_000,
): Promise<T> {
  for (const began = Date.now(); ;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    const tookMs = Date.now() - began;
    if (tookMs > withinMs) assert.fail(`${what}: not within ${withinMs} ms.`);
    await wait(Math.min(LOOK_AFTER_MS.most, Math.max(LOOK_AFTER_MS.least, tookMs / 10)));
  }
}

/** The body when it is one JSON object, else an empty one. */
export function objectIn(content: string): Json {
  try {
    const value: unknown = JSON.parse(content);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
