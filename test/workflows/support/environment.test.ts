import assert from 'node:assert/strict';
import { ClockStands } from '../../../dev/servers/time-skipping.ts';
import { workflowEnvironment } from './environment.ts';

describe('the environment of the workflow tests', () => {
  const environment = workflowEnvironment();
  let held: unknown;

  it('may be left with something that holds its clock', async () => {
    const { time } = environment();
    held = time;
    assert.equal(await time.isHeld(), false);
    await time.client.workflow.start('nobody', { workflowId: 'nobody', taskQueue: 'nobody' });
    assert.equal(await time.isHeld(), true);
  });

  it('is then another one for the next test, whose clock is free', async () => {
    const { time, start, run } = environment();
    assert.notEqual(time, held);
    const opened = await start({ expirationSeconds: 3600 });
    await time.skip(3_700_000);
    assert.equal(await run(opened).result(), 'expired');
  });

  let tries = 0;
  it('is another one for a test that finds its clock standing, also where the test expects another error', async () => {
    tries += 1;
    const stands = Promise.reject(new ClockStands('It stands in this test only.'));
    if (tries === 1) await assert.rejects(stands, { code: 'locked' });
    else await assert.rejects(stands, ClockStands);
    assert.equal(tries, 2);
  });
});
