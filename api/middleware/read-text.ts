import type { Context } from 'koa';
import { RequestError } from './errors.ts';
import { unreadable } from './strict-json.ts';

/**
 * The body as text. Throws 413 when it has more bytes than `limit`, whatever it says of its own length; 415 when it is
 * compressed or names another character set than UTF-8; 400 when it is not UTF-8. Nothing is replaced in silence.
 */
export async function readText(ctx: Context, limit: number): Promise<string> {
  refuseEncodings(ctx);
  if ((ctx.request.length ?? 0) > limit) throw tooLarge(limit);
  const bytes = await readBytes(ctx, limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable('The body is not UTF-8.');
  }
}

function refuseEncodings(ctx: Context): void {
  const encoding = ctx.get('Content-Encoding').trim().toLowerCase();
  if (encoding !== '' && encoding !== 'identity')
    throw new RequestError(415, 'unsupported_media_type', 'Send the body without compression.');
  const [, charset = 'utf-8'] = /;\s*charset="?([^";\s]+)/i.exec(ctx.get('Content-Type')) ?? [];
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset))
    throw new RequestError(415, 'unsupported_media_type', 'Send the body in UTF-8.');
}

/** What is too much is read on to its end and thrown away, so that the caller gets to hear the answer. */
function readBytes({ req }: Context, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) chunks.push(chunk);
      else {
        chunks.length = 0;
        reject(tooLarge(limit));
      }
    });
    req.on('end', () => resolve(Buffer.concat(chunks)));
    req.on('error', reject);
    req.on('close', () => reject(unreadable('The body ended before its end.')));
  });
}

function tooLarge(limit: number): RequestError {
  const size = limit >= 1_000_000 ? `${limit / 1_000_000} MB` : `${limit / 1000} kB`;
  return new RequestError(413, 'request_too_large', `The body is larger than ${size}.`);
}
