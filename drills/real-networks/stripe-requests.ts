import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createListener, type Server } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { currencyCode } from '../../domain/currencies.ts';
import { referenceNumber } from '../../domain/ids.ts';
import { money, type Money } from '../../domain/money.ts';
import type { stripeMock } from '../../dev/servers/stripe-mock.ts';
import { GatewayFault, type AccountSettings } from '../../gateways/gateway.ts';
import { stripe } from '../../gateways/stripe/index.ts';
import { until } from '../answers.ts';
import type { ExitCode } from './run.ts';

const CARD = 'GET /v1/payment_methods/…';

/**
 * Has Stripe's own mock server say of each request of the connector whether it is valid by Stripe's official schema. It keeps
 * nothing and answers constants, so that only this counts.
 */
export async function askStripeMock(
  mock: Awaited<ReturnType<typeof stripeMock>>,
  say: (line: string) => void,
): Promise<ExitCode> {
  if ('lacks' in mock) {
    say(`Stripe's own mock server was not asked: ${mock.lacks}.`);
    return 2;
  }
  const probe = createListener();
  const port = await portOf(probe);
  probe.close();
  const url = `http://127.0.0.1:${port}`;
  const program = spawn(mock.path, ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' });
  const said = new Map<string, Said>();
  const listener = listenerFor(url, said);
  try {
    await until('stripe-mock', async () => {
      const answer = await fetch(url).catch(() => undefined);
      return answer !== undefined;
    });
    const settings = {
      url: `http://127.0.0.1:${await portOf(listener)}`,
      secret_key: 'sk_test_123',
      webhook_secrets: ['whsec_nothing'],
      timeout_ms: 9000,
    };
    say('\nStripe’s own mock server, by the official schema');
    let failed = 0;
    for (const [what, where, ask] of requests()) {
      said.clear();
      await answered(() => ask(settings));
      const { status, text } = said.get(where) ?? { status: 0, text: 'it was never asked' };
      if (status !== 200) failed += 1;
      say(status === 200 ? `  ✔ ${what}` : `  ✘ ${what}: ${status} ${text.slice(0, 300)}`);
    }
    if (await takesNonsense(settings.url)) {
      failed += 1;
      say('  ✘ it takes a language that Stripe does not have, so that its word is worth nothing');
    }
    return failed === 0 ? 0 : 1;
  } finally {
    program.kill();
    listener.close();
    listener.closeAllConnections();
  }
}

interface Said {
  readonly status: number;
  readonly text: string;
}

/** Passes each request on, and keeps what was said of it, by method and path. */
function listenerFor(url: string, said: Map<string, Said>) {
  return createServer((request, response) => {
    const { method = '', url: path = '/' } = request;
    passOn(request, new URL(path, url)).then(
      (answer) => {
        const name = `${method} ${named(path)}`;
        said.set(name, answer);
        const text = name === CARD ? withCustomer(answer.text) : answer.text;
        return response.writeHead(answer.status).end(text);
      },
      () => response.destroy(),
    );
  });
}

type Asked = readonly [what: string, where: string, ask: (settings: AccountSettings) => unknown];

/** Every request that the connector makes, and where it goes. */
function requests(): readonly Asked[] {
  const asked = {
    referenceNumber: minted(referenceNumber('pearl00001')),
    idempotencyKey: 'key:open',
    total: dinars(12_340),
    kind: 'purchase',
    language: 'ar',
    description: 'Pearls',
    payer: { reference: 'hash', email: 'mona@shop.example' },
    askedAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
    returnUrl: 'https://pay.example/back?lang=ar',
    notifyUrl: 'https://pay.example/told',
  } as const;
  const names = { ...asked, gatewayReference: 'cs_test_1' };
  const charged = { ...asked, token: 'pm_1', by: 'merchant' } as const;
  const moved = {
    idempotencyKey: 'key:operation',
    referenceNumber: minted(referenceNumber('pearl00002')),
    paymentReference: asked.referenceNumber,
    gatewayPayment: 'pi_1',
    askedAt: asked.askedAt,
    amount: dinars(2000),
  } as const;
  const held = { ...asked, kind: 'authorize', saveCard: true, language: 'en' } as const;
  const saved = { ...asked, total: dinars(0), saveCard: true } as const;
  const byCustomer = { ...charged, by: 'customer', kind: 'authorize' } as const;
  const sessions = '/v1/checkout/sessions';
  const intents = '/v1/payment_intents';
  // oxfmt-ignore
  return [
    ['a payment', `POST ${sessions}`, (at) => stripe.open(at, asked)],
    ['a hold whose card is kept', `POST ${sessions}`, (at) => stripe.open(at, held)],
    ['a card that is kept for nothing', `POST ${sessions}`, (at) => stripe.open(at, saved)],
    ['an inquiry', `GET ${sessions}/…`, (at) => stripe.inquire(at, names)],
    ['an inquiry of a charge', `GET ${intents}/…`, (at) => stripe.inquire(at, { ...names, gatewayReference: 'pi_1' })],
    ['a search by our reference', `GET ${sessions}`, (at) => stripe.inquire(at, asked)],
    ['a search for a charge', `GET ${intents}`, (at) => stripe.inquire(at, asked)],
    ['a page that is closed', `POST ${sessions}/…/expire`, (at) => stripe.close?.(at, names)],
    ['the look at a card', CARD, (at) => stripe.charge?.(at, charged)],
    ['a charge', `POST ${intents}`, (at) => stripe.charge?.(at, charged)],
    ['a hold by its customer', `POST ${intents}`, (at) => stripe.charge?.(at, byCustomer)],
    ['a card that is forgotten', 'POST /v1/payment_methods/…/detach', (at) => stripe.forgetCard?.(at, { token: 'pm_1' })],
    ['a refund', 'POST /v1/refunds', (at) => stripe.operate?.(at, { ...moved, kind: 'refund' })],
    ['the list of refunds', 'GET /v1/refunds', (at) => stripe.inquireOperation?.(at, { ...moved, kind: 'refund' })],
    ['a capture', `POST ${intents}/…/capture`, (at) => stripe.operate?.(at, { ...moved, kind: 'capture' })],
    ['a void', `POST ${intents}/…/cancel`, (at) => stripe.operate?.(at, { ...moved, kind: 'void' })],
  ];
}

/** What the constants come to does not count. */
async function answered(ask: () => unknown): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
  }
}

async function takesNonsense(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_123' },
    body: new URLSearchParams({ mode: 'setup', currency: 'kwd', locale: 'ar' }),
  });
  await answer.body?.cancel();
  return answer.ok;
}

async function passOn(request: IncomingMessage, to: URL): Promise<Said> {
  const body = await buffer(request);
  const headers = new Headers();
  for (const name of ['authorization', 'content-type', 'stripe-version', 'idempotency-key']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const { method = 'GET' } = request;
  const answer = await fetch(to, { method, headers, ...(body.length > 0 && { body }) });
  return { status: answer.status, text: await answer.text() };
}

/** The card of the constants belongs to nobody, and such a one is not charged. */
function withCustomer(text: string): string {
  return JSON.stringify({ ...JSON.parse(text), customer: 'cus_1' });
}

/** The path, without its query and with every id as three dots. */
function named(path: string): string {
  return path.replace(/\?.*/, '').replaceAll(/\/(?:cs|pi|pm)_\w+/g, '/…');
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function dinars(fils: number): Money {
  return money(fils, minted(currencyCode('KWD')));
}

function minted<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('A constant is not valid.');
  return value;
}
