import { createWriteStream } from 'node:fs';
import { connect } from 'node:net';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { EnvHttpProxyAgent, fetch } from 'undici';
import type { Tell } from '../progress.ts';
import { mb } from './how-far.ts';

const CONNECT_MS = 5_000;

/**
 * Says why a server of the internet cannot be reached; nothing when it can. Takes 5 s at most, so that a machine
 * without internet goes on to the next way. Behind a proxy, the proxy is asked.
 */
export function unreachableServer(
  url: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  const target = new URL(env['HTTPS_PROXY'] ?? env['https_proxy'] ?? url);
  const port = target.port === '' ? (target.protocol === 'http:' ? 80 : 443) : Number(target.port);
  return new Promise((resolve) => {
    const socket = connect({ host: target.hostname, port });
    const end = (why?: string) => {
      socket.destroy();
      resolve(why === undefined ? undefined : `${target.hostname} cannot be reached (${why})`);
    };
    socket.setTimeout(CONNECT_MS, () => end(`no answer within ${CONNECT_MS / 1000} s`));
    socket.once('connect', () => end());
    socket.once('error', (error) => end(error.message));
  });
}

/** Reads a JSON document. Fails with the status when it is not 2xx. */
export async function downloadJson(url: string | URL): Promise<unknown> {
  return (await get(url)).json();
}

/** Saves a document as a file, and tells how much of it is there. Fails with the status when it is not 2xx. */
export async function downloadTo(file: string, url: string | URL, tell: Tell): Promise<void> {
  const { body, headers } = await get(url);
  if (body === null) throw new Error(`${String(url)} answered without a body`);
  const length = Number(headers.get('content-length') ?? 0);
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      tell(length > 0 ? `${mb(bytes)} of ${mb(length)} MB` : `${mb(bytes)} MB so far`);
      done(undefined, chunk);
    },
  });
  await pipeline(Readable.fromWeb(body), counted, createWriteStream(file));
}

async function get(url: string | URL) {
  const dispatcher = new EnvHttpProxyAgent({ connect: { timeout: CONNECT_MS } });
  const response = await fetch(url, { dispatcher });
  if (!response.ok) throw new Error(`${String(url)} answered ${response.status}`);
  return response;
}
