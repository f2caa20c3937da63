import { createHmac, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { SimulatorOptions } from '../../simulator/app.ts';
import { createSimulator } from '../../simulator/app.ts';
import type { LogLine } from '../../simulator/log.ts';
import { EXPIRY } from '../../drills/networks/card-expiry.ts';

export const SECRET_KEY = 'sk_test_shop';
const CALLBACK_SECRET = 'cs_test_shop';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, or an empty object when it is none. */
  readonly json: Json;
}

export type Json = Readonly<Record<string, unknown>>;

/** A merchant's server that keeps what is posted to it and answers as told. */
export interface Merchant {
  readonly url: string;
  readonly received: readonly Received[];
  answer: (response: ServerResponse, nth: number) => void;
  close(): Promise<void>;
}

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Long enough for a busy machine, and soon again. */
const PATIENCE = { waitMs: 10_000, retryMs: [20, 40, 60] };

/** Starts the network on a free port, with one account, and a merchant that listens. */
export async function aNetwork(options: Partial<SimulatorOptions> = {}) {
  const log: LogLine[] = [];
  const simulator = createSimulator({
    port: 0,
    log: (line) => log.push(line),
    patience: PATIENCE,
    ...options,
  });
  const { url } = await simulator.listen();
  const merchant = await aMerchant();
  const http = callerOf(url);
  await http('PUT', '/control/accounts/shop', {
    json: { secret_key: SECRET_KEY, callback_secret: CALLBACK_SECRET, name: 'Pearl Shop' },
  });
  const create = async (over: Readonly<Record<string, unknown>> = {}, key: string = randomUUID()) =>
    http('POST', '/v1/payments', {
      headers: { authorization: `Bearer ${SECRET_KEY}`, 'idempotency-key': key },
      json: { ...paymentBody(merchant.url), ...over },
    });
  return {
    url,
    merchant,
    log,
    http,
    create,
    /** The id of a new open payment. */
    open: async (over: Readonly<Record<string, unknown>> = {}) => idOf(await create(over)),
    payment: async (id: string) =>
      (
        await http('GET', `/v1/payments/${id}`, {
          headers: { authorization: `Bearer ${SECRET_KEY}` },
        })
      ).json,
    ledger: async () => entriesOf(await http('GET', '/control/ledger')),
    /** Closing twice does no harm, so that a test and its clean-up may both do it. */
    close: async () => {
      await simulator.close();
      await merchant.close();
    },
  };
}

export type TestNetwork = Awaited<ReturnType<typeof aNetwork>>;

export function paymentBody(merchant: string) {
  return {
    merchant_reference: 'demoAB12CD',
    amount: '12.340',
    currency: 'KWD',
    capture: true,
    return_url: `${merchant}/return?session=s1`,
    notify_url: `${merchant}/callback`,
    language: 'en',
    description: 'Two pearls',
  };
}

export const GOOD_CARD = {
  name: 'Sara Al-Ali',
  number: '4242424242424242',
  expiry: EXPIRY,
  cvv: '123',
} as const;

export function idOf({ json }: Answer): string {
  return String(json['id']);
}

/** The items of a list in an answer. */
export function listOf({ json }: Answer, name: string): readonly Json[] {
  const list: unknown = json[name];
  return Array.isArray(list) ? list : [];
}

function entriesOf(answer: Answer): readonly Json[] {
  return listOf(answer, 'entries');
}

/** What lies at a path inside a JSON value; nothing when the path leads nowhere. */
export function dig(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(inner).find(([name]) => name === key)?.[1]
        : undefined,
    value,
  );
}

/** The signature a merchant expects, computed in its own way. */
export function expectedSignature(header: string, body: string): string {
  const t = /^t=(\d+),/u.exec(header)?.[1] ?? '';
  return `t=${t},v1=${createHmac('sha256', CALLBACK_SECRET).update(`${t}.`).update(body).digest('hex')}`;
}

/** Waits until it is so; a test that waits in vain fails by its time-out. */
export async function until(so: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await so())) await new Promise((resolve) => setTimeout(resolve, 5));
}

interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
}

function callerOf(base: string) {
  return async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const { headers = {}, json, form } = options;
    const response = await fetch(`${base}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form && { body: new URLSearchParams(form) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
}

function parsed(text: string): Json {
  return text.startsWith('{') ? JSON.parse(text) : {};
}

async function aMerchant(): Promise<Merchant> {
  const received: Received[] = [];
  const merchant = {
    url: '',
    received,
    answer: (response: ServerResponse, _nth: number) => {
      response.end('ok');
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      merchant.answer(response, received.length);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  merchant.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  return merchant;
}
