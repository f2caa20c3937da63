import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { storeKeys } from '../../dev/keys.ts';
import type { MerchantId, PgCode } from '../../domain/ids.ts';
import { openStore } from '../../store/index.ts';
import { merchantAt, SALE, until, type Answer, type Json } from '../support/http.ts';
import { leaveCluster, theCluster, type Cluster } from './support/cluster.ts';
import { captured, countedBy } from './support/ledger.ts';
import { buy, createSession } from './support/shopper.ts';

const PAYERS = 12;
const LONGEST_REQUEST_MS = 200;

describe('two APIs and two workers side by side', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await theCluster();
  });
  after(leaveCluster);

  it('take every payment once, whoever answers, share the work and count it once', async () => {
    const before_ = await counts(cluster);
    const amounts = Array.from({ length: PAYERS }, (_, nth) => `8.${String(nth).padStart(3, '0')}`);
    const bought = await Promise.all(amounts.map((amount) => buy(cluster, { amount })));
    assert.deepEqual(new Set(bought.map(({ state }) => state)), new Set(['paid']));
    assert.deepEqual(await captured(cluster, '8.'), amounts);

    const since = async () =>
      (await counts(cluster)).map((two, index) =>
        two.map((count, nth) => count - (before_[index]?.[nth] ?? 0)),
      );
    // What is saved is counted a moment later.
    await until('all are counted', async () => sum((await since())[1]) >= PAYERS);
    const [created, paid, minor, tasks] = await since();
    assert.equal(sum(created), PAYERS);
    assert.equal(sum(paid), PAYERS);
    assert.equal(sum(minor), sum(amounts.map((amount) => Number(amount.replace('.', '')))));
    assert.ok(created?.every(Boolean), `One API did all: ${created?.join(', ')}`);
    assert.ok(tasks?.every(Boolean), `One worker did all: ${tasks?.join(', ')}`);
  });

  it('give one transaction for one Idempotency-Key, whichever of them is asked', async () => {
    const sale = { amount: '7.000', idempotencyKey: randomUUID() };
    const asked = [...cluster.apis, ...cluster.apis, ...cluster.apis];
    const ids = await Promise.all(asked.map(({ url }) => createSession(cluster, sale, url)));
    assert.equal(new Set(ids).size, 1, ids.join(', '));
  });

  it('know within a second that a key is revoked, a merchant paused or a fee changed', async () => {
    const { run, keysFile, apis } = cluster;
    const store = await openStore(run.mongodb, storeKeys(dirname(keysFile)));
    try {
      const opened = await store.gatewayAccounts.open(DEMO, SANDBOX);
      const merchant = await store.merchants.find(DEMO);
      const webhookKey = await store.merchants.webhookKey(DEMO);
      assert.ok(opened && merchant && webhookKey !== undefined);
      const { private: key, pair } = await store.apiKeys.createPair(DEMO, { name: 'revoked soon' });
      const create = (url: string) => merchantAt(url, key).create({ ...SALE, amount: '7.100' });
      const everywhere = async (what: string, counts: (answer: Answer) => boolean) => {
        await Promise.all(
          apis.map(async ({ url, name }) => {
            for (let waited = 0; ;) {
              const asked = performance.now();
              if (counts(await create(url))) return;
              assert.ok(waited < 1000, `${name} does not know after a second: ${what}`);
              // A machine that stands still in the middle of a request is no second of ours.
              waited += Math.min(performance.now() - asked, LONGEST_REQUEST_MS);
            }
          }),
        );
      };

      await everywhere('a new key', ({ status }) => status === 201);
      await store.merchants.put({ ...merchant, paused: true }, webhookKey);
      await everywhere('it is paused', ({ status }) => status === 423);
      await store.merchants.put(merchant, webhookKey);
      await everywhere('it goes on', ({ status }) => status === 201);
      const { account, settings } = opened;
      await store.gatewayAccounts.put({ ...account, fee: FEE }, settings);
      await everywhere('it has a fee', (answer) => feeIn(answer) === '0.250');
      await store.gatewayAccounts.put(account, settings);
      await everywhere('it has no fee', (answer) => feeIn(answer) === '0.000');
      await store.apiKeys.revoke(DEMO, pair);
      await everywhere('the key is revoked', ({ status }) => status === 401);
    } finally {
      await store.close();
    }
  });
});

const DEMO = 'demo' as MerchantId;
const SANDBOX = 'sandbox' as PgCode;
const FEE = { type: 'fixed', values: { KWD: '0.250' }, chargeDefaultCurrency: true } as const;

function feeIn({ body }: Answer): unknown {
  const billing = body['billing'] as { readonly fee: Json } | undefined;
  return billing?.fee['value'];
}

async function counts({ apis, workers }: Cluster): Promise<readonly (readonly number[])[]> {
  return [
    await countedBy(apis, 'sarraf_transactions_created_total'),
    await countedBy(workers, 'sarraf_transactions_paid_total'),
    await countedBy(workers, 'sarraf_paid_minor_total'),
    await countedBy(workers, 'temporal_workflow_task_queue_poll_succeed'),
  ];
}

function sum(numbers: readonly number[] = []): number {
  return numbers.reduce((total, one) => total + one, 0);
}
