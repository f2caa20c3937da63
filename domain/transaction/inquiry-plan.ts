import { secondToReturn } from '../operation/return-second.ts';
import { partDue, type PartDue } from '../wallet/part.ts';
import type { Attempt, Transaction, InquirySettings } from './transaction.ts';
import { isUnpaid, type TransactionState } from './states.ts';

/** For gateways whose own time nobody has set: 15 minutes, then one and four minutes more, then half-hourly for a day. */
export const DEFAULT_INQUIRY: InquirySettings = {
  firstAfterSeconds: 15 * 60,
  gapsSeconds: [0, 60, 240],
  repeatEverySeconds: 30 * 60,
  giveUpAfterSeconds: 24 * 60 * 60,
};

/**
 * The plan of a gateway by the minutes of its catalogue (contract/attempts#automatic-inquiry): zero is a gateway that
 * cannot be asked, null one whose time nobody knows, for which 10 minutes are taken.
 */
export function inquiryAfter(minutes: number | null): InquirySettings | 'never' {
  return minutes === 0 ? 'never' : { ...DEFAULT_INQUIRY, firstAfterSeconds: 60 * (minutes ?? 10) };
}

/** Something that the run has to do at an instant, in epoch milliseconds. */
export type Due =
  | {
      readonly what: 'inquiry';
      readonly at: number;
      readonly referenceNumber: Attempt['referenceNumber'];
    }
  | (PartDue & {
      readonly what: 'wallet';
      readonly referenceNumber: Attempt['referenceNumber'];
    })
  | { readonly what: 'return' | 'expiry'; readonly at: number };

/** The network has not said how the attempt ended: it is at the gateway, or we ended it without the network's word. */
export function isUndecided({ state, unanswered }: Attempt): boolean {
  return state === 'pending' || unanswered === true;
}

/** Whether money that comes now would pay it; of what is over in another way it would have to go back. */
export function isOpenToNews(state: TransactionState): boolean {
  return OPEN_TO_NEWS.has(state);
}

const OPEN_TO_NEWS: ReadonlySet<TransactionState> = new Set([
  'pending',
  'attempted',
  'failed',
  'expired',
]);

/**
 * Whether nobody shall pay on its page any more, although it is open for all that is known: the payment is over, and the network has not
 * said how the attempt ended there. We may have ended it, or another attempt has paid. Such a page is closed by the calls of the plan.
 */
export function isToClose({ state }: Pick<Transaction, 'state'>, attempt: Attempt): boolean {
  return !isOpenToNews(state) && isUndecided(attempt) && attempt.pageUrl !== undefined;
}

/** The same where that was not tried yet: a call of its own, which the plan does not count. */
export function isToCloseNow(transaction: Pick<Transaction, 'state'>, attempt: Attempt): boolean {
  return isToClose(transaction, attempt) && attempt.inquired?.closing !== true;
}

/**
 * What is due next, in the past too when it was missed. Where the merchant switched the expiry timer off nothing happens
 * at the expiry, but until then the payer may come. Undefined when nothing needs this run any more.
 */
export function nextDue(transaction: Transaction, now: number): Due | undefined {
  const { attempts, state, expiresAt, expiresByTimer } = transaction;
  const dues: Due[] = attempts.flatMap((attempt) => {
    const at = nextInquiry(transaction, attempt);
    const { referenceNumber } = attempt;
    return at === undefined ? [] : [{ what: 'inquiry', at, referenceNumber } as const];
  });
  for (const attempt of attempts) {
    const due = partDue(transaction, attempt);
    if (due) dues.push({ what: 'wallet', ...due, referenceNumber: attempt.referenceNumber });
  }
  const second = secondToReturn(transaction);
  if (second) dues.push({ what: 'return', at: second.concludedAt ?? second.createdAt });
  if (isUnpaid(state) && (expiresByTimer || now < expiresAt))
    dues.push({ what: 'expiry', at: expiresAt });
  return dues.toSorted((one, other) => one.at - other.at)[0];
}

/** The instant at which something is due next, missed or not, as long as nobody has done it; epoch milliseconds. */
export function nextDueAt(transaction: Transaction): number | undefined {
  return nextDue(transaction, Infinity)?.at;
}

/**
 * When the gateway is asked next about an attempt; undefined when never. A page that is merely open is asked about less
 * and less often, and not any more once the transaction is over: then nobody but a callback can bring news. One whose payer has
 * done their part since is no such page. One that is left when the transaction is over is closed at once.
 */
export function nextInquiry(transaction: Transaction, attempt: Attempt): number | undefined {
  const { state } = transaction;
  const { inquiry, inquired, processing, createdAt, concludedAt = createdAt } = attempt;
  if (!inquiry || !isUndecided(attempt)) return undefined;
  if (isToCloseNow(transaction, attempt)) return concludedAt;
  const { firstAfterSeconds, gapsSeconds, repeatEverySeconds } = inquiry;
  const calls = inquired?.calls ?? 0;
  if (calls < gapsSeconds.length)
    return createdAt + 1000 * (firstAfterSeconds + sum(gapsSeconds.slice(0, calls + 1)));
  if (!inquired || isLastCall(inquiry, { createdAt, at: inquired.at })) return undefined;
  const isOpen = inquired.heard === 'open' && !processing;
  if (isOpen && !isUnpaid(state)) return undefined;
  const times = isOpen ? 2 ** (calls - gapsSeconds.length) : 1;
  // A pause of nothing would ask without end.
  const pause = 1000 * Math.max(1, repeatEverySeconds) * times;
  return Math.min(inquired.at + pause, lastCallAt(inquiry, createdAt));
}

/**
 * Whether nobody asks any more of their own accord about an attempt that its gateway can be asked about: what it rings for then has to be
 * found out at once.
 */
export function isPlanOver(transaction: Transaction, attempt: Attempt): boolean {
  return attempt.inquiry !== undefined && nextInquiry(transaction, attempt) === undefined;
}

/** Whether a call at that instant is the last one: whatever it finds, nobody asks again of their own accord. */
export function isLastCall(
  inquiry: InquirySettings,
  { createdAt, at }: { readonly createdAt: number; readonly at: number },
): boolean {
  return at >= lastCallAt(inquiry, createdAt);
}

function lastCallAt({ giveUpAfterSeconds }: InquirySettings, createdAt: number): number {
  return createdAt + 1000 * giveUpAfterSeconds;
}

function sum(seconds: readonly number[]): number {
  return seconds.reduce((total, one) => total + one, 0);
}
