import assert from 'node:assert/strict';
import { Refusal } from '../../domain/refusal.ts';
import { aMethod, codeOf } from '../support/builders.ts';
import { charged, FIRST, gate, said, SECOND, toldResults } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

const methods = [aMethod(), aMethod({ pgCode: codeOf('cash'), gateway: 'cash', offline: true })];
const CASH = { referenceNumber: SECOND, requestId: 'request-1' };

describe('cash that a merchant acknowledges', () => {
  const environment = workflowEnvironment();

  it('ends the transaction, asks no gateway, and is told', async () => {
    const { world, engine, start, run } = environment();
    const opened = await start({ methods });
    const answer = await engine.payCash(opened, CASH);
    assert.equal(answer.state, 'cod');
    assert.equal(await run(opened).result(), 'cod');
    assert.deepEqual(toldResults(world), [['cod', 'cod']]);
    assert.equal(world.opens.length + world.inquiries.length, 0);
  });

  it('is answered before the merchant has answered the webhook', async () => {
    const { world, engine, start, run } = environment();
    const opened = await start({ methods });
    const merchant = gate();
    world.script.merchant = async () => {
      await merchant.passed;
      return 'delivered' as const;
    };
    assert.equal((await engine.payCash(opened, CASH)).notice?.status, 'pending');
    merchant.open();
    assert.equal(await run(opened).result(), 'cod');
  });

  it('twice by the same request makes one attempt, also in a later run', async () => {
    const { world, engine, start, run, document } = environment();
    const opened = await start({ methods });
    await Promise.all([engine.payCash(opened, CASH), engine.payCash(opened, CASH)]);
    await run(opened).result();
    assert.equal((await engine.payCash(opened, CASH)).state, 'cod');
    await run(opened).result();
    assert.equal(document(opened).attempts.length, 1);
    assert.deepEqual(toldResults(world), [['cod', 'cod']]);
  });

  it('counts for a transaction that has expired', async () => {
    const { time, engine, start, run } = environment();
    const opened = await start({ methods, expirationSeconds: 60 });
    await time.skip(60_000);
    assert.equal(await run(opened).result(), 'expired');
    await engine.payCash(opened, CASH);
    assert.equal(await run(opened).result(), 'cod');
  });

  it('gives way to a payment by card that nobody had told of', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start({ methods });
    await pay(opened);
    world.script.inquire = () => ({ step: 'report', report: charged() });
    await assert.rejects(
      engine.payCash(opened, CASH),
      (error) => error instanceof Refusal && error.code === 'invalid_state',
    );
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('takes the place of an attempt that is undecided, whose later money is an alert', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start({ methods });
    await pay(opened);
    await engine.payCash(opened, CASH);
    assert.equal(await run(opened).result(), 'cod');
    assert.deepEqual(
      document(opened).attempts.map(({ state }) => state),
      ['canceled', 'cod'],
    );
    await engine.report(opened, charged(FIRST));
    await world.until(() => document(opened).alerts.length > 0);
    assert.equal(await run(opened).result(), 'cod');
    assert.deepEqual(toldResults(world), [
      ['cod', 'cod'],
      ['success', 'cod'],
    ]);
  });

  it('is refused for what is paid, without a question to the gateway', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start({ methods });
    await pay(opened);
    await engine.report(opened, charged());
    await run(opened).result();
    await assert.rejects(engine.payCash(opened, CASH), Refusal);
    assert.equal(world.inquiries.length, 0);
  });

  it('is refused before the gateway is asked when no cash is offered', async () => {
    const { world, engine, start, pay } = environment();
    const opened = await start({ methods: [aMethod()] });
    await pay(opened);
    await engine.report(opened, said('pending'));
    await assert.rejects(engine.payCash(opened, CASH), Refusal);
    assert.equal(world.inquiries.length, 0);
  });
});
