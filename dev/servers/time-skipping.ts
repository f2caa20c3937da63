import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  Client,
  Connection,
  type WorkflowClientInterceptor,
  WorkflowNotFoundError,
} from '@temporalio/client';
import {
  InternalConnectionOptionsSymbol,
  type InternalConnectionOptions,
} from '@temporalio/client/lib/connection.js';
import { msToTs, requiredTsToMs } from '@temporalio/common/lib/time.js';
import {
  DefaultLogger,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
} from '@temporalio/worker';
import { anyPort, findPorts, isListening } from '../ports.ts';
import { lastLines, startChild, type Child } from '../processes.ts';
import { makeDataDir } from './data-dir.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';

/** What histories and logs of tests call us: never the name of a machine. */
export const IDENTITY = 'tests';
export const NAMESPACE = 'default';

/** Temporal's test server, whose clock stands at our will. One for a process: its clock is one for all workflows. */
export interface TimeSkipping {
  readonly connection: Connection;
  readonly native: NativeConnection;
  readonly client: Client;
  /** The server's clock, in epoch milliseconds. */
  readonly now: () => Promise<number>;
  /** Lets so many milliseconds pass on the server's clock, and what is due meanwhile happen. */
  readonly skip: (ms: number) => Promise<void>;
  /** Lets time pass, a second at a time, until the promise is settled; other timers do not run far ahead. */
  readonly skippingUntil: <T>(promise: Promise<T>) => Promise<T>;
  /** Lets time pass from timer to timer until the promise is settled, wherever that leads other runs. */
  readonly racingUntil: <T>(promise: Promise<T>) => Promise<T>;
  /** Whether a second of the server's clock takes a second of ours, as it does while a task or an activity is under way. */
  readonly isHeld: () => Promise<boolean>;
  /** Where the server's threads are, as a JVM tells it when it is asked by SIGQUIT, and which block each other. Any other program ends by that. */
  readonly threads: () => Promise<string>;
  /**
   * Ends the server, and leaves the connection open: a call that is still under way is tried again by the SDK's timer,
   * and on a closed connection that is an uncaught exception, of which mocha accuses the test of that moment.
   */
  readonly abandon: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const START_MS = 30_000;
const STANDS_MS = 60_000;
/** Half a second, because a busy machine needs some of it to answer at all. */
const HELD_MS = 500;
/** Long enough for a JVM on a busy machine to write down its threads. */
const DUMP_MS = 2000;

/**
 * The server's clock has stood still for a minute of ours, and will for ever. It does that now and then on a busy machine:
 * it is a foreign program (temporalio/sdk-java, pull request 3092), and no fault of ours.
 */
export class ClockStands extends Error {
  override name = 'ClockStands';
}

async function clockStands(signal: AbortSignal): Promise<void> {
  await wait(STANDS_MS, undefined, { signal }).catch(() => undefined);
  if (!signal.aborted) throw new ClockStands('The clock of the test server stands.');
}

/**
 * Starts the server that TEMPORAL_TEST_SERVER names, on a free port of the loopback, with our search attributes: a
 * workflow that sets one that is not registered would hang. The server ends with this process at the latest.
 */
export async function startTimeSkipping(): Promise<TimeSkipping> {
  quietRuntime();
  const { child, address } = await startServer(testServerPath());
  const connection = await Connection.connect(withTestService(address));
  const native = await NativeConnection.connect({ address });
  await registerSearchAttributes(connection);
  const { testService } = connection;
  if (!testService) throw new Error('The connection was made without the test service.');
  const skip = async (ms: number) => {
    const stands = new AbortController();
    const skipped = testService.unlockTimeSkippingWithSleep({ duration: msToTs(ms) });
    await Promise.race([skipped, clockStands(stands.signal)]).finally(() => stands.abort());
  };
  const kill = async () => {
    child.signal('SIGKILL');
    await child.stop();
  };
  return {
    connection,
    native,
    client: new Client({
      connection,
      namespace: NAMESPACE,
      identity: IDENTITY,
      interceptors: { workflow: [SIGNALS_A_NEW_RUN] },
    }),
    now: async () => {
      const { time } = await testService.getCurrentTime({});
      return requiredTsToMs(time, 'time');
    },
    skip,
    skippingUntil: async (promise) => {
      const settled = Promise.allSettled([promise]).then(() => true);
      let isOver = false;
      while (!isOver) {
        const second = skip(1000);
        isOver = await Promise.race([settled, second.then(() => false)]);
        // The next skip must not begin meanwhile: two at once unlock the clock under a task, whose own unlocking the
        // server then refuses to count, and the clock stands for ever (temporalio/sdk-java, pull request 3092).
        await second;
      }
      return promise;
    },
    racingUntil: async (promise) => {
      await testService.unlockTimeSkipping({});
      try {
        return await promise;
      } finally {
        await testService.lockTimeSkipping({});
      }
    },
    isHeld: async () => {
      const before = performance.now();
      await skip(HELD_MS);
      return performance.now() - before >= HELD_MS;
    },
    threads: async () => {
      child.signal('SIGQUIT');
      await wait(DUMP_MS);
      return threadsIn(readFileSync(child.logFile, 'utf8'));
    },
    abandon: kill,
    close: async () => {
      await connection.close();
      await native.close();
      await kill();
    },
  };
}

/**
 * A signal-with-start that meets the end of a run begins a new one, at Temporal; this server says that the workflow is not found
 * ("Completed workflow"), and begins one when it is asked again.
 */
export const SIGNALS_A_NEW_RUN = {
  signalWithStart: async (input, next) => {
    try {
      return await next(input);
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return next(input);
      throw error;
    }
  },
} satisfies WorkflowClientInterceptor;

/** Temporal's numbers of the types that we use (enums/v1/common.proto, IndexedValueType). */
const TYPES = { KEYWORD: 2, INT: 3, BOOL: 5, DATETIME: 6 } as const;

/** The test server cannot list what it has, which is what `temporal/visibility.ts` asks first; a new one has none. */
async function registerSearchAttributes({ operatorService }: Connection): Promise<void> {
  const searchAttributes = Object.fromEntries(
    Object.values(SEARCH_ATTRIBUTES).map(({ name, type }) => [name, TYPES[type]]),
  );
  await operatorService.addSearchAttributes({ namespace: NAMESPACE, searchAttributes });
}

function testServerPath(): string {
  const path = process.env['TEMPORAL_TEST_SERVER'];
  if (path === undefined)
    throw new Error(
      'TEMPORAL_TEST_SERVER does not name the time-skipping test server. Run these tests by `npm test -- <path>`, ' +
        'which gets the server and names it.',
    );
  if (!existsSync(path))
    throw new Error(`TEMPORAL_TEST_SERVER names ${path}, which is not there. Run \`npm test\`.`);
  return path;
}

/**
 * Of a JVM's thread dump, how many threads are in which methods of the test server, by their names from the innermost on, and a
 * deadlock as it is.
 */
export function threadsIn(dump: string): string {
  const parts = dump.split('\n\n');
  const counts = new Map<string, number>();
  for (const part of parts) {
    const methods = [...part.matchAll(/internal\.testservice\.([^\s(]+)\(/g)].map(
      ([, name]) => name,
    );
    const place = methods.join(' < ');
    if (place !== '') counts.set(place, (counts.get(place) ?? 0) + 1);
  }
  return [
    ...[...counts].map(([place, threads]) => `${threads} in ${place}`),
    ...parts.filter((part) => part.includes('deadlock')),
  ].join('\n');
}

async function startServer(command: string): Promise<{ child: Child; address: string }> {
  const { port } = await findPorts({ port: anyPort() });
  const child = await startChild({
    name: 'temporal-test-server',
    command,
    args: [String(port)],
    logFile: join(makeDataDir('test-server').path, 'test-server.log'),
  });
  const end = Date.now() + START_MS;
  while (!(await isListening(port))) {
    if (!child.isRunning() || Date.now() > end) {
      const state = child.isRunning() ? 'does not listen' : await child.exited;
      throw new Error(`The test server ${state}. It said:\n${lastLines(child.logFile)}`);
    }
    await wait(20);
  }
  return { child, address: `127.0.0.1:${port}` };
}

/** The SDK's own test package asks for the service in this way; nothing public does. */
function withTestService(address: string): InternalConnectionOptions {
  return { address, [InternalConnectionOptionsSymbol]: { supportsTestService: true } };
}

/** Makes the SDK of this process speak of errors only: a failed assertion says better what is wrong. */
export function quietRuntime(): void {
  installed ??= Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'ERROR' }) } },
  });
}

let installed: Runtime | undefined;
