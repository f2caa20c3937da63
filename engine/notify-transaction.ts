import type { Operation } from '../domain/operation/operation.ts';
import type { RefusalNote } from '../domain/refusal.ts';
import type { Store } from '../store/index.ts';
import { operationChangedUpdate, type UpdateAnswer } from '../workflows/messages.ts';
import { resumeOf, transactionIdOf } from '../workflows/starts.ts';
import type { Runs } from './runs.ts';
import { limitPerName } from './limit-per-name.ts';

/** Of the ten updates that a run takes at once, these; the API has the others. */
const TOLD_AT_ONCE = 4;

/**
 * Tells the payment of an operation how it stands now, and answers once that is kept, with the version as which it is: a later
 * one where the payment knew more already. Or gives the payment's no: `too_late` where it could not be kept until `beginBy`
 * (epoch milliseconds), `not_found` where the payment was removed.
 */
export type TellPayment = (
  operation: Operation,
  beginBy?: number,
) => Promise<{ readonly kept: number } | { readonly refused: RefusalNote }>;

/**
 * Reaches the open run of the payment, or opens a new one. The same version is told once, however often it is tried.
 *
 * @param teller the run that tells: another one may tell of the same version otherwise, and must hear that it was overtaken
 */
export function notifyTransaction(
  transactions: Pick<Store['transactions'], 'find'>,
  { ask, askOpen }: Pick<Runs, 'ask' | 'askOpen'>,
  teller: () => string,
): TellPayment {
  const perPayment = limitPerName(TOLD_AT_ONCE);
  return (operation, beginBy) =>
    perPayment(operation.parentId, async () => {
      const { merchantId, parentId, sessionId, version } = operation;
      const options = {
        updateId: `${sessionId}/${version}/${teller()}`,
        args: argumentsOf(operation, beginBy),
      };
      const answer =
        (await askOpen(transactionIdOf(parentId), operationChangedUpdate, options)) ??
        (await askNew());
      return answer.refused ? { refused: answer.refused } : { kept: answer.ok };

      async function askNew(): Promise<UpdateAnswer<number>> {
        const transaction = await transactions.find({ merchantId, sessionId: parentId });
        // As the run says that sees it removed.
        if (!transaction)
          return { refused: { code: 'not_found', detail: 'The transaction was removed.' } };
        return ask(['transaction', resumeOf(transaction)], operationChangedUpdate, options);
      }
    });
}

function argumentsOf(operation: Operation, beginBy: number | undefined): [Operation, number?] {
  return beginBy === undefined ? [operation] : [operation, beginBy];
}
