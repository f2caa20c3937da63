import type { Change, Notice } from '../transaction/change.ts';
import { attemptOf, type Transaction } from '../transaction/transaction.ts';

/**
 * Adds the notice that the change deserves. A disclosure of the old endpoints has no word for what is not decided, so
 * then there is none (contract/old-endpoints#disclosure). Without a webhook URL only registered endpoints are told, and
 * the payer's way is decided at once (contract/webhooks#where-the-payer-goes). `isAsked`: somebody wants to be told, also of what
 * the merchant otherwise wants to hear nothing of.
 */
export function announce(
  transaction: Transaction,
  event: Omit<Notice, 'sequence'>,
  { isAsked = false } = {},
): Change {
  if (transaction.legacy && event.result === 'pending') return { transaction };
  const sequence = transaction.sequence + 1;
  const { referenceNumber } = event;
  const isSilent = !isAsked && isUntold(transaction, event);
  const told = transaction.webhookUrl !== undefined && !isSilent;
  const changed: Transaction = {
    ...transaction,
    sequence,
    notice: { sequence, referenceNumber, status: told ? 'pending' : 'none' },
  };
  const notice = { ...event, sequence };
  if (told) return { transaction: changed, notice };
  return isSilent ? { transaction: changed } : { transaction: changed, endpointNotice: notice };
}

/**
 * Tells the merchant at once that a further attempt has taken money (contract/attempts#second-attempt). The notice of
 * the first success goes on deciding the payer's way.
 */
export function announceSecondSuccess(
  transaction: Transaction,
  event: Omit<Notice, 'sequence'>,
): Change {
  return announceOther(transaction, { ...event, secondSuccess: true });
}

/**
 * Tells the merchant how another attempt has ended once one has paid. The notice of the success goes on deciding the payer's way, and is all
 * that a shop of the old endpoints hears, which knows a payment by one reference.
 */
export function announceOther(transaction: Transaction, event: Omit<Notice, 'sequence'>): Change {
  return isUntold(transaction, event) ? { transaction } : announceAside(transaction, event);
}

/**
 * Tells the merchant of a dispute, or how it stands now. It says nothing of where the payer goes. Also where nobody is told of the charge:
 * they know of that, and not of this.
 */
export function announceDispute(
  transaction: Transaction,
  event: Omit<Notice, 'sequence'> & { readonly disputeId: string },
): Change {
  return announceAside(transaction, event);
}

/** The merchant wants to hear nothing of what they charge themselves (contract/agreements#charging). */
export function isUntold(
  transaction: Transaction,
  { referenceNumber }: Pick<Notice, 'referenceNumber'>,
): boolean {
  return attemptOf(transaction, referenceNumber)?.charges?.untold === true;
}

/**
 * An event beside the one that decides the payer's way. A disclosure of the old endpoints has no word for it, so of such a payment
 * only registered endpoints are told (contract/old-endpoints#disclosure).
 */
function announceAside(transaction: Transaction, event: Omit<Notice, 'sequence'>): Change {
  const sequence = transaction.sequence + 1;
  const notice = { ...event, sequence };
  const numbered = { ...transaction, sequence };
  return transaction.webhookUrl === undefined || transaction.legacy
    ? { transaction: numbered, endpointNotice: notice }
    : { transaction: numbered, notice };
}

/** Numbers an event about an operation. Whether anybody is told of it is a setting of the merchant. */
export function announceOperation(
  transaction: Transaction,
  at: number,
): Required<Pick<Change, 'transaction' | 'operationNotice'>> {
  const sequence = transaction.sequence + 1;
  return { transaction: { ...transaction, sequence }, operationNotice: { sequence, at } };
}
