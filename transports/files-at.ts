import { localFiles } from './local-files.ts';
import type { S3Place } from './s3-files.ts';
import type { Files } from './files.ts';

/** Where files are kept: a directory of this machine, or a bucket of an S3-compatible storage. */
export type FilesPlace = { readonly kind: 'local'; readonly directory: string } | S3Place;

/** The one that the setting names. Nothing is looked at yet: `ping` does. */
export async function filesAt(place: FilesPlace): Promise<Files> {
  if (place.kind === 'local') return localFiles(place.directory);
  // The client for buckets is large, and most installations that begin have none.
  const { s3Files } = await import('./s3-files.ts');
  return s3Files(place);
}
