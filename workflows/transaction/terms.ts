import { setHandler } from '@temporalio/workflow';
import { edit, isStale } from '../../domain/transaction/edit.ts';
import { cancel, view } from '../../domain/transaction/halt.ts';
import { cancelUpdate, editUpdate, viewedSignal } from '../messages.ts';
import { refusable } from '../refusable.ts';
import type { Holder } from './holder.ts';
import { keepAndTell } from './notices.ts';

/** What merchant and payer do to the transaction itself: look at it, change its terms, cancel it. */
export function listenForTerms(holder: Holder): void {
  setHandler(
    viewedSignal,
    async () => {
      await holder.loaded();
      const viewed = view(holder.current(), Date.now());
      if (viewed) await holder.keep({ transaction: viewed });
    },
    { description: 'A payer saw the page for the first time.' },
  );
  setHandler(
    editUpdate,
    (wanted) =>
      refusable(async () => {
        await holder.loaded();
        if (isStale(holder.current(), wanted)) return { stale: true } as const;
        await holder.keep({ transaction: edit(holder.current(), wanted) });
        return { edited: holder.current() };
      }),
    { description: 'The merchant changes the terms.' },
  );
  setHandler(
    cancelUpdate,
    ({ referenceNumber }) =>
      refusable(async () => {
        await holder.loaded();
        await keepAndTell(holder, cancel(holder.current(), { referenceNumber, now: Date.now() }));
        return holder.current();
      }),
    { description: 'Nobody shall pay this any more.' },
  );
}
