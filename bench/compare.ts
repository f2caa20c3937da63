import { loadavg } from 'node:os';
import { percentile, timed } from './clients.ts';
import type { BenchSubject } from './subjects.ts';

export interface Load {
  readonly clients: number;
  /** How often each subject runs in a round. */
  readonly times: number;
  readonly rounds: number;
}

/**
 * Lets the subjects take turns (A B A B …), because the machine's speed drifts, and prints each one's times and its
 * ratio to the first one, round by round: the ratio is what counts.
 */
export async function compareSubjects(all: readonly BenchSubject[], load: Load): Promise<void> {
  const rounds: number[][][] = [];
  for (const subject of all) await measure(subject, load); // Warm-up, not counted.
  for (let round = 1; round <= load.rounds; round += 1) {
    const medians: number[][] = [];
    for (const subject of all) medians.push([...(await measure(subject, load))]);
    rounds.push(medians);
    console.log(`  ${load.clients} client(s): round ${round} of ${load.rounds}`);
  }
  const load1 = loadavg()[0]?.toFixed(1);
  console.log(`\n${load.clients} client(s), milliseconds, load average ${load1}`);
  console.log(`${' '.repeat(48)}   p50     p99   p50 / first, median (min–max)`);
  for (const [index, { name }] of all.entries()) {
    const times = rounds.flatMap((round) => round[index] ?? []);
    const ratios = rounds.map(
      (round) => percentile(round[index] ?? [], 0.5) / percentile(round[0] ?? [], 0.5),
    );
    const ratio = `${percentile(ratios, 0.5).toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})`;
    console.log(
      `  ${name}`.padEnd(46),
      percentile(times, 0.5).toFixed(1).padStart(7),
      percentile(times, 0.99).toFixed(1).padStart(7),
      `  ${ratio}`,
    );
  }
  console.log('');
}

async function measure(
  subject: BenchSubject,
  { clients, times }: Load,
): Promise<readonly number[]> {
  const prepared: string[] = [];
  for (let index = 0; index < times; index += 1) prepared.push(await subject.prepare());
  return timed(() => subject.work(prepared.pop() ?? ''), { clients, times });
}
