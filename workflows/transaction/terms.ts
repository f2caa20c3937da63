import { setHandler } from '@temporalio/workflow';
import { attach } from '../../domain/transaction/attach.ts';
import { refuseWhileProcessing } from '../../domain/transaction/payable.ts';
import { dropOffAt } from '../../domain/transaction/drop-off.ts';
import { edit, isStale } from '../../domain/transaction/edit.ts';
import { archive, restore } from '../../domain/transaction/archive.ts';
import { cancel, invalidate } from '../../domain/transaction/halt.ts';
import { view } from '../../domain/transaction/move.ts';
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
import { unlessGone } from './removed.ts';
import { keepAndTell, keepThenTell } from './notices.ts';

/** What merchant and payer do to the transaction itself: look at it, change its terms, say where to deliver, cancel or
 * hide it. */
export function listenForTerms(context: RunContext): void {
  const { runState, answer } = context;
  setHandler(
    viewedSignal,
    () =>
      unlessGone(async () => {
        await runState.loaded();
        const viewed = view(runState.current(), Date.now());
        if (viewed) await runState.keep({ transaction: viewed });
      }),
    { description: 'A payer saw the page for the first time.' },
  );
  setHandler(
    unusableSignal,
    (reason) =>
      unlessGone(async () => {
        await runState.loaded();
        const change = invalidate(runState.current(), { reason, now: Date.now() });
        if (change) await keepAndTell(runState, change);
      }),
    { description: 'No method can be used any more.' },
  );
  answer(
    editUpdate,
    async (wanted) => {
      await runState.loaded();
      if (isStale(runState.current(), wanted)) return { stale: true } as const;
      await runState.keep({ transaction: edit(runState.current(), wanted, Date.now()) });
      return { edited: runState.current() };
    },
    'The merchant changes the terms.',
  );
  answer(
    dropOffUpdate,
    (said) => change(runState, (held) => dropOffAt(held, said, Date.now())),
    'The payer says where to deliver.',
  );
  answer(
    attachUpdate,
    (attaching) => change(runState, (held) => attach(held, attaching)),
    'The merchant gives the payer a file.',
  );
  answer(
    cancelUpdate,
    async ({ referenceNumber, whileProcessing }) => {
      await runState.loaded();
      // A merchant may have a reason to; a payer who may have paid has pressed in an older tab.
      if (!whileProcessing) refuseWhileProcessing(runState.current());
      await keepThenTell(context, cancel(runState.current(), { referenceNumber, now: Date.now() }));
      return runState.current();
    },
    'Nobody shall pay this any more.',
  );
  answer(
    deleteUpdate,
    () => change(runState, (held) => archive(held, Date.now())),
    'It shall be seen no more, and may be restored.',
  );
  answer(restoreUpdate, () => change(runState, restore), 'It shall be seen again.');
}

/** Keeps what a rule makes of the transaction; nobody is told. */
async function change(
  runState: RunState,
  rule: (held: Transaction) => Transaction,
): Promise<Transaction> {
  await runState.loaded();
  await runState.keep({ transaction: rule(runState.current()) });
  return runState.current();
}
