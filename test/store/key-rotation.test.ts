import assert from 'node:assert/strict';
import { merchantId } from '../../domain/ids.ts';
import { rotate } from '../../store/key-rotation.ts';
import { aMerchant } from '../support/builders.ts';
import { useDatabase } from './database.ts';

const HOUR = 3_600_000;
const NOW = Date.now();

describe('the rotation of a key', () => {
  const database = useDatabase();
  let count = 0;

  async function aShop() {
    const { store } = database();
    const id = merchantId(`rotating-${(count += 1)}`);
    assert.ok(id);
    await store.merchants.put(aMerchant({ id }), 'whk_0');
    const rotated = (key: string, hours: number, now = NOW) =>
      rotate(
        store.previousKeys,
        { owner: { merchantId: id }, until: now + hours * HOUR, now },
        {
          read: () => store.merchants.sealedWebhookKey(id),
          replace: (before) => store.merchants.setWebhookKey(id, { before, key }),
        },
      );
    const before = async (at = NOW) =>
      (await store.previousKeys.find({ merchantId: id }, at)).toSorted();
    return { id, rotated, before, now: () => store.merchants.webhookKey(id) };
  }

  it('keeps each key until its own end', async () => {
    const { rotated, before, now } = await aShop();
    assert.equal(await rotated('whk_1', 24), 'done');
    assert.equal(await rotated('whk_2', 1), 'done');
    assert.equal(await now(), 'whk_2');
    assert.deepEqual(await before(), ['whk_0', 'whk_1']);
    assert.deepEqual(await before(NOW + HOUR), ['whk_0']);
    assert.deepEqual(await before(NOW + 24 * HOUR), []);
  });

  it('loses none of those that come at once', async () => {
    const { rotated, before, now } = await aShop();
    const keys = ['whk_1', 'whk_2', 'whk_3'];
    const said = await Promise.all(keys.map((key) => rotated(key, 24)));
    assert.deepEqual(said, ['done', 'done', 'done']);
    assert.deepEqual(new Set([...(await before()), await now()]), new Set(['whk_0', ...keys]));
  });

  it('keeps five at most, until one of them is over or all shall be', async () => {
    const { rotated, before, now } = await aShop();
    for (let nth = 1; nth <= 5; nth += 1) await rotated(`whk_${nth}`, nth);
    assert.equal(await rotated('whk_6', 24), 'full');
    assert.equal(await now(), 'whk_5');
    assert.equal(await rotated('whk_7', 24, NOW + HOUR), 'done');
    assert.equal(await rotated('whk_8', 0), 'done');
    assert.deepEqual(await before(), []);
  });

  it('is forgotten by the database when the last of the former keys is over', async () => {
    const { id, rotated, before } = await aShop();
    for (const [key, hours] of [
      ['whk_1', 24],
      ['whk_2', 48],
      ['whk_3', 12],
    ] as const)
      await rotated(key, hours);
    assert.deepEqual(await before(), ['whk_0', 'whk_1', 'whk_2']);
    const kept = database().connection.collection('previous_webhook_keys');
    const found = await kept.findOne({ merchantId: id });
    assert.equal(found?.['until'].getTime(), NOW + 48 * HOUR);
  });
});
