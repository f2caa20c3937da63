import { setTimeout as sleep } from 'node:timers/promises';
import { FILE_ROUTES, KEYED_ROUTES, type Api } from './api.ts';
import { failureOf, SarrafError, type Failure } from './error.ts';
import { mayBeDone, retryAfterMs, waitBeforeRetry } from './retry.ts';

/** The name of a route: method and path, as the API reference has them. */
export type Route = keyof Api['routes'];

/** What a route answers. */
export type Answer<R extends Route> = Api['routes'][R]['answer'];

/** What a route takes: the names in its path, its query, its body. */
export type Input<R extends Route> = PathOf<R> &
  QueryOf<Api['routes'][R]> &
  BodyOf<Api['routes'][R]>;

type PathOf<R> = [NameIn<R>] extends [never]
  ? unknown
  : { readonly path: Readonly<Record<NameIn<R>, string>> };
type NameIn<R> = R extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;
type QueryOf<P> = P extends { query: infer Q }
  ? Partial<Q> extends Q
    ? { readonly query?: Q }
    : { readonly query: Q }
  : unknown;
type BodyOf<P> = P extends { body: infer B } ? { readonly body: Frozen<B> } : unknown;

/** The same with everything read-only: a call changes nothing of what it is given. */
export type Frozen<T> = T extends FormData | Uint8Array
  ? T
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;

export interface CallOptions {
  /** Your own key for this call, of visible ASCII, such as your order number. Without one, each call has a new one for all its tries. */
  readonly idempotencyKey?: string;
  /** Your name for a refund, a capture or a void, of ASCII: asked again with it, the API moves no more money. */
  readonly trackingKey?: string;
  /** For this call in place of the client's own, in milliseconds: above 0, at most 2,147,483,647. */
  readonly timeoutMs?: number;
  /** Ends the call when it is aborted. What was sent may have been done. */
  readonly signal?: AbortSignal;
}

export interface Settings {
  readonly baseUrl: string;
  readonly privateKey: string;
  readonly timeoutMs: number;
  readonly tryTimeoutMs: number;
  readonly maxRetries: number;
  readonly fetch: typeof fetch;
}

/** Any call, as the wire has it. */
interface Parts {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly body?: unknown;
}

/** Calls a route: tries again where that is safe, and ends at its deadline at the latest. */
export type Call = <R extends Route>(
  route: R,
  input: Input<R>,
  options?: CallOptions,
) => Promise<Answer<R>>;

export function callWith(settings: Settings): Call {
  return async (route, input, options = {}) => {
    const request = requestFor(route, input as Parts, options, settings);
    return (await answerTo(request, options, settings)) as Answer<typeof route>;
  };
}

interface Request {
  readonly url: string;
  readonly init: RequestInit;
  readonly isRepeatable: boolean;
  /** Whether it answers bytes and not JSON. */
  readonly isFile: boolean;
  readonly idempotencyKey?: string;
}

function requestFor(
  route: Route,
  { path = {}, query = {}, body }: Parts,
  options: CallOptions,
  { baseUrl, privateKey }: Settings,
): Request {
  const [method = '', pattern = ''] = route.split(' ');
  const idempotencyKey = keyFor(route, options);
  const isForm = body instanceof FormData;
  const url = new URL(baseUrl + pattern.replace(/\{(\w+)\}/g, (_, name) => segment(name, path)));
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return {
    url: url.href,
    init: {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Api-Key ${privateKey}`,
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
        ...(options.trackingKey !== undefined && { 'Tracking-Key': options.trackingKey }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      // A file may be kept elsewhere. What changes something is never sent to where nobody has looked.
      redirect: method === 'GET' ? 'follow' : 'manual',
    },
    isRepeatable: method === 'GET' || idempotencyKey !== undefined,
    isFile: FILE_ROUTES.has(route),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
}

function keyFor(route: Route, { idempotencyKey, trackingKey }: CallOptions): string | undefined {
  const takesTracking = route === 'POST /b/pbl/v2/operation/';
  if (trackingKey !== undefined && !takesTracking)
    throw new TypeError(`${route} takes no tracking key: only refund, capture and void do.`);
  // What a header cannot carry looks like a lost connection otherwise, and a blank name like none.
  if (trackingKey !== undefined && !/^(?! *$)[\x20-\x7e]{1,128}$/.test(trackingKey))
    throw new TypeError('trackingKey has 1 to 128 printable ASCII characters.');
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey has 1 to 255 visible ASCII characters.');
  if (KEYED_ROUTES.has(route)) return idempotencyKey ?? newIdempotencyKey();
  if (idempotencyKey !== undefined) throw new TypeError(`${route} takes no idempotency key.`);
  return undefined;
}

/**
 * A key that nobody else has. It is of letters only: the API refuses what looks like a card number, and digits of a UUID
 * can do so by chance.
 */
export function newIdempotencyKey(): string {
  return crypto.randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
}

/** A part of a path. An empty one, or one of dots alone, would lead to another route. */
function segment(name: string, path: Readonly<Record<string, string>>): string {
  const value = path[name];
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError(`${name} is missing or cannot be one: ${JSON.stringify(value)}.`);
  return encodeURIComponent(value);
}

/** A timer that is set to more fires at once. Milliseconds, some 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The milliseconds of a setting, where a timer can wait for them. Throws a TypeError that names it where none can. */
export function waitable(setting: string, ms: number): number {
  if (Number.isFinite(ms) && ms > 0 && ms <= LONGEST_TIMER_MS) return ms;
  throw new TypeError(
    `${setting} is a number of milliseconds above 0, at most ${LONGEST_TIMER_MS}.`,
  );
}

async function answerTo(
  request: Request,
  options: CallOptions,
  settings: Settings,
): Promise<unknown> {
  const patience = waitable('timeoutMs', options.timeoutMs ?? settings.timeoutMs);
  const deadline = performance.now() + patience;
  const { isRepeatable, idempotencyKey } = request;
  const most = settings.maxRetries + 1;
  let isUnclear = false;
  for (let made = 1; ; made += 1) {
    const ended = await tryOnce(request, deadline, options, settings);
    if ('answer' in ended) return ended.answer;
    const wait = waitBeforeRetry(ended, { isRepeatable, made, most }, Math.random());
    isUnclear = mayBeDone(ended, isUnclear);
    if (wait === undefined || performance.now() + wait >= deadline)
      throw new SarrafError({
        ...ended,
        ...(idempotencyKey !== undefined && { idempotencyKey }),
        mayBeDone: isUnclear && request.init.method !== 'GET',
      });
    await pause(wait, options.signal);
  }
}

/** Waits; an abort ends it, and the next try says so. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(ms, undefined, signal === undefined ? {} : { signal });
  } catch {
    // The try that follows finds the signal aborted.
  }
}

interface Success {
  readonly answer: unknown;
}
type Failed = Omit<Failure, 'mayBeDone'> & { readonly retryAfterMs?: number };

async function tryOnce(
  { url, init, isFile }: Request,
  deadline: number,
  { signal }: CallOptions,
  { fetch, tryTimeoutMs }: Settings,
): Promise<Success | Failed> {
  const left = Math.max(0, Math.ceil(Math.min(tryTimeoutMs, deadline - performance.now())));
  // It counts until the last byte: headers alone are no answer.
  const timeout = AbortSignal.timeout(left);
  const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  try {
    return await read(await fetch(url, { ...init, signal: ends }), isFile);
  } catch (cause) {
    const where = new URL(url).host;
    if (signal?.aborted === true)
      return { code: 'aborted', message: 'The call was aborted.', cause };
    if (timeout.aborted)
      return { code: 'timeout', message: `No answer of ${where} came in time.`, cause };
    return { code: 'connection_failed', message: `No answer came from ${where}.`, cause };
  }
}

async function read(response: Response, isFile: boolean): Promise<Success | Failed> {
  const { status, headers } = response;
  const requestId = headers.get('X-Request-Id') ?? undefined;
  if (status === 204) return { answer: undefined };
  if (response.ok && isFile) return { answer: new Uint8Array(await response.arrayBuffer()) };
  const text = await response.text();
  const parsed = parsedJson(text);
  if (response.ok && parsed !== undefined) return { answer: parsed };
  const failure = failureOf({
    status,
    body: parsed ?? text,
    ...(requestId !== undefined && { requestId }),
  });
  const wait = retryAfterMs(headers.get('Retry-After'), Date.now());
  return { ...failure, ...(wait !== undefined && { retryAfterMs: wait }) };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
