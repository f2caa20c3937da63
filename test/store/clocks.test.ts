import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { DAY_MS, aMerchantId } from '../support/builders.ts';
import { useDatabase } from './database.ts';

const fresh = () => aMerchantId(`shop-${randomUUID().slice(0, 8)}`);

describe('the store of test clocks', () => {
  const database = useDatabase();
  const clocks = () => database().store.clocks;

  it('has no clock ahead of ours until somebody moves it', async () => {
    assert.equal(await clocks().ahead(fresh()), 0);
  });

  it('moves the clock of one merchant forward, each time by so much more', async () => {
    const [merchantId, other] = [fresh(), fresh()];
    assert.equal(await clocks().advance(merchantId, DAY_MS), DAY_MS);
    assert.equal(await clocks().advance(merchantId, 5), DAY_MS + 5);
    assert.equal(await clocks().ahead(merchantId), DAY_MS + 5);
    assert.equal(await clocks().ahead(other), 0);
  });

  it('loses no move of two at the same time', async () => {
    const merchantId = fresh();
    await clocks().advance(merchantId, 1);
    await Promise.all([1, 2, 3, 4].map((ms) => clocks().advance(merchantId, ms)));
    assert.equal(await clocks().ahead(merchantId), 11);
  });
});
