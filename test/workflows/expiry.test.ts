import assert from 'node:assert/strict';
import { requiredTsToMs } from '@temporalio/common/lib/time.js';
import { Refusal } from '../../domain/refusal.ts';
import { DAY_MS } from '../support/builders.ts';
import { charged, FIRST, gate, said, SECOND, toldResults } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

const HOUR_MS = 3_600_000;

describe('the expiry of a transaction', () => {
  const environment = workflowEnvironment();

  it('comes 24 hours after its creation, in milliseconds of real time', async () => {
    const { time, start, run, history } = environment();
    const since = Date.now();
    const opened = await start();
    await time.skip(DAY_MS);
    assert.equal(await run(opened).result(), 'expired');
    const ended = (await history(opened)).at(-1);
    const after = requiredTsToMs(ended?.eventTime, 'eventTime') - opened.createdAt;
    assert.ok(after >= DAY_MS && after < DAY_MS + 60_000, `It expired after ${after} ms.`);
    assert.ok(Date.now() - since < 60_000, `It took ${Date.now() - since} ms.`);
  });

  it('needs no task of a run before that, and one then', async () => {
    const { time, start, run, history } = environment();
    const opened = await start();
    await time.skip(DAY_MS - 60_000);
    assert.equal((await history(opened)).length, 1);
    await time.skip(60_000);
    assert.equal(await run(opened).result(), 'expired');
    const tasks = (await history(opened)).filter(
      (event) => event.workflowTaskCompletedEventAttributes,
    );
    assert.equal(tasks.length, 1);
  });

  it('has not come a minute before that', async () => {
    const { time, start, run, becomes, document } = environment();
    const opened = await start();
    await time.skip(DAY_MS - 60_000);
    assert.equal((await run(opened).describe()).status.name, 'RUNNING');
    assert.equal(document(opened).state, 'created');
    await time.skip(60_000);
    await becomes(opened, 'expired');
  });

  it('comes later when the merchant gave more time', async () => {
    const { time, start, run, edit, document } = environment();
    const opened = await start();
    await edit(opened, lasting(2 * DAY_MS));
    await time.skip(DAY_MS + HOUR_MS);
    assert.equal(document(opened).state, 'created');
    await time.skip(DAY_MS - HOUR_MS);
    assert.equal(await run(opened).result(), 'expired');
  });

  it('comes earlier when the merchant gave less time', async () => {
    const { time, start, run, edit } = environment();
    const opened = await start();
    await edit(opened, lasting(HOUR_MS));
    await time.skip(HOUR_MS);
    assert.equal(await run(opened).result(), 'expired');
  });

  it('comes at once when the merchant gave less time than has passed', async () => {
    const { time, start, run, edit, document } = environment();
    const opened = await start();
    await time.skip(2 * HOUR_MS);
    await edit(opened, lasting(HOUR_MS));
    assert.equal(await run(opened).result(), 'expired');
    assert.equal(document(opened).expiresAt, opened.createdAt + HOUR_MS);
  });

  it('is not told to the merchant when nobody ever tried to pay', async () => {
    const { world, time, start, run } = environment();
    const opened = await start();
    await time.skip(DAY_MS);
    assert.equal(await run(opened).result(), 'expired');
    assert.deepEqual(toldResults(world), []);
    assert.equal(world.webhooks.length, 0);
  });

  it('is told to the merchant with the word on the last attempt when there was one', async () => {
    const { world, time, engine, start, pay, run, becomes } = environment();
    const opened = await start();
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await time.skip(DAY_MS);
    assert.equal(await run(opened).result(), 'expired');
    assert.deepEqual(toldResults(world), [
      ['failed', 'attempted'],
      ['failed', 'expired'],
    ]);
    assert.equal(world.webhooks.length, 2);
  });

  it('refuses a payer who comes later', async () => {
    const { world, time, start, pay, run, document } = environment();
    const opened = await start();
    await time.skip(DAY_MS);
    await run(opened).result();
    await assert.rejects(
      pay(opened),
      (error) => error instanceof Refusal && error.code === 'expired',
    );
    assert.equal(world.opens.length, 0);
    assert.equal(document(opened).attempts.length, 0);
  });

  it('that comes while the page is being opened leaves the attempt to the network', async () => {
    const { world, engine, start, pay, becomes, run, edit, document } = environment();
    const opened = await start();
    const network = gate();
    const { open } = world.script;
    world.script.open = async (command) => {
      await network.passed;
      return open(command);
    };
    const pressed = pay(opened);
    await world.until(() => world.opens.length === 1);
    await edit(opened, lasting(0));
    await becomes(opened, 'expired');
    network.open();
    assert.equal((await pressed).referenceNumber, FIRST);
    assert.equal(await run(opened).result(), 'expired');
    assert.equal(document(opened).attempts[0]?.state, 'pending');
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
  });

  describe('where the merchant switched the timer off', () => {
    it('ends the run and leaves the transaction as it is', async () => {
      const { time, start, run, document } = environment();
      const opened = await start({ expiresByTimer: false });
      await time.skip(DAY_MS);
      assert.equal(await run(opened).result(), 'created');
      assert.deepEqual(document(opened), opened);
    });

    it('expires by the try of a later payer, who is refused in a new run', async () => {
      const { world, time, start, pay, run, document } = environment();
      const opened = await start({ expiresByTimer: false });
      await time.skip(DAY_MS);
      await run(opened).result();
      const { runId: first } = await run(opened).describe();
      await assert.rejects(
        pay(opened),
        (error) => error instanceof Refusal && error.code === 'expired',
      );
      const { runId: second } = await run(opened).describe();
      assert.notEqual(second, first);
      assert.equal(await run(opened).result(), 'expired');
      assert.equal(document(opened).state, 'expired');
      assert.equal(world.opens.length, 0);
      assert.deepEqual(toldResults(world), [], 'nobody had tried to pay in time');
    });

    it('tells the merchant of it when there was an attempt in time', async () => {
      const { world, time, engine, start, pay, becomes, run } = environment();
      const opened = await start({ expiresByTimer: false });
      await pay(opened);
      await engine.report(opened, said('failed'));
      await becomes(opened, 'attempted');
      await time.skip(DAY_MS);
      await run(opened).result();
      await assert.rejects(pay(opened, { referenceNumber: SECOND }), Refusal);
      assert.equal(await run(opened).result(), 'expired');
      assert.deepEqual(toldResults(world), [
        ['failed', 'attempted'],
        ['failed', 'expired'],
      ]);
    });

    it('asks the gateway first when an attempt of the late payer is there, and money counts', async () => {
      const { world, time, start, pay, run } = environment();
      const opened = await start({ expiresByTimer: false });
      await pay(opened);
      await time.skip(DAY_MS);
      await run(opened).result();
      world.script.inquire = () => ({ step: 'report', report: charged() });
      await assert.rejects(
        pay(opened, { referenceNumber: SECOND }),
        (error) => error instanceof Refusal && error.code === 'invalid_state',
      );
      assert.equal(await run(opened).result(), 'paid');
      assert.deepEqual(toldResults(world), [['success', 'paid']]);
    });

    it('still takes the money of an attempt that the network decides later', async () => {
      const { time, engine, start, pay, run } = environment();
      const opened = await start({ expiresByTimer: false });
      await pay(opened);
      await time.skip(DAY_MS);
      assert.equal(await run(opened).result(), 'pending');
      await engine.report(opened, charged());
      assert.equal(await run(opened).result(), 'paid');
    });
  });
});

function lasting(ms: number) {
  return { expirationSeconds: ms / 1000 };
}
