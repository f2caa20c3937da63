import assert from 'node:assert/strict';
import { startTimeSkipping, type TimeSkipping } from '../../../dev/servers/time-skipping.ts';

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
