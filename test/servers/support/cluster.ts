import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { anyPort, findPorts } from '../../../dev/ports.ts';
import { startChild, type Child } from '../../../dev/processes.ts';
import { MAINS, programArguments } from '../../../dev/programs.ts';
import { untilReady } from '../../../dev/ready.ts';
import type { RunInfo } from '../../../dev/run-file.ts';
import { startSarraf } from '../../../dev/sarraf.ts';
import { aBalancer, type Balancer } from './balancer.ts';
import { theBuild } from '../../support/built.ts';

/** One process of ours that a test stops and starts as an orchestrator does. */
export interface Program {
  readonly name: string;
  readonly url: string;
  readonly metrics: string;
  /** Starts it and waits until it is ready. `more` is added to its environment. */
  readonly start: (more?: Readonly<Record<string, string>>) => Promise<void>;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** How the running process ended. */
  readonly ended: () => Promise<string>;
}

/** Two APIs and two workers of a release, on one Temporal and one MongoDB, behind a balancer. */
export interface Cluster {
  readonly run: RunInfo;
  readonly balancer: Balancer;
  readonly apis: readonly [Program, Program];
  readonly workers: readonly [Program, Program];
  /** Has a program started again before the next file that asks for the cluster: only where one follows. */
  readonly startLater: (program: Program) => void;
  /** All that the programs have logged until now; those of one kind when its name is given. */
  readonly logs: (name?: string) => string;
  /** Where the system keeps the keys of its sandbox. */
  readonly keysFile: string;
}

interface OpenCluster extends Cluster {
  readonly close: () => Promise<void>;
}

const STAND_IN = fileURLToPath(new URL('stand-in.mjs', import.meta.url));
/** More than the grace that the programs give to what is under way. */
const PATIENCE_MS = 30_000;

/** Suites that use the cluster follow each other in a lane: where none has come for so long, none is left. */
const NEXT_SUITE_MS = 15_000;

let opened: Promise<OpenCluster> | undefined;
let closing = Promise.resolve();
let unused: NodeJS.Timeout | undefined;
const stale: Program[] = [];

/**
 * The one cluster of this run of the tests. The first test file that asks starts it, and all of them share it, so a test
 * leaves every program running, or has it started before the next one (`startLater`); one that starts its programs itself, and needs
 * no more than an API, takes the cluster as it is. Each suite says when it has done with it (`leaveCluster`).
 */
export async function theCluster({ asItIs = false } = {}): Promise<Cluster> {
  clearTimeout(unused);
  const cluster = await (opened ??= open());
  for (const program of asItIs ? [] : stale.splice(0)) {
    program.signal('SIGTERM');
    await program.ended();
    await program.start();
  }
  return cluster;
}

/**
 * Closes the cluster when no other suite asks for it soon: its nine programs do not idle while other files run. A suite that asks
 * later has a new one.
 */
export function leaveCluster(): void {
  unused = setTimeout(() => {
    closing = close();
    // Told by the hook below.
    closing.catch(() => undefined);
  }, NEXT_SUITE_MS);
}

after('the cluster closes', async function () {
  this.timeout(120_000);
  clearTimeout(unused);
  await closing;
  await close();
});

async function close(): Promise<void> {
  const leaving = opened;
  opened = undefined;
  stale.length = 0;
  await (await leaving)?.close();
}

async function open(): Promise<OpenCluster> {
  const release = await theBuild();
  const directory = mkdtempSync(join(tmpdir(), 'sarraf-cluster-'));
  const system = await startSarraf({
    dataDir: join(directory, 'data'),
    fresh: true,
    ports: 'free',
    quiet: true,
    built: release,
    programs: { api: STAND_IN, worker: STAND_IN },
    env: { STAND_IN_DIR: directory },
  });
  const first = anyPort();
  const ports = await findPorts({
    balancer: first,
    api1: first,
    api2: first,
    worker1: first,
    worker2: first,
    ofApi1: first,
    ofApi2: first,
    ofWorker1: first,
    ofWorker2: first,
  });
  const balancer = await aBalancer(ports.balancer);
  const running = new Set<Child>();

  const program = (kind: 'api' | 'worker', nth: number, place: Place): Program => {
    const name = `${kind}-${nth}`;
    let child: Child | undefined;
    let starts = 0;
    const given: NodeJS.ProcessEnv = JSON.parse(
      readFileSync(join(directory, `${kind}.json`), 'utf8'),
    );
    const url = `http://127.0.0.1:${place.port}`;
    return {
      name,
      url,
      metrics: `http://127.0.0.1:${place.metrics}/metrics`,
      start: async (extra = {}) => {
        starts += 1;
        child = await startChild({
          name,
          command: process.execPath,
          // One of each begins as the release has it; the others, and what starts later, as tests do.
          args:
            nth === 1 && starts === 1
              ? [join(release, kind, 'index.js')]
              : programArguments(MAINS[kind], release),
          env: {
            ...given,
            ...(kind === 'api'
              ? { API_PORT: String(place.port), API_METRICS_PORT: String(place.metrics) }
              : {
                  WORKER_HEALTH_PORT: String(place.port),
                  WORKER_METRICS_PORT: String(place.metrics),
                }),
            PUBLIC_URL: balancer.url,
            ...extra,
          },
          logFile: join(directory, 'logs', `${name}.log`),
          append: true,
          graceMs: PATIENCE_MS,
        });
        running.add(child);
        await untilReady(`${url}/readyz`, child);
      },
      signal: (signal) => child?.signal(signal),
      ended: async () => (child ? child.exited : 'was never started'),
    };
  };
  const apis = [
    program('api', 1, { port: ports.api1, metrics: ports.ofApi1 }),
    program('api', 2, { port: ports.api2, metrics: ports.ofApi2 }),
  ] as const;
  const workers = [
    program('worker', 1, { port: ports.worker1, metrics: ports.ofWorker1 }),
    program('worker', 2, { port: ports.worker2, metrics: ports.ofWorker2 }),
  ] as const;
  balancer.send(apis.map(({ url }) => url));
  await Promise.all([...apis, ...workers].map((one) => one.start()));

  return {
    run: system.run,
    balancer,
    apis,
    workers,
    keysFile: join(directory, 'data', 'keys.json'),
    startLater: (one) => stale.push(one),
    logs: (name = '') =>
      [join(directory, 'logs'), join(directory, 'data', 'logs')]
        .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
        .filter((file) => file.includes(name))
        .map((file) => readFileSync(file, 'utf8'))
        .join('\n'),
    close: async () => {
      await Promise.all([...running].map((child) => child.stop()));
      balancer.close();
      await system.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly port: number;
  readonly metrics: number;
}
