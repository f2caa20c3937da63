import { Client, Connection } from '@temporalio/client';
import { once } from 'node:events';
import { pino } from 'pino';
import { COMMAND_DEADLINE_MS, SHUTDOWN_GRACE_MS } from '../config/defaults.ts';
import { apiEnv, temporalSettings } from '../config/env.ts';
import { openStore } from '../store/index.ts';
import { payloadCodec } from '../temporal/codec.ts';
import { connectionOptions } from '../temporal/connection.ts';
import { dataConverter } from '../temporal/data-converter.ts';
import { registerSearchAttributes } from '../temporal/visibility.ts';
import { createApp } from './app.ts';
import { engineOn } from './engine.ts';

const env = apiEnv(process.env);
const logger = pino({ level: env.LOG_LEVEL, base: { program: 'api' } });
const temporal = temporalSettings(env);
const connection = await Connection.connect(connectionOptions(temporal));
const client = new Client({
  connection,
  namespace: temporal.namespace,
  dataConverter: dataConverter(env.SARRAF_PAYLOAD_KEYS),
});
const store = await openStore(env.MONGODB_URI, env.SARRAF_STORAGE_KEYS);
await registerSearchAttributes(connection, temporal.namespace);

const app = createApp({
  store,
  logger,
  engine: engineOn(client, connection, COMMAND_DEADLINE_MS),
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
logger.info({ port: env.API_PORT }, 'api is listening');

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => {
    // Requests under way are answered; connections that only wait for the next one are closed.
    server.close();
    server.closeIdleConnections();
    setTimeout(() => {
      server.closeAllConnections();
    }, SHUTDOWN_GRACE_MS).unref();
  });
await once(server, 'close');
await connection.close();
await store.close();
