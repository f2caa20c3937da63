import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { charged, FIRST, gate, aSubmission, said, toldResults } from './support/lines.ts';
import { workflowEnvironment } from './support/environment.ts';

describe('two changes at once', () => {
  const environment = workflowEnvironment();

  // What replays is looked at after each test of the environment. Two saves under way at the same time would not: a replay
  // tells of both at once, and what follows from them would change its order.
  it('lead to a history that replays', async () => {
    const { world, engine, start, pay, edit, document } = environment();
    const opened = await start();
    const network = gate();
    const task = gate();
    const { open } = world.script;
    world.script.open = async (command) => {
      await network.passed;
      return open(command);
    };
    let isHeld = false;
    world.script.beforeKeep = async ({ orderNo, attempts }) => {
      if (orderNo === 'held' && attempts[0]?.state === 'pending' && !attempts[0].pageUrl) {
        isHeld = true;
        await task.passed;
      }
      if (attempts[0]?.state === 'failed' && attempts[0].pageUrl === undefined) await wait(100);
    };
    const pressed = pay(opened);
    await world.until(() => world.opens.length === 1);

    // While a workflow task waits for a save, a page and a decline arrive: the next task has both.
    const edited = edit(opened, { orderNo: 'held' });
    await world.until(() => isHeld);
    await engine.report(opened, said('failed'));
    network.open();
    await wait(300);
    task.open();
    assert.equal((await edited).orderNo, 'held');
    assert.equal((await pressed).referenceNumber, FIRST);
    await world.until(() => document(opened).notice?.status === 'delivered');
    assert.deepEqual(toldResults(world), [['failed', 'attempted']]);
  });

  it('are both kept, and replay, when the database has been out for longer than a workflow task waits', async () => {
    const { world, engine, start, run, document, history } = environment();
    const opened = await start();
    let back: number | undefined;
    world.script.beforeKeep = () => {
      back ??= Date.now() + 6000;
      if (Date.now() < back) throw new Error('The database is out.');
    };
    await engine.viewed(opened);
    const pressed = engine.submit(opened, aSubmission(), 'a request');
    await wait(1000);
    await engine.report(opened, charged());
    assert.equal((await pressed).referenceNumber, FIRST);
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(document(opened).state, 'paid');
    const patient = (await history(opened)).filter(
      ({ activityTaskScheduledEventAttributes: scheduled }) =>
        scheduled?.activityType?.name === 'keepTransaction',
    );
    assert.ok(patient.length > 0, 'the outage was waited for without a workflow task');
  });
});
