import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keyRing } from '../config/key-ring.ts';
import { keptBuild } from './kept-build.ts';
import { createProcessGroup } from './process-group.ts';
import { encryptionKeys, hasKeys } from './keys.ts';
import { membersOf, type ProcessControl, type MemberName, type Members } from './members.ts';
import { anyPort, findPorts, refuseTaken } from './ports.ts';
import { startChild } from './processes.ts';
import {
  apiEnvironment,
  codecUrl,
  commonEnvironment,
  DEFAULT_PORTS,
  demoEnvironment,
  mailboxEnvironment,
  MAINS,
  programArguments,
  readyUrl,
  simulatorEnvironment,
  urlOf,
  workerEnvironment,
  type Places,
  type PortName,
  type ProgramName,
  type SeedResult,
} from './programs.ts';
import { printedProgress, silent, type StartProgress } from './progress.ts';
import { untilReady } from './ready.ts';
import { resealSchedules } from './reseal-schedules.ts';
import { claim, type RunInfo } from './run-file.ts';
import { namingServers, provideServers } from './servers/provide.ts';

export interface StartOptions {
  /** Where everything that outlives a stop is kept, and `run.json` tells what runs. */
  readonly dataDir: string;
  /** Empties the data directory first; refused where keys would go whose data stay, at a server that the environment names. */
  readonly fresh?: boolean;
  /** "default": the ports that people know; "free": any, for tests that run beside a person's own. */
  readonly ports?: 'default' | 'free';
  /** "own": always starts Temporal and MongoDB; "environment": uses TEMPORAL_ADDRESS and MONGODB_URI when set. */
  readonly servers?: 'own' | 'environment';
  /** Prints nothing. */
  readonly quiet?: boolean;
  /**
   * Starts members again that end by themselves once all run, and tells of it in lines; without it the end of one stops the
   * others.
   */
  readonly supervise?: (line: string) => void;
  /** A directory that `dev/build.ts` has filled: what it has of the programs starts from there, which is faster. */
  readonly built?: string | undefined;
  /** Builds the programs into the data directory, which lies inside of the repository, where the last build is not of these sources. */
  readonly keepsBuild?: true;
  /** Other mains in place of the system's own. */
  readonly programs?: Partial<Readonly<Record<ProgramName, string>>>;
  /** Added to the environment of every program. */
  readonly env?: Readonly<Record<string, string>>;
  /** Added to that of one. */
  readonly envOf?: Partial<Record<ProgramName, Readonly<Record<string, string>>>>;
  /** Another seed in place of the system's own. */
  readonly seed?: Seed;
}

export type Seed = (input: {
  readonly mongodbUri: string;
  readonly dataDir: string;
  readonly simulatorUrl: string;
  readonly publicUrl: string;
  readonly demoUrl: string;
}) => Promise<SeedResult>;

export interface RunningSarraf extends ProcessControl {
  readonly run: RunInfo;
  /** Without supervision: resolves with the reason when a child ended that nobody had ended; all the others are stopped by then. */
  readonly broken: Promise<string>;
  /** The process that is the member now. */
  readonly pidOf: (name: MemberName) => number;
  /** Stops everything, the youngest first. Harmless to repeat. */
  readonly stop: () => Promise<void>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SIGN_ANSWERS = new URL('sign-answers.mjs', import.meta.url).href;

/**
 * Starts the whole system: Temporal, MongoDB, simulator, seed, mailbox, worker, API and demo shop, each when the one before is
 * ready, and writes `run.json`. Fails, with everything stopped that was started, when one does not get ready or
 * another process has the data directory.
 */
export async function startSarraf(options: StartOptions): Promise<RunningSarraf> {
  const progress = options.quiet === true ? silent : printedProgress(process.stdout);
  const dataDir = resolve(options.dataDir);
  const env = options.servers === 'environment' ? process.env : {};
  if (options.fresh === true) refuseToForget(dataDir, namingServers(env));
  const { publish, release } = claim(dataDir, { fresh: options.fresh === true });
  const processGroup = createProcessGroup(release);
  const members = membersOf(processGroup);
  try {
    const ports = await findPorts(preferredPorts(options.ports ?? 'default'));
    const keys = encryptionKeys(dataDir);
    const codecEndpoint = codecUrl({ ports });
    const servers = await provideServers({ dataDir, ports, codecEndpoint, progress, members, env });
    const places: Places = { ports, dataDir, ...servers };
    const built = options.keepsBuild
      ? await keptBuild(join(dataDir, 'build'), progress)
      : options.built;
    const launch = launcherOf(places, { ...options, built }, members);
    const start = (name: ProgramName, environment: Record<string, string>) =>
      progress.step(
        `Starting ${name}`,
        () => launch(name, environment),
        () => `${name} ready`,
      );

    const payloadKeys = keyRing(keys.payloads);
    if (payloadKeys.length > 1) {
      const { left } = await progress.step(
        'Encrypting Schedules anew',
        () =>
          resealSchedules({ address: servers.temporalAddress, namespace: 'default' }, payloadKeys),
        ({ count }) => `${count} Schedules encrypted anew`,
      );
      sayLeft(progress, left);
    }
    await start('simulator', simulatorEnvironment(places));
    const seeded = await progress.step(
      'Seeding the sandbox',
      () => runSeed(places, options.seed),
      () => 'Sandbox seeded',
    );
    sayLeft(progress, seeded.unopenable ?? []);
    await start('mailbox', mailboxEnvironment(places));
    await start('worker', workerEnvironment(places, keys));
    await start('api', apiEnvironment(places, keys));
    await start('demo', demoEnvironment(places, seeded));

    const run = runInfo(places, seeded);
    publish(run);
    const watcher = options.supervise && members.supervise(options.supervise);
    const stop = async () => {
      const ended = watcher?.close();
      await processGroup.stop();
      await ended;
    };
    return { run, broken: processGroup.broken, stop, pidOf: members.pidOf, ...members.control };
  } catch (error) {
    const reason = processGroup.reason();
    await processGroup.stop();
    throw reason === undefined ? error : new Error(reason, { cause: error });
  }
}

/** The keys of what is at those servers are in the directory, and nowhere else. */
function refuseToForget(dataDir: string, naming: readonly string[]): void {
  if (naming.length === 0 || !hasKeys(dataDir)) return;
  throw new Error(
    `${naming.join(' and ')} name${naming.length === 1 ? 's' : ''} a server whose data would stay, while ${join(dataDir, 'keys.json')}, ` +
      'without which nobody can read them, would be deleted. Start without --fresh, or without the variable; or empty the database ' +
      'there yourself, delete that file, and start again.',
  );
}

/** Of what a lost key has sealed, which is nothing that keeps the rest from running. */
function sayLeft(progress: StartProgress, unopenable: readonly string[]): void {
  for (const sentence of unopenable) progress.say(`⚠ ${sentence}`);
}

/** Starts programs, each so that it can be started again. */
function launcherOf(
  places: Places,
  { programs, built, env, envOf }: StartOptions,
  members: Members,
) {
  return async function launch(
    name: ProgramName,
    environment: Record<string, string>,
    again?: { readonly more: Readonly<Record<string, string>> },
  ): Promise<void> {
    const url = readyUrl(name, places);
    await refuseTaken(name, [Number(new URL(url).port)]);
    const sign = randomUUID();
    const child = await startChild({
      name,
      command: process.execPath,
      args: ['--import', SIGN_ANSWERS, ...programArguments(programs?.[name] ?? MAINS[name], built)],
      cwd: ROOT,
      env: {
        ...process.env,
        ...commonEnvironment(places),
        ...environment,
        ...env,
        ...envOf?.[name],
        ...again?.more,
        START_SIGN: sign,
      },
      logFile: join(places.dataDir, 'logs', `${name}.log`),
      append: again !== undefined,
    });
    members.enter(name, child, (more = {}) => launch(name, environment, { more }));
    await untilReady(url, child, sign);
  };
}

function preferredPorts(kind: 'default' | 'free'): Record<PortName, number> {
  if (kind === 'default') return DEFAULT_PORTS;
  const first = anyPort();
  return {
    api: first,
    demo: first,
    simulator: first,
    workerHealth: first,
    temporal: first,
    temporalUi: first,
    mongodb: first,
    apiMetrics: first,
    workerMetrics: first,
    mailbox: first,
    smtp: first,
  };
}

async function runSeed(places: Places, given: Seed | undefined): Promise<SeedResult> {
  const seed: Seed = given ?? (await import('./seed.ts')).seed;
  return seed({
    mongodbUri: places.mongodbUri,
    dataDir: places.dataDir,
    simulatorUrl: urlOf('simulator', places),
    publicUrl: urlOf('api', places),
    demoUrl: urlOf('demo', places),
  });
}

function runInfo(places: Places, { keys, users, pgCodes }: SeedResult): RunInfo {
  return {
    pid: process.pid,
    api: urlOf('api', places),
    demo: urlOf('demo', places),
    simulator: urlOf('simulator', places),
    mailbox: urlOf('mailbox', places),
    temporal: places.temporalAddress,
    temporal_ui: places.temporalUi,
    mongodb: places.mongodbUri,
    metrics: {
      api: `${urlOf('apiMetrics', places)}/metrics`,
      worker: `${urlOf('workerMetrics', places)}/metrics`,
    },
    keys,
    users,
    pg_codes: pgCodes,
  };
}
