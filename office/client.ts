import inject from 'light-my-request';
import type Koa from 'koa';
import type { Context } from 'koa';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { askFor, type LoggedIn } from '../api/access/asked-for.ts';
import { STEP_UP } from '../api/access/step-up.ts';

/** What the API says to a page. */
export interface AskedAnswer {
  readonly status: number;
  /** What its JSON says; undefined where it has none. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A file of the API, part by part. */
export interface ApiFile {
  /** As the API calls it. */
  readonly name: string;
  readonly type: string;
  readonly stream: Readable;
}

export interface ApiClient {
  readonly get: (path: string) => Promise<AskedAnswer>;
  /** A file, which is not read to its end before it is given; or why there is none. */
  readonly download: (path: string) => Promise<ApiFile | AskedAnswer>;
  /** `number` is sent as `Idempotency-Key`: a form that is sent twice acts once. `stepUp` shows once more who they are. */
  readonly send: (
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    more?: { readonly number?: string; readonly stepUp?: string },
  ) => Promise<AskedAnswer>;
  /** Sends a file on as the field `file` of a form, under a `number` as `send` does. */
  readonly attach: (
    path: string,
    file: { readonly name: string; readonly bytes: Buffer },
    number: string,
  ) => Promise<AskedAnswer>;
  /** Sends a file on as it comes, under a `number` as `send` does. */
  readonly upload: (path: string, file: SentFile, number: string) => Promise<AskedAnswer>;
}

/** A file that somebody sends, part by part. */
export interface SentFile {
  readonly stream: Readable;
  readonly type: 'text/csv' | 'application/json';
}

type Dispatch = (request: IncomingMessage, response: ServerResponse) => unknown;

const dispatchers = new WeakMap<Koa, Dispatch>();

/**
 * The API, asked inside of this process by a person who is logged in: through the same middleware, rights, limits, checks and audit
 * as from outside (contract/logins#inside). It is asked from the address that the person's browser has.
 */
export function apiClient(ctx: Context, person: LoggedIn, remoteAddress: string): ApiClient {
  const dispatch = (request: IncomingMessage, response: ServerResponse) => {
    askFor(request, person, ctx);
    // The library's request lacks this property of Node's, of which we ask whether a header came twice.
    Object.defineProperty(request, 'headersDistinct', { value: distinct(request.headers) });
    dispatcherOf(ctx.app)(request, response);
  };
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: object | Readable | Buffer,
  ): Promise<AskedAnswer> => {
    const {
      statusCode,
      headers: answered,
      rawPayload,
    } = await inject(dispatch, {
      method,
      url,
      remoteAddress,
      headers: { host: ctx.host, ...(body && { 'content-type': JSON_TYPE }), ...headers },
      ...(body && { payload: isRaw(body) ? body : JSON.stringify(body) }),
    });
    const read = jsonIn(answered['content-type'], rawPayload);
    return { status: statusCode, body: read, headers: answered };
  };
  const download = async (url: string): Promise<ApiFile | AskedAnswer> => {
    const answer = await inject(dispatch, {
      method: 'GET',
      url,
      remoteAddress,
      headers: { host: ctx.host },
      payloadAsStream: true,
    });
    const { statusCode, headers, raw } = answer;
    const stream = answer.stream();
    if (statusCode !== 200) {
      const chunks: Buffer[] = await stream.toArray();
      const body = jsonIn(headers['content-type'], Buffer.concat(chunks));
      return { status: statusCode, body, headers };
    }
    // Where the browser hangs up, the API has nobody left to write to.
    stream.once('close', () => raw.res.destroy());
    const name = /filename="([^"]+)"/.exec(String(headers['content-disposition']))?.[1];
    return { name: name ?? 'file', type: String(headers['content-type']), stream };
  };
  return {
    get: (path) => call('GET', path, {}),
    download,
    attach: async (path, { name, bytes }, number) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), name);
      const sent = new Response(form);
      return call(
        'POST',
        path,
        { 'content-type': sent.headers.get('content-type') ?? '', 'idempotency-key': number },
        Buffer.from(await sent.arrayBuffer()),
      );
    },
    upload: (path, { stream, type }, number) =>
      call(
        'POST',
        path,
        { 'content-type': type, 'transfer-encoding': 'chunked', 'idempotency-key': number },
        stream,
      ),
    send: (method, path, body, { number, stepUp = '' } = {}) =>
      call(
        method,
        path,
        {
          ...(number !== undefined && { 'idempotency-key': number }),
          ...(stepUp !== '' && { [STEP_UP]: encodeURIComponent(stepUp) }),
        },
        body,
      ),
  };
}

function isRaw(body: object): body is Readable | Buffer {
  return body instanceof Readable || Buffer.isBuffer(body);
}

const JSON_TYPE = 'application/json';

function dispatcherOf(app: Koa): Dispatch {
  const known = dispatchers.get(app);
  if (known) return known;
  const made = app.callback();
  dispatchers.set(app, made);
  return made;
}

function distinct(headers: IncomingMessage['headers']): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, [value].flat()]),
  );
}

function jsonIn(type: unknown, bytes: Buffer): unknown {
  return typeof type === 'string' && type.startsWith(JSON_TYPE) && bytes.length > 0
    ? JSON.parse(bytes.toString('utf8'))
    : undefined;
}
