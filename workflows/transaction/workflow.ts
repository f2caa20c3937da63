import { allHandlersFinished, condition, setHandler } from '@temporalio/workflow';
import { expire } from '../../domain/transaction/halt.ts';
import { isUnpaid, type TransactionState } from '../../domain/transaction/states.ts';
import { transactionQuery, type Birth } from '../messages.ts';
import { listenForAttempts } from './attempts.ts';
import { holderOf, type Holder } from './holder.ts';
import { keepAndTell } from './notices.ts';
import { listenForTerms } from './terms.ts';

/**
 * One transaction, the single writer of its document. The first run lives from creation until the transaction is final
 * and the merchant told (or the delivery handed over); later commands and late callbacks open short further runs of
 * the same id. Returns the state it ended in.
 */
export async function transaction(birth: Birth): Promise<TransactionState> {
  const holder = holderOf(birth);
  setHandler(transactionQuery, holder.peek, {
    description: 'The transaction as this run holds it.',
  });
  listenForTerms(holder);
  listenForAttempts(holder);

  await holder.load();
  await expiry(holder);
  await condition(allHandlersFinished);
  return holder.current().state;
}

/** Waits until the transaction can no longer be paid. A changed expiry re-arms the timer. */
async function expiry(holder: Holder): Promise<void> {
  const unpaid = () => isUnpaid(holder.current().state);
  while (unpaid()) {
    const { expiresAt } = holder.current();
    const left = expiresAt - Date.now();
    const changed =
      left > 0 &&
      (await condition(() => !unpaid() || holder.current().expiresAt !== expiresAt, left, {
        summary: 'until the transaction expires',
      }));
    if (changed || !unpaid()) continue;
    // Where the merchant switched the timer off, a payer who comes too late is what ends the transaction.
    if (holder.current().expiresByTimer)
      await keepAndTell(holder, expire(holder.current(), Date.now()));
    else return;
  }
}
