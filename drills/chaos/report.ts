import { percentile } from '../../bench/clients.ts';
import { networkArgument } from '../networks/argument.ts';
import type { SaleObservations } from './observations.ts';
import type { ChaosOutcome } from './run.ts';

const MOST_FAULTS = 60;

/** What a person reads at the end of a run: figures, then the verdict, then how to see the same again. */
export function chaosReport(outcome: ChaosOutcome): string {
  return [
    '',
    ...figures(outcome).map(([name, value]) => `  ${name.padEnd(22)} ${value}`),
    '',
    ...verdict(outcome),
    `Again with the same plan: npm run drill:chaos -- --payments ${outcome.plan.sales.length} --seed ${outcome.plan.seed}${networkArgument(outcome.plan.network)}`,
  ].join('\n');
}

function figures(outcome: ChaosOutcome): readonly (readonly [string, string])[] {
  const { plan, evidence, counts, network, repeats, webhooks, tookMs } = outcome;
  const { sales } = evidence;
  const waits = sales.flatMap(({ finalAfterMs }) => finalAfterMs ?? []);
  return [
    ['network', plan.network],
    ['seed', String(plan.seed)],
    ['payments', `${sales.length} in ${seconds(tookMs)}`],
    ['ended as', tally(sales.map(stateOf))],
    ['payers', tally(plan.sales.map(({ conduct }) => conduct.name))],
    ['kills', tallyOf(counts.kills)],
    ['starts repeated', String(counts.repeatedStarts)],
    ['asked again', String(repeats)],
    ...networkFigures(network),
    ['by the route', routeFigure(sales)],
    ['charged', `${sum(sales.map(({ moved }) => moved.length))} times`],
    ['final after last kill', finalFigure(waits)],
    ['unreplayable', String(evidence.unreplayable.length)],
    ['webhooks', webhookFigure(sales, webhooks)],
    [
      'alerts',
      tally(sales.flatMap(({ documents }) => documents.flatMap(({ alerts }) => alerts))) || 'none',
    ],
  ];
}

function routeFigure(sales: readonly SaleObservations[]): string {
  const attempts = sales.flatMap(({ documents }) => documents.flatMap(({ attempts }) => attempts));
  const accounts = tally(attempts.flatMap(({ routedTo }) => routedTo ?? []));
  const endings = tally(attempts.flatMap(({ after }) => after?.ending ?? []));
  return `${accounts || 'none'}, after another account: ${endings || 'none'}`;
}

function finalFigure(waits: readonly number[]): string {
  if (waits.length === 0) return 'none';
  return `half in ${seconds(percentile(waits, 0.5))}, all in ${seconds(Math.max(...waits))}`;
}

function networkFigures(network: ChaosOutcome['network']): readonly (readonly [string, string])[] {
  const names = [...new Set(network.map(({ fault }) => fault))];
  return names.map((name) => {
    const rules = network.filter(({ fault }) => fault === name);
    const struck = sum(rules.map(({ struck }) => struck));
    const seen = sum(rules.map(({ seen }) => seen));
    return [name, `${struck} of ${seen}`] as const;
  });
}

function webhookFigure(
  sales: readonly SaleObservations[],
  { calls, refused }: ChaosOutcome['webhooks'],
): string {
  const promised = sum(sales.map(({ documents }) => documents[0]?.sequence ?? 0));
  const heard = sum(sales.map(({ heard }) => new Set(heard.map(({ eventId }) => eventId)).size));
  return `${heard} of ${promised} heard, in ${calls} calls, ${refused} of them turned away`;
}

function verdict({ faults }: ChaosOutcome): readonly string[] {
  if (faults.length === 0)
    return ['Nothing was lost, nothing was charged twice, and everybody was told.'];
  const lines = faults
    .slice(0, MOST_FAULTS)
    .map(({ kind, about, detail }) => `  ✘ ${kind} (${about}): ${detail}`);
  const more = faults.length - lines.length;
  return [`${faults.length} faults:`, ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function stateOf({ documents }: SaleObservations): string {
  return documents[0]?.state ?? 'nothing';
}

function tally(names: readonly string[]): string {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return tallyOf(counts);
}

function tallyOf(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
