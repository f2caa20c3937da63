import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { chance, type Misfortune } from './chance.ts';
import type { StruckFault } from './network.ts';

/** A request on its way to the stand-in. */
export interface FrontCall {
  readonly method: string;
  readonly path: string;
  /** What goes wrong inside of the stand-in with it. */
  readonly inside: Misfortune | undefined;
}

export interface FrontSettings {
  /** Where the stand-in listens. */
  readonly standIn: () => string;
  /** Where the engine listens for its events. */
  readonly notifyUrl: string;
  /** The call in the simulator's words, such as `create` or `refund`. */
  readonly nameOf: (method: string, path: string) => string;
  /** Told before a request is handed on, so that the stand-in itself can go wrong with it. */
  readonly before: (call: FrontCall) => void;
}

/** Where the network is for the engine, and the engine for the network: between them calls and events go wrong by chance. */
export interface Front {
  readonly url: string;
  /** Where the stand-in posts its events. */
  readonly eventsUrl: string;
  readonly order: (misfortunes: readonly Misfortune[]) => void;
  readonly counts: () => readonly StruckFault[];
  /** Posts again, so many times at once, every event in which this text stands. */
  readonly repeat: (text: string, times: number) => Promise<void>;
  /** Events that the engine has turned away. */
  readonly turnedAway: () => readonly string[];
  readonly close: () => Promise<void>;
}

const EVENTS = '/drill-events';
const ON_THE_WAY = ['answer-lost', 'reset', 'error', 'slow'];
const INSIDE = ['broken', 'busy', 'queued', 'declined'];
const OF_EVENTS = ['no-callback', 'late-callback', 'duplicate-callback'];
/** Networks post again within minutes or hours whatever was not answered with 2xx; here it is seconds. */
const POST_AGAIN_MS = { first: 1000, most: 5000 };
/** What is turned away so often is told, and posted no more. */
const MOST_REFUSALS = 5;
const ONE_POST_MS = 10_000;
/** What belongs to one connection alone, and what `fetch` says by itself. */
const OF_A_CONNECTION: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'keep-alive',
  'content-length',
  'content-encoding',
  'transfer-encoding',
]);

interface Event {
  readonly headers: Headers;
  readonly body: Buffer<ArrayBuffer>;
}

/** Opens it on a free port of the loopback, with nothing that goes wrong. */
export async function openFront({
  standIn,
  notifyUrl,
  nameOf,
  before,
}: FrontSettings): Promise<Front> {
  let fate = chance([]);
  const events: Event[] = [];
  const turnedAway: string[] = [];
  const closing = new AbortController();

  async function handOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url: path = '/' } = request;
    const body = await buffer(request);
    const call = nameOf(method, path);
    const struck = fate.strike(call, ON_THE_WAY);
    if (struck?.fault === 'reset') return void response.destroy();
    if (struck?.fault === 'error')
      return void response.writeHead(struck.status ?? 503).end('<h1>Bad gateway</h1>');
    before({ method, path, inside: fate.strike(call, INSIDE) });
    const answer = await fetch(new URL(path, standIn()), {
      method,
      headers: headersOf(request),
      redirect: 'manual',
      ...(body.length > 0 && { body }),
    });
    const text = await answer.text();
    if (struck?.fault === 'slow') await wait(struck.delay_ms ?? 10_000);
    if (struck?.fault === 'answer-lost') return void response.destroy();
    const told = [...answer.headers].filter(([name]) => !OF_A_CONNECTION.has(name));
    response.writeHead(answer.status, Object.fromEntries(told));
    return void response.end(answer.status === 204 ? undefined : text);
  }

  /** The stand-in is answered at once: it is this side that posts again. */
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const event = { headers: headersOf(request), body: await buffer(request) };
    response.writeHead(200).end();
    events.push(event);
    const struck = fate.strike('callback', OF_EVENTS);
    if (struck?.fault === 'no-callback') await pause(POST_AGAIN_MS.most);
    if (struck?.fault === 'late-callback') await pause(struck.delay_ms ?? 3000);
    const times = struck?.fault === 'duplicate-callback' ? (struck.times ?? 2) : 1;
    await postAtOnce(event, times);
  }

  async function postAtOnce(event: Event, times: number): Promise<void> {
    await Promise.all(Array.from({ length: times }, () => untilTaken(event)));
  }

  async function untilTaken({ headers, body }: Event): Promise<void> {
    let refusals = 0;
    for (let again = POST_AGAIN_MS.first; !closing.signal.aborted; again *= 2) {
      const answer = await post(headers, body);
      if (answer?.ok) return;
      if (answer && answer.status < 500) refusals += 1;
      if (refusals >= MOST_REFUSALS) {
        turnedAway.push(`${answer?.status} to ${body.toString('utf8').slice(0, 400)}`);
        return;
      }
      await pause(Math.min(again, POST_AGAIN_MS.most));
    }
  }

  async function post(headers: Headers, body: Event['body']) {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ONE_POST_MS)]);
    try {
      const answer = await fetch(notifyUrl, { method: 'POST', headers, body, signal });
      await answer.body?.cancel();
      return answer;
    } catch {
      return undefined;
    }
  }

  /** As long as that, or until all is over. */
  async function pause(ms: number): Promise<void> {
    await wait(ms, undefined, { signal: closing.signal }).catch(() => undefined);
  }

  // Whoever asks now and then asks on the same connection, which must not end at that moment.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    const work = request.url === EVENTS ? take(request, response) : handOn(request, response);
    // Whoever asked is told nothing: it may ask again.
    work.catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return {
    url,
    eventsUrl: `${url}${EVENTS}`,
    order: (misfortunes) => {
      fate = chance(misfortunes);
    },
    counts: () => fate.counts(),
    repeat: async (text, times) => {
      const about = events.filter(({ body }) => body.includes(text));
      await Promise.all(about.map((event) => postAtOnce(event, times)));
    },
    turnedAway: () => [...turnedAway],
    close: async () => {
      closing.abort();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function headersOf({ headers }: IncomingMessage): Headers {
  const kept = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && !OF_A_CONNECTION.has(name)) kept.set(name, value);
  return kept;
}
