import type { ReferenceNumber } from '../ids.ts';
import { attemptOf, type Attempt, type Transaction } from '../transaction/transaction.ts';

/** The payload of an attempt that no network has to be asked with any more. */
export interface SpentPayload {
  readonly referenceNumber: ReferenceNumber;
  /** It has paid, or will where the payer's bank agrees: it can pay nothing else. One that has brought nothing may be sent again. */
  readonly used: boolean;
}

/**
 * The payloads that a change has made superfluous: the network has answered for certain, or the attempt has ended. Not before:
 * a request that is repeated under its key needs the same bytes (contract/device-wallets#at-rest).
 */
export function payloadsSpentBetween(
  before: Transaction,
  after: Transaction,
): readonly SpentPayload[] {
  return after.attempts.flatMap((attempt) => {
    const earlier = attemptOf(before, attempt.referenceNumber);
    if (!attempt.deviceWallet || isNeeded(attempt) || (earlier && !isChanged(earlier, attempt)))
      return [];
    const { referenceNumber, state } = attempt;
    return [{ referenceNumber, used: state === 'success' || state === 'pending' }];
  });
}

function isNeeded({ state, pageUrl, unanswered }: Attempt): boolean {
  return state === 'pending' ? pageUrl === undefined : unanswered === true;
}

function isChanged(earlier: Attempt, now: Attempt): boolean {
  return isNeeded(earlier) || earlier.state !== now.state;
}
