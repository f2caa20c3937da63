import { fileKey } from '../transports/file-key.ts';
import type { Files } from '../transports/files.ts';

/** The bytes of a file of ours, read whole: undefined where it is gone, `late` where it cannot be read now. */
export async function keptFile(
  files: Pick<Files, 'open'>,
  path: string,
): Promise<{ readonly bytes: Buffer } | { readonly late: string } | undefined> {
  const key = fileKey(path);
  if (key === undefined) return undefined;
  try {
    const stored = await files.open(key);
    return stored && { bytes: await whole(stored.stream) };
  } catch {
    return { late: 'its file cannot be read' };
  }
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
