import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import { keyRing } from '../../../config/key-ring.ts';
import { encryptionKeys, storeKeys } from '../../../dev/keys.ts';
import { openStore } from '../../../store/index.ts';
import type { RunInfo } from '../../../dev/run-file.ts';
import { startSarraf } from '../../../dev/sarraf.ts';
import { theBuild } from '../../support/built.ts';
import { spaced } from '../../../simulator/digits.ts';
import { payloadCodec } from '../../../temporal/codec.ts';
import { REVIVE_SCHEDULE_ID } from '../../../workflows/ids.ts';
import { contentOf, rawHistories, type FoundPayload, type Histories } from './histories.ts';
import { allDocuments, type Leftover } from './leftovers.ts';
import { codeOf, aMerchantId } from '../../support/builders.ts';
import { until } from '../../support/http.ts';
import { APPROVED, CHALLENGED, DECLINED, HANDED_OVER, MISLED } from './marked-cards.ts';
import { createByMerchant, payAt, pressPay, sessionIn } from './payer.ts';
import { webhookReceiver } from './webhook-receiver.ts';

/** Stands where card data may not stand, so that a search that finds nothing is known to search. */
export const ORDER = 'CANARY-ORDER-5Q8ZR2';
export const CUSTOMER = {
  customer_first_name: 'Zubaydah',
  customer_last_name: 'Qamariyyah',
  customer_email: 'zubaydah@canary.example',
} as const;

/** What is left of payments when all has stopped; the data directory has the rest. */
export interface Leftovers {
  readonly run: RunInfo;
  readonly histories: Histories;
  /** What the payloads of the histories hold, decrypted. */
  readonly contents: readonly string[];
  readonly documents: readonly Leftover[];
  readonly webhooks: readonly string[];
  /** The first payload of a payment, as the Temporal UI was given it. */
  readonly shown: { readonly workflowId: string; readonly content: string };
}

/**
 * A system of its own lives through payments with marked cards, cards sent where none belongs, and a network that is
 * gone; then it is searched, and stops.
 */
export async function liveThrough(dataDir: string): Promise<Leftovers> {
  const merchant = await webhookReceiver();
  const system = await startSarraf({
    dataDir,
    fresh: true,
    ports: 'free',
    quiet: true,
    built: await theBuild(),
    // The account is changed from outside, and asked for at once.
    env: { SETTINGS_IN_MEMORY: 'false' },
  });
  const { run } = system;
  try {
    const sale = { order_no: ORDER, webhook_url: merchant.url, ...CUSTOMER };
    for (const card of [APPROVED, CHALLENGED, DECLINED]) {
      const session = await sessionIn(await createByMerchant(run, sale));
      await payAt(await pageOf(await pressPay(run, session)), card);
    }
    await keepCards(run, dataDir);
    const saving = { payment_type: 'save_card', amount: '0', customer_id: 'canary-customer' };
    const session = await sessionIn(await createByMerchant(run, { ...sale, ...saving }));
    await payAt(await pageOf(await pressPay(run, session)), APPROVED);
    await payAgain(run, { ...sale, customer_id: saving.customer_id });
    await haveDebited(run, { ...sale, customer_id: 'canary-debited' });
    await misled(run, sale);
    await payByDevice(run, sale);
    await haveReported(run);
    await haveRevived(run);
    const unlucky = await sessionIn(await createByMerchant(run, sale));
    system.kill('simulator', 'SIGSTOP');
    await leaveUnanswered(run, sale);
    const gone = system.ended('simulator');
    system.kill('simulator', 'SIGKILL');
    // Until then its port takes connections, of which nobody knows what has come to it.
    await gone;
    assert.notEqual((await pressPay(run, unlucky)).status, 303);

    const histories = await rawHistories(run.temporal);
    const codec = payloadCodec(keyRing(encryptionKeys(dataDir).payloads));
    const payloads = histories.payloads.map(({ payload }) => payload);
    return {
      run,
      histories,
      contents: (await codec.decode(payloads)).map(contentOf),
      shown: await shownByUi(run, histories.payloads),
      documents: await allDocuments(run.mongodb),
      webhooks: merchant.received(),
    };
  } finally {
    await system.stop();
    await merchant.close();
  }
}

/** From now on the seeded card account keeps cards. */
async function keepCards({ mongodb }: RunInfo, dataDir: string): Promise<void> {
  const store = await openStore(mongodb, storeKeys(dataDir));
  const opened = await store.gatewayAccounts.open(aMerchantId('demo'), codeOf('sandbox'));
  assert.ok(opened);
  const account = { ...opened.account, tokenizable: true, autoDebit: true };
  await store.gatewayAccounts.put(account, { ...opened.settings });
  await store.close();
}

/** Pays with the card that was saved, whose security code is typed at the network; a program that sends it to us is refused. */
async function payAgain(
  run: RunInfo,
  sale: Readonly<Record<string, unknown>> & { readonly customer_id: string },
): Promise<void> {
  const { cvv } = APPROVED;
  const session = await sessionIn(await createByMerchant(run, sale));
  const asked = await ask(run, '/b/pbl/v2/card/', {
    type: 'sandbox',
    customer_id: sale.customer_id,
  });
  const [{ token } = { token: '' }] = (await asked.json()) as readonly { readonly token: string }[];
  const path = '/b/checkout/api/sdk/v1/submit-token/';
  const refused = await ask(run, path, { session_id: session, token, cvv });
  assert.equal(refused.status, 400, 'a security code was taken');
  await payAt(await pageOf(await pressPay(run, session, { pg_code: `card:${token}` })), APPROVED);
}

/** Agrees on debits by a payment of their own; the engine charges a cycle of it, and the Schedule of the next one stays. */
async function haveDebited(
  run: RunInfo,
  sale: Readonly<Record<string, unknown>> & { readonly customer_id: string },
): Promise<void> {
  const agreement = { id: 'canary-gym', type: 'other' };
  const session = await sessionIn(
    await createByMerchant(run, { ...sale, payment_type: 'auto_debit', agreement }),
  );
  await payAt(await pageOf(await pressPay(run, session)), APPROVED);
  const list = `/b/pbl/v2/agreements/?customer_id=${sale.customer_id}`;
  const first = async () => {
    const answer = await ask(run, list);
    const { results } = (await answer.json()) as { results: readonly Agreed[] };
    return results[0];
  };
  const { uuid } = await until('the agreement', first);
  const request = { amount: '5.000', interval_days: 30 };
  const begun = await ask(run, `/b/pbl/v2/agreements/${uuid}/autopay/`, request);
  const { autopay } = (await begun.json()) as Agreed;
  const { period } = autopay?.next_cycle ?? { period: '' };
  const charged = await ask(run, `/b/pbl/v2/agreements/${uuid}/cycles/${period}/charge/`, {});
  assert.equal(charged.status, 200, 'no cycle was charged');
  await until('a paid cycle', async () =>
    (await first())?.autopay?.cycles.find(({ state }) => state === 'paid'),
  );
}

/** Has the round of what has no run, whose turn comes every five minutes only: its history has a patch. */
async function haveRevived({ temporal }: RunInfo): Promise<void> {
  const connection = await Connection.connect({ address: temporal });
  try {
    const { schedule, workflow } = new Client({ connection });
    await schedule.getHandle(REVIVE_SCHEDULE_ID).trigger('BUFFER_ONE');
    const query = "WorkflowType = 'revive' AND ExecutionStatus = 'Completed'";
    await until('a round of the reviver', async () => {
      const { count } = await workflow.count(query);
      return count > 0;
    });
  } finally {
    await connection.close();
  }
}

/** Has all of it written in a file, which stays below the data directory. */
async function haveReported(run: RunInfo): Promise<void> {
  const path = '/b/api/v1/reports/exports/';
  const ordered = (await (await ask(run, path, {})).json()) as Reported;
  await until('the report', async () => {
    const answer = await ask(run, `${path}${ordered.encrypted_id}/`);
    const { status } = (await answer.json()) as Reported;
    return status === 'finished';
  });
}

interface Reported {
  readonly encrypted_id: string;
  readonly status: string;
}

interface Agreed {
  readonly uuid: string;
  readonly autopay: {
    readonly next_cycle: { readonly period: string } | null;
    readonly cycles: readonly { readonly state: string }[];
  } | null;
}

/** A GET where nothing is sent. */
function ask({ api, keys }: RunInfo, path: string, body?: object): Promise<Response> {
  return fetch(new URL(path, api), {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Api-Key ${keys.private}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

const GOOGLE = '/b/pbl/v2/payment/google-pay/';

/** What a wallet hands over, marked, so that it is found wherever it is left. */
function handedOver(card: string, type = 'PAYMENT_GATEWAY') {
  const token = `sandbox:${card}:${HANDED_OVER.number}-${randomUUID()}`;
  return { apiVersion: 2, paymentMethodData: { tokenizationData: { type, token } } };
}

/** Wallets of devices: paid, declined, asked by the bank, with an answer that is lost, in one request, and refused by us. */
async function payByDevice(run: RunInfo, sale: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [card, status, type] of [
    ['visa', 200],
    ['decline', 400],
    ['challenge', 200],
    ['lost-answer', 200],
    ['visa', 400, 'DIRECT'],
  ] as const) {
    const session_id = await sessionIn(await createByMerchant(run, sale));
    const answer = await ask(run, GOOGLE, { session_id, payload: handedOver(card, type) });
    assert.equal(answer.status, status, `${card}: ${await answer.text()}`);
  }
  const paymentData = {
    version: 'EC_v1',
    data: `sandbox:visa:${HANDED_OVER.number}-${randomUUID()}`,
    signature: HANDED_OVER.number,
    header: { transactionId: HANDED_OVER.number },
  };
  const payment_instrument = { instrument_type: 'apple_pay', payload: { paymentData } };
  const paid = await createByMerchant(run, { ...sale, payment_instrument });
  assert.equal(paid.status, 201, await paid.text());
}

/** A network that gives no answer leaves a payload behind, which is then kept, and sealed. */
async function leaveUnanswered(run: RunInfo, sale: Readonly<Record<string, unknown>>) {
  const session_id = await sessionIn(await createByMerchant(run, sale));
  const answer = await ask(run, GOOGLE, { session_id, payload: handedOver('visa') });
  assert.equal(answer.status, 202, await answer.text());
}

/** Sends cards to us: as a merchant who misread the guide, and as a payer's form that somebody tampered with. */
async function misled(run: RunInfo, sale: Readonly<Record<string, unknown>>): Promise<void> {
  const { number, cvv } = MISLED;
  for (const card of [
    { card_number: number, cvv },
    { extra: { card: { pan: spaced(number), cvv } } },
  ]) {
    const { status } = await createByMerchant(run, { ...sale, ...card });
    assert.equal(status, 400, 'a card was taken');
  }
  const session = await sessionIn(await createByMerchant(run, sale));
  const { status } = await pressPay(run, session, { card_number: number, cvv });
  // Our page knows no such fields: it may refuse them or pass them over.
  assert.ok(status < 500, `the checkout page answered ${status}`);
}

async function pageOf(pressed: Response): Promise<string> {
  const page = pressed.headers.get('Location') ?? '';
  assert.ok(page.includes('/pay/pay_'), `Pay answered ${pressed.status}`);
  return page;
}

/** Asks as the browser asks that shows the embedded Temporal UI. */
async function shownByUi({ api, temporal_ui }: RunInfo, found: readonly FoundPayload[]) {
  const first = found.find(
    ({ workflowId, path }) => workflowId.startsWith('transaction/') && path.includes('input'),
  );
  assert.ok(first);
  const answer = await fetch(`${api}/codec/decode`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Namespace': 'default', Origin: temporal_ui },
    body: JSON.stringify({ payloads: [asJson(first.payload)] }),
  });
  assert.equal(answer.status, 200);
  const { payloads } = (await answer.json()) as { payloads: readonly { readonly data: string }[] };
  const content = Buffer.from(payloads[0]?.data ?? '', 'base64').toString();
  return { workflowId: first.workflowId, content };
}

function asJson({ metadata, data }: Payload) {
  const names = Object.entries(metadata ?? {}).map(([name, value]) => [name, base64(value)]);
  return { metadata: Object.fromEntries(names), data: base64(data) };
}

function base64(bytes?: Uint8Array | null): string {
  return Buffer.from(bytes ?? []).toString('base64');
}
