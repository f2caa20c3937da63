import { unreachable } from '../domain/unreachable.ts';
import type { MochaEvent } from './mocha-events.ts';

export type Failure = Extract<MochaEvent, { readonly kind: 'failed' }>;
type Retry = Extract<MochaEvent, { readonly kind: 'retried' }>;

/** How far a run of the tests is. */
export interface TestTally {
  readonly passed: number;
  readonly failed: number;
  /** What failed, in order. */
  readonly failures: readonly Failure[];
  /** What failed at first and was tried once more. */
  readonly retries: readonly Retry[];
  /** How long the suites of each file took, hooks and all. Milliseconds. */
  readonly durations: ReadonlyMap<string, number>;
  readonly skipped: number;
  /** The test that began last. */
  readonly running: string;
  /** Mocha came to its end; else it crashed or was ended. */
  readonly ended: boolean;
}

export const NOTHING_YET: TestTally = {
  passed: 0,
  failed: 0,
  failures: [],
  retries: [],
  durations: new Map(),
  skipped: 0,
  running: '',
  ended: false,
};

/** What several runs side by side come to. */
export function together(tallies: readonly TestTally[]): TestTally {
  const sum = (of: (tally: TestTally) => number) =>
    tallies.reduce((total, one) => total + of(one), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    failures: tallies.flatMap(({ failures }) => failures),
    retries: tallies.flatMap(({ retries }) => retries),
    durations: new Map(tallies.flatMap(({ durations }) => [...durations])),
    skipped: sum(({ skipped }) => skipped),
    running: tallies
      .flatMap(({ running, ended }) => (ended || !running ? [] : running))
      .join(' | '),
    ended: tallies.every(({ ended }) => ended),
  };
}

/** Counts one more event. */
export function count(tally: TestTally, event: MochaEvent): TestTally {
  switch (event.kind) {
    case 'started':
      return tally;
    case 'running':
      return { ...tally, running: `${event.file}: ${event.title}` };
    case 'skipped':
      return tally;
    case 'passed':
      return { ...tally, passed: tally.passed + 1 };
    case 'failed':
      return { ...tally, failed: tally.failed + 1, failures: [...tally.failures, event] };
    case 'retried':
      return { ...tally, retries: [...tally.retries, event] };
    case 'suite': {
      const { file, ms } = event;
      const sum = (tally.durations.get(file) ?? 0) + ms;
      return { ...tally, durations: new Map([...tally.durations, [file, sum]]) };
    }
    case 'ended':
      return { ...tally, ended: true, skipped: event.skipped };
    default:
      return unreachable(event);
  }
}

/**
 * What failed, once more for the end of a long output, of which the end alone may be kept: each with the file and the
 * first lines of its reason.
 */
export function recap({ failures }: TestTally): string {
  return failures.map((failure) => failureText(failure, LINES_AT_THE_END)).join('');
}

/** A failure in words, with as many lines of its reason as asked for. */
export function failureText(
  { kind, title, file, detail }: Failure | Retry,
  lines = Infinity,
): string {
  const reason = detail.split('\n').slice(0, lines).join('\n').replaceAll(/^/gm, '    ');
  const mark = kind === 'failed' ? '✘' : '↻ tried once more:';
  return `\n${mark} ${title}\n  ${file}\n${reason}\n`;
}

/** The files that took longest, a line for each. */
export function slowest({ durations }: TestTally, most = 20): string {
  return [...durations]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, most)
    .map(([file, ms]) => `  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file}`)
    .join('\n');
}

const LINES_AT_THE_END = 12;

/** The last line of `npm test`. */
export function summary({ passed, failed, skipped }: TestTally): string {
  const counts = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? counts : `${counts}, ${skipped} skipped`;
}

/** Why a run is no success; nothing when it is one. A run without a single test proves nothing. */
export function whyNotGreen({ passed, failed, ended }: TestTally): string | undefined {
  if (!ended) return 'The tests did not come to their end.';
  if (failed > 0) return `${failed} of ${passed + failed} tests failed.`;
  return passed === 0 ? 'No test ran. Is the path or the pattern right?' : undefined;
}
