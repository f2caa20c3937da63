import { networkArgument } from '../networks/argument.ts';
import type { RequestObservation, Case } from './observations.ts';
import type { ConcurrencyOutcome } from './run.ts';

const MOST_FAULTS = 60;

/** What a person reads at the end of a run: figures of each proof, the verdict, how to see the same again. */
export function concurrencyReport(outcome: ConcurrencyOutcome): string {
  const { cases, requests, faults, rounds, agreements, days, seed, network, tookMs } = outcome;
  return [
    '',
    ...cases.map(lineOf),
    ...requests.map((line) => `  ${line}`),
    '',
    `${rounds} rounds in ${(tookMs / 1000).toFixed(1)} s.`,
    ...(faults.length === 0
      ? [
          'Every caller was answered, no amount moved twice, nothing went back that was not taken, or without its checkers.',
        ]
      : [
          `${faults.length} faults:`,
          ...faults
            .slice(0, MOST_FAULTS)
            .map(({ kind, about, detail }) => `  ✘ ${kind} (${about}): ${detail}`),
          ...(faults.length > MOST_FAULTS ? [`  and ${faults.length - MOST_FAULTS} more`] : []),
        ]),
    `Again with the same plan: npm run drill:concurrency -- --rounds ${rounds} --agreements ${agreements} --days ${days} --seed ${seed}${networkArgument(network)}`,
  ].join('\n');
}

function lineOf({ about, asked, moved, paid }: Case): string {
  const back = moved.filter(({ entry }) => entry === 'refund');
  const sum = back.reduce((total, { fils }) => total + fils, 0);
  const answers = (['done', 'pending', 'refused', 'none'] as const)
    .map((answer) => [answer, count(asked, answer)] as const)
    .filter(([, number]) => number > 0)
    .map(([answer, number]) => `${number} ${answer}`)
    .join(', ');
  const money =
    back.length > 0 ? `; ${back.length} refunds, ${sum} of ${paid?.fils ?? 0} fils` : '';
  return `  ${about.padEnd(14)} ${asked.length} asked: ${answers}${money}`;
}

function count(asked: readonly RequestObservation[], wanted: RequestObservation['answer']): number {
  return asked.filter(({ answer }) => answer === wanted).length;
}
