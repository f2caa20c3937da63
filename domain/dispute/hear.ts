import { isoUtc } from '../duration.ts';
import { shownMoney } from '../money.ts';
import { alerted } from '../transaction/alert.ts';
import { alertOtherPayment, namesOtherPayment } from '../transaction/gateway-reference.ts';
import { attemptOf, type Transaction } from '../transaction/transaction.ts';
import type { Change } from '../transaction/change.ts';
import { announceDispute } from '../webhook/notice.ts';
import { needsPerson, type Dispute, type DisputeReport } from './dispute.ts';
import { disputeOf, mergeDispute, type MergedDispute } from './merge.ts';

/**
 * What a network's word on a dispute makes of its payment, whatever the order of its words (`mergeDispute`); undefined when it says
 * nothing new, or is about no attempt of it. A word that names another payment of the network is an alert and nothing else.
 */
export function hearDispute(
  transaction: Transaction,
  report: DisputeReport,
  now: number,
): Change | undefined {
  const { paymentReference: referenceNumber, gatewayPayment } = report;
  const attempt = attemptOf(transaction, referenceNumber);
  if (!attempt) return undefined;
  const named = {
    referenceNumber,
    ...(gatewayPayment !== undefined && { gatewayPayment }),
  };
  if (namesOtherPayment(transaction, named)) {
    // Each state that needs somebody is news, once, also where they know that the payments were mixed up.
    const { reason: _why, dueAt: _until, ...said } = disputeOf(report);
    return alertOtherPayment(
      transaction,
      named,
      now,
      needsPerson(said) ? disputeDetail(said) : undefined,
    );
  }
  const merged = mergeDispute(transaction.disputes ?? [], disputeOf(report));
  if (!merged) return undefined;
  const { disputes, dispute, isNews } = merged;
  const changed: Transaction = { ...transaction, disputes };
  if (!isNews) return { transaction: changed };
  const looked = callsPerson(merged)
    ? alerted(changed, {
        kind: 'dispute',
        referenceNumber,
        at: now,
        detail: disputeDetail(dispute),
      })
    : changed;
  const { pgCode, state: result } = attempt;
  const { disputeId } = dispute;
  return announceDispute(looked, {
    referenceNumber,
    pgCode,
    result,
    at: now,
    disputeId,
  });
}

/** A person has to hear of it as it stands now, and has not. */
export function callsPerson({ dispute, known }: MergedDispute): boolean {
  return dispute.state !== known?.state && needsPerson(dispute);
}

/** What is disputed and what can be done, in sentences for a person. */
export function disputeDetail({
  state,
  amount,
  reason,
  dueAt,
  disputeId,
}: Omit<Dispute, 'referenceNumber'>): string {
  const what = shownMoney(amount);
  const why = reason === undefined ? '' : ` (${reason})`;
  const until = dueAt === undefined ? '' : ` until ${isoUtc(dueAt)}`;
  const name = `The gateway calls the dispute ${disputeId}.`;
  switch (state) {
    case 'inquiry':
      return `The payer's bank asks about ${what}${why}. Answer at the gateway${until}, or refund it. ${name}`;
    case 'lost':
      return `The payer's bank keeps ${what}${why}: the dispute is lost. ${name}`;
    default:
      return `The payer's bank takes back ${what}${why}. Answer at the gateway${until}; do not refund it as well. ${name}`;
  }
}
