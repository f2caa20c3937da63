import assert from 'node:assert/strict';
import { messageOf } from '../../domain/notification/notification.ts';
import { aTransaction, CREATED_AT, sessionOf } from '../support/builders.ts';
import { useDatabase } from './database.ts';

describe('the store of messages', () => {
  const database = useDatabase();

  it('remembers who has a mail that others of its addresses were refused, over several tries', async () => {
    const { notifications } = database().store;
    const customer = { email: 'sara@example.test' };
    const wanted = messageOf(
      aTransaction({ customer }),
      { event: 'paid' },
      { channel: 'email', now: CREATED_AT },
    );
    assert.ok(wanted);
    const id = await notifications.want(wanted);
    assert.ok(id);
    for (const [at, taken] of [
      [1, ['a@example.test']],
      [2, ['b@example.test']],
    ] as const) {
      const read = await notifications.find(id);
      assert.ok(read);
      assert.equal(await notifications.hand(read, at), true);
      await notifications.takeBack(id, { at, error: 'EENVELOPE 451', taken });
      // A try that had read it before would send it to all of them.
      assert.equal(await notifications.hand(read, at + 10), false);
    }
    const found = await notifications.find(id);
    assert.deepEqual(found?.reached, ['a@example.test', 'b@example.test']);
    assert.deepEqual([found?.status, found?.handedAt], ['wanted', undefined]);
  });

  it('shows a merchant no mail to the operators, and sends it all the same', async () => {
    const { notifications } = database().store;
    const { merchantId, sessionId } = aTransaction({ sessionId: sessionOf('c0ffee') });
    const common = {
      merchantId,
      sessionId,
      channel: 'email',
      event: 'late-money',
      language: 'en',
      createdAt: CREATED_AT,
    } as const;
    const own = await notifications.want({ ...common, key: 'a', to: ['books@shop.example'] });
    const theirs = await notifications.want({
      ...common,
      key: 'b',
      to: ['duty@pay.example'],
      forOperators: true,
    });
    assert.ok(own && theirs);
    const page = await notifications.list(merchantId, { sessionId }, { limit: 10, offset: 0 });
    assert.deepEqual([page.count, page.results.map(({ id }) => id)], [1, [own]]);
    const log = await notifications.listOf(merchantId, sessionId);
    assert.deepEqual(
      log.map(({ id }) => id),
      [own],
    );
    assert.equal(await notifications.findOwn(merchantId, theirs), undefined);
    assert.deepEqual((await notifications.find(theirs))?.to, ['duty@pay.example']);
  });
});
