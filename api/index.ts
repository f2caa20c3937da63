import { Client } from '@temporalio/client';
import { once } from 'node:events';
import {
  COMMAND_DEADLINE_MS,
  SHUTDOWN_GRACE_MS,
  STARTUP_LOOK_EVERY_MS,
  STARTUP_PATIENCE_MS,
  UNKNOWN_AFTER_MS,
} from '../config/defaults.ts';
import { apiEnv, temporalSettings } from '../config/env.ts';
import { loggerOf } from '../config/logger.ts';
import { hostsOf, tellWhyNot, untilThere, whenToldToStop } from '../config/startup.ts';
import { openStore } from '../store/index.ts';
import { payloadCodec } from '../temporal/codec.ts';
import { dataConverter } from '../temporal/data-converter.ts';
import { openTemporal } from '../temporal/open.ts';
import { createApp } from './app.ts';
import { drain as newDrain } from './drain.ts';
import { engineOn } from './engine.ts';
import { countedStore } from './metrics/counted-store.ts';
import { apiMetrics } from './metrics/metrics.ts';
import { serveMetrics } from './metrics/server.ts';
import { currentRequestId } from './request-id.ts';
import { stop } from './stop.ts';
import { traceWorkflowCalls } from './tracing.ts';

const started = tellWhyNot('The API');
const env = apiEnv(process.env);
const logger = loggerOf({
  program: 'api',
  level: env.LOG_LEVEL,
  context: () => ({ requestId: currentRequestId() }),
});
const patience = {
  patienceMs: STARTUP_PATIENCE_MS,
  lookEveryMs: STARTUP_LOOK_EVERY_MS,
  logger,
};
const temporal = temporalSettings(env);
const connection = await untilThere(
  {
    what: 'Temporal',
    where: temporal.address,
    variable: 'TEMPORAL_ADDRESS',
    connect: () => openTemporal(temporal),
  },
  patience,
);
const client = new Client({
  connection,
  namespace: temporal.namespace,
  dataConverter: dataConverter(env.SARRAF_PAYLOAD_KEYS),
  interceptors: { workflow: [traceWorkflowCalls()] },
});
const store = await untilThere(
  {
    what: 'MongoDB',
    where: hostsOf(env.MONGODB_URI),
    variable: 'MONGODB_URI',
    connect: () => openStore(env.MONGODB_URI, env.SARRAF_STORAGE_KEYS),
  },
  patience,
);

const metrics = apiMetrics({
  unknownAttempts: () => store.transactions.countPendingSince(Date.now() - UNKNOWN_AFTER_MS),
  failingWebhooks: () => store.webhookEvents.countFailing(),
});
const drain = newDrain();
const engine = engineOn(client, connection, COMMAND_DEADLINE_MS);
const app = createApp({
  store: countedStore(store, metrics),
  logger,
  drain,
  metrics,
  // Nobody awaits a first view, so a stop has to.
  engine: { ...engine, viewed: (transaction) => drain.hold(engine.viewed(transaction)) },
  publicUrl: env.PUBLIC_URL,
  codec: {
    payloads: payloadCodec(env.SARRAF_PAYLOAD_KEYS),
    access: {
      tokens: env.SARRAF_CODEC_TOKENS,
      origins: env.SARRAF_CODEC_ORIGINS,
      admitsLoopback: env.SARRAF_MODE === 'embedded',
    },
  },
});
const server = app.listen(env.API_PORT, env.API_HOST);
await once(server, 'listening');
const metricsServer =
  env.API_METRICS_PORT === undefined
    ? undefined
    : await serveMetrics(metrics, { host: env.METRICS_HOST, port: env.API_METRICS_PORT });
started();
logger.info({ port: env.API_PORT }, 'api is listening');

const signal = await new Promise<NodeJS.Signals>(whenToldToStop);
logger.info({ signal }, 'api is stopping');
const isWhole = await stop(server, drain, {
  drainMs: env.API_DRAIN_SECONDS * 1000,
  graceMs: SHUTDOWN_GRACE_MS,
});
metricsServer?.close();
metricsServer?.closeAllConnections();
await connection.close();
await store.close();
if (isWhole) logger.info('api has stopped');
else logger.error('api has stopped; requests that took longer than the grace were cut off');
