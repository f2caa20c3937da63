import { refuseLate } from '../../domain/begin-by.ts';
import { acknowledgeCash, cashMethod, type CashCommand } from '../../domain/transaction/cash.ts';
import { pendingAttempt, type Transaction } from '../../domain/transaction/transaction.ts';
import { cashUpdate } from '../messages.ts';
import type { RunContext } from './background-tasks.ts';
import { inquireForAnswer } from './inquiry.ts';
import { keepThenTell } from './notices.ts';

/** The merchant acknowledges that the customer pays in cash. */
export function listenForCash(context: RunContext): void {
  const { answer } = context;
  answer(
    cashUpdate,
    (command, beginBy) => acknowledge(context, command, beginBy),
    'The customer pays in cash.',
  );
}

async function acknowledge(
  context: RunContext,
  given: Omit<CashCommand, 'now'>,
  beginBy: number | undefined,
): Promise<Transaction> {
  const { runState } = context;
  await runState.loaded();
  const pending = pendingAttempt(runState.current());
  if (pending) {
    // Refused before the gateway is asked, if it is going to be refused anyway.
    cashMethod(runState.current(), given);
    await inquireForAnswer(context, pending.referenceNumber);
  }
  const change = acknowledgeCash(runState.current(), { ...given, now: Date.now() });
  if (change) {
    // While the gateway was asked, that moment may have passed.
    refuseLate(beginBy, Date.now());
    await keepThenTell(context, { ...change, ...(beginBy && { beginBy }) });
  }
  return runState.current();
}
