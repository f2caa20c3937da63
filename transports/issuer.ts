import { Client } from 'undici';
import type { Connect } from './ssrf-guard.ts';

/** An answer did not come: nobody was reached, or it was too slow or too long. */
export class IssuerSilent extends Error {
  override readonly name = 'IssuerSilent';
}

/** What is sent, as the library of OpenID Connect has it. */
export interface IssuerRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A form, where there is one: nothing else is sent to an issuer. */
  readonly body?: unknown;
}

/** Asks an issuer of single sign-on. Rejects with `IssuerSilent` where no answer comes. */
export type AskIssuer = (url: string, request: IssuerRequest) => Promise<Response>;

/** A person waits for it. */
const PATIENCE_MS = 5000;
/** Descriptions, keys and tokens are some kilobytes. */
const MOST_BYTES = 256 * 1024;

/** Asks through the SSRF guard, by one request: a redirect leads nowhere. `mayAsk` says which addresses are asked at all. */
export function issuerAsker({
  connect,
  mayAsk,
}: {
  readonly connect: Connect;
  readonly mayAsk: (url: URL) => boolean;
}): AskIssuer {
  return async (text, { method, headers, body }) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (!url || !mayAsk(url)) throw new IssuerSilent('The address of the issuer may not be asked.');
    const client = new Client(url.origin, { connect, headersTimeout: 0, bodyTimeout: 0 });
    const deadline = setTimeout(() => {
      client.destroy(new Error('no answer in time'), () => undefined);
    }, PATIENCE_MS);
    try {
      const answer = await client.request({
        method: method === 'POST' ? 'POST' : 'GET',
        path: `${url.pathname}${url.search}`,
        headers,
        ...(body instanceof URLSearchParams && { body: body.toString() }),
        reset: true,
      });
      const bytes = await collected(answer.body);
      return new Response(hasNoBody(answer.statusCode) ? null : bytes, {
        status: answer.statusCode,
        headers: headersOf(answer.headers),
      });
    } catch (cause) {
      throw new IssuerSilent('The issuer gave no answer.', { cause });
    } finally {
      clearTimeout(deadline);
      await client.destroy();
    }
  };
}

function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

function headersOf(given: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given))
    for (const one of [value ?? []].flat()) headers.append(name, one);
  return headers;
}

async function collected(
  body: AsyncIterable<Buffer> & { readonly destroy: () => unknown },
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MOST_BYTES) {
      body.destroy();
      throw new Error(`more than ${MOST_BYTES} bytes`);
    }
    chunks.push(Buffer.from(chunk));
  }
  return new Uint8Array(Buffer.concat(chunks));
}
