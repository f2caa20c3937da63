import { acknowledgeCash, cashMethod, type CashCommand } from '../../domain/transaction/cash.ts';
import { pendingAttempt, type Transaction } from '../../domain/transaction/transaction.ts';
import { cashUpdate } from '../messages.ts';
import type { RunContext } from './background-tasks.ts';
import { inquireForAnswer } from './inquiry.ts';
import { keepThenTell } from './notices.ts';

/** The merchant acknowledges that the customer pays in cash. */
export function listenForCash(desk: RunContext): void {
  const { answer } = desk;
  answer(cashUpdate, (command) => acknowledge(desk, command), 'The customer pays in cash.');
}

async function acknowledge(
  desk: RunContext,
  given: Omit<CashCommand, 'now'>,
): Promise<Transaction> {
  const { holder } = desk;
  await holder.loaded();
  const pending = pendingAttempt(holder.current());
  if (pending) {
    // Refused before the gateway is asked, if it is going to be refused anyway.
    cashMethod(holder.current(), given);
    await inquireForAnswer(desk, pending.referenceNumber);
  }
  const change = acknowledgeCash(holder.current(), { ...given, now: Date.now() });
  if (change) await keepThenTell(desk, change);
  return holder.current();
}
