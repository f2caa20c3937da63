import { Client } from '@temporalio/client';
import { Runtime } from '@temporalio/worker';
import {
  CACHED_DEBITS,
  CACHED_WORKFLOWS,
  CONCURRENT_DEBITS,
  CONCURRENT_MAILS,
  CONCURRENT_REPORTS,
  CONCURRENT_WEBHOOKS,
  SHUTDOWN_GRACE_MS,
  STARTUP_LOOK_EVERY_MS,
  STARTUP_PATIENCE_MS,
  WEBHOOKS_OF_ONE_MERCHANT,
  WEBHOOKS_TO_ONE_RECEIVER,
} from '../config/defaults.ts';
import { buildInfo } from '../config/build.ts';
import { filesSettings, storeKeysIn, temporalSettings, workerEnv } from '../config/env.ts';
import { placeOf } from '../config/files-place.ts';
import { loggerOf } from '../config/logger.ts';
import { mailSettings, plugSettings } from '../config/message-env.ts';
import { hostsOf, tellWhyNot, untilThere, whenToldToStop } from '../config/startup.ts';
import { openPdfPool } from '../pdf/pool.ts';
import { openStore } from '../store/index.ts';
import { ping } from '../engine/patience.ts';
import { isAway, temporalAt } from '../temporal/open.ts';
import { dataConverter } from '../temporal/data-converter.ts';
import { filesAt } from '../transports/files-at.ts';
import { workflowBundle } from './bundle.ts';
import { activitiesOf } from './deps.ts';
import { serveHealth } from './health.ts';
import { temporalLogger } from './logger.ts';
import { countingMoney, moneyCounters, metricsOn } from './metrics.ts';
import { outbound } from './outbound.ts';
import { tellOfRefusedDocuments } from './refused-documents.ts';
import { ensureSchedules } from '../engine/schedules.ts';
import { traceActivities } from './tracing.ts';
import { deploymentOf } from './versioning.ts';
import { SuspendableWorker } from './suspendable-worker.ts';
import { runWorkers } from './worker.ts';

const started = tellWhyNot('The worker');
const env = workerEnv(process.env);
const logger = loggerOf({ program: 'worker', level: env.LOG_LEVEL });
// SIGTERM is ours: the workers finish what is under way, then the process ends.
Runtime.install({
  logger: temporalLogger(logger),
  shutdownSignals: [],
  ...metricsOn(env.METRICS_HOST, env.WORKER_METRICS_PORT),
});
const pdfPool = openPdfPool();
const channels = outbound({
  allow: env.WEBHOOK_ALLOW,
  mode: env.SARRAF_MODE,
  webhooks: {
    inAll: CONCURRENT_WEBHOOKS,
    perMerchant: WEBHOOKS_OF_ONE_MERCHANT,
    perReceiver: WEBHOOKS_TO_ONE_RECEIVER,
  },
  logger: temporalLogger(logger),
  mail: mailSettings(env),
  plugs: plugSettings(env),
  print: pdfPool.print,
  publicUrl: env.PUBLIC_URL,
  officeUrl: env.OFFICE === 'off' ? undefined : (env.OFFICE_URL ?? env.PUBLIC_URL),
  operators: env.OPERATOR_EMAILS,
});

const patience = {
  patienceMs: STARTUP_PATIENCE_MS,
  lookEveryMs: STARTUP_LOOK_EVERY_MS,
  logger,
};
const temporal = temporalSettings(env);
const temporalIs = {
  what: 'Temporal',
  where: temporal.address,
  variable: 'TEMPORAL_ADDRESS',
} as const;
const connection = await untilThere({ ...temporalIs, connect: temporalAt(temporal) }, patience);
/** It may go away again while the worker starts. What it says when it is there is for the operator, at once. */
const whenThere = <T>(connect: () => Promise<T>) =>
  untilThere({ ...temporalIs, connect, passes: isAway }, patience);
const converter = dataConverter(env.SARRAF_PAYLOAD_KEYS);
const client = new Client({
  connection,
  namespace: temporal.namespace,
  dataConverter: converter,
});
const store = await untilThere(
  {
    what: 'MongoDB',
    where: hostsOf(env.MONGODB_URI),
    variable: 'MONGODB_URI',
    connect: () => openStore(env.MONGODB_URI, storeKeysIn(env)),
  },
  patience,
);

if (env.SETTINGS_IN_MEMORY) store.keepSettings(logger);
const files = await untilThere(
  {
    what: 'The place for files',
    where: placeOf(env.FILES_URL),
    variable: 'FILES_URL',
    connect: async () => {
      const place = await filesAt(filesSettings(env));
      await place.ping();
      return place;
    },
  },
  patience,
);

SuspendableWorker.collectsStackTraces = env.WORKFLOW_STACK_TRACES;
const counters = moneyCounters(Runtime.instance().metricMeter);
const deployment = deploymentOf(env.WORKER_DEPLOYMENT, buildInfo());
// First, because it fails where a key is missing: a worker that has to end takes no work.
await whenThere(() => ensureSchedules(client));
const workers = await runWorkers({
  temporal,
  dataConverter: converter,
  activities: activitiesOf(countingMoney(store, counters), client, {
    ...channels,
    files,
    revived: counters.revived,
    countAlert: counters.alerted,
    paused: env.SARRAF_PAUSED,
  }),
  interceptors: { activity: [traceActivities(logger), tellOfRefusedDocuments(counters, logger)] },
  bundle: await workflowBundle(deployment ? 'versioned' : 'index'),
  graceMs: SHUTDOWN_GRACE_MS,
  whenThere,
  cachedWorkflows: CACHED_WORKFLOWS,
  concurrentWebhooks: CONCURRENT_WEBHOOKS,
  concurrentMails: CONCURRENT_MAILS,
  deployment,
  concurrentReports: CONCURRENT_REPORTS,
  debits: {
    perSecond: env.DEBITS_PER_SECOND,
    concurrent: CONCURRENT_DEBITS,
    cachedWorkflows: CACHED_DEBITS,
  },
});
const health =
  env.WORKER_HEALTH_PORT === undefined
    ? undefined
    : await serveHealth(
        { host: env.WORKER_HEALTH_HOST, port: env.WORKER_HEALTH_PORT },
        async () => {
          await store.ping();
          await ping(connection);
          return workers.isRunning();
        },
      );
started();
logger.info('worker is running');

whenToldToStop((signal) => {
  logger.info({ signal }, 'worker is stopping');
  workers.stop();
});
await workers.done;
pdfPool.close();
health?.close();
health?.closeAllConnections();
await connection.close();
await store.close();
logger.info('worker has stopped');
