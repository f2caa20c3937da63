import type { Cursor } from '../../store/cursors.ts';

/** A place in a list as one word of an address. */
export function cursorOf({ at, id }: Cursor): string {
  return Buffer.from(`${at}.${id}`).toString('base64url');
}

/** The place that such a word names; undefined when it is none. */
export function placeIn(cursor: string): Cursor | undefined {
  const [, at, id] = /^(\d{1,16})\.([-\w]{1,64})$/.exec(textIn(cursor)) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}

function textIn(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8');
}
