import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mongo } from 'mongoose';
import { leaveCluster, theCluster, type Cluster } from './support/cluster.ts';
import { buy, CARD_NUMBER, createSession, payAtNetwork } from './support/shopper.ts';

describe('one id', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await theCluster();
  });
  after(leaveCluster);

  it('leads from a press of Pay through the worker to the call of the gateway', async () => {
    const sessionId = await createSession(cluster, { amount: '3.000' });
    const pressed = await fetch(`${cluster.apis[1].url}/checkout/${sessionId}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ pg_code: 'sandbox' }),
    });
    assert.equal(pressed.status, 303);
    const requestId = pressed.headers.get('X-Request-Id');
    assert.match(requestId ?? '', /^[0-9a-f-]{36}$/);

    // Each program writes its line when it has answered, and the payer may have the answer of all before that.
    const lines = await soon(() => {
      const found = linesWith(cluster, String(requestId));
      return found.length >= 3 ? found : undefined;
    });
    const told = lines.map(({ program, msg, message, activity, route }) =>
      [program, activity ?? msg ?? message, route].filter(Boolean).join(' '),
    );
    assert.deepEqual(told.toSorted(), [
      'api request /checkout/:session_id/pay',
      'request /v1/payments',
      'worker openAttempt',
    ]);
    const worker = lines.find(({ program }) => program === 'worker');
    assert.equal(worker?.['workflowId'], `transaction/${sessionId}`);
  });

  it('leads from a callback of a gateway to the call of the merchant', async () => {
    const sessionId = await createSession(cluster, {
      amount: '3.001',
      more: { webhook_url: `${cluster.run.demo}/webhooks` },
    });
    const pressed = await fetch(`${cluster.apis[0].url}/checkout/${sessionId}/pay`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ pg_code: 'sandbox' }),
    });
    await payAtNetwork(cluster, new URL(pressed.headers.get('Location') ?? ''));
    const call = await soon(() =>
      linesWith(cluster, `transaction/${sessionId}`).find(({ msg }) => msg === 'merchant called'),
    );
    // Its own line is written when the gateway is answered, which may be after the merchant was called.
    const cause = await soon(() =>
      linesWith(cluster, String(call['requestId'])).find(({ program }) => program === 'api'),
    );
    assert.equal(cause['route'], '/b/gw/callback/:pg_code');
  });
});

describe('the logs', function () {
  this.timeout(180_000);
  after(leaveCluster);

  it('tell nothing about customers, no key and no card, whatever is sent', async () => {
    const cluster = await theCluster();
    const { run, apis } = cluster;
    const customer = {
      customer_email: 'sara.logged@example.test',
      customer_phone: '+96550001234',
      customer_first_name: 'Sara-Logged',
      customer_last_name: 'Al-Ali-Logged',
    };
    const secrets = { ...customer, card: CARD_NUMBER, ...madeSecrets(cluster) };
    assert.ok(Object.keys(secrets).length >= 14);

    await buy(cluster, { amount: '3.002', more: customer });
    // A merchant who answers nothing, and everything that is refused.
    await buy(cluster, {
      amount: '3.003',
      more: { ...customer, webhook_url: 'http://127.0.0.1:9/webhooks' },
    });
    const at = (path: string, init: RequestInit = {}) => fetch(`${apis[0].url}${path}`, init);
    const json = { 'Content-Type': 'application/json' };
    const authorized = { ...json, Authorization: `Api-Key ${run.keys.private}` };
    const statuses = [
      await at(`/nothing/${customer.customer_email}?key=${run.keys.private}`),
      await at(`/checkout/${customer.customer_email}`),
      await at(`/checkout/x/pay/${CARD_NUMBER}`),
      await at(`/b/gw/return/${CARD_NUMBER}/`),
      await at('/b/checkout/v1/pymt-txn/', {
        method: 'POST',
        headers: { ...json, Authorization: `Api-Key ${run.keys.private}x` },
        body: '{}',
      }),
      await at('/b/checkout/v1/pymt-txn/', {
        method: 'POST',
        headers: authorized,
        body: JSON.stringify({ ...customer, card_number: CARD_NUMBER }),
      }),
      await at('/b/checkout/v1/pymt-txn/', {
        method: 'POST',
        headers: authorized,
        body: `{"customer_email":"${customer.customer_email}`,
      }),
      await at('/b/gw/callback/sandbox/?merchant=demo', {
        method: 'POST',
        headers: { 'X-Simulator-Signature': 't=1,v1=00' },
        body: JSON.stringify(customer),
      }),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, [404, 404, 404, 404, 401, 400, 400, 400]);

    await askedSlowly(run.mongodb, customer.customer_email);

    const logs = cluster.logs();
    assert.ok(logs.includes('"route":"/b/gw/return/:reference","status":404'), 'nothing is logged');
    for (const [what, secret] of Object.entries(secrets))
      assert.ok(!logs.includes(secret), `${what} is in the logs`);
  });
});

/** A question that takes MongoDB twice as long as what it writes into its own log, unless it is told otherwise. */
async function askedSlowly(uri: string, email: string): Promise<void> {
  const client = new mongo.MongoClient(uri);
  try {
    const slowly = { 'customer.email': email, $where: 'sleep(200) || true' };
    assert.ok(await client.db().collection('transactions').findOne(slowly));
  } finally {
    await client.close();
  }
}

/** Every secret that the seed has made, by its place in the file; of a ring of keys what follows the id. */
function madeSecrets({ keysFile }: Cluster): Readonly<Record<string, string>> {
  const kept: Readonly<Record<string, unknown>> = JSON.parse(readFileSync(keysFile, 'utf8'));
  const { encryption, users, ...keys } = kept;
  const all = { ...keys, ...(encryption as object), ...(users as object) };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [name, String(value).split(':').at(-1) ?? '']),
  );
}

type Line = Readonly<Record<string, unknown>>;

function linesWith({ logs }: Cluster, part: string): readonly Line[] {
  return logs()
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(part))
    .map((line): Line => JSON.parse(line));
}

/** Looks until there is something to see. */
async function soon<T>(look: () => T | undefined): Promise<T> {
  for (const end = Date.now() + 60_000; ;) {
    const seen = look();
    if (seen !== undefined) return seen;
    assert.ok(Date.now() < end, 'It was not seen within a minute.');
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
}
