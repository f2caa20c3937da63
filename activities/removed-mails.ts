import { isoUtc } from '../domain/duration.ts';
import type { Dispute } from '../domain/dispute/dispute.ts';
import type { ReferenceNumber } from '../domain/ids.ts';
import { toDecimal, type Money } from '../domain/money.ts';
import type { Tombstone } from '../domain/transaction/tombstone.ts';
import type { Store } from '../store/index.ts';
import { alertMailsTo } from './alert-mail.ts';
import { mailOfDispute } from './dispute-mail.ts';
import type { Notify } from './notifications.ts';

/** What a person has to look at of a transaction that was removed for good. */
export type RemovedNews =
  | {
      /** Money that came, or a gateway that does not say whether any did. */
      readonly what: 'late-money' | 'manual-action';
      /** What tells it from all others of the transaction. */
      readonly name: string;
      readonly referenceNumber: ReferenceNumber;
      readonly amount?: Money;
      /** Where the mail alone does not say it. */
      readonly detail?: string;
    }
  | { readonly what: 'dispute'; readonly dispute: Dispute };

/** Has people told, once for each occasion however often it is said. Called before that is written where nobody looks again. */
export type CallPerson = (tombstone: Tombstone, news: RemovedNews) => Promise<void>;

/** By the mails that people get of a payment that is there, which say that this one was removed. */
export function mailsOfRemoved(
  { merchants, users }: Pick<Store, 'merchants' | 'users'>,
  { notify, operators }: { readonly notify: Notify; readonly operators: readonly string[] },
): CallPerson {
  return async (tombstone, news) => {
    const merchant = await merchants.find(tombstone.merchantId);
    if (!merchant) return;
    const now = Date.now();
    const { deletedAt: removedAt } = tombstone;
    const people = await users.list(merchant.id);
    if (news.what === 'dispute') {
      const { dispute } = news;
      await notify(mailOfDispute(tombstone, { merchant, users: people, dispute, now, removedAt }));
      return;
    }
    const { what, referenceNumber, amount, detail } = news;
    const attempt = tombstone.attempts.find((one) => one.referenceNumber === referenceNumber);
    const { own, operators: theirs } = alertMailsTo(
      tombstone,
      {
        kind: what === 'manual-action' ? 'manual-action-required' : what,
        event: what,
        key: `${what}/${tombstone.sessionId}/removed/${news.name}`,
        lines: [
          ['removed', isoUtc(removedAt)],
          ['amount', amount && `${amount.currency} ${toDecimal(amount)}`],
          ['reference', referenceNumber],
          ['account', attempt?.pgCode],
          ['error', detail],
        ],
        now,
      },
      { merchant, users: people, operators },
    );
    await notify([...own, ...theirs]);
  };
}
