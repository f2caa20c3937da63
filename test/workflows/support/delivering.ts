import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { IllegalStateError } from '@temporalio/common';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { bundleWorkflowCode, DefaultLogger, Runtime } from '@temporalio/worker';
import type { Activities } from '../../../activities/index.ts';
import { announce, type Change } from '../../../domain/webhook/notice.ts';
import { eventIdOf } from '../../../store/webhook-events.ts';
import { TRANSACTIONS_QUEUE, WEBHOOKS_QUEUE } from '../../../workflows/ids.ts';
import { aTransaction, CREATED_AT, CARD, referenceOf, sessionOf } from '../../support/builders.ts';
import { SuspendableWorker } from '../../../worker/suspendable-worker.ts';

export type WebhookActivities = Pick<Activities, 'sendWebhook' | 'tellOfFailure'>;

export interface Delivering {
  readonly client: Client;
  readonly stop: () => Promise<void>;
}

/** The workflows of deliveries on the test server, whose clock skips, with the activities given. */
export async function delivering(
  activities: WebhookActivities,
  { concurrent = 100 }: { readonly concurrent?: number } = {},
): Promise<Delivering> {
  const path = process.env['TEMPORAL_TEST_SERVER'];
  if (path === undefined)
    throw new Error('TEMPORAL_TEST_SERVER does not name the test server: run `npm test`.');
  quiet();
  const environment = await timeSkipping(path);
  const connection = environment.nativeConnection;
  const workers = [
    await SuspendableWorker.create({
      connection,
      taskQueue: TRANSACTIONS_QUEUE,
      workflowBundle: await theBundle(),
    }),
    await SuspendableWorker.create({
      connection,
      taskQueue: WEBHOOKS_QUEUE,
      activities,
      maxConcurrentActivityTaskExecutions: concurrent,
    }),
  ];
  const runs = Promise.all(workers.map((worker) => worker.run()));
  return {
    client: environment.client,
    stop: async () => {
      for (const worker of workers) worker.shutdown();
      await runs;
      await environment.teardown();
    },
  };
}

let made: ReturnType<typeof bundleWorkflowCode> | undefined;

/** Made once for this process: that takes longer than most of these tests. */
function theBundle(): ReturnType<typeof bundleWorkflowCode> {
  return (made ??= bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('tell-notice.ts', import.meta.url)),
    logger: new DefaultLogger('ERROR'),
  }));
}

const TRIES = 4;

/** The SDK gives the server five seconds to start, which a busy machine needs for its Java alone. */
async function timeSkipping(path: string, tried = 1): Promise<TestWorkflowEnvironment> {
  try {
    return await TestWorkflowEnvironment.createTimeSkipping({
      server: { executable: { type: 'existing-path', path } },
    });
  } catch (error) {
    const isSlow = error instanceof Error && error.message.includes('did not start within');
    if (!isSlow || tried === TRIES) throw error;
    return timeSkipping(path, tried + 1);
  }
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

/** Failed activities are what these tests are about: they need no log. Another suite may have said so already. */
function quiet(): void {
  try {
    Runtime.install({ logger: new DefaultLogger('ERROR') });
  } catch (error) {
    if (!(error instanceof IllegalStateError)) throw error;
  }
}
