import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { timed } from './clients.ts';
import { COSTED, ourSide, untilSettled } from './cost.ts';
import { openBenchEnvironment } from './environment.ts';

const CLIENTS = Number(process.env['BENCH_CLIENTS'] ?? 16);
const TIMES = Number(process.env['BENCH_TIMES'] ?? 320);
/** The threads look for their sign ten times a second, and write a profile of some megabytes. */
const UNTIL_ALL_HAVE_SEEN_MS = 3000;
/** What has less of its thread is one line together. */
const LEAST_SHARE = 0.01;

const ROOT = new URL('..', import.meta.url);

/** A CPU profile as V8 writes it; of a sample each delta is the microseconds since the one before. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/**
 * Busy microseconds by package: of our own code by its room, of Node's by its module. What has no file, such as the writing of a
 * socket, counts for who called it; V8's own work (garbage) stands by itself, and idle time is no part of it.
 */
export function busyByPackage({ nodes, samples, timeDeltas }: CpuProfile, root: string) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callerOf = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((of) => [of, id])),
  );
  const packageOf = (id: number | undefined): string => {
    const node = id === undefined ? undefined : byId.get(id);
    if (!node) return '(program)';
    const { url, functionName } = node.callFrame;
    if (url !== '') return packageOfFile(url, root);
    return functionName.startsWith('(') && functionName !== '(root)'
      ? functionName
      : packageOf(callerOf.get(node.id));
  };
  const packages = new Map(nodes.map(({ id }) => [id, packageOf(id)]));
  const busy = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const name = packages.get(id) ?? '(program)';
    if (name !== '(idle)') busy.set(name, (busy.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  return busy;
}

function packageOfFile(url: string, root: string): string {
  const [, installed] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url) ?? [];
  if (installed !== undefined) return installed;
  if (url.startsWith('node:')) return url.split('/', 2).join('/');
  // All that the workflows are made of is one file: ours, and the SDK's part of it.
  if (url.includes('workflow-bundle')) return 'workflows, bundled';
  const [room, ...rest] = url.replace(root, '').split('/');
  return rest.length === 0 || room === undefined || room.includes(':') ? '(other)' : `${room}/`;
}

/**
 * Where the CPU of one operation goes: milliseconds of each package in the main thread of the API and of the worker, and in the thread of
 * the workflows, for each operation, by V8's sampling profiler. `BENCH_CLIENTS` and `BENCH_TIMES` change the load.
 */
export async function profileOperation(wanted: string | undefined): Promise<void> {
  const name = COSTED.find((one) => one === wanted);
  if (name === undefined) throw new Error(`Say which operation: ${COSTED.join(', ')}.`);
  const directory = fileURLToPath(new URL('.data/profiles/', ROOT));
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const profiler = new URL('bench/profiler.mjs', ROOT).href;
  const environment = await openBenchEnvironment({
    PROFILE_DIR: directory,
    NODE_OPTIONS: `--import ${profiler}`,
  });
  try {
    const { close, ...operations } = await ourSide(environment, CLIENTS);
    const load = { clients: CLIENTS, times: TIMES };
    const times = (work: () => Promise<string>) => timed(async () => void (await work()), load);
    // The first round warms up.
    for (const isProfiled of [false, true]) {
      if (name === 'refund') await times(operations.hosted);
      await untilSettled();
      if (isProfiled) writeFileSync(join(directory, 'on'), '');
      await times(operations[name]);
    }
    await untilSettled();
    rmSync(join(directory, 'on'));
    await pause(UNTIL_ALL_HAVE_SEEN_MS);
    await close();
  } finally {
    await environment.close();
  }
  console.log(
    `\none ${name}, by ${CLIENTS} clients: milliseconds of CPU, and the share of its thread`,
  );
  for (const file of readdirSync(directory).toSorted()) print(join(directory, file));
  console.log(`\nThe profiles themselves, for any viewer of V8's, are in ${directory}.`);
}

function print(file: string): void {
  const root = pathToFileURL(
    `${resolve(process.env['SARRAF_BUILT'] ?? fileURLToPath(ROOT))}/`,
  ).href;
  const busy = busyByPackage(JSON.parse(readFileSync(file, 'utf8')), root);
  const all = [...busy.values()].reduce((sum, one) => sum + one, 0);
  const rows = [...busy].toSorted(([, a], [, b]) => b - a);
  const shown = rows.filter(([, micros]) => micros >= all * LEAST_SHARE);
  const rest = rows.slice(shown.length).reduce((sum, [, micros]) => sum + micros, 0);
  console.log(`\n${file.slice(file.lastIndexOf('/') + 1).replace('.cpuprofile', '')}`);
  for (const [name, micros] of [['all', all] as const, ...shown, ['the rest', rest] as const])
    console.log(
      `  ${name.padEnd(32)} ${(micros / 1000 / TIMES).toFixed(2).padStart(7)}  ${((100 * micros) / all).toFixed(0).padStart(3)} %`,
    );
}
