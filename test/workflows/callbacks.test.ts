import assert from 'node:assert/strict';
import type { AttemptReport } from '../../domain/transaction/network.ts';
import { DAY_MS, referenceOf } from '../support/builders.ts';
import { charged, FIRST, held, ONE_TRY, said, SECOND, toldResults } from './support/lines.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

describe("a network's callback", () => {
  const environment = workflowEnvironment();

  it('that comes twice counts once', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, charged());
    await run(opened).result();
    const { version } = document(opened);
    await hear(environment(), opened, charged());
    assert.equal(document(opened).version, version);
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
    assert.equal(world.webhooks.length, 1);
  });

  it('that comes several times at once counts once', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start();
    await pay(opened);
    await Promise.all([1, 2, 3].map(() => engine.report(opened, charged())));
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
    assert.equal(world.webhooks.length, 1);
  });

  it('of a failure after the success does not take the payment back', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, charged());
    await run(opened).result();
    await hear(environment(), opened, said('failed'));
    assert.equal(document(opened).state, 'paid');
    assert.equal(document(opened).attempts[0]?.state, 'success');
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('of a success after the failure of the same attempt pays', async () => {
    const { world, engine, start, pay, run, becomes } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(toldResults(world), [
      ['failed', 'attempted'],
      ['success', 'paid'],
    ]);
  });

  it('of an older failure does not disturb a newer attempt', async () => {
    const { engine, start, pay, run, becomes, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await pay(opened, { referenceNumber: SECOND });
    await hear(environment(), opened, said('canceled', FIRST));
    const { state, attempts } = document(opened);
    assert.equal(state, 'pending');
    assert.deepEqual(
      attempts.map((attempt) => attempt.state),
      ['failed', 'pending'],
    );
    await engine.report(opened, charged(SECOND));
    assert.equal(await run(opened).result(), 'paid');
  });

  it('that says "pending" decides nothing, is remembered once, and tells nobody', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start();
    await pay(opened);
    const { version, attempts } = document(opened);
    await hear(environment(), opened, said('pending'));
    await hear(environment(), opened, said('pending'));
    assert.equal(document(opened).version, version + 1);
    assert.deepEqual(document(opened).attempts, [{ ...attempts[0], processing: true }]);
    assert.deepEqual(toldResults(world), []);
  });

  it('about an attempt that nobody made changes nothing', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start();
    await pay(opened);
    const { version } = document(opened);
    await hear(environment(), opened, charged(referenceOf('demoZZZZZZ')));
    assert.equal(document(opened).version, version);
    assert.deepEqual(toldResults(world), []);
  });

  it('of another amount than was asked is an alert, once, and pays nothing', async () => {
    const { world, engine, start, pay, document } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, charged(FIRST, '1.250'));
    await world.until(() => document(opened).alerts.length === 1);
    await hear(environment(), opened, charged(FIRST, '1.250'));
    const { state, alerts } = document(opened);
    assert.equal(state, 'pending');
    assert.deepEqual(
      alerts.map(({ kind }) => kind),
      ['amount-mismatch'],
    );
    assert.deepEqual(toldResults(world), []);
  });

  describe('that comes late', () => {
    it('opens a new run of an expired transaction and pays it', async () => {
      const { world, time, engine, start, pay, run, document } = environment();
      const opened = await start();
      await pay(opened);
      await time.skip(DAY_MS);
      assert.equal(await run(opened).result(), 'expired');
      const { runId: first } = await run(opened).describe();
      await engine.report(opened, charged());
      assert.equal(await run(opened).result(), 'paid');
      const { runId: second } = await run(opened).describe();
      assert.notEqual(second, first);
      assert.deepEqual(document(opened).paidAmount, opened.amount);
      assert.deepEqual(toldResults(world), [
        ['pending', 'expired'],
        ['success', 'paid'],
      ]);
    });

    it('pays a failed transaction', async () => {
      const { engine, start, pay, run } = environment();
      const opened = await start({ methods: ONE_TRY });
      await pay(opened);
      await engine.report(opened, said('failed'));
      assert.equal(await run(opened).result(), 'failed');
      await engine.report(opened, charged());
      assert.equal(await run(opened).result(), 'paid');
    });

    it('authorizes an expired transaction when the money is only held', async () => {
      const { time, engine, start, pay, run } = environment();
      const opened = await start({ kind: 'authorize' });
      await pay(opened);
      await time.skip(DAY_MS);
      assert.equal(await run(opened).result(), 'expired');
      await engine.report(opened, held());
      assert.equal(await run(opened).result(), 'authorized');
    });

    it('with money for a canceled transaction raises an alert and tells the merchant nothing', async () => {
      const { world, engine, start, pay, run, document } = environment();
      const opened = await start();
      await pay(opened);
      await engine.cancel(opened, SECOND);
      assert.equal(await run(opened).result(), 'canceled');
      const before = toldResults(world);
      await engine.report(opened, charged());
      assert.equal(await run(opened).result(), 'canceled');
      const { state, alerts, attempts } = document(opened);
      assert.equal(state, 'canceled');
      assert.equal(attempts[0]?.state, 'success');
      assert.deepEqual(
        alerts.map(({ kind, referenceNumber }) => [kind, referenceNumber]),
        [['late-money', FIRST]],
      );
      assert.deepEqual(toldResults(world), before);
    });

    it('without success leaves an expired transaction expired, and the merchant hears of it', async () => {
      const { world, time, engine, start, pay, run } = environment();
      const opened = await start();
      await pay(opened);
      await time.skip(DAY_MS);
      await run(opened).result();
      await engine.report(opened, said('failed'));
      assert.equal(await run(opened).result(), 'expired');
      assert.deepEqual(toldResults(world), [
        ['pending', 'expired'],
        ['failed', 'expired'],
      ]);
    });
  });
});

/** Reports and waits until the workflow has dealt with it, whether a run was open or not. */
async function hear(
  { engine, atRest }: TestEnvironment,
  opened: Parameters<TestEnvironment['atRest']>[0],
  report: AttemptReport,
): Promise<void> {
  await engine.report(opened, report);
  await atRest(opened);
}
