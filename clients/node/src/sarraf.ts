import {
  callWith,
  waitable,
  type Answer,
  type Call,
  type CallOptions,
  type Frozen,
  type Input,
  type Route,
} from './call.ts';
import type { Api } from './api.ts';
import { SarrafError } from './error.ts';

export interface SarrafOptions {
  /** Where your Sarraf is: `https://pay.example.com`, without a path. */
  readonly baseUrl: string;
  /** The private key. It may do everything, so it stays on your server. */
  readonly privateKey: string;
  /**
   * When a call is over at the latest, its further tries and the waiting between them included. The API itself waits up to
   * 25 seconds for a gateway. 60,000 ms unless you say otherwise.
   */
  readonly timeoutMs?: number;
  /** When one try is given up, and another one begun where that is safe. 35,000 ms unless you say otherwise. */
  readonly tryTimeoutMs?: number;
  /** How many further tries a call has, where they are safe. 2 unless you say otherwise; 0 ends it with the first. */
  readonly maxRetries?: number;
  /** In place of the `fetch` of Node, as for a proxy. */
  readonly fetch?: typeof fetch;
}

type Routes = Api['routes'];
type Query<R extends Route> = Routes[R] extends { query: infer Q } ? Frozen<Q> : never;
type Body<R extends Route> = Routes[R] extends { body: infer B } ? Frozen<B> : never;

const TRANSACTIONS = '/b/checkout/v1/pymt-txn/';
const TRANSACTION = `${TRANSACTIONS}{session_id}/` as const;
const SEARCH = '/b/checkout/v1/transactions/';
const FOUND = `${SEARCH}{session_id}/` as const;

type Creation = Body<`POST ${typeof TRANSACTIONS}`>;
export type TransactionRequest = Omit<Creation, 'payment_instrument'>;
/** With a saved card, by which it is paid at once. */
export type ChargeRequest = Creation & Required<Pick<Creation, 'payment_instrument'>>;
export type Transaction = Answer<`GET ${typeof TRANSACTION}`>;
type OperationRequest = Body<'POST /b/pbl/v2/operation/'>;
export type OperationName = OperationRequest['operation'];
/** What is done of an operation, or is under way where `result` is `pending`. */
export type OperationAnswer = Answer<'POST /b/pbl/v2/operation/'>;
/** Of a refund or a capture; all that is left where there is no `amount`. */
export type OperationDetails = Omit<OperationRequest, 'operation' | 'session_id' | 'order_no'>;

export type Sarraf = ReturnType<typeof createSarraf>;

/**
 * A merchant's side of the API. Each call that changes something has an idempotency key, is tried again where that can do
 * nothing twice, ends at its deadline, and gives the answer or throws a `SarrafError`.
 */
export function createSarraf(options: SarrafOptions) {
  refuseBrowsers();
  const call = callWith({
    baseUrl: originOf(options.baseUrl),
    privateKey: privateKeyOf(options.privateKey),
    timeoutMs: waitable('timeoutMs', options.timeoutMs ?? 60_000),
    tryTimeoutMs: waitable('tryTimeoutMs', options.tryTimeoutMs ?? 35_000),
    maxRetries: retriesOf(options.maxRetries ?? 2),
    fetch: options.fetch ?? fetch,
  });

  const operate = (
    operation: OperationName,
    sessionId: string,
    details: OperationDetails,
    more?: CallOptions,
  ) =>
    call(
      'POST /b/pbl/v2/operation/',
      { body: { ...details, operation, session_id: sessionId } },
      more,
    );

  return {
    transactions: {
      /** Gives a payment with its `checkout_url`, to which you send the customer. */
      create: (body: TransactionRequest, more?: CallOptions) =>
        call(`POST ${TRANSACTIONS}`, { body }, more) as Promise<Transaction>,
      /** Creates a payment and charges it without the customer. How it stands is the answer. */
      charge: (body: ChargeRequest, more?: CallOptions) =>
        call(`POST ${TRANSACTIONS}`, { body }, more),
      retrieve: (sessionId: string, more?: CallOptions) =>
        call(`GET ${TRANSACTION}`, { path: { session_id: sessionId } }, more),
      /** Changes the fields that are given, while nobody has paid. */
      update: (sessionId: string, body: Body<`PATCH ${typeof TRANSACTION}`>, more?: CallOptions) =>
        call(`PATCH ${TRANSACTION}`, { path: { session_id: sessionId }, body }, more),
      /** Finds payments by anything that is known of them, the newest first, page by page; `each` goes through all. */
      search: (query: Query<`GET ${typeof SEARCH}`> = {}, more?: CallOptions) =>
        call(`GET ${SEARCH}`, { query }, more),
      /** One payment in every respect, with what can still be done. */
      details: (sessionId: string, more?: CallOptions) =>
        call(`GET ${FOUND}`, { path: { session_id: sessionId } }, more),
      /** What happened to it, step by step. */
      timeline: (
        sessionId: string,
        query: Query<`GET ${typeof FOUND}timeline/`> = {},
        more?: CallOptions,
      ) => call(`GET ${FOUND}timeline/`, { path: { session_id: sessionId }, query }, more),
      /** The payments of an order, or the archived ones. */
      list: (query: Query<`GET ${typeof TRANSACTIONS}`>, more?: CallOptions) =>
        call(`GET ${TRANSACTIONS}`, { query }, more),
      /** Asks how it stands, with the body of the webhook as the answer; the API asks the gateway where it must. */
      inquire: (sessionId: string, more?: CallOptions) =>
        call('POST /b/pbl/v2/inquiry/', { body: { session_id: sessionId } }, more),
      /** Posts the webhook again, as a new event. */
      resendWebhook: (sessionId: string, more?: CallOptions) =>
        call(`POST ${TRANSACTION}notify/`, { path: { session_id: sessionId } }, more),

      refund: (sessionId: string, details: OperationDetails = {}, more?: CallOptions) =>
        operate('refund', sessionId, details, more),
      capture: (sessionId: string, details: OperationDetails = {}, more?: CallOptions) =>
        operate('capture', sessionId, details, more),
      void: (sessionId: string, more?: CallOptions) => operate('void', sessionId, {}, more),
      cancel: (sessionId: string, more?: CallOptions) => operate('cancel', sessionId, {}, more),
      expire: (sessionId: string, more?: CallOptions) => operate('expire', sessionId, {}, more),
      /** Archives a payment that was paid; `restore` brings it back. Removes any other for good. */
      delete: (sessionId: string, more?: CallOptions) => operate('delete', sessionId, {}, more),
      restore: (sessionId: string, more?: CallOptions) =>
        call(`POST ${TRANSACTION}restore/`, { path: { session_id: sessionId } }, more),
    },

    /** What was done to payments: refunds, captures and voids of all of them, the newest first. */
    operations: {
      list: (query: Query<'GET /b/pbl/v2/operations/'> = {}, more?: CallOptions) =>
        call('GET /b/pbl/v2/operations/', { query }, more),
    },

    /**
     * Charges what the wallet of the payer's device has handed over to your page or app. It is as secret as a card: give it on
     * unchanged, and keep it nowhere. Where `status` is `3DS` the payer's bank asks them at `redirect_url`; where `result` is
     * `pending` nobody knows yet.
     */
    deviceWallets: {
      applePay: (body: Body<'POST /b/pbl/v2/payment/apple-pay/'>, more?: CallOptions) =>
        call('POST /b/pbl/v2/payment/apple-pay/', { body }, more),
      googlePay: (body: Body<'POST /b/pbl/v2/payment/google-pay/'>, more?: CallOptions) =>
        call('POST /b/pbl/v2/payment/google-pay/', { body }, more),
    },

    /** Operations that wait for the yes of a person. A key sees them; only people decide. */
    operationRequests: {
      retrieve: (id: string, more?: CallOptions) =>
        call('GET /b/pbl/v2/operation-requests/{id}/', { path: { id } }, more),
      list: (query: Query<'GET /b/pbl/v2/operation-requests/'> = {}, more?: CallOptions) =>
        call('GET /b/pbl/v2/operation-requests/', { query }, more),
    },

    invoices: {
      create: (body: Body<'POST /b/invoice/v1/invoice/'>, more?: CallOptions) =>
        call('POST /b/invoice/v1/invoice/', { body }, more),
      retrieve: (sessionId: string, more?: CallOptions) =>
        call('GET /b/invoice/v1/invoice/{session_id}/', { path: { session_id: sessionId } }, more),
      list: (query: Query<'GET /b/invoice/v1/invoice/'> = {}, more?: CallOptions) =>
        call('GET /b/invoice/v1/invoice/', { query }, more),
    },

    paymentMethods: {
      list: (body: Body<'POST /b/pbl/v2/payment-methods/'>, more?: CallOptions) =>
        call('POST /b/pbl/v2/payment-methods/', { body }, more),
    },

    cards: {
      list: (query: Query<'GET /b/pbl/v2/card/'>, more?: CallOptions) =>
        call('GET /b/pbl/v2/card/', { query }, more),
      delete: (token: string, query: Query<'DELETE /b/pbl/v2/card/{token}/'>, more?: CallOptions) =>
        call('DELETE /b/pbl/v2/card/{token}/', { path: { token }, query }, more),
      /** Charges a saved card without the customer, as an agreement allows. */
      charge: (body: Body<'POST /b/pbl/v2/payment/auto-debit/'>, more?: CallOptions) =>
        call('POST /b/pbl/v2/payment/auto-debit/', { body }, more),
    },

    agreements: {
      retrieve: (uuid: string, more?: CallOptions) =>
        call('GET /b/pbl/v2/agreements/{uuid}/', { path: { uuid } }, more),
      list: (query: Query<'GET /b/pbl/v2/agreements/'> = {}, more?: CallOptions) =>
        call('GET /b/pbl/v2/agreements/', { query }, more),
      end: (uuid: string, more?: CallOptions) =>
        call('POST /b/pbl/v2/agreements/{uuid}/end/', { path: { uuid } }, more),
    },

    reports: {
      create: (body: Body<'POST /b/api/v1/reports/exports/'>, more?: CallOptions) =>
        call('POST /b/api/v1/reports/exports/', { body }, more),
      retrieve: (id: string, more?: CallOptions) =>
        call('GET /b/api/v1/reports/exports/{encrypted_id}/', { path: { encrypted_id: id } }, more),
      list: (query: Query<'GET /b/api/v1/reports/files/'> = {}, more?: CallOptions) =>
        call('GET /b/api/v1/reports/files/', { query }, more),
      /** The file, as its bytes. */
      download: (token: string, more?: CallOptions) =>
        call('GET /b/api/v1/reports/files/{token}/download/', { path: { token } }, more),
    },

    webhookDeliveries: {
      retrieve: (eventId: string, more?: CallOptions) =>
        call('GET /b/webhooks/v1/deliveries/{event_id}/', { path: { event_id: eventId } }, more),
      list: (query: Query<'GET /b/webhooks/v1/deliveries/'> = {}, more?: CallOptions) =>
        call('GET /b/webhooks/v1/deliveries/', { query }, more),
      /** Posts the same event once more. */
      replay: (eventId: string, more?: CallOptions) =>
        call(
          'POST /b/webhooks/v1/deliveries/{event_id}/replay/',
          { path: { event_id: eventId } },
          more,
        ),
    },

    /** Any other route that a private key may call, by its name: `request('GET /b/bulk/v1/bulk/', {})`. */
    request: <R extends Route>(route: R, input: Input<R>, more?: CallOptions): Promise<Answer<R>> =>
      call(route, input, more),

    /**
     * All rows of a list, each once: `for await (const row of sarraf.each('GET /b/pbl/v2/agreements/', {}))`. A list with a
     * cursor is read page by page. One with an `offset` is read to its end before the first row is given, and from its beginning
     * where rows have moved meanwhile, so that none is left out, whatever you or others change: all are in memory then, and only
     * what is itself made or changed while it is read may be missed. Throws `list_moving` and gives no row where it never stood
     * still for long enough.
     */
    each: <R extends ListRoute>(route: R, input: Input<R>, more?: CallOptions) =>
      rowsOf(call, route, input, more),
  };
}

/** A list of which each page leads to the next one. */
export type ListRoute = {
  [R in Route]: Routes[R]['answer'] extends ListPage ? R : never;
}[Route];

interface ListPage {
  readonly next: string | null;
  readonly results: readonly unknown[];
}

type RowOf<R extends ListRoute> = Routes[R]['answer'] extends { results: (infer Row)[] }
  ? Row
  : never;

/** How often a list by offset is begun, the first time included. Ten of which something leaves just then are no chance. */
const MOST_READINGS = 10;

async function* rowsOf<R extends ListRoute>(
  call: Call,
  route: R,
  input: Input<R>,
  more?: CallOptions,
): AsyncGenerator<RowOf<R>, void, undefined> {
  let asked = input;
  let readings = 1;
  const held = new Map<unknown, RowOf<R>>();
  for (;;) {
    const { next, results } = (await call(route, asked, more)) as ListPage;
    const rows = results as readonly RowOf<R>[];
    const further = next === null ? undefined : new URL(next, 'http://localhost').searchParams;
    if (held.size === 0 && !further?.has('offset')) yield* rows;
    else if (asked === input || rows.some((row) => held.has(nameOf(row))))
      for (const row of rows) held.set(nameOf(row), row);
    else {
      // Rows have left the list, and those behind them have moved up, past this page.
      if (readings === MOST_READINGS) throw listMoving(route);
      readings += 1;
      asked = input;
      continue;
    }
    if (further === undefined) break;
    // Only what it asks for is taken from the address: the key goes nowhere but to the API that we know.
    asked = { ...(input as object), query: overlapping(Object.fromEntries(further)) } as Input<R>;
  }
  yield* held.values();
}

/** The query of the next page: by an offset, it begins with the last row of this one, which shows whether rows have moved. */
function overlapping(query: Record<string, string>) {
  const { offset, limit } = query;
  if (offset === undefined) return query;
  const wide = limit !== undefined && { limit: Math.max(2, Number(limit)) };
  return { ...query, ...wide, offset: Number(offset) - 1 };
}

function listMoving(route: Route): SarrafError {
  return new SarrafError({
    code: 'list_moving',
    message: `Rows left ${route} each time it was read, ${MOST_READINGS} times.`,
    mayBeDone: false,
  });
}

/** What names a row in its list. Several rows may be of one payment, so its `session_id` comes last. */
const NAMES = ['id', 'uuid', 'encrypted_id', 'session_id'] as const;
type Named = { readonly [N in (typeof NAMES)[number]]?: unknown };

/** By what a row is known when it is met again; its whole content where it has no name. */
function nameOf(row: unknown): unknown {
  const named = row as Named;
  const name = NAMES.find((one) => named[one] !== undefined);
  return name === undefined ? JSON.stringify(row) : named[name];
}

function refuseBrowsers(): void {
  if (!('document' in globalThis) && typeof process === 'object') return;
  throw new TypeError(
    'This client has a private key and may not run in a browser: whoever opens the page could read it. If a key was ever ' +
      'sent to a browser, have it revoked.',
  );
}

function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isOrigin =
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    !url.username &&
    !url.search &&
    !url.hash;
  if (isOrigin) return url.href.replace(/\/+$/, '');
  throw new TypeError('baseUrl is where your Sarraf is, such as https://pay.example.com.');
}

function privateKeyOf(key: string): string {
  if (/^[0-9a-f]{40}$/.test(key))
    throw new TypeError(
      'This is a public key, which is for pages of payers: give the private one.',
    );
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new TypeError('privateKey is missing or cannot be one: it is what follows "Api-Key ".');
}

function retriesOf(count: number): number {
  if (Number.isInteger(count) && count >= 0) return count;
  throw new TypeError('maxRetries is a whole number from 0.');
}
