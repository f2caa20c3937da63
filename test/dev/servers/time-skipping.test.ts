import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WorkflowNotFoundError } from '@temporalio/client';
import {
  SIGNALS_A_NEW_RUN,
  startTimeSkipping,
  threadsIn,
  type TimeSkipping,
} from '../../../dev/servers/time-skipping.ts';

describe('the clock of the time-skipping server', function () {
  this.timeout(60_000);
  let time: TimeSkipping;
  before(async () => {
    time = await startTimeSkipping();
  });
  after(() => time.close());

  it('is not being moved any more when skippingUntil has answered', async () => {
    // A task that nobody takes holds the clock: a second takes a second.
    await time.client.workflow.start('nobody', { workflowId: 'nobody', taskQueue: 'nobody' });
    const before = await time.now();
    assert.equal(await time.skippingUntil(Promise.resolve('settled')), 'settled');
    assert.ok((await time.now()) - before >= 1000, 'A skip is still under way.');
  });
});

describe('the test server of a run', () => {
  it('has its classes kept beside it, and its launcher names them, where it is by Java', () => {
    // Every Java that is new enough for it can keep them.
    const program = process.env['TEMPORAL_TEST_SERVER'] ?? '';
    const isByJava = existsSync(join(dirname(program), 'lib'));
    assert.equal(existsSync(join(dirname(program), 'classes.jsa')), isByJava);
    assert.equal(readFileSync(program).includes('SharedArchiveFile="$home/classes.jsa"'), isByJava);
  });
});

describe('the threads of a test server that stands', () => {
  it('are told by where they are, with those that block each other', () => {
    const dump = [
      'Full thread dump:',
      polling('one'),
      polling('two'),
      '"main" #1\n\tat java.lang.Thread.run(Thread.java:840)',
      'Found one Java-level deadlock:\n"one":\n  waiting for "two"',
    ];
    assert.deepEqual(threadsIn(dump.join('\n\n')).split('\n'), [
      '2 in TaskQueue$PollFuture.get < TestWorkflowService.pollTaskQueue',
      'Found one Java-level deadlock:',
      '"one":',
      '  waiting for "two"',
    ]);
  });
});

describe('a signal that meets the end of a run on the test server', () => {
  const input = {} as Parameters<typeof SIGNALS_A_NEW_RUN.signalWithStart>[0];
  const ended = new WorkflowNotFoundError('Completed workflow', 'transaction/1', undefined);

  it('is sent once more, and begins a run', async () => {
    let calls = 0;
    const next = async () => {
      calls += 1;
      if (calls === 1) throw ended;
      return 'run';
    };
    assert.equal(await SIGNALS_A_NEW_RUN.signalWithStart(input, next), 'run');
    assert.equal(calls, 2);
  });

  it('fails where it fails otherwise, or again', async () => {
    for (const error of [new Error('No server.'), ended])
      await assert.rejects(
        SIGNALS_A_NEW_RUN.signalWithStart(input, async () => {
          throw error;
        }),
        error,
      );
  });
});

const polling = (name: string) =>
  `"${name}" #3 waiting\n\tat java.lang.Object.wait(Native Method)\n` +
  '\tat io.temporal.internal.testservice.TaskQueue$PollFuture.get(TaskQueue.java:152)\n' +
  '\tat io.temporal.internal.testservice.TestWorkflowService.pollTaskQueue(TestWorkflowService.java:622)';
