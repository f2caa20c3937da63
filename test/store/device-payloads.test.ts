import assert from 'node:assert/strict';
import { mintReferenceNumber } from '../../domain/ids.ts';
import { randomBytes } from 'node:crypto';
import { aMerchantId, sessionOf, SHOP } from '../support/builders.ts';
import { useDatabase } from './database.ts';

describe('the store of what wallets have handed over', () => {
  const database = useDatabase();
  const payloads = () => database().store.devicePayloads;
  let count = 0;
  function fresh() {
    count += 1;
    const name = {
      merchantId: SHOP,
      sessionId: sessionOf(count.toString(16)),
      referenceNumber: mintReferenceNumber('demo', randomBytes(8)),
    };
    // Keys that mean something to a database, and texts with escapes of their own.
    const payload = { paymentData: { data: `d${count}\u003d`, $ref: { 'a.b': ['ü', 1.5, null] } } };
    return { name, payload };
  }

  it('gives a payload as it was, to its own attempt alone', async () => {
    const { name, payload } = fresh();
    assert.equal(await payloads().put(name, payload), true);
    assert.equal(JSON.stringify(await payloads().find(name)), JSON.stringify(payload));
    assert.equal(await payloads().find({ ...name, sessionId: sessionOf('ff') }), undefined);
    assert.equal(
      await payloads().find({ ...name, merchantId: aMerchantId('another-shop') }),
      undefined,
    );
  });

  it('is safe to repeat, and refuses the payload to another attempt of the merchant', async () => {
    const { name, payload } = fresh();
    const other = fresh().name;
    const kept = await Promise.all([name, name, name].map((one) => payloads().put(one, payload)));
    assert.deepEqual(kept, [true, true, true]);
    assert.equal(await payloads().put(other, payload), false);
    const elsewhere = { ...other, merchantId: aMerchantId('another-shop') };
    assert.equal(await payloads().put(elsewhere, payload), true);
  });

  it('lets one of two attempts have it that come at once', async () => {
    const { name, payload } = fresh();
    const names = [name, fresh().name, fresh().name];
    const kept = await Promise.all(names.map((one) => payloads().put(one, payload)));
    assert.equal(kept.filter(Boolean).length, 1);
  });

  it('knows of a used one that it is used up, and gives it back by no repetition', async () => {
    const { name, payload } = fresh();
    await payloads().put(name, payload);
    await payloads().spend(name, { referenceNumber: name.referenceNumber, used: true });
    assert.equal(await payloads().find(name), undefined);
    assert.equal(await payloads().put(name, payload), true);
    assert.equal(await payloads().find(name), undefined);
    assert.equal(await payloads().put(fresh().name, payload), false);
  });

  it('forgets one that has brought nothing', async () => {
    const { name, payload } = fresh();
    await payloads().put(name, payload);
    await payloads().spend(name, { referenceNumber: name.referenceNumber, used: false });
    assert.equal(await payloads().find(name), undefined);
    assert.equal(await payloads().put(fresh().name, payload), true);
  });

  it('knows for a week that an attempt has it, also when nobody has said what came of it and the payload is gone', async () => {
    const { name, payload } = fresh();
    await payloads().put(name, payload);
    // As MongoDB does when its time is over.
    await database()
      .connection.collection('device_payloads')
      .deleteMany({ until: { $lte: new Date(Date.now() + 16 * 60_000) } });
    assert.equal(await payloads().find(name), undefined);
    assert.equal(await payloads().put(fresh().name, payload), false);
    await payloads().spend(name, { referenceNumber: name.referenceNumber, used: true });
    assert.equal(await payloads().put(fresh().name, payload), false);
    assert.equal(await payloads().put(name, payload), true);
    assert.equal(await payloads().find(name), undefined, 'a used one comes back by no repetition');
  });

  it('keeps it sealed, for a quarter of an hour', async () => {
    const { name, payload } = fresh();
    await payloads().put(name, payload);
    const { connection } = database();
    const [document] = await connection
      .collection('device_payloads')
      .find({ referenceNumber: name.referenceNumber })
      .toArray();
    assert.ok(document && !JSON.stringify(document).includes('paymentData'));
    const leftMs = Number(document['until']) - Date.now();
    assert.ok(leftMs > 14 * 60_000 && leftMs <= 15 * 60_000, String(leftMs));
    const [index] = (await connection.collection('device_payloads').indexes()).filter(
      ({ expireAfterSeconds }) => expireAfterSeconds !== undefined,
    );
    assert.deepEqual([index?.key, index?.expireAfterSeconds], [{ until: 1 }, 0]);
    await connection
      .collection('device_payloads')
      .updateOne({ referenceNumber: name.referenceNumber }, { $set: { until: new Date(0) } });
    assert.equal(await payloads().find(name), undefined, 'it is too old');
  });
});
