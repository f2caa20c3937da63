import { Client, Connection } from '@temporalio/client';
import { Runtime } from '@temporalio/worker';
import {
  CACHED_WORKFLOWS,
  CONCURRENT_WEBHOOKS,
  SHUTDOWN_GRACE_MS,
  WEBHOOKS_TO_ONE_RECEIVER,
} from '../config/defaults.ts';
import { temporalSettings, workerEnv } from '../config/env.ts';
import { openStore } from '../store/index.ts';
import { connectionOptions } from '../temporal/connection.ts';
import { dataConverter } from '../temporal/data-converter.ts';
import { registerSearchAttributes } from '../temporal/visibility.ts';
import { workflowBundle } from './bundle.ts';
import { activitiesOf } from './deps.ts';
import { serveHealth } from './health.ts';
import { workerLogger } from './logger.ts';
import { outside } from './outside.ts';
import { ensureSchedules } from './schedules.ts';
import { runWorkers } from './worker.ts';

const env = workerEnv(process.env);
const logger = workerLogger(env.LOG_LEVEL);
// SIGTERM is ours: the workers finish what is under way, then the process ends.
Runtime.install({ logger, shutdownSignals: [] });
const roads = outside({
  allow: env.WEBHOOK_ALLOW,
  mode: env.SARRAF_MODE,
  perReceiver: WEBHOOKS_TO_ONE_RECEIVER,
  logger,
});

const temporal = temporalSettings(env);
const connection = await Connection.connect(connectionOptions(temporal));
const converter = dataConverter(env.SARRAF_PAYLOAD_KEYS);
const client = new Client({
  connection,
  namespace: temporal.namespace,
  dataConverter: converter,
});
const store = await openStore(env.MONGODB_URI, env.SARRAF_STORAGE_KEYS);
await registerSearchAttributes(connection, temporal.namespace);

const workers = await runWorkers({
  temporal,
  dataConverter: converter,
  activities: activitiesOf(store, client, roads),
  bundle: await workflowBundle(),
  graceMs: SHUTDOWN_GRACE_MS,
  cachedWorkflows: CACHED_WORKFLOWS,
  concurrentWebhooks: CONCURRENT_WEBHOOKS,
});
await ensureSchedules(client);
const health =
  env.WORKER_HEALTH_PORT === undefined
    ? undefined
    : serveHealth(env.WORKER_HEALTH_PORT, async () => {
        await store.ping();
        await connection.withDeadline(Date.now() + 2000, () =>
          connection.workflowService.getSystemInfo({}),
        );
        return workers.isRunning();
      });
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, workers.stop);
logger.info('worker is running');

await workers.done;
health?.close();
await connection.close();
await store.close();
