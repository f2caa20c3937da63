import { Client } from 'undici';
import { webUrl } from '../domain/web-url.ts';
import { NoConnection, type Connect } from './ssrf-guard.ts';

/** A file, or why there is none; `final` when asking again would give the same. */
export type Fetched =
  | { readonly bytes: Buffer }
  | { readonly why: string; readonly final: boolean };

/** Gets a file that somebody else names the address of; never more of it than `maxBytes`. It does not throw. */
export type FetchFile = (url: string, maxBytes: number) => Promise<Fetched>;

const PATIENCE_MS = 10_000;

/** Gets it through the SSRF guard, by one request: a redirect leads nowhere. */
export function fileFetcher({ connect }: { readonly connect: Connect }): FetchFile {
  return async (text, maxBytes) => {
    const url = webUrl(text);
    if (!url) return { why: 'the address leads nowhere', final: true };
    if (url.username !== '' || url.password !== '')
      return { why: 'the address has a user name', final: true };
    const client = new Client(url.origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
    const deadline = setTimeout(() => {
      client.destroy(new Error('no answer in time'), () => undefined);
    }, PATIENCE_MS);
    try {
      const { statusCode, body } = await client.request({
        method: 'GET',
        path: `${url.pathname}${url.search}`,
        reset: true,
      });
      body.on('error', () => undefined);
      if (statusCode !== 200) {
        body.destroy();
        return { why: `HTTP ${statusCode}`, final: statusCode < 500 && statusCode !== 429 };
      }
      return await collected(body, maxBytes);
    } catch (error) {
      return error instanceof NoConnection
        ? { why: error.message, final: error.isRefused }
        : { why: 'not reached', final: false };
    } finally {
      clearTimeout(deadline);
      await client.destroy();
    }
  };
}

async function collected(
  body: AsyncIterable<Buffer> & { readonly destroy: () => unknown },
  maxBytes: number,
): Promise<Fetched> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) {
      body.destroy();
      return { why: `more than ${maxBytes} bytes`, final: true };
    }
    chunks.push(Buffer.from(chunk));
  }
  return { bytes: Buffer.concat(chunks) };
}
