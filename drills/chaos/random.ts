/** Chance that can be repeated: the same seed throws the same numbers. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  readonly share: () => number;
  /** A whole number from `least` to `most`, both included. */
  readonly whole: (least: number, most: number) => number;
  /** The same values in another order. */
  readonly shuffled: <T>(values: readonly T[]) => readonly T[];
}

/** Random numbers of a seed, a whole number below 2^32 (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed | 0;
  const share = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const whole = (least: number, most: number) => least + Math.floor(share() * (most - least + 1));
  return {
    share,
    whole,
    shuffled: (values) =>
      values
        .map((value) => ({ value, place: share() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ value }) => value),
  };
}
