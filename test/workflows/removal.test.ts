import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { ApplicationFailure } from '@temporalio/common';
import { Refusal, type RefusalCode } from '../../domain/refusal.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import { aMethod } from '../support/builders.ts';
import { charged, saidOfDispute, FIRST, gate, said } from './support/lines.ts';
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

  it('writes money down that an inquiry finds while it is removed, by the name of the payment there', async () => {
    const { engine, start, pay, becomes, run, world } = environment();
    const opened = await start({ methods: [aMethod({ inquiry: DEFAULT_INQUIRY })] });
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    const network = gate();
    world.script.inquire = async () => {
      await network.passed;
      return { step: 'report', report: { ...charged(), gatewayPayment: 'pay-1' } };
    };
    const asked = engine.ask(opened, { tell: false }).catch(() => undefined);
    await world.until(() => world.inquiries.length > 0);
    await engine.remove(opened, undefined);
    network.open();
    await asked;
    await world.until(() => world.late.length > 0);
    const { referenceNumber, gatewayPayment, outcome } = world.late[0]?.report ?? {};
    assert.deepEqual([referenceNumber, gatewayPayment], [FIRST, 'pay-1']);
    assert.deepEqual(outcome, charged().outcome);
    assert.equal(await run(opened).result(), 'removed');
  });

  it('writes money down that a network reports while it is removed', async () => {
    const { engine, start, pay, becomes, run, world } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    const [begun, database] = [gate(), gate()];
    world.script.beforeBury = async () => {
      begun.open();
      await database.passed;
    };
    const removed = engine.remove(opened, undefined);
    await begun.passed;
    await engine.report(opened, charged());
    await engine.dispute(opened, saidOfDispute('open'));
    // The words are taken before the database answers.
    await setTimeout(1000);
    database.open();
    await removed;
    assert.equal(await run(opened).result(), 'removed');
    assert.deepEqual(
      world.late.map(({ report }) => report),
      [charged()],
    );
    assert.equal(world.lateDisputes.length, 1);
  });

  it('writes money of another amount down that an inquiry finds while it is removed', async () => {
    const { engine, start, pay, becomes, run, world } = environment();
    const opened = await start({ methods: [aMethod({ inquiry: DEFAULT_INQUIRY })] });
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    const network = gate();
    const report = charged(FIRST, '12.000');
    world.script.inquire = async () => {
      await network.passed;
      return { step: 'report', report };
    };
    const asked = engine.ask(opened, { tell: false }).catch(() => undefined);
    await world.until(() => world.inquiries.length > 0);
    await engine.remove(opened, undefined);
    network.open();
    await asked;
    assert.equal(await run(opened).result(), 'removed');
    assert.deepEqual(world.late[0]?.report, report);
  });

  it('has the network asked that says afterwards that something has happened', async () => {
    const { engine, start, pay, becomes, run, world } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await engine.remove(opened, undefined);
    await run(opened).result();
    const { merchantId, sessionId } = opened;
    world.script.inquireRemoved = () => ({ merchantId, sessionId, report: charged() });
    // What a browser has brought is not handed on: by that a network may take the money.
    await engine.returned(opened, FIRST, { redirectResult: 'X1' });
    assert.equal(await run(opened).result(), 'removed');
    assert.deepEqual(world.late, []);
    await engine.returned(opened, FIRST);
    await world.until(() => world.late.length > 0);
    assert.equal(await run(opened).result(), 'removed');
    const { typedSearchAttributes: found } = await run(opened).describe();
    assert.equal(found.get(SEARCH_ATTRIBUTES.Alert), 'late-money');
  });

  it('calls a person where the network that says so does not say what', async () => {
    const { engine, start, pay, becomes, run, world } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await engine.remove(opened, undefined);
    await run(opened).result();
    world.script.inquireRemoved = () => {
      throw ApplicationFailure.nonRetryable('For an hour nobody has answered.');
    };
    await engine.returned(opened, FIRST);
    await world.until(() => world.silences.length > 0);
    assert.equal(await run(opened).result(), 'removed');
    const { merchantId, sessionId } = opened;
    assert.deepEqual(world.silences, [{ merchantId, sessionId, referenceNumber: FIRST }]);
    const { typedSearchAttributes: found } = await run(opened).describe();
    assert.equal(found.get(SEARCH_ATTRIBUTES.Alert), 'manual-action-required');
  });

  it("hands over what a payer's bank does about such money, and calls a person", async () => {
    const { engine, start, pay, becomes, run, world } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await engine.remove(opened, undefined);
    await run(opened).result();
    await engine.dispute(opened, saidOfDispute('open'));
    await world.until(() => world.lateDisputes.length > 0);
    assert.deepEqual(
      world.lateDisputes.map(({ report }) => report),
      [saidOfDispute('open')],
    );
    assert.equal(await run(opened).result(), 'removed');
    const { typedSearchAttributes: found } = await run(opened).describe();
    assert.equal(found.get(SEARCH_ATTRIBUTES.Alert), 'dispute');
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
