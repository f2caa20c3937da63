import type { Readable } from 'node:stream';

/** So much of an answer is kept, in bytes: enough for a person to see what is wrong, and what lists of deliveries show. */
const KEPT_BYTES = 20_000;

/** The status has decided by now; a payer waits, and the rest is only for the record. */
const PATIENCE_MS = 2000;

/**
 * The first 20 kB of an answer as text, or what of them has come within two seconds or before it broke; undefined when
 * that is nothing. The rest is never read. Closes the stream.
 */
export async function beginningOf(body: Readable): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Closing a body that has not ended is an error to it, and after the loop nobody listens any more.
  body.on('error', () => undefined);
  const impatience = setTimeout(() => body.destroy(), PATIENCE_MS);
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size >= KEPT_BYTES) break;
    }
  } catch {
    // What had come until then is kept.
  } finally {
    clearTimeout(impatience);
    body.destroy();
  }
  // As a stream, so that a letter that is cut in two is left out.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, KEPT_BYTES), {
    stream: true,
  });
  return text === '' ? undefined : text;
}
