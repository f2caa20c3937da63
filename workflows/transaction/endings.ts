import type { Initiator } from '../../domain/initiator.ts';
import { archive } from '../../domain/transaction/archive.ts';
import { expire } from '../../domain/transaction/halt.ts';
import { tombstoneOf, isRemovable } from '../../domain/transaction/tombstone.ts';
import { pendingAttempt, type Transaction } from '../../domain/transaction/transaction.ts';
import { endOfPart } from '../../domain/wallet/part.ts';
import { expireUpdate, removeUpdate, type Removed } from '../messages.ts';
import type { RunContext } from './background-tasks.ts';
import { inquireForAnswer } from './inquiry.ts';
import { keepThenTell } from './notices.ts';
import { endParts } from './wallet.ts';

/** The merchant's people end it: it cannot be paid any more, or shall not be there any more. */
export function listenForEndings(context: RunContext): void {
  const { answer } = context;
  answer(
    expireUpdate,
    () => expireNow(context),
    'It shall not be paid any more; its time is over.',
  );
  answer(removeUpdate, ({ by }) => remove(context, by), 'It shall not be there any more.');
}

/** A payer may be at the gateway at this moment, so the gateway is asked first; what was paid cannot expire. */
async function expireNow(context: RunContext): Promise<Transaction> {
  const { runState } = context;
  await runState.loaded();
  // Refused before the gateway is asked, if it is going to be refused anyway.
  expire(runState.current(), Date.now());
  const pending = pendingAttempt(runState.current());
  if (pending) await inquireForAnswer(context, pending.referenceNumber);
  await keepThenTell(context, expire(runState.current(), Date.now()));
  return runState.current();
}

/** Where money moved it is archived; otherwise it is removed for good, by the one writer that it has. */
async function remove({ runState }: RunContext, by: Initiator | undefined): Promise<Removed> {
  await runState.loaded();
  const now = Date.now();
  if (!isRemovable(runState.current())) {
    await runState.keep({ transaction: archive(runState.current(), now) });
    return { isRemoved: false };
  }
  // What a wallet was doing when its part was given free may have left something to give back.
  while (runState.current().attempts.some((one) => endOfPart(runState.current(), one))) {
    // Refused before the wallet has its money back, if it is going to be refused anyway.
    tombstoneOf(runState.current(), { now, by });
    await endParts(runState);
  }
  await runState.remove(tombstoneOf(runState.current(), { now, by }));
  return { isRemoved: true };
}
