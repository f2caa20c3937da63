import inject from 'light-my-request';
import type Koa from 'koa';
import type { Context } from 'koa';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { askFor, type LoggedIn } from '../api/access/asked-for.ts';
import { STEP_UP } from '../api/access/step-up.ts';

/** What the API says to a page. */
export interface AskedAnswer {
  readonly status: number;
  /** What its JSON says; undefined where it has none. */
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface ApiClient {
  readonly get: (path: string) => Promise<AskedAnswer>;
  /** `number` is sent as `Idempotency-Key`: a form that is sent twice acts once. `stepUp` shows once more who they are. */
  readonly send: (
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    more?: { readonly number?: string; readonly stepUp?: string },
  ) => Promise<AskedAnswer>;
}

type Dispatch = (request: IncomingMessage, response: ServerResponse) => unknown;

const dispatchers = new WeakMap<Koa, Dispatch>();

/**
 * The API, asked inside of this process by a person who is logged in: through the same middleware, rights, limits, checks and audit
 * as from outside (contract/logins#inside). It is asked from the address that the person's browser has.
 */
export function apiClient(ctx: Context, person: LoggedIn, remoteAddress: string): ApiClient {
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<AskedAnswer> => {
    const {
      statusCode,
      headers: answered,
      rawPayload,
    } = await inject(
      (request, response) => {
        askFor(request, person);
        // The library's request lacks this property of Node's, of which we ask whether a header came twice.
        Object.defineProperty(request, 'headersDistinct', { value: distinct(request.headers) });
        dispatcherOf(ctx.app)(request, response);
      },
      {
        method,
        url,
        remoteAddress,
        headers: { host: ctx.host, ...(body && { 'content-type': JSON_TYPE }), ...headers },
        ...(body && { payload: JSON.stringify(body) }),
      },
    );
    const read = jsonIn(answered['content-type'], rawPayload);
    return { status: statusCode, body: read, headers: answered };
  };
  return {
    get: (path) => call('GET', path, {}),
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
