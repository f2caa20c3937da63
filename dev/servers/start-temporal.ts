import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { findPorts, refuseTaken } from '../ports.ts';
import { lastLines, startChild } from '../processes.ts';
import type { Child } from '../processes.ts';
import { makeDataDir } from './data-dir.ts';

export interface RunningTemporal {
  readonly address: string;
  readonly uiUrl: string;
  readonly child: Child;
  /** Starts it again after its process has ended: on the same ports, with the same data when they were not temporary. */
  readonly restart: () => Promise<Child>;
  /** Stops the server, and removes its data when they were temporary. */
  readonly stop: () => Promise<void>;
}

export interface StartTemporal {
  readonly program: string;
  /** Where the database and the log stay; without it, a temporary place. */
  readonly dataDir?: string;
  readonly port?: number;
  readonly uiPort?: number;
  /** Where the UI has payloads decrypted, by the browser; without it, it shows them as they are. */
  readonly codecEndpoint?: string;
  /** Other values than the server's own, as `KEY=VALUE`. */
  readonly limits?: readonly string[];
}

const START_MS = 60_000;

/**
 * The dev server has one history shard and stock limits of 20 queue polls a second, which add 50 ms to each hand-off.
 * With these values a workflow with two activities takes 32 ms instead of 250 ms.
 */
const TUNING = [
  'history.transferProcessorMaxPollRPS=2000',
  'history.timerProcessorMaxPollRPS=2000',
  'history.visibilityProcessorMaxPollRPS=2000',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
  'system.enableActivityEagerExecution=true',
];

/**
 * The dev server keeps its file in SQLite's rollback journal, which waits for the disk two or three times at each save, all saves
 * one after the other. With these it waits at checkpoints only: whatever of it is killed, nothing is lost, and where the power
 * fails, the last moments. https://www.sqlite.org/pragma.html#pragma_synchronous
 */
const PRAGMAS = ['journal_mode=WAL', 'synchronous=NORMAL'];

/** Go collects garbage when the memory in use has grown by so many per cent: a quarter as often as it does by itself, which is a sixth of the server's work. */
const GOGC = '400';

/**
 * Starts Temporal's dev server with its UI on the loopback, and waits until the namespace "default" can be used.
 * Ports that are not given are the first free ones from 7233 and 8233. Fails with its last lines when it ends or
 * does not answer within a minute, or with who has its port when another process took it meanwhile; nothing is left running then.
 */
export async function startTemporal(options: StartTemporal): Promise<RunningTemporal> {
  const ports = await findPorts({ grpc: options.port ?? 7233, ui: options.uiPort ?? 8233 });
  const { path: dataDir, remove } = makeDataDir('temporal', options.dataDir);
  const start = (append: boolean) => launch(options, { ports, dataDir, append });
  const child = await start(false).catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    address: addressOf(ports),
    uiUrl: `http://127.0.0.1:${ports.ui}`,
    child,
    restart: () => start(true),
    stop: async () => {
      if (options.dataDir === undefined) child.signal('SIGKILL');
      await child.stop();
      remove();
    },
  };
}

interface Place {
  readonly ports: { readonly grpc: number; readonly ui: number };
  readonly dataDir: string;
  readonly append: boolean;
}

const addressOf = ({ grpc }: Place['ports']) => `127.0.0.1:${grpc}`;

async function launch(options: StartTemporal, { ports, dataDir, append }: Place): Promise<Child> {
  let said = '';
  const child = await startChild({
    name: 'temporal',
    command: options.program,
    args: [
      'server',
      'start-dev',
      '--ip=127.0.0.1',
      `--port=${ports.grpc}`,
      `--ui-port=${ports.ui}`,
      ...(options.codecEndpoint === undefined
        ? []
        : [`--ui-codec-endpoint=${options.codecEndpoint}`]),
      // A temporary server keeps everything in memory, which is faster.
      ...(options.dataDir === undefined
        ? []
        : [
            `--db-filename=${join(dataDir, 'temporal.sqlite')}`,
            ...PRAGMAS.map((pragma) => `--sqlite-pragma=${pragma}`),
          ]),
      ...[...TUNING, ...(options.limits ?? [])].map((value) => `--dynamic-config-value=${value}`),
    ],
    logFile: join(dataDir, 'logs', 'temporal.log'),
    env: { GOGC, ...process.env },
    onOutput: (text) => {
      said += text;
    },
    graceMs: 5_000,
    append,
  });
  try {
    await untilAnswering(ports, child, () => LISTENS.test(said));
    return child;
  } catch (error) {
    await child.stop();
    await refuseTaken('Temporal', [ports.grpc, ports.ui], error);
    throw error;
  }
}

/** What it writes once it has its ports: until then another server may be the one that answers on them. */
const LISTENS = /\bServer: /;

async function untilAnswering(
  ports: Place['ports'],
  child: Child,
  listens: () => boolean,
): Promise<void> {
  const address = addressOf(ports);
  const end = Date.now() + START_MS;
  let why = 'it has not said that it listens';
  while (child.isRunning() && Date.now() < end) {
    try {
      if (!listens()) {
        await wait(20);
        continue;
      }
      const connection = await Connection.connect({ address, connectTimeout: 2_000 });
      try {
        await connection.workflowService.describeNamespace({ namespace: 'default' });
        return;
      } finally {
        await connection.close();
      }
    } catch (error) {
      why = String(error);
      await wait(50);
    }
  }
  const state = child.isRunning() ? `does not answer (${why})` : await child.exited;
  throw new Error(
    `Temporal ${state} on ${address}. Its log ${child.logFile} ends:\n${lastLines(child.logFile)}`,
  );
}
