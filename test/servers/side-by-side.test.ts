import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { theCluster, type Cluster } from './support/cluster.ts';
import { until } from '../support/http.ts';
import { captured, countedBy } from './support/ledger.ts';
import { buy, createSession } from './support/shopper.ts';

const PAYERS = 12;

describe('two APIs and two workers side by side', function () {
  this.timeout(180_000);
  let cluster: Cluster;
  before(async () => {
    cluster = await theCluster();
  });

  it('take every payment once, whoever answers, share the work and count it once', async () => {
    const before_ = await counts(cluster);
    const amounts = Array.from({ length: PAYERS }, (_, nth) => `1.${String(nth).padStart(3, '0')}`);
    const bought = await Promise.all(amounts.map((amount) => buy(cluster, { amount })));
    assert.deepEqual(new Set(bought.map(({ state }) => state)), new Set(['paid']));
    assert.deepEqual(await captured(cluster, '1.'), amounts);

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
});

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
