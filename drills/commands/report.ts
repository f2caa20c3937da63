import type { CommandsOutcome } from './run.ts';

/** What a person reads at the end. */
export function commandsReport({ seed, kills, wanted, faults, tookMs }: CommandsOutcome): string {
  const repeated = wanted.filter(({ repeats }) => repeats > 0).length;
  const pending = wanted.filter(({ status }) => status === 202).length;
  return [
    `Seed ${seed}: ${wanted.length} commands under ${kills} kills of the worker in ${Math.round(tookMs / 1000)} s.`,
    `${repeated} were told 503 and sent again, ${pending} were told 202.`,
    ...faults.map(({ kind, about, detail }) => `${kind}: ${about}: ${detail}`),
    faults.length === 0
      ? 'Each has moved its money once, by the ledger of the network.'
      : `${faults.length} faults.`,
  ].join('\n');
}
