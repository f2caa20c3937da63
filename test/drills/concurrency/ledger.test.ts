import assert from 'node:assert/strict';
import { ledgerDifferences } from '../../../drills/concurrency/ledger.ts';
import { sandboxAt } from '../../../drills/networks/sandbox.ts';
import { aNetwork, type TestNetwork } from '../../simulator/support.ts';
import { useDatabase } from '../../store/database.ts';
import { CREATED_AT, kwd } from '../../support/builders.ts';
import { HOLDER } from '../../support/wallets.ts';

describe('the books that a proof compares', () => {
  const database = useDatabase();
  let network: TestNetwork;
  before(async () => {
    network = await aNetwork();
  });
  after(() => network.close());
  const found = () =>
    ledgerDifferences({ store: database().store, network: sandboxAt(network.url) }, 0);

  it('agree where nothing has happened', async () => {
    assert.deepEqual(await found(), []);
  });

  it('are those of the wallets, too', async () => {
    await database().store.wallets.move({
      holder: HOLDER,
      key: 'a refund that nobody has posted',
      type: 'credit_refund',
      amount: kwd('5'),
      origin: {},
      now: CREATED_AT,
    });
    const [difference, ...others] = await found();
    assert.match(difference ?? '', /^wallets: .*other KWD 5\.000$/);
    assert.deepEqual(others, []);
  });
});
