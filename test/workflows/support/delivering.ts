import type { Client, WorkflowHandle } from '@temporalio/client';
import type { Activities } from '../../../activities/index.ts';
import { startTimeSkipping } from '../../../dev/servers/time-skipping.ts';
import type { Change } from '../../../domain/transaction/change.ts';
import { announce } from '../../../domain/webhook/notice.ts';
import { eventIdOf } from '../../../store/webhook-events.ts';
import { TRANSACTIONS_QUEUE } from '../../../workflows/ids.ts';
import { testBundle } from '../../support/test-bundle.ts';
import { aTransaction, CREATED_AT, CARD, referenceOf, sessionOf } from '../../support/builders.ts';
import { SuspendableWorker } from '../../../worker/suspendable-worker.ts';

export type WebhookActivities = Pick<Activities, 'sendWebhook' | 'tellOfFailure'>;

export interface Delivering {
  readonly client: Client;
  /** What the run comes to, for which time passes as far as its timers need. */
  readonly ended: <T>(run: Pick<WorkflowHandle, 'result'>) => Promise<T>;
  readonly stop: () => Promise<void>;
}

/** The workflows of deliveries on the test server, whose clock skips, with the activities given. */
export async function delivering(
  activities: WebhookActivities,
  { concurrent = 100 }: { readonly concurrent?: number } = {},
): Promise<Delivering> {
  const time = await startTimeSkipping();
  const worker = await SuspendableWorker.create({
    connection: time.native,
    taskQueue: TRANSACTIONS_QUEUE,
    workflowBundle: await testBundle(),
    activities,
    maxConcurrentActivityTaskExecutions: concurrent,
  });
  const running = worker.run();
  return {
    client: time.client,
    ended: (run) => time.racingUntil(run.result()),
    stop: async () => {
      worker.shutdown();
      await running;
      await time.close();
    },
  };
}

/** The id of the event of the session that ends in these hex digits. */
export function eventOf(tail: string) {
  return eventIdOf(sessionOf(tail), 1);
}

/** A transaction whose attempt has failed, with the notice of it. */
export function aChange(): Change {
  const referenceNumber = referenceOf('demoAB12CD');
  return announce(aTransaction(), {
    at: CREATED_AT,
    referenceNumber,
    pgCode: CARD,
    result: 'failed',
  });
}
