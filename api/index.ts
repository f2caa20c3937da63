import { Client } from '@temporalio/client';
import { once } from 'node:events';
import {
  RECEIVING_LIMITS,
  SHUTDOWN_GRACE_MS,
  STARTUP_LOOK_EVERY_MS,
  STARTUP_PATIENCE_MS,
  UNKNOWN_AFTER_MS,
  UNKNOWN_UNTIL_MS,
} from '../config/defaults.ts';
import { buildInfo } from '../config/build.ts';
import { apiEnv, filesSettings, storeKeysIn, temporalSettings } from '../config/env.ts';
import { placeOf } from '../config/files-place.ts';
import { loggerOf } from '../config/logger.ts';
import { hostsOf, tellWhyNot, untilThere, whenToldToStop } from '../config/startup.ts';
import { RESTING_MS } from '../domain/routing/breaker.ts';
import { openPdfPool } from '../pdf/pool.ts';
import { openStore } from '../store/index.ts';
import { countingCreations } from '../store/counted-creations.ts';
import { payloadCodec } from '../temporal/codec.ts';
import { dataConverter } from '../temporal/data-converter.ts';
import { temporalAt } from '../temporal/open.ts';
import { filesAt } from '../transports/files-at.ts';
import { accessOn } from './access/access.ts';
import { warnOfGuessing } from './access/guessing.ts';
import { issuersFor } from './access/issuers-for.ts';
import { officeLoginsOn } from './access/office-logins.ts';
import { proving } from './access/prove.ts';
import { createApp } from './app.ts';
import { clientAddressBehind } from './client-address.ts';
import { drain as newDrain } from './drain.ts';
import { engineOn } from '../engine/engine.ts';
import { limitsOn } from './limits/limits.ts';
import { apiMetrics } from './metrics/metrics.ts';
import { serveMetrics } from './metrics/server.ts';
import { secureBehind } from './networks.ts';
import { poller } from './poller.ts';
import { currentRequestId } from './middleware/request-log.ts';
import { serverOf } from './server.ts';
import { stop } from './stop.ts';
import { traceWorkflowCalls } from '../engine/tracing.ts';

const started = tellWhyNot('The API');
const env = apiEnv(process.env);
const loginTimes = {
  idleMs: env.OFFICE_IDLE_MINUTES * 60_000,
  lifeMs: env.OFFICE_LOGIN_HOURS * 3_600_000,
};
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
    connect: temporalAt(temporal),
  },
  patience,
);
const client = new Client({
  connection,
  namespace: temporal.namespace,
  dataConverter: dataConverter(env.SARRAF_PAYLOAD_KEYS),
  interceptors: { workflow: [traceWorkflowCalls(currentRequestId)] },
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

const metrics = apiMetrics({
  unknownAttempts: () => {
    const now = Date.now();
    return store.transactions.countUnknown(now - UNKNOWN_UNTIL_MS, now - UNKNOWN_AFTER_MS);
  },
  failingWebhooks: () => store.webhookEvents.countFailing(),
  restingAccounts: () => store.breakers.countOpened(Date.now() - RESTING_MS),
});
const drain = newDrain();
const ending = new AbortController();
const engine = engineOn(client, connection, env.COMMAND_DEADLINE_MS, {
  store,
  hold: (work) => drain.hold(work),
  ending: ending.signal,
  onInsisted: ({ error, ...command }) =>
    logger[command.end === 'answered' ? 'info' : 'error'](
      { ...command, ...(error !== undefined && { err: error }) },
      'a command of which nobody knew was sent until it ended',
    ),
});
const pdfPool = openPdfPool();
const limits = limitsOn(store.rateLimits, env.RATE_LIMITS, env.RATE_LIMIT_WAIT_MS);
const prove = proving(limits);
const app = createApp({
  pdfPool,
  store: countingCreations(store, metrics.transactionCreated),
  files,
  logger,
  drain,
  metrics,
  clientAddress: clientAddressBehind(env.TRUSTED_PROXIES),
  isSecure: secureBehind(env.TRUSTED_PROXIES),
  paused: env.SARRAF_PAUSED,
  testClock: env.SARRAF_MODE === 'embedded',
  legacyNeedsHttps: env.SARRAF_MODE === 'production' && env.LEGACY_HTTPS === 'required',
  limits,
  downloadTokenMs: env.REPORT_TOKEN_SECONDS * 1000,
  ...(env.FILES_SENDFILE && { sendfile: env.FILES_SENDFILE }),
  prove,
  access: accessOn({
    store,
    limits,
    logger,
    prove,
    warn: (guessed) => warnOfGuessing({ store, limits, engine, drain, logger }, guessed),
    hold: (work) => drain.hold(work),
    publicUrl: env.PUBLIC_URL,
    outsideIssuers: env.SARRAF_TOKEN_ISSUERS,
  }),
  issuers: issuersFor({ allow: env.SSO_ALLOW, mode: env.SARRAF_MODE }),
  ...(env.OFFICE === 'on' && {
    office: {
      logins: officeLoginsOn(store, Date.now, loginTimes),
      times: loginTimes,
      url: env.OFFICE_URL ?? env.PUBLIC_URL,
      isOnlyThere: env.OFFICE_URL !== undefined,
      ...(env.OFFICE_WORKFLOW_LINK === 'on' &&
        env.TEMPORAL_UI_URL !== undefined && {
          workflowUi: new URL(
            `/namespaces/${env.TEMPORAL_NAMESPACE}/workflows/`,
            env.TEMPORAL_UI_URL,
          ).href,
        }),
    },
  }),
  outcome: poller(store.operations.promisedAmong),
  laterVersion: poller(store.transactions.unchangedAmong),
  // Nobody awaits a first view or an invalidation, so a stop has to.
  engine: {
    ...engine,
    viewed: (transaction) => drain.hold(engine.viewed(transaction)),
    unusable: (transaction, reason) => drain.hold(engine.unusable(transaction, reason)),
  },
  publicUrl: env.PUBLIC_URL,
  inquiryThrottle: {
    firstAfterSeconds: env.INQUIRY_FIRST_AFTER_SECONDS,
    everySeconds: env.INQUIRY_EVERY_SECONDS,
    perDay: env.INQUIRY_PER_DAY,
  },
  build: buildInfo(),
  codec: {
    payloads: payloadCodec(env.SARRAF_PAYLOAD_KEYS),
    access: {
      tokens: env.SARRAF_CODEC_TOKENS,
      origins: env.SARRAF_CODEC_ORIGINS,
      admitsLoopback: env.SARRAF_MODE === 'embedded',
    },
  },
});
const server = serverOf(app.callback(), RECEIVING_LIMITS).listen(env.API_PORT, env.API_HOST);
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
ending.abort();
pdfPool.close();
metricsServer?.close();
metricsServer?.closeAllConnections();
await connection.close();
await store.close();
if (isWhole) logger.info('api has stopped');
else logger.error('api has stopped; what took longer than the grace was cut off');
