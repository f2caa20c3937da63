import { isFinal } from '../../domain/operation/operation.ts';
import type { RequestObservation, Case, Moved, OurOperation } from './observations.ts';

export type ConcurrencyFaultKind =
  | 'no-answer'
  | 'not-final'
  | 'wrong-charge'
  | 'over-captured'
  | 'done-twice'
  | 'never-moved'
  | 'moved-unasked'
  | 'wrong-amount'
  | 'told-otherwise'
  | 'winners';

/** Something that must not be. */
export interface ConcurrencyFault {
  readonly kind: ConcurrencyFaultKind;
  readonly about: string;
  readonly detail: string;
}

/** Compares what callers were told and what our books have with the network's ledger. An empty list is an acquittal. */
export function judgeCase(one: Case): readonly ConcurrencyFault[] {
  const faults: ConcurrencyFault[] = [];
  const add = (kind: ConcurrencyFaultKind, detail: string): void => {
    faults.push({ kind, about: one.about, detail });
  };
  judgeMoney(one, add);
  for (const operation of one.operations) judgeOperation(operation, one.moved, add);
  for (const asked of one.asked) judgeAnswer(asked, one.operations, add);
  const won = one.asked.filter((asked) => isWon(asked, one.operations)).length;
  if (one.winners !== 'any' && won !== one.winners)
    add('winners', `${won} of ${one.asked.length} got what they asked for, not ${one.winners}.`);
  return faults;
}

function isWon({ key, answer }: RequestObservation, operations: readonly OurOperation[]): boolean {
  return answer === 'done' || operations.some((one) => one.key === key && one.state === 'done');
}

type Add = (kind: ConcurrencyFaultKind, detail: string) => void;

function judgeMoney({ paid, operations, moved }: Case, add: Add): void {
  const references = new Set(operations.map(({ reference }) => reference));
  const charges = moved.filter(({ reference }) => !references.has(reference));
  const expected = paid ? [`${paid.how} ${paid.fils}`] : [];
  const seen = charges.map(({ entry, fils }) => `${entry} ${fils}`);
  if (seen.some((line) => !line.startsWith('capture') && !line.startsWith('authorize')))
    add('moved-unasked', `The network has ${seen.join(', ')} under no operation of ours.`);
  else if (seen.join() !== expected.join())
    add('wrong-charge', `The network has ${seen.join(', ') || 'nothing'}, not ${expected.join()}.`);
  const captured = sumOf(moved, 'capture');
  const refunded = sumOf(moved, 'refund');
  if (refunded > captured) add('over-captured', `${refunded} of ${captured} went back.`);
}

function judgeOperation(operation: OurOperation, moved: readonly Moved[], add: Add): void {
  const { reference, kind, state, fils } = operation;
  const own = moved.filter((line) => line.reference === reference);
  const name = `${kind} ${reference}`;
  if (!isFinal(operation)) add('not-final', `${name} is still ${state}.`);
  if (own.length > 1) add('done-twice', `The network did ${name} ${own.length} times.`);
  const [line] = own;
  if (state === 'done' && !line)
    add('never-moved', `${name} is done, and the network has nothing.`);
  if (state !== 'done' && line)
    add('moved-unasked', `${name} is ${state}, and the network did it.`);
  if (line && (line.entry !== kind || line.fils !== fils))
    add('wrong-amount', `${name} is of ${fils}; the network has ${line.entry} ${line.fils}.`);
}

function judgeAnswer(
  asked: RequestObservation,
  operations: readonly OurOperation[],
  add: Add,
): void {
  const { key, kind, fils, answer, text } = asked;
  const name = `${kind} ${fils}`;
  if (answer === 'none') add('no-answer', `${name} was never answered: ${text}`);
  if (kind === 'cancel' || kind === 'expire') return;
  const own = operations.filter((one) => one.key === key);
  const isDone = own.some(({ state }) => state === 'done');
  if (answer === 'done' && !isDone)
    add('told-otherwise', `The caller of ${name} was told that it was done, and it is not.`);
  if (answer === 'refused' && isDone)
    add('told-otherwise', `The caller of ${name} was refused, and it was done: ${text}`);
  if (own.some((one) => one.fils !== fils))
    add('wrong-amount', `The caller asked for ${name}, and something else was made of it.`);
}

function sumOf(moved: readonly Moved[], entry: string): number {
  return moved.filter((line) => line.entry === entry).reduce((sum, { fils }) => sum + fils, 0);
}
