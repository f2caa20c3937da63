import { bindingOf, type Binding } from '../agreement/binding.ts';
import { cardTryEndedBetween, type CardTryEnded } from '../agreement/card-tries.ts';
import type { AgreementRef } from '../agreement/agreement.ts';
import {
  chargeEndedBetween,
  paidByAgreementBetween,
  type ChargeEnded,
} from '../agreement/standing.ts';
import type { CardUse, SavedCard } from '../card/card.ts';
import { cardUsed } from '../card/charge.ts';
import { cardSaved } from '../card/saving.ts';
import { payloadsSpentBetween, type SpentPayload } from '../device-wallet/spent-payloads.ts';
import { settlesInvoice } from '../invoice/status.ts';
import type { LedgerEntry } from '../ledger/entry.ts';
import { needsPerson, type Dispute } from '../dispute/dispute.ts';
import { entriesBetween } from '../ledger/post.ts';
import { happenedBetween } from '../notification/event.ts';
import { wantedOf, type MessageRequest } from '../notification/notification.ts';
import type { Change } from './change.ts';
import { isConcluded } from './settled.ts';
import { attemptOf, type Alert, type Attempt, type Transaction } from './transaction.ts';

/**
 * A new version of a transaction with its announcements, and all that follows from it: durable together or not at all (`store/versions.ts`).
 * Who only has to be told, its invoice and those who wait for a message, is told afterwards, again until it is done.
 */
export type Version = Change & Consequences;

/** What follows from a new version of a transaction, elsewhere than in its own document. What is left out: nothing. */
export interface Consequences extends WrittenConsequences {
  /** What the customer is told. */
  readonly notifications?: readonly MessageRequest[];
  /** What a person has to look at since this change: registered endpoints are told of each, people get a mail of those about money. */
  readonly raisedAlerts?: readonly Alert[];
  /** Disputes that a person has to answer, or that were lost: the merchant's people get a mail of each. */
  readonly disputes?: readonly Dispute[];
  /** The agreement of which it has paid a period, which another payment may have paid, too. */
  readonly paidPeriodOf?: AgreementRef;
  /** Its invoice is settled by it, or is not to be paid any more. */
  readonly settlesInvoice?: true;
}

/** What of it is written as it is, with the version: `store/versions.ts` says for each how, or does not compile. */
export interface WrittenConsequences {
  /** What is posted to the ledger, where money has moved. */
  readonly entries?: readonly LedgerEntry[];
  /** The card that the payment has brought. */
  readonly card?: SavedCard;
  /** The saved card with which the customer has paid. */
  readonly used?: CardUse;
  /** What it means to the agreement that the customer has paid by. */
  readonly binding?: Binding;
  /** What it means to the agreement by which the merchant has charged it. */
  readonly charge?: ChargeEnded;
  /** What it means to the count of the tries of its card. */
  readonly tried?: CardTryEnded;
  /** What wallets of payers' devices have handed over, and no network needs any more. */
  readonly spentPayloads?: readonly SpentPayload[];
}

/**
 * What follows from a change of a transaction in books, cards, agreements and messages to customers: the one place that says it.
 * `report` is what the change itself tells of; `now` in epoch milliseconds. Webhooks are not here, because their numbers are part of the
 * version (`announce` in domain/webhook/notice.ts).
 */
export function consequences(
  before: Transaction,
  { transaction: after, ...report }: Change,
  now: number,
): Consequences {
  // What an operation has moved, it has moved when it came to its end, however late it tells of it.
  const entries = entriesBetween(before, after, report.operation?.concludedAt ?? now);
  const charge = chargeEndedBetween(before, after, now);
  const tried = cardTryEndedBetween(before, after);
  const paidPeriodOf = paidByAgreementBetween(before, after);
  const spentPayloads = payloadsSpentBetween(before, after);
  const notifications = wantedOf(after, happenedBetween(before, after), now);
  const raisedAlerts = after.alerts.slice(before.alerts.length);
  const disputes = disputesToTell(before, after);
  return {
    ...(entries.length > 0 && { entries }),
    ...ofCards(before, after, now),
    ...(charge && { charge }),
    ...(tried && { tried }),
    ...(paidPeriodOf && { paidPeriodOf }),
    ...(spentPayloads.length > 0 && { spentPayloads }),
    ...(notifications.length > 0 && { notifications }),
    ...(raisedAlerts.length > 0 && { raisedAlerts }),
    ...(disputes.length > 0 && { disputes }),
    ...(isInvoiceSettled(before, after) && { settlesInvoice: true }),
  };
}

function disputesToTell(before: Transaction, { disputes = [] }: Transaction): readonly Dispute[] {
  if (before.disputes === disputes) return [];
  return disputes.filter((dispute) => {
    const known = before.disputes?.find((one) => one.disputeId === dispute.disputeId);
    return known?.state !== dispute.state && needsPerson(dispute);
  });
}

/** Not before it is settled: a card that comes for what is closed is not kept, and binds nobody. */
function ofCards(
  before: Transaction,
  after: Transaction,
  now: number,
): Pick<Consequences, 'card' | 'used' | 'binding'> {
  const attempt = settledBetween(before, after);
  if (!attempt) return {};
  const at = attempt.concludedAt ?? now;
  const card = cardSaved(after, attempt, { card: attempt.card, now: at });
  const used = cardUsed(after, attempt);
  const binding = bindingOf(after, attempt, { card, now: at });
  return { ...(card && { card }), ...(used && { used }), ...(binding && { binding }) };
}

/** The attempt with which a change has settled the transaction. */
function settledBetween(before: Transaction, after: Transaction): Attempt | undefined {
  if (before.settledAmount !== undefined || after.settledAmount === undefined) return undefined;
  return after.attempts.find((attempt) => {
    const earlier = attemptOf(before, attempt.referenceNumber);
    return isConcluded(attempt) && !(earlier && isConcluded(earlier));
  });
}

function isInvoiceSettled(before: Transaction, { invoiceNumber, state }: Transaction): boolean {
  return invoiceNumber !== undefined && state !== before.state && settlesInvoice(state);
}
