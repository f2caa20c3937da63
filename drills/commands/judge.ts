/** What a merchant's program wanted once, what it was told, and what the network's ledger has of it. */
export interface CommandCase {
  readonly name: string;
  /** The minor units that shall move, once. */
  readonly fils: number;
  /** The last answer: 2xx, or what else ended it. */
  readonly status: number;
  readonly text: string;
  /** How often it was sent again because the answer said that this is safe. */
  readonly repeats: number;
  /** The minor units of each line of the network's ledger that is about it. */
  readonly moved: readonly number[];
}

export interface CommandsFault {
  readonly kind: 'twice' | 'never' | 'wrong-amount' | 'refused';
  readonly about: string;
  readonly detail: string;
}

/**
 * Each command moves its money exactly once, however often it was sent again: by an answer that said 503, whether or not it had
 * a key. An empty list is an acquittal.
 */
export function judgeCommand(wanted: CommandCase): readonly CommandsFault[] {
  const { name: about, fils, status, text, repeats, moved } = wanted;
  const told = `answered ${status} after ${repeats} repetitions: ${text.slice(0, 200)}`;
  const fault = (kind: CommandsFault['kind'], detail: string): CommandsFault => ({
    kind,
    about,
    detail,
  });
  if (moved.length > 1)
    return [fault('twice', `The network has ${moved.join(', ')} of ${fils}; ${told}`)];
  if (status >= 300) return [fault('refused', told)];
  if (moved.length === 0) return [fault('never', `The network has nothing; ${told}`)];
  return moved[0] === fils ? [] : [fault('wrong-amount', `${moved[0]} in place of ${fils}`)];
}
