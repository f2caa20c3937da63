/** Runs `work` so many times by so many clients at once, each waiting for its own answer; gives milliseconds. */
export async function timed(
  work: () => Promise<unknown>,
  { clients, times }: { readonly clients: number; readonly times: number },
): Promise<readonly number[]> {
  const took: number[] = [];
  let left = times;
  const client = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      await work();
      took.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return took;
}

/** How often a second `work` is done by so many clients at once. */
export async function rate(
  work: () => Promise<void>,
  load: { readonly clients: number; readonly times: number },
): Promise<number> {
  const began = performance.now();
  await timed(work, load);
  return load.times / ((performance.now() - began) / 1000);
}

/** The value that `share` of all are not above, by the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
