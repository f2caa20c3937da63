import assert from 'node:assert/strict';
import { Refusal } from '../../domain/refusal.ts';
import { aMethod, codeOf } from '../support/builders.ts';
import { networkPageOf } from '../support/fake-activities.ts';
import { charged, FIRST, said, SECOND, toldResults, WALLET } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

describe('a transaction that is archived', () => {
  const environment = workflowEnvironment();

  it('keeps its state, and comes back as it was', async () => {
    const { engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, charged());
    await run(opened).result();
    const aside = await engine.archive(opened);
    assert.equal(aside.state, 'paid');
    assert.ok(aside.deletedAt !== undefined && aside.deletedAt >= opened.createdAt);
    await run(opened).result();
    assert.deepEqual(document(opened).deletedAt, aside.deletedAt);
    const restored = await engine.restore(opened);
    await run(opened).result();
    assert.equal(restored.deletedAt, undefined);
    assert.deepEqual(document(opened), restored);
  });

  it('is none that can still be paid', async () => {
    const { engine, start, document } = environment();
    const opened = await start();
    await assert.rejects(
      engine.archive(opened),
      (error) => error instanceof Refusal && error.code === 'invalid_state',
    );
    assert.equal(document(opened).version, 1);
  });

  it('makes late money an alert, and tells nobody', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start({ methods: [aMethod(), aMethod({ pgCode: WALLET })] });
    await pay(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    await pay(opened, { pgCode: WALLET, referenceNumber: SECOND });
    await engine.report(opened, charged(SECOND));
    await world.until(() => document(opened).notice?.status === 'delivered');
    await engine.archive(opened);
    await engine.report(opened, charged(FIRST));
    await world.until(() => document(opened).alerts.length > 0);
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(document(opened).alerts[0]?.kind, 'late-money');
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });
});

describe('a transaction whose methods are all gone', () => {
  const environment = workflowEnvironment();
  const REASON = '"card" is not active.';

  it('is invalided when a payer comes, with the reason', async () => {
    const { world, engine, start, run, document } = environment();
    const opened = await start();
    await engine.unusable(opened, REASON);
    assert.equal(await run(opened).result(), 'invalided');
    assert.equal(document(opened).invalidationReason, REASON);
    assert.deepEqual(toldResults(world), []);
  });

  it('tells the merchant when somebody had tried to pay', async () => {
    const { world, engine, start, pay, becomes, run } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await engine.unusable(opened, REASON);
    assert.equal(await run(opened).result(), 'invalided');
    assert.deepEqual(toldResults(world).at(-1), ['failed', 'invalided']);
  });

  it('waits for the network while a payment is under way', async () => {
    const { engine, start, pay, atRest, run, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.unusable(opened, REASON);
    await atRest(opened);
    assert.equal(document(opened).state, 'pending');
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
  });

  it('is left alone when it is over', async () => {
    const { world, engine, start, run } = environment();
    const cash = codeOf('cash');
    const opened = await start({ methods: [aMethod({ pgCode: cash, offline: true })] });
    await engine.payCash(opened, { referenceNumber: FIRST, requestId: 'request-1' });
    await run(opened).result();
    await engine.unusable(opened, REASON);
    assert.equal(await run(opened).result(), 'cod');
    assert.deepEqual(toldResults(world), [['cod', 'cod']]);
  });
});
