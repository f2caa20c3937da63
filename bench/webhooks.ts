import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { merchantId, type EventId } from '../domain/ids.ts';
import { sampleOf } from '../domain/webhook/sample.ts';
import { newSessionId } from '../api/session-id.ts';
import { storeKeys } from '../dev/keys.ts';
import { openStore, type Store } from '../store/index.ts';
import { deliveryStartOf } from '../workflows/starts.ts';
import { percentile, rate, timed } from './clients.ts';
import { paymentSteps } from './payment.ts';
import { QUEUE, type BenchEnvironment } from './environment.ts';

/**
 * So many deliveries a round by so many clients, of whom each waits for the end of its own. `BENCH_DELIVERIES=10000` makes as
 * many in rounds of 500, by which delays and documents that pile up are seen. Frozen all at once, ten minutes ahead, they
 * would be taken for lost and delivered by the reviver.
 */
const GIVEN = Number(process.env['BENCH_DELIVERIES'] ?? 0);
const LOAD = { clients: 16, times: GIVEN ? Math.min(GIVEN, 500) : 240 };
const ROUNDS = GIVEN ? Math.ceil(GIVEN / LOAD.times) : 3;
/** Half of that. */
const PAYERS = 8;
const PAYMENTS = 64;
/** In whose middle the worker is killed. */
const KILLED = 300;

/**
 * Deliveries that are signed, logged and durable beside a bare workflow with one activity that posts the same body; the time
 * from a change to its first call; and what arrives when the worker is killed in the middle.
 */
export async function measureWebhooks(environment: BenchEnvironment): Promise<void> {
  const store = await openStore(environment.run.mongodb, storeKeys(environment.dataDir));
  const receiver = await receiving();
  try {
    await throughput(environment, store, receiver);
    await firstCall(environment, store, receiver);
    await killedInTheMiddle(environment, store, receiver);
  } finally {
    await receiver.close();
    await store.close();
  }
}

type Receiver = Awaited<ReturnType<typeof receiving>>;

async function throughput(
  environment: BenchEnvironment,
  store: Store,
  { url }: Receiver,
): Promise<void> {
  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    // The first round is for warming up.
    const load = round === 0 ? { ...LOAD, times: 240 } : LOAD;
    const bare = await rate(() => barePost(environment, url), load);
    const events: EventId[] = [];
    for (let nth = 0; nth < load.times; nth += 1) events.push(await frozen(store, url));
    const ours = await rate(() => deliver(environment, events.pop()), load);
    if (round > 0) ratios.push(ours / bare);
    console.log(
      `  round ${round}: ${ours.toFixed(1)} deliveries a second, bare ${bare.toFixed(1)}`,
    );
  }
  const [least, median, most] = [0, 0.5, 1].map((share) => percentile(ratios, share).toFixed(2));
  console.log(`deliveries beside a bare post, ratio of rates: ${median} (${least}–${most})\n`);
}

async function firstCall(
  environment: BenchEnvironment,
  store: Store,
  receiver: Receiver,
): Promise<void> {
  const load = { clients: PAYERS, times: PAYMENTS };
  const bare = percentile(await timed(() => barePost(environment, receiver.url), load), 0.5);
  const { create, pay, settle } = paymentSteps(environment.run, receiver.url);
  const sessions: string[] = [];
  await timed(async () => {
    const session = await create();
    await settle(await pay(session));
    sessions.push(session);
  }, load);
  const waits: number[] = [];
  for (const [id, { at }] of receiver.first) {
    const event = await store.webhookEvents.find(id as EventId);
    if (event && sessions.includes(event.sessionId)) waits.push(at - event.createdAt);
  }
  const p95 = percentile(waits, 0.95);
  console.log(
    `first call, ${waits.length} payments by ${PAYERS} payers: p95 ${p95.toFixed(0)} ms after the change; ` +
      `p50 of a bare post ${bare.toFixed(0)} ms; ratio ${(p95 / bare).toFixed(2)}\n`,
  );
}

async function killedInTheMiddle(
  environment: BenchEnvironment,
  store: Store,
  receiver: Receiver,
): Promise<void> {
  const events: EventId[] = [];
  for (let nth = 0; nth < KILLED; nth += 1) events.push(await frozen(store, receiver.url));
  const arrived = () => events.filter((id) => receiver.first.has(id)).length;
  const started = (async () => {
    for (const id of events) await environment.client.workflow.start('delivery', start(id));
  })();
  while (arrived() < KILLED / 3) await pause();
  const before = arrived();
  environment.control.kill('worker', 'SIGKILL');
  await environment.control.ended('worker');
  await environment.control.restart('worker');
  await started;
  const verdicts = await Promise.all(
    events.map((id) => environment.client.workflow.getHandle(start(id).workflowId).result()),
  );
  const twice = events.filter((id) => (receiver.first.get(id)?.times ?? 0) > 1).length;
  assert.deepEqual(new Set(verdicts), new Set(['delivered']));
  console.log(
    `worker killed after ${before} of ${KILLED}: ${KILLED - arrived()} missing, ${twice} arrived more than once under their own id\n`,
  );
  assert.equal(arrived(), KILLED);
}

const DEMO = merchantId('demo');

async function frozen({ webhookEvents }: Store, url: string): Promise<EventId> {
  const [sessionId, createdAt] = [newSessionId(), Date.now()];
  const payload = sampleOf('payment.paid', { sessionId, at: createdAt });
  assert.ok(payload && DEMO);
  return webhookEvents.freeze({
    merchantId: DEMO,
    sessionId,
    sequence: 1,
    url,
    payload,
    createdAt,
  });
}

function start(id: EventId) {
  return deliveryStartOf(id, { missing: true });
}

async function deliver({ client }: BenchEnvironment, id: EventId | undefined): Promise<void> {
  assert.ok(id);
  const verdict: unknown = await client.workflow.execute('delivery', start(id));
  assert.equal(verdict, 'delivered');
}

let posts = 0;

async function barePost({ client }: BenchEnvironment, url: string): Promise<void> {
  posts += 1;
  const body = JSON.stringify(
    sampleOf('payment.paid', { sessionId: newSessionId(), at: Date.now() }),
  );
  await client.workflow.execute('posting', {
    workflowId: `posting/${process.pid}/${posts}`,
    taskQueue: QUEUE,
    args: [{ url, body }],
  });
}

/** A merchant's server that remembers when each event came first, and how often. */
async function receiving() {
  const first = new Map<string, { readonly at: number; readonly times: number }>();
  const server = createServer((request, response) => {
    const id = String(request.headers['x-event-id']);
    const { at, times } = first.get(id) ?? { at: Date.now(), times: 0 };
    first.set(id, { at, times: times + 1 });
    request.resume().on('end', () => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    first,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
}
