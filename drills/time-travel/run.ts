import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import type { TimeTravelArguments } from './arguments.ts';
import { keptBundle } from '../../worker/bundle-cache.ts';
import { playPart, type Part } from './part.ts';
import { pictureOf } from './picture.ts';

const WORKFLOWS = fileURLToPath(new URL('workflows.ts', import.meta.url));
/** These keep nothing, as in the engine (worker/bundle.ts); the stand-in of the Schedules does. */
const CYCLES = ['auto-debit-cycle.ts', 'auto-debit-tick.ts'].map((name) =>
  fileURLToPath(new URL(`../../workflows/${name}`, import.meta.url)),
);
/** The test server keeps a list of everything that has held its clock, and reads it again for each timer. */
const MOST_TOGETHER = 100;
/** A server more has to start, which fewer agreements do not repay. */
const LEAST_TOGETHER = 25;
/** One waits for its server while the other works. */
const AT_ONCE = 2;

/** What came of it. */
export interface Simulated extends Omit<Part, 'from' | 'until'> {
  readonly seconds: number;
  readonly picture: string;
}

/**
 * Runs so many agreements for so many months on skipped clocks: in parts, each with a server and a network of its own.
 * `TEMPORAL_TEST_SERVER` names the server.
 */
export async function simulate(
  request: TimeTravelArguments,
  say: (line: string) => void = () => undefined,
): Promise<Simulated> {
  const begun = Date.now();
  const plans = partsOf(request);
  const workflowBundle = {
    codePath: await keptBundle(makeDrillBundle, 'time-travel', ['drills/time-travel']),
  };
  const progress = progressOf(plans.length, say);
  const parts = await someAtOnce(plans, (part, nth) =>
    playPart(part, { workflowBundle, watch: progress(nth) }),
  );
  return { ...joined(parts), seconds: (Date.now() - begun) / 1000 };
}

/** What came of all parts. */
export function joined(parts: readonly Part[]): Omit<Simulated, 'seconds'> {
  const agreements = parts.flatMap((part) => part.agreements);
  return {
    agreements,
    faults: parts.flatMap(({ faults }) => faults),
    charged: sum(parts.map(({ charged }) => charged)),
    tries: sum(parts.map(({ tries }) => tries)),
    told: counted(parts.flatMap(({ told }) => [...told])),
    deaths: sum(parts.map(({ deaths }) => deaths)),
    picture: pictureOf(agreements, {
      from: Math.min(...parts.map(({ from }) => from)),
      until: Math.max(...parts.map(({ until }) => until)),
    }),
  };
}

function makeDrillBundle(): ReturnType<typeof bundleWorkflowCode> {
  return bundleWorkflowCode({
    workflowsPath: WORKFLOWS,
    workflowInterceptorModules: [WORKFLOWS],
    preloadModules: CYCLES,
    logger: new DefaultLogger('ERROR'),
  });
}

/** Each as large as the others, and with a seed of its own that follows from the whole's. */
export function partsOf(request: TimeTravelArguments): readonly TimeTravelArguments[] {
  const { agreements, seed } = request;
  const count = Math.max(
    Math.ceil(agreements / MOST_TOGETHER),
    Math.min(AT_ONCE, Math.ceil(agreements / LEAST_TOGETHER)),
  );
  return Array.from({ length: count }, (_, nth) => ({
    ...request,
    agreements:
      Math.floor((agreements * (nth + 1)) / count) - Math.floor((agreements * nth) / count),
    seed: (seed + nth) % 2 ** 32,
  }));
}

async function someAtOnce<T, R>(
  all: readonly T[],
  work: (one: T, nth: number) => Promise<R>,
): Promise<readonly R[]> {
  const done: R[] = [];
  const left = [...all.entries()];
  const workOff = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift())
      done[next[0]] = await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
  return done;
}

/** Says a line for each twentieth of the whole. */
function progressOf(parts: number, say: (line: string) => void) {
  const stands = Array.from({ length: parts }, () => ({ share: 0, cycles: 0, paid: 0 }));
  let said = 0;
  return (nth: number) => (share: number, agreements: readonly Agreement[]) => {
    const cycles = agreements.flatMap(({ autopay }) => autopay?.history ?? []);
    const paid = cycles.filter(({ state }) => state === 'paid').length;
    stands[nth] = { share, cycles: cycles.length, paid };
    const whole = sum(stands.map((stand) => stand.share)) / parts;
    if (whole < said + 0.05 && whole < 1) return;
    said = whole;
    const total = (of: 'cycles' | 'paid') => sum(stands.map((stand) => stand[of]));
    say(
      `${String(Math.round(100 * whole)).padStart(3)} %  ${total('cycles')} cycles, ${total('paid')} paid`,
    );
  };
}

function counted<K>(pairs: readonly (readonly [K, number])[]): ReadonlyMap<K, number> {
  const counts = new Map<K, number>();
  for (const [key, count] of pairs) counts.set(key, (counts.get(key) ?? 0) + count);
  return counts;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
