import assert from 'node:assert/strict';
import { Refusal, type RefusalCode } from '../../domain/refusal.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';
import { charged, FIRST, said } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

describe('the end of a transaction by command', () => {
  const environment = workflowEnvironment();

  it('removes for good what was never paid, and the run ends', async () => {
    const { engine, start, run, world } = environment();
    const opened = await start({ orderNo: 'order-1' });
    const by = { id: 3, username: 'layla', email: 'layla@shop.example' };
    assert.deepEqual(await engine.remove(opened, by), { isRemoved: true });
    assert.equal(await run(opened).result(), 'removed');
    const [tombstone, ...others] = world.tombstones;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [tombstone?.orderNo, tombstone?.state, tombstone?.deletedBy],
      ['order-1', 'created', { id: 3, username: 'layla' }],
    );
  });

  it('finds nothing afterwards, whatever is asked by who saw the document before', async () => {
    const { engine, start, run } = environment();
    const opened = await start();
    await engine.remove(opened, undefined);
    await run(opened).result();
    for (const command of [
      () => engine.remove(opened, undefined),
      () => engine.cancel(opened, FIRST),
      () => engine.expire(opened),
      () => engine.archive(opened),
    ])
      await assert.rejects(command(), refusal('not_found'));
    assert.equal(await run(opened).result(), 'removed');
  });

  it('writes money down that a network reports afterwards', async () => {
    const { engine, start, pay, becomes, run, world } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await engine.remove(opened, undefined);
    await engine.report(opened, charged());
    await world.until(() => world.late.length > 0);
    assert.deepEqual(world.late[0]?.report, charged());
    assert.equal(await run(opened).result(), 'removed');
    const { typedSearchAttributes: found } = await run(opened).describe();
    assert.equal(found.get(SEARCH_ATTRIBUTES.Alert), 'late-money');
  });

  it('is refused while an attempt is at the gateway, and archives what was paid', async () => {
    const { engine, start, pay, run, document, world } = environment();
    const opened = await start();
    await pay(opened);
    await assert.rejects(engine.remove(opened, undefined), refusal('invalid_state'));
    await engine.report(opened, charged());
    await run(opened).result();
    assert.deepEqual(await engine.remove(opened, undefined), { isRemoved: false });
    assert.equal(typeof document(opened).deletedAt, 'number');
    assert.equal(document(opened).state, 'paid');
    assert.deepEqual(world.tombstones, []);
  });

  it('expires what is unpaid, once', async () => {
    const { engine, start, run, document } = environment();
    const opened = await start();
    await engine.expire(opened);
    assert.equal(await run(opened).result(), 'expired');
    assert.equal(document(opened).state, 'expired');
    await assert.rejects(engine.expire(opened), refusal('invalid_state'));
  });

  it('asks the gateway before it expires, and does not when the payer has paid', async () => {
    const { engine, start, pay, document, world } = environment();
    const opened = await start();
    await pay(opened);
    world.script.inquire = () => ({ step: 'report', report: charged() });
    await assert.rejects(engine.expire(opened), refusal('invalid_state'));
    assert.equal(document(opened).state, 'paid');
  });
});

function refusal(code: RefusalCode) {
  return (error: unknown) => error instanceof Refusal && error.code === code;
}
