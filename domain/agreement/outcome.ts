import type { Attempt, Transaction } from '../transaction/transaction.ts';
import { classOf, type DeclineClass } from './retries.ts';

/** How the try of a period stands at its payment. `untried`: nobody has asked the network for anything yet. */
export type ChargeOutcome = 'untried' | 'pending' | 'paid' | DeclineClass;

/** What has become of a try, by its payment; undefined for one that was never made. */
export function outcomeOf(transaction: Transaction | undefined): ChargeOutcome {
  if (!transaction) return 'untried';
  const { state, attempts } = transaction;
  if (attempts.some((attempt) => attempt.state === 'success')) return 'paid';
  const attempt = attempts.at(-1);
  // It was over before anybody tried to pay it.
  if (!attempt) return state === 'created' || state === 'pending' ? 'untried' : 'soft';
  return attempt.state === 'pending' || mayStillPay(attempt)
    ? 'pending'
    : classOf(attempt.decline ?? {});
}

/** We have ended it for want of an answer, and the network, which knows it, may yet take the money: not to be tried again. */
function mayStillPay({ unanswered, decline, inquired }: Attempt): boolean {
  return unanswered === true && decline === undefined && inquired?.heard !== 'unheard-of';
}
