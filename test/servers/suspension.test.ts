import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { theSystem } from '../support/system.ts';
import { until } from '../support/http.ts';
import { captured } from './support/ledger.ts';
import { createSession, payWithCard, type PaymentSite } from './support/shopper.ts';

const PAYMENTS = 8;
/** Who presses Pay while the worker is suspended. */
const LATE = 3;
/** Beyond the time that the SDK gives to the code of a workflow; by hand, a minute was tried too. */
const SUSPENDED_MS = Number(process.env['SUSPENDED_MS'] ?? 6_000);

describe('a worker that is suspended while payments flow', function () {
  this.timeout(240_000);

  it('goes on in the same process, finishes them, and charges nobody twice', async () => {
    const { running, run } = await theSystem();
    const shop: PaymentSite = { run, balancer: { url: run.api } };
    const amounts = Array.from(
      { length: PAYMENTS },
      (_, nth) => `61.${String(nth).padStart(3, '0')}`,
    );
    const sessions = await Promise.all(amounts.map((amount) => createSession(shop, { amount })));
    const pay = (some: readonly string[]) =>
      Promise.all(some.map((session) => payWithCard(shop, session)));
    const end = running.ended('worker');
    const early = pay(sessions.slice(LATE));
    await until('the first has paid', async () => (await captured(shop, '61.')).length > 0);

    assert.equal(running.kill('worker', 'SIGSTOP'), true);
    const bought = Promise.all([pay(sessions.slice(0, LATE)), early]);
    try {
      await wait(SUSPENDED_MS);
      assert.ok((await captured(shop, '61.')).length <= PAYMENTS - LATE, 'the worker went on');
    } finally {
      assert.equal(running.kill('worker', 'SIGCONT'), true);
    }
    const states = await Promise.race([
      bought.then((all) => all.flat().map(({ state }) => state)),
      end,
    ]);

    assert.deepEqual(
      states,
      amounts.map(() => 'paid'),
    );
    assert.deepEqual(await captured(shop, '61.'), amounts);
  });
});
