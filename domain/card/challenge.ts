import { changeAttempt } from '../transaction/attempt.ts';
import { conclude } from '../transaction/conclude.ts';
import { alertOtherPayment, namesOtherPayment } from '../transaction/gateway-reference.ts';
import type { NetworkPage } from '../transaction/network.ts';
import type { Attempt, Transaction } from '../transaction/transaction.ts';
import type { Change } from '../transaction/change.ts';

/**
 * The network wants something of the holder of a card that the merchant charges without them: it has failed for us. The
 * network itself has not said so, and is asked about it all the same; nobody is sent to its page.
 */
export function concludeChallenged(
  transaction: Transaction,
  { referenceNumber }: Pick<Attempt, 'referenceNumber'>,
  { page, now }: { readonly page: NetworkPage; readonly now: number },
): Change | undefined {
  const { gatewayReference } = page;
  const word = { referenceNumber, gatewayReference };
  if (namesOtherPayment(transaction, word)) return alertOtherPayment(transaction, word, now);
  const change = conclude(
    transaction,
    {
      referenceNumber,
      outcome: { result: 'failed' },
      gatewayReference,
      message: 'The bank wants the customer to confirm the payment, who is not there.',
      decline: { code: 'challenge_required', advice: 'hard' },
    },
    now,
  );
  return (
    change && {
      ...change,
      transaction: changeAttempt(change.transaction, referenceNumber, (ended) => ({
        ...ended,
        unanswered: true,
      })),
    }
  );
}
