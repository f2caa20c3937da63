import type { CycleState } from '../../domain/agreement/autopay.ts';
import type { Simulated } from './run.ts';

const STATES: readonly CycleState[] = [
  'paid',
  'failed',
  'skipped',
  'missed',
  'unknown',
  'trying',
  'coming',
];

/** What came of a simulation, line by line. */
export function tableOf(simulated: Simulated): readonly string[] {
  const { agreements, faults, charged, tries, told, deaths, seconds } = simulated;
  const cycles = agreements.flatMap(({ autopay }) => autopay?.history ?? []);
  const count = (state: CycleState) => cycles.filter((cycle) => cycle.state === state).length;
  const retried = cycles.filter((cycle) => cycle.state === 'paid' && cycle.tries.length > 1);
  const ended = agreements.filter(({ autopay }) => autopay?.state === 'ended');
  const rows: readonly (readonly [string, number])[] = [
    ['agreements', agreements.length],
    ['  ended', ended.length],
    ['cycles', cycles.length],
    ...STATES.map((state) => [`  ${state}`, count(state)] as const),
    ['  paid by a further try', retried.length],
    ['tries', tries],
    ["in the network's ledger", charged],
    ...[...told].map(([news, times]) => [`customers told: ${news}`, times] as const),
    ['deaths of the engine', deaths],
  ];
  return [
    '',
    ...rows.map(([name, number]) => `${name.padEnd(36)}${String(number).padStart(8)}`),
    '',
    ...(faults.length === 0
      ? [`No cycle was charged twice or skipped, no limit exceeded: ${seconds.toFixed(0)} s.`]
      : [`${faults.length} faults:`, ...faults.slice(0, 50)]),
  ];
}
