import type { Advice } from '../card/decline.ts';
import { isChargedAtOnce } from '../transaction/charging.ts';
import { isSuccess } from '../transaction/states.ts';
import type { Tombstone } from '../transaction/tombstone.ts';
import type { Attempt, Heard, Transaction } from '../transaction/transaction.ts';
import { adviceOf } from './retries.ts';

/**
 * How the try of a period stands at its payment. `untried`: nobody has asked the network for anything yet. `error`: nobody
 * will, or it has refused to serve us; nothing is known of the card.
 */
export type ChargeOutcome = 'untried' | 'pending' | 'paid' | 'error' | Advice;

/** So long somebody may still pay on a page of the network that they have opened and left; in milliseconds. */
const PAGE_MS = 24 * 3_600_000;

/**
 * What has become of a try by this instant, by its payment; undefined for one that was never made. Money that came and does not
 * count, for a canceled payment say, pays no period and is to be given back (contract/attempts#late-results): until then a further
 * charge would be one too many, so it is as undecided as what the network has not said.
 */
export function chargeOutcomeOf(transaction: Transaction | undefined, now: number): ChargeOutcome {
  if (!transaction) return 'untried';
  const { state, attempts, expiresAt } = transaction;
  if (attempts.some((attempt) => attempt.state === 'success'))
    return isSuccess(state) ? 'paid' : 'pending';
  const attempt = attempts.at(-1);
  // It was over before anybody tried to pay it.
  if (!attempt) return state === 'created' || state === 'pending' ? 'untried' : 'error';
  if (attempts.some((one) => isUnderWay(one, expiresAt, now))) return 'pending';
  return isOurFault(attempt) ? 'error' : adviceOf(attempt.decline ?? {});
}

/** The same of a try whose payment was removed for good, by what is kept of it: it was made, and is not made again. */
export function removedOutcomeOf({
  attempts,
  lateMoney,
}: Pick<Tombstone, 'attempts' | 'lateMoney'>): ChargeOutcome {
  const mayHavePaid = attempts.some(
    ({ state, unanswered, decline }) =>
      state === 'success' || (unanswered === true && decline === undefined),
  );
  if (mayHavePaid || lateMoney.length > 0) return 'pending';
  const attempt = attempts.at(-1);
  if (!attempt || isOfOurs(attempt) || (attempt.state === 'error' && !attempt.decline))
    return 'error';
  return adviceOf(attempt.decline ?? {});
}

/** Until when a card that was declined must rest, in epoch milliseconds, as its network has said; undefined where it has not. */
export function restOf(
  payment: { readonly attempts: readonly Pick<Attempt, 'decline'>[] } | undefined,
): number | undefined {
  return payment?.attempts.at(-1)?.decline?.notBefore;
}

/** By these words of its network the payer may have paid. */
const UNDECIDED: ReadonlySet<Heard> = new Set(['pending', 'mismatch', 'without-success']);

/**
 * What was charged is under way until the network has said what became of it, and so is what it has not decided; a customer on its page,
 * or on their bank's, only as long as that may be paid: a link of a network lives as long as its payment was to, whatever has ended
 * that meanwhile.
 */
function isUnderWay(attempt: Attempt, expiresAt: number, now: number): boolean {
  const { charges, processing, inquired, pageUrl } = attempt;
  const heard = inquired?.heard;
  const isUndecided = processing === true || (heard !== undefined && UNDECIDED.has(heard));
  // What is approved at the bank is charged although nobody comes back: it is left where the network says that it is open.
  const isAtBank = charges?.by !== 'merchant' && pageUrl !== undefined && heard === 'open';
  const isOnPage = !isChargedAtOnce(attempt) || isAtBank;
  const isLeft = isOnPage && !isUndecided && now > Math.max(attempt.createdAt + PAGE_MS, expiresAt);
  return !isLeft && (attempt.state === 'pending' || mayStillPay(attempt));
}

/**
 * The network has not looked at the card: it refused us, or never heard of the attempt. Of one that `mayStillPay` nobody knows that.
 */
export function isOurFault({ state, unanswered, decline, inquired }: Attempt): boolean {
  if (decline !== undefined) return isOfOurs({ decline });
  return state === 'error' || (unanswered === true && inquired?.heard === 'unheard-of');
}

/** No network was asked: the agreement was moved to another card, or account, when its try was on its way. */
function isOfOurs({ decline }: Pick<Attempt, 'decline'>): boolean {
  return decline?.code === 'no_cit';
}

/** We have ended it for want of an answer, and the network, which knows it, may yet take the money: not to be tried again. */
export function mayStillPay({ unanswered, decline, inquired }: Attempt): boolean {
  return unanswered === true && decline === undefined && inquired?.heard !== 'unheard-of';
}
