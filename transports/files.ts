import type { Readable } from 'node:stream';
import type { FileKey } from './file-key.ts';
import { localFiles } from './local-files.ts';
import type { S3Place } from './s3-files.ts';

/** Where files are kept: a directory of this machine, or a bucket of an S3-compatible storage. */
export type FilesPlace = { readonly kind: 'local'; readonly directory: string } | S3Place;

export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** To be read to its end, or destroyed. */
  readonly stream: Readable;
}

/** The files of the house, wherever they are. What is kept never changes. */
export interface Files {
  /** Keeps the bytes whole or not at all. False, and nothing has changed, when the key is taken. */
  readonly create: (key: FileKey, bytes: Uint8Array, contentType: string) => Promise<boolean>;
  readonly open: (key: FileKey) => Promise<StoredFile | undefined>;
  /** Rejects when files cannot be kept here now. */
  readonly ping: () => Promise<void>;
}

/** The one that the setting names. Nothing is looked at yet: `ping` does. */
export async function filesAt(place: FilesPlace): Promise<Files> {
  if (place.kind === 'local') return localFiles(place.directory);
  // The client for buckets is large, and most installations that begin have none.
  const { s3Files } = await import('./s3-files.ts');
  return s3Files(place);
}
