import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RunInfo } from '../../../dev/run-file.ts';

/** Where payers go: a cluster, or a system whose API is asked without a balancer. */
export interface PaymentSite {
  readonly run: RunInfo;
  readonly balancer: { readonly url: string };
}

/** What one payment came to. */
export interface Bought {
  readonly sessionId: string;
  readonly state: string;
}

export interface Sale {
  readonly amount: string;
  readonly idempotencyKey?: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Repeats what was not answered, as merchants and payers do; all of it is safe to repeat. */
const PATIENCE_MS = 90_000;

/** Creates a transaction, pays it with a card at the network, and waits until the API says how it ended. */
export async function buy(cluster: PaymentSite, sale: Sale): Promise<Bought> {
  return payWithCard(cluster, await createSession(cluster, sale));
}

/** Pays what was created with a card at the network, and waits until the API says how it ended. */
export async function payWithCard(cluster: PaymentSite, sessionId: string): Promise<Bought> {
  const page = await submitCard(cluster, sessionId);
  await payAtNetwork(cluster, page);
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const state = await stateOf(cluster, sessionId);
    if (state === 'paid' || Date.now() > end) return { sessionId, state };
    await wait(100);
  }
}

/** Gives the session id of a sale that was answered with 201. */
export async function createSession(
  { run, balancer }: PaymentSite,
  { amount, idempotencyKey = randomUUID(), more }: Sale,
  api = balancer.url,
): Promise<string> {
  const { body } = await answered(
    () =>
      fetch(`${api}/b/checkout/v1/pymt-txn/`, {
        method: 'POST',
        headers: {
          Authorization: `Api-Key ${run.keys.private}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': idempotencyKey,
        },
        body: JSON.stringify({
          type: 'e_commerce',
          amount,
          currency_code: 'KWD',
          pg_codes: ['sandbox'],
          ...more,
        }),
      }),
    201,
  );
  const id: unknown = JSON.parse(body).session_id;
  assert.ok(typeof id === 'string', body);
  return id;
}

/**
 * Presses Pay, and gives the address of the network's page. Where the network could not be asked (502), the payer presses it
 * again, on the page that told them so.
 */
async function submitCard(shop: PaymentSite, sessionId: string): Promise<URL> {
  const { balancer } = shop;
  const form = new URLSearchParams({ pg_code: 'sandbox', form_id: randomUUID() });
  const { response } = await answered(
    () =>
      fetch(`${balancer.url}/checkout/${sessionId}/pay`, {
        method: 'POST',
        redirect: 'manual',
        body: form,
      }),
    303,
    502,
  );
  if (response.status === 502) return submitCard(shop, sessionId);
  return new URL(response.headers.get('Location') ?? '', balancer.url);
}

export const CARD_NUMBER = '4242424242424242';

export async function payAtNetwork({ run }: PaymentSite, page: URL): Promise<void> {
  const id = page.pathname.split('/').at(-1);
  const response = await fetch(`${run.simulator}/control/payments/${id}/pay`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ card_number: CARD_NUMBER }),
  });
  assert.equal(response.status, 200, await response.text());
}

async function stateOf({ run, balancer }: PaymentSite, sessionId: string): Promise<string> {
  const { body } = await answered(
    () =>
      fetch(`${balancer.url}/b/checkout/v1/pymt-txn/${sessionId}/`, {
        headers: { Authorization: `Api-Key ${run.keys.private}` },
      }),
    200,
  );
  return String(JSON.parse(body).state);
}

/** Asks until there is an answer; 503 and a connection that breaks mean "again", anything else unexpected is a fault. */
async function answered(ask: () => Promise<Response>, ...expected: readonly number[]) {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    const response = await ask().catch(() => undefined);
    const body = (await response?.text().catch(() => undefined)) ?? '';
    if (response && expected.includes(response.status)) return { response, body };
    const mayRepeat = response === undefined || response.status === 503;
    if (!mayRepeat || Date.now() > end)
      assert.fail(`${response?.status} instead of ${expected.join(' or ')}: ${body.slice(0, 500)}`);
    await wait(200);
  }
}
