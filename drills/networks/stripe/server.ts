import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createBook, StripeRefusal } from './book.ts';
import { parseForm, type StripeJson } from './form.ts';
import { payerPage } from './page.ts';
import { official, typedRequest } from './schemas.ts';

/**
 * What goes wrong with the next request like `on` (`post /v1/refunds`): its answer is `lost` or comes `late`, it is done and a
 * 500 is answered and kept (`broken`), or it is `refused`, as with a key that was withdrawn.
 */
export interface Fault {
  readonly on: string;
  readonly fault: 'lost' | 'late' | 'broken' | 'refused';
  readonly ms?: number;
}

/** Where events are posted; held ones come in the other order when they are released, and each so many times. */
interface Endpoint {
  url: string;
  secrets: readonly string[];
  isHeld: boolean;
  times: number;
}

interface Kept {
  readonly hash: string;
  answer?: { readonly status: number; readonly text: string };
}

/** Where the paths of the API lead; the first name in braces is the id. */
const HANDLERS: Readonly<
  Record<string, (book: ReturnType<typeof createBook>, id: string, body: StripeJson) => StripeJson>
> = {
  'post /v1/checkout/sessions': (book, _id, body) => book.createSession(body),
  'get /v1/checkout/sessions': (book, _id, query) => list(book.all('checkout.session'), query),
  'get /v1/checkout/sessions/{session}': (book, id) => book.get(id, 'checkout.session'),
  'post /v1/checkout/sessions/{session}/expire': (book, id) => book.expireSession(id),
  'post /v1/payment_intents': (book, _id, body) => book.createIntent(body),
  'get /v1/payment_intents': (book, _id, query) => list(book.all('payment_intent'), query),
  'get /v1/payment_intents/{intent}': (book, id) => book.get(id, 'payment_intent'),
  'post /v1/payment_intents/{intent}/capture': (book, id, body) => book.capture(id, body),
  'post /v1/payment_intents/{intent}/cancel': (book, id, body) =>
    book.cancel(id, body['cancellation_reason'] ?? null),
  'post /v1/refunds': (book, _id, body) => book.refund(body),
  'get /v1/refunds': (book, _id, query) => list(book.all('refund'), query),
  'post /v1/payment_methods': (book, _id, body) =>
    book.methodOfToken(body['card']?.token, body['billing_details']),
  'get /v1/payment_methods/{payment_method}': (book, id) => book.get(id, 'payment_method'),
  'post /v1/payment_methods/{payment_method}/detach': (book, id) => book.detach(id),
  'get /v1/events': (book, _id, query) => list(book.events, query),
  'get /v1/balance_transactions': (book, _id, query) =>
    list(book.all('balance_transaction'), query),
};

const ROUTES = Object.keys(HANDLERS).map((name) => ({
  name,
  pattern: new RegExp(`^${name.replace(/\{\w+\}/, '([^/]+)')}$`),
}));

/** Which of the paths of the API a request goes to: its `name` is what a fault is `on`. */
export function stripeRoute(method: string, pathname: string): (typeof ROUTES)[number] | undefined {
  return ROUTES.find(({ pattern }) => pattern.test(`${method} ${pathname}`));
}

/** A stand-in of Stripe that answers as its documents say, on one port of this machine, for the tests of the connector. */
export function createStripe(secretKey: string) {
  let url = '';
  const book = createBook(() => url);
  const keys = new Map<string, Kept>();
  const faults: Fault[] = [];
  const endpoints: Endpoint[] = [];
  const held: StripeJson[] = [];
  const deliveries: Promise<unknown>[] = [];
  book.onEvent((event) => {
    official(event);
    if (endpoints.some(({ isHeld }) => isHeld)) held.unshift(event);
    else deliver(event);
  });
  // Whoever asks now and then asks on the same connection, which must not end at that moment.
  const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      const status = error instanceof StripeRefusal ? error.status : 500;
      const told = error instanceof StripeRefusal ? error.error : { type: 'api_error', message };
      send(response, status, JSON.stringify({ error: told }));
    });
  });

  const stripe = {
    book,
    url: () => url,
    listen: (port = 0) =>
      new Promise<string>((resolve) => {
        server.listen(port, '127.0.0.1', () => {
          const address = server.address();
          url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`;
          resolve(url);
        });
      }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
    fail: (fault: Fault) => faults.push(fault),
    /** Has events posted there, and nowhere else. */
    postTo: (...places: readonly (Pick<Endpoint, 'url' | 'secrets'> & Partial<Endpoint>)[]) => {
      const made = places.map((place) => ({ isHeld: false, times: 1, ...place }));
      endpoints.splice(0, endpoints.length, ...made);
    },
    /** Until a request with this key is under way. */
    waitsFor: async (key: string) => {
      while (!keys.has(key)) await sleep(5);
    },
    /** Posts what was held, the newest first; resolves when all that is under way has been answered. */
    release: async () => {
      for (const endpoint of endpoints) endpoint.isHeld = false;
      for (const event of held.splice(0)) deliver(event);
      await Promise.all(deliveries);
    },
  };
  return stripe;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString('utf8');
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe');
    const method = request.method === 'GET' ? 'get' : 'post';
    if (!pathname.startsWith('/v1/')) return outside({ method, pathname, text, response });
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      throw new StripeRefusal(401, { message: 'Invalid API Key provided' });
    const route = stripeRoute(method, pathname);
    if (!route)
      throw new StripeRefusal(404, { message: `Unrecognized request URL (${method} ${pathname})` });
    const [, id = ''] = route.pattern.exec(`${method} ${pathname}`) ?? [];
    const body = typedRequest(route.name, parseForm(method === 'get' ? search : text));
    // Nothing is kept of a request that was not begun (docs.stripe.com/api/idempotent_requests).
    if (typeof body === 'string') throw new StripeRefusal(400, { message: body });
    const header = request.headers['idempotency-key'];
    const key = method === 'post' && typeof header === 'string' ? header : null;
    const hash = createHash('sha256').update(`${pathname}\n${text}`).digest('hex');
    const known = key === null ? undefined : keys.get(key);
    if (known && known.hash !== hash)
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      });
    if (known && !known.answer)
      throw new StripeRefusal(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this Idempotent Key.',
      });
    if (known?.answer)
      return send(response, known.answer.status, known.answer.text, {
        'idempotent-replayed': 'true',
      });
    const [fault] = faults.splice(faults.findIndex(({ on }) => on === route.name) >>> 0, 1);
    if (fault?.fault === 'refused')
      throw new StripeRefusal(403, { message: 'The provided key does not have access to this.' });
    const kept: Kept = { hash };
    if (key !== null) keys.set(key, kept);
    const done = run(
      () => book.withKey(key, () => HANDLERS[route.name]?.(book, id, body ?? {}) ?? {}),
      body ?? {},
    );
    const given =
      fault?.fault === 'broken' ? { status: 500, text: '{"error":{"type":"api_error"}}' } : done;
    if (fault?.fault === 'late') await sleep(fault.ms ?? 300);
    kept.answer = given;
    if (fault?.fault === 'lost') response.destroy();
    else send(response, given.status, given.text);
  }

  /** What the API answers, in the words of the official schema. */
  function run(
    act: () => StripeJson,
    { expand = [] }: StripeJson,
  ): { readonly status: number; readonly text: string } {
    try {
      const object = structuredClone(act());
      for (const path of expand) expanded(object, String(path).split('.'));
      return { status: 200, text: JSON.stringify(official(object)) };
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      return { status: error.status, text: JSON.stringify(official({ error: error.error })) };
    }
  }

  function expanded(object: StripeJson, [name = '', ...rest]: readonly string[]): void {
    if (Array.isArray(object)) return object.forEach((one) => expanded(one, [name, ...rest]));
    const found = book.objects.get(object[name]);
    if (found) object[name] = structuredClone(found);
    if (rest.length > 0 && typeof object[name] === 'object' && object[name])
      expanded(object[name], rest);
  }

  /** The payer's pages, and what a test orders: the name of a function above or of the book, and what it is given. */
  async function outside({
    method,
    pathname,
    text,
    response,
  }: {
    method: string;
    pathname: string;
    text: string;
    response: ServerResponse;
  }): Promise<void> {
    const [, control] = /^\/_control\/(\w+)$/.exec(pathname) ?? [];
    const given: StripeJson = text.startsWith('[') ? JSON.parse(text) : parseForm(text);
    if (control !== undefined) {
      const act: unknown = Reflect.get(book, control) ?? Reflect.get(stripe, control);
      const result: unknown = typeof act === 'function' ? await act(...Object.values(given)) : act;
      return send(response, 200, JSON.stringify(result ?? {}));
    }
    const shown = payerPage(book, pathname, method === 'post' ? given : undefined);
    if ('location' in shown) response.writeHead(303, { location: shown.location }).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(shown.html);
  }

  function deliver(event: StripeJson): void {
    const body = JSON.stringify(event);
    for (const { url: to, secrets, times } of endpoints)
      for (let time = 0; time < times; time += 1) {
        const headers = {
          'content-type': 'application/json',
          'stripe-signature': signature(body, secrets),
        };
        // Whoever does not listen gets no second post: a test that needs one has it repeated.
        deliveries.push(Promise.allSettled([fetch(to, { method: 'POST', headers, body })]));
      }
  }
}

/** `Stripe-Signature` of a body (docs.stripe.com/webhooks): one `v1` for each secret. */
export function signature(body: string, secrets: readonly string[], at = Date.now()): string {
  const t = Math.floor(at / 1000);
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`,
  );
  return [`t=${t}`, ...signed].join(',');
}

/** The newest first; the filters are those of the request, by name. */
function list(
  all: readonly StripeJson[],
  { limit = 10, starting_after: after, expand: _expand, created, ...equal }: StripeJson,
): StripeJson {
  const range: StripeJson =
    typeof created === 'number' ? { gte: created, lte: created } : (created ?? {});
  const found = all.filter(
    (one) =>
      one['created'] >= (range['gte'] ?? 0) &&
      one['created'] <= (range['lte'] ?? Number.POSITIVE_INFINITY) &&
      one['created'] < (range['lt'] ?? Number.POSITIVE_INFINITY) &&
      Object.entries(equal).every(([name, value]) => one[name] === value),
  );
  const from = after === undefined ? 0 : found.findIndex((one) => one['id'] === after) + 1;
  const data = found.slice(from, from + limit);
  return { object: 'list', data, has_more: found.length > from + limit };
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}
