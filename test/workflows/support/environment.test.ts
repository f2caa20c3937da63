import assert from 'node:assert/strict';
import { msToTs } from '@temporalio/common/lib/time.js';
import { ClockStands } from '../../../dev/servers/time-skipping.ts';
import { isEndForgotten, ofStandingClock, workflowEnvironment } from './environment.ts';

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
});

describe('a clock that stands', () => {
  it('is known from another error, also where an assertion had expected one', () => {
    const standing = new ClockStands('It stands in this test only.');
    assert.equal(ofStandingClock(standing), true);
    assert.throws(expectingAnother(standing), ofStandingClock);
    assert.throws(expectingAnother(new Error('Another one.')), (error) => !ofStandingClock(error));
  });
});

describe('an end that the test server forgets', () => {
  for (const [what, end, isForgotten] of [
    ['is one on a full second, when it has passed', 5000, true],
    ['is none before it comes', 6000, false],
    ['is none within a second, which the server knows', 4999, false],
    ['is none where an activity is tried for ever', 0, false],
    ['is none where none is told', undefined, false],
  ] as const)
    it(what, () => {
      const expirationTime = end === undefined ? end : msToTs(end);
      assert.equal(
        isEndForgotten({ ...(expirationTime && { expirationTime }) }, 5001),
        isForgotten,
      );
    });
});

const expectingAnother = (error: Error) => () =>
  assert.throws(
    () => {
      throw error;
    },
    { code: 'locked' },
  );
