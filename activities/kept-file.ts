import { fileKey } from '../transports/file-key.ts';
import type { Files } from '../transports/files.ts';
import { fileAway } from './failures.ts';

/** The bytes of a file of ours, read whole: undefined where it is gone. Fails, for another try, where it cannot be read now. */
export async function keptFile(
  files: Pick<Files, 'open'>,
  path: string,
): Promise<{ readonly bytes: Buffer } | undefined> {
  const key = fileKey(path);
  if (key === undefined) return undefined;
  try {
    const stored = await files.open(key);
    return stored && { bytes: await whole(stored.stream) };
  } catch (error) {
    throw fileAway(error);
  }
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
