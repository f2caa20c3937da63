import { setHandler } from '@temporalio/workflow';
import { attach } from '../../domain/transaction/attach.ts';
import { dropOffAt } from '../../domain/transaction/drop-off.ts';
import { edit, isStale } from '../../domain/transaction/edit.ts';
import { putAside, restore } from '../../domain/transaction/deletion.ts';
import { cancel, invalidate, view } from '../../domain/transaction/halt.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import {
  attachUpdate,
  cancelUpdate,
  deleteUpdate,
  dropOffUpdate,
  editUpdate,
  restoreUpdate,
  unusableSignal,
  viewedSignal,
} from '../messages.ts';
import type { RunContext } from './background-tasks.ts';
import type { RunState } from './state.ts';
import { unlessGone } from './late-money.ts';
import { keepAndTell, keepThenTell } from './notices.ts';

/** What merchant and payer do to the transaction itself: look at it, change its terms, say where to deliver, cancel or
 * hide it. */
export function listenForTerms(desk: RunContext): void {
  const { holder, answer } = desk;
  setHandler(
    viewedSignal,
    () =>
      unlessGone(async () => {
        await holder.loaded();
        const viewed = view(holder.current(), Date.now());
        if (viewed) await holder.keep({ transaction: viewed });
      }),
    { description: 'A payer saw the page for the first time.' },
  );
  setHandler(
    unusableSignal,
    (reason) =>
      unlessGone(async () => {
        await holder.loaded();
        const change = invalidate(holder.current(), { reason, now: Date.now() });
        if (change) await keepAndTell(holder, change);
      }),
    { description: 'No method can be used any more.' },
  );
  answer(
    editUpdate,
    async (wanted) => {
      await holder.loaded();
      if (isStale(holder.current(), wanted)) return { stale: true } as const;
      await holder.keep({ transaction: edit(holder.current(), wanted) });
      return { edited: holder.current() };
    },
    'The merchant changes the terms.',
  );
  answer(
    dropOffUpdate,
    (said) => change(holder, (held) => dropOffAt(held, said, Date.now())),
    'The payer says where to deliver.',
  );
  answer(
    attachUpdate,
    (attaching) => change(holder, (held) => attach(held, attaching)),
    'The merchant gives the payer a file.',
  );
  answer(
    cancelUpdate,
    async ({ referenceNumber, answerFirst }) => {
      await holder.loaded();
      const canceled = cancel(holder.current(), { referenceNumber, now: Date.now() });
      await (answerFirst ? keepThenTell(desk, canceled) : keepAndTell(holder, canceled));
      return holder.current();
    },
    'Nobody shall pay this any more.',
  );
  answer(
    deleteUpdate,
    () => change(holder, (held) => putAside(held, Date.now())),
    'It shall be seen no more, and may be restored.',
  );
  answer(restoreUpdate, () => change(holder, restore), 'It shall be seen again.');
}

/** Keeps what a rule makes of the transaction; nobody is told. */
async function change(
  holder: RunState,
  rule: (held: Transaction) => Transaction,
): Promise<Transaction> {
  await holder.loaded();
  await holder.keep({ transaction: rule(holder.current()) });
  return holder.current();
}
