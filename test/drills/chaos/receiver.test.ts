import assert from 'node:assert/strict';
import { openReceiver, type Receiver } from '../../../drills/chaos/receiver.ts';
import { signatureOf } from '../../../transports/signature.ts';
import { send } from '../../support/http.ts';

const KEY = 'a webhook key';

describe("the merchant's server of a chaos run", () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await openReceiver(() => KEY);
  });
  afterEach(() => receiver.close());

  async function post(eventId: string, { key = KEY, orderNo = 'ORDER-1' } = {}): Promise<number> {
    const payload = { order_no: orderNo, result: 'success', state: 'paid' };
    const signature = signatureOf(payload, { key, scheme: 'standard' });
    const { status } = await send(receiver.url, {
      method: 'POST',
      headers: { 'X-Event-Id': eventId, 'X-Sequence': '1' },
      body: JSON.stringify({ ...payload, signature }),
    });
    return status;
  }

  it('keeps what is rightly signed, by its order', async () => {
    assert.equal(await post('event-1'), 200);
    assert.deepEqual(
      receiver
        .heardOf('ORDER-1')
        .map(({ eventId, sequence, result }) => [eventId, sequence, result]),
      [['event-1', 1, 'success']],
    );
    assert.deepEqual(receiver.heardOf('ORDER-2'), []);
  });

  it('counts what is not, and keeps nothing of it', async () => {
    assert.equal(await post('event-1', { key: 'another key' }), 400);
    assert.deepEqual(receiver.heardOf('ORDER-1'), []);
    assert.equal(receiver.counts().forged, 1);
  });

  it('turns some events away at their first call, and takes them at the second', async () => {
    const ids = Array.from({ length: 60 }, (_, nth) => `event-${nth}`);
    const first = await Promise.all(ids.map((id) => post(id)));
    const refused = ids.filter((_id, nth) => first[nth] === 500);
    assert.ok(refused.length > 0 && refused.length < 20, String(refused.length));
    for (const id of refused) assert.equal(await post(id), 200);
    assert.equal(receiver.heardOf('ORDER-1').length, ids.length);
  });
});
