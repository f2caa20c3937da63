import type { Readable } from 'node:stream';
import type { FileKey } from './file-key.ts';

export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** To be read to its end, or destroyed. */
  readonly stream: Readable;
}

export interface HandOverTerms {
  /** What it is called for whoever downloads it: plain letters. */
  readonly fileName: string;
  readonly contentType: string;
  readonly seconds: number;
}

export type HandOver =
  | { readonly kind: 'path'; readonly path: string; readonly size: number }
  | { readonly kind: 'url'; readonly url: string; readonly size: number };

/** The files of the system, wherever they are. What is created never changes. */
export interface Files {
  /** Keeps the bytes whole or not at all. False, and nothing has changed, when the key is taken. */
  readonly create: (key: FileKey, bytes: Uint8Array, contentType: string) => Promise<boolean>;
  readonly open: (key: FileKey) => Promise<StoredFile | undefined>;
  /**
   * Keeps what comes, whole or not at all, in place of what has the key; gives its bytes. Few of them are in memory at a time.
   * Rejects with what the chunks reject with, and then nothing has changed. A key has one writer at a time.
   */
  readonly write: (
    key: FileKey,
    chunks: AsyncIterable<Uint8Array>,
    contentType: string,
  ) => Promise<number>;
  /** Removes a file, in a directory also what a writer that was killed has left of it; nothing happens where there is none. */
  readonly remove: (key: FileKey) => Promise<void>;
  /** How others get the file without us: by a path of this machine, or by an address that is good for so many seconds. */
  readonly handOver: (key: FileKey, terms: HandOverTerms) => Promise<HandOver | undefined>;
  /** Rejects when files cannot be kept here now. */
  readonly ping: () => Promise<void>;
}
