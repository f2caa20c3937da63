import { setHandler } from '@temporalio/workflow';
import { hearDispute } from '../../domain/dispute/hear.ts';
import type { TransactionRef } from '../../domain/transaction/transaction.ts';
import { disputedSignal } from '../messages.ts';
import type { RunContext } from './background-tasks.ts';
import { hearOfGoneDispute, unlessGone } from './removed.ts';
import { keepAndTell } from './notices.ts';

/** Payers' banks take money back, or ask for it: kept with the payment, posted, and told. The same word again changes nothing. */
export function listenForDisputes({ runState }: RunContext, ref: TransactionRef): void {
  setHandler(
    disputedSignal,
    (report) =>
      unlessGone(
        async () => {
          await runState.loaded();
          const change = hearDispute(runState.current(), report, Date.now());
          if (change) await keepAndTell(runState, change);
        },
        () => hearOfGoneDispute(ref, report),
      ),
    { description: "A network tells of a dispute of the payer's bank." },
  );
}
