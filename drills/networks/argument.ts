import { DRILL_NETWORKS, type DrillNetwork } from './network.ts';

/** Takes `--network <name>` out of what was written behind a command. Throws with the usage when there is no such network. */
export function networkIn(
  given: readonly string[],
  usage: string,
): { readonly network: DrillNetwork; readonly rest: readonly string[] } {
  const at = given.indexOf('--network');
  if (at < 0) return { network: 'sandbox', rest: given };
  const network = DRILL_NETWORKS.find((name) => name === given[at + 1]);
  if (!network)
    throw new Error(
      `--network must be one of ${DRILL_NETWORKS.join(', ')}, not "${given[at + 1] ?? ''}".\n${usage}`,
    );
  return { network, rest: given.toSpliced(at, 2) };
}

/** The same as it is written behind a command. */
export function networkArgument(network: DrillNetwork = 'sandbox'): string {
  return network === 'sandbox' ? '' : ` --network ${network}`;
}

/** The least step of an amount there, in fils: Stripe takes dinars in steps of ten. */
export function filsStepOf(network: DrillNetwork): number {
  return network === 'stripe' ? 10 : 1;
}
