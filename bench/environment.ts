import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Router from '@koa/router';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import Koa from 'koa';
import mongoose from 'mongoose';
import { keyRing } from '../config/key-ring.ts';
import { RATE_LIMIT_NAMES } from '../config/rate-limits.ts';
import { encryptionKeys } from '../dev/keys.ts';
import type { ProcessControl } from '../dev/members.ts';
import type { RunInfo } from '../dev/run-file.ts';
import { startSarraf } from '../dev/sarraf.ts';
import { dataConverter } from '../temporal/data-converter.ts';
import { nothing, post } from './activities.ts';

export const QUEUE = 'bench';
/** Nobody is stopped for asking often or for being wrong; each request is counted all the same. */
const UNLIMITED = RATE_LIMIT_NAMES.map((name) => `${name}=90000000/86400`).join(',');

/** Everything that is measured and everything that it is measured against, on one Temporal and one MongoDB. */
export interface BenchEnvironment {
  readonly run: RunInfo;
  readonly client: Client;
  /** Where the system keeps its keys. */
  readonly dataDir: string;
  /** What may be done to its processes. */
  readonly control: ProcessControl;
  /** A bare Koa route: one insert, acknowledged by majority and journal; with `?start` one bare workflow start too. */
  readonly bareUrl: string;
  readonly close: () => Promise<void>;
}

/** `env` is added to the environment of every program of the system. */
export async function openBenchEnvironment(
  env: Readonly<Record<string, string>> = {},
): Promise<BenchEnvironment> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sarraf-bench-'));
  const system = await startSarraf({
    dataDir,
    ports: 'free',
    built: process.env['SARRAF_BUILT'],
    env: { LOG_LEVEL: 'warn', RATE_LIMITS: UNLIMITED, ...env },
  });
  const converter = dataConverter(keyRing(encryptionKeys(dataDir).payloads));
  const native = await NativeConnection.connect({ address: system.run.temporal });
  const worker = await Worker.create({
    connection: native,
    taskQueue: QUEUE,
    dataConverter: converter,
    workflowsPath: fileURLToPath(new URL('workflows.ts', import.meta.url)),
    activities: { ...nothing, post },
  });
  const running = worker.run();
  const connection = await Connection.connect({ address: system.run.temporal });
  const client = new Client({ connection, dataConverter: converter });
  const bare = await bareRoute(system.run.mongodb, client);
  return {
    run: system.run,
    client,
    dataDir,
    control: system,
    bareUrl: bare.url,
    close: async () => {
      await bare.close();
      worker.shutdown();
      await running;
      await native.close();
      await connection.close();
      await system.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

async function bareRoute(mongodbUri: string, { workflow }: Client) {
  const database = await mongoose
    .createConnection(mongodbUri, { writeConcern: { w: 'majority', journal: true } })
    .asPromise();
  const collection = database.collection('bench');
  let count = 0;
  const router = new Router();
  router.post('/', async (ctx) => {
    const id = (count += 1);
    await collection.insertOne({ id, at: new Date(), text: 'x'.repeat(1000) });
    if (ctx.query['start'] !== undefined)
      await workflow.start('started', {
        workflowId: `started/${process.pid}/${id}`,
        taskQueue: QUEUE,
      });
    ctx.status = 201;
    ctx.body = { id };
  });
  const app = new Koa();
  app.use(router.routes());
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await database.close();
    },
  };
}
