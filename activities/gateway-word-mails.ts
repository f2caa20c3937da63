import { isoUtc } from '../domain/duration.ts';
import type { DisputeWord } from '../domain/dispute/dispute.ts';
import type { MerchantId } from '../domain/ids.ts';
import { toDecimal, type Money } from '../domain/money.ts';
import type { InboxEntry } from '../store/callback-inbox.ts';
import type { Store } from '../store/index.ts';
import { alertMailsTo, type AlertedPayment, type AlertWords } from './alert-mail.ts';
import type { Notify } from './notifications.ts';

/** What a gateway has said that stands nowhere in the books. */
export type UnbookedWord =
  | {
      readonly what: 'dispute';
      readonly merchantId: MerchantId;
      readonly word: DisputeWord;
      /** The account to which it was said, where that is known. */
      readonly pgCode?: string;
    }
  | {
      readonly what: 'callback';
      readonly entry: InboxEntry;
      /** Where it is known which payment is meant; since when it is removed, where it is. */
      readonly payment?: AlertedPayment & { readonly deletedAt?: number };
    };

/** Has people told of such a word, once for each: the same word again, or the same state of a dispute, is the same mail. */
export type CallForWord = (unbooked: UnbookedWord) => Promise<void>;

/** By mails to who is told of alerts about money, and to the operators. */
export function mailsOfWords(
  { merchants, users }: Pick<Store, 'merchants' | 'users'>,
  { notify, operators }: { readonly notify: Notify; readonly operators: readonly string[] },
): CallForWord {
  return async (unbooked) => {
    const isDispute = unbooked.what === 'dispute';
    const merchant = await merchants.find(
      isDispute ? unbooked.merchantId : unbooked.entry.merchantId,
    );
    if (!merchant) return;
    const payment = isDispute ? undefined : unbooked.payment;
    const words = isDispute ? ofDispute(unbooked) : ofCallback(unbooked);
    const { own, operators: theirs } = alertMailsTo(
      payment ?? { merchantId: merchant.id },
      { ...words, now: Date.now() },
      { merchant, users: payment ? await users.list(merchant.id) : [], operators },
    );
    await notify([...own, ...theirs]);
  };
}

type Words = Omit<AlertWords, 'now'>;

function ofDispute({ word, pgCode }: Extract<UnbookedWord, { what: 'dispute' }>): Words {
  const { disputeId, state, amount, reason, dueAt, paymentReference, gatewayPayment } = word;
  return {
    kind: 'dispute',
    event: 'dispute-unplaced',
    key: `dispute/unplaced/${disputeId}/${state}`,
    lines: [
      ['dispute', disputeId],
      ['event', state],
      ['amount', said(amount)],
      ['account', pgCode],
      ['reference', paymentReference],
      ['gatewayPayment', gatewayPayment],
      ['reason', reason],
      ['due', dueAt === undefined ? undefined : isoUtc(dueAt)],
    ],
  };
}

function ofCallback({ entry, payment }: Extract<UnbookedWord, { what: 'callback' }>): Words {
  const { pgCode, gatewayEventId, receivedAt, referenceNumber } = entry;
  const { report, operation, dispute } = entry;
  const charged = report?.outcome.result === 'success' ? report.outcome.charged : undefined;
  const { gatewayPayment } = operation ?? dispute ?? report;
  return {
    kind: 'manual-action-required',
    event: 'callback-unheard',
    key: `callback/${pgCode}/${gatewayEventId}`,
    lines: [
      ['removed', payment?.deletedAt === undefined ? undefined : isoUtc(payment.deletedAt)],
      ['event', gatewayEventId],
      ['time', isoUtc(receivedAt)],
      ['account', pgCode],
      ['reference', referenceNumber],
      ['gatewayPayment', gatewayPayment],
      ['operation', operation?.kind],
      ['dispute', dispute?.disputeId],
      ['amount', said(operation?.amount ?? dispute?.amount ?? charged)],
    ],
  };
}

function said(amount: Money | undefined): string | undefined {
  return amount && `${amount.currency} ${toDecimal(amount)}`;
}
