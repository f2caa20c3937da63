import type { Initiator } from '../../domain/user.ts';
import { putAside } from '../../domain/transaction/deletion.ts';
import { expire } from '../../domain/transaction/halt.ts';
import { bury, isRemovable } from '../../domain/transaction/tombstone.ts';
import { pendingAttempt, type Transaction } from '../../domain/transaction/transaction.ts';
import { isOpenPart } from '../../domain/wallet/part.ts';
import { expireUpdate, removeUpdate, type Removed } from '../messages.ts';
import type { RunContext } from './background-tasks.ts';
import { inquireForAnswer } from './inquiry.ts';
import { keepThenTell } from './notices.ts';
import { releaseParts } from './wallet.ts';

/** The merchant's people end it: it cannot be paid any more, or shall not be there any more. */
export function listenForEndings(desk: RunContext): void {
  const { answer } = desk;
  answer(expireUpdate, () => expireNow(desk), 'It shall not be paid any more; its time is over.');
  answer(removeUpdate, ({ by }) => remove(desk, by), 'It shall not be there any more.');
}

/** A payer may be at the gateway at this moment, so the gateway is asked first; what was paid cannot expire. */
async function expireNow(desk: RunContext): Promise<Transaction> {
  const { holder } = desk;
  await holder.loaded();
  // Refused before the gateway is asked, if it is going to be refused anyway.
  expire(holder.current(), Date.now());
  const pending = pendingAttempt(holder.current());
  if (pending) await inquireForAnswer(desk, pending.referenceNumber);
  await keepThenTell(desk, expire(holder.current(), Date.now()));
  return holder.current();
}

/** Where money moved it is put aside; otherwise it is removed for good, by the one writer that it has. */
async function remove({ holder }: RunContext, by: Initiator | undefined): Promise<Removed> {
  await holder.loaded();
  const now = Date.now();
  if (!isRemovable(holder.current())) {
    await holder.keep({ transaction: putAside(holder.current(), now) });
    return { isRemoved: false };
  }
  if (holder.current().attempts.some(isOpenPart)) {
    // Refused before the wallet has its money back, if it is going to be refused anyway.
    bury(holder.current(), { now, by });
    await releaseParts(holder);
  }
  await holder.remove(bury(holder.current(), { now, by }));
  return { isRemoved: true };
}
