import type { Cluster, Program } from './cluster.ts';

/** The amounts with these first digits that the network has taken, as its own ledger tells, in order of size. */
export async function captured(
  { run }: Pick<Cluster, 'run'>,
  digits: string,
): Promise<readonly string[]> {
  const response = await fetch(`${run.simulator}/control/ledger`);
  const { entries }: { entries: readonly { entry: string; amount: string }[] } = JSON.parse(
    await response.text(),
  );
  return entries
    .filter(({ entry }) => entry === 'capture')
    .map(({ amount }) => amount)
    .filter((amount) => amount.startsWith(digits))
    .toSorted();
}

/** What each of two programs has counted under a name. */
export async function countedBy(
  [one, other]: readonly [Program, Program],
  name: string,
): Promise<readonly [number, number]> {
  return [await counterSum(one.metrics, name), await counterSum(other.metrics, name)];
}

/** The sum of a counter over all its labels; zero when it was never counted. */
async function counterSum(metricsUrl: string, name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const lines = text.split('\n').filter((line) => new RegExp(`^${name}[{ ]`).test(line));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
