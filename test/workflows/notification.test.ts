import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { startTimeSkipping, type TimeSkipping } from '../../dev/servers/time-skipping.ts';
import { notificationId } from '../../domain/ids.ts';
import type { NotificationStatus } from '../../domain/notification/notification.ts';
import { SuspendableWorker } from '../../worker/suspendable-worker.ts';
import { MAILS_QUEUE, TRANSACTIONS_QUEUE } from '../../workflows/ids.ts';
import { theBundle } from '../support/worker.ts';

describe('a message', function () {
  this.timeout(120_000);
  let time: TimeSkipping;
  let stop: () => Promise<void>;
  let tries = 0;
  let answer: () => NotificationStatus;

  before(async () => {
    time = await startTimeSkipping();
    const { native: connection } = time;
    const workflows = await SuspendableWorker.create({
      connection,
      taskQueue: TRANSACTIONS_QUEUE,
      workflowBundle: await theBundle(),
    });
    const mails = await SuspendableWorker.create({
      connection,
      taskQueue: MAILS_QUEUE,
      activities: {
        sendNotification: async () => {
          tries += 1;
          return answer();
        },
        giveUpNotification: async () => 'failed',
      },
    });
    const running = [workflows.run(), mails.run()];
    stop = async () => {
      workflows.shutdown();
      mails.shutdown();
      await Promise.all(running);
      await time.close();
    };
  });
  beforeEach(() => {
    tries = 0;
  });
  after(() => stop());

  async function sent(name: string): Promise<NotificationStatus> {
    const handle = await time.client.workflow.start('notification', {
      workflowId: `notification/${name}`,
      taskQueue: TRANSACTIONS_QUEUE,
      args: [notificationId(name)],
    });
    return time.racingUntil<NotificationStatus>(handle.result());
  }

  it('is sent however long our own database was away', async () => {
    answer = () => {
      if (tries <= 6) throw new Error('The database is away.');
      return 'sent';
    };
    assert.deepEqual([await sent('away'), tries], ['sent', 7]);
  });

  it('is given up when the last try of a server has come to nothing', async () => {
    answer = () => {
      throw ApplicationFailure.nonRetryable('Nobody has taken it.', 'MailIsLate');
    };
    assert.deepEqual([await sent('refused'), tries], ['failed', 1]);
  });
});
