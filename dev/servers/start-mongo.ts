import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPorts, refuseTaken } from '../ports.ts';
import { lastLines, startChild } from '../processes.ts';
import type { Child } from '../processes.ts';
import { makeDataDir } from './data-dir.ts';
import { makePrimary, REPLICA_SET } from './replica-set.ts';

export interface RunningMongo {
  readonly port: number;
  readonly child: Child;
  /** The address of a database of this server. */
  uri(database: string): string;
  /** Starts it again after its process has ended: on the same port, with the same data. */
  readonly restart: () => Promise<Child>;
  /** Stops the server, and removes its data when they were temporary. */
  readonly stop: () => Promise<void>;
}

export interface StartMongo {
  readonly program: string;
  /** Where the data and the log stay; without it, a temporary place. */
  readonly dataDir?: string;
  readonly port?: number;
}

/** In GB: enough for a shop's data in development, and little beside the browser of a small machine. */
const CACHE_GB = '0.25';

/**
 * A laptop that sleeps in the middle of a question has not lost it, nor has a machine of tests that stands still for some seconds: of a
 * server of our own that is gone the connection says so at once.
 */
const PATIENCE_MS = 60_000;

/**
 * Starts mongod on the loopback as a replica set of one, and waits until it is primary. The port is the given one or
 * the first free one from 27017. Fails with its last lines when it ends or does not become primary within a minute,
 * or with who has its port when another process took it meanwhile; nothing is left running then.
 */
export async function startMongo(options: StartMongo): Promise<RunningMongo> {
  const { port } = await findPorts({ port: options.port ?? 27_017 });
  const { path: dataDir, remove } = makeDataDir('mongodb', options.dataDir);
  const start = (append: boolean) => launch({ program: options.program, port, dataDir, append });
  const child = await start(false).catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    port,
    child,
    restart: () => start(true),
    stop: async () => {
      if (options.dataDir === undefined) child.signal('SIGKILL');
      await child.stop();
      remove();
    },
    uri: (database) =>
      `mongodb://127.0.0.1:${port}/${database}?replicaSet=${REPLICA_SET}&directConnection=true&socketTimeoutMS=${PATIENCE_MS}`,
  };
}

interface Launch {
  readonly program: string;
  readonly port: number;
  readonly dataDir: string;
  readonly append: boolean;
}

async function launch({ program, port, dataDir, append }: Launch): Promise<Child> {
  const files = join(dataDir, 'mongodb');
  mkdirSync(files, { recursive: true });
  const child = await startChild({
    name: 'mongodb',
    command: program,
    args: [
      `--dbpath=${files}`,
      `--port=${port}`,
      '--bind_ip=127.0.0.1',
      `--replSet=${REPLICA_SET}`,
      `--wiredTigerCacheSizeGB=${CACHE_GB}`,
      '--nounixsocket',
      // Its log has the values of what takes longer, customers' addresses among them: of nothing.
      `--slowms=${2 ** 31 - 1}`,
      // Its own black box writes megabytes, and a set of one has nobody to hand over to when it ends.
      '--setParameter=diagnosticDataCollectionEnabled=false',
      '--setParameter=shutdownTimeoutMillisForSignaledShutdown=100',
      // What a killed worker has left open keeps its payment waiting for so long; ours are over after 8 seconds.
      '--setParameter=transactionLifetimeLimitSeconds=10',
    ],
    logFile: join(dataDir, 'logs', 'mongodb.log'),
    append,
  });
  try {
    await makePrimary({ port, dbPath: files, isRunning: child.isRunning });
    return child;
  } catch (error) {
    const log = lastLines(child.logFile);
    await child.stop();
    await refuseTaken('MongoDB', [port], error);
    throw new Error(
      `MongoDB did not get ready on 127.0.0.1:${port}. Its log ${child.logFile} ends:\n${log}`,
      { cause: error },
    );
  }
}
