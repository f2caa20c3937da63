/** A document to be set: a template of ours and the data that it shows. */
export interface Sheet {
  /** Typst; never anything that somebody else has written. */
  readonly template: string;
  /** JSON. The template reads it as data, so nothing in it can become markup. */
  readonly data: string;
  /** A PNG or a JPEG. Where it cannot be read, the document has none. */
  readonly logo?: Uint8Array;
  /** Seconds since 1970: the same sheet gives the same bytes. */
  readonly createdAt: number;
}

/** The first word of a typesetter, once it can be asked. */
export const READY = 'ready';

/** What the typesetter answers. */
export type Printed = { readonly pdf: Uint8Array } | { readonly fault: string };
