import { isoUtc } from '../duration.ts';
import { toDecimal } from '../money.ts';
import { alerted } from '../transaction/alert.ts';
import { alertOtherPayment, namesOtherPayment } from '../transaction/gateway-reference.ts';
import { attemptOf, type Transaction } from '../transaction/transaction.ts';
import { announceDispute, type Change } from '../webhook/notice.ts';
import {
  DISPUTE_STATES,
  needsPerson,
  type Dispute,
  type DisputeMovement,
  type DisputeReport,
} from './dispute.ts';

/**
 * What a network's word on a dispute makes of its payment; undefined when it says nothing new, or is about no attempt of it.
 * Words may come twice, late and in any order, and the same words give the same dispute: the newest word says how it stands,
 * and each movement of money counts once. A word that names another payment of the network is an alert and nothing else.
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
  if (namesOtherPayment(transaction, named)) return alertOtherPayment(transaction, named, now);
  const { disputes = [] } = transaction;
  const known = disputes.find((one) => one.disputeId === report.disputeId);
  const told = disputeOf(report);
  const dispute = known ? together(known, told) : told;
  if (dispute === known) return undefined;
  const changed: Transaction = {
    ...transaction,
    disputes: known
      ? disputes.map((one) => (one === known ? dispute : one))
      : [...disputes, dispute],
  };
  const isAlert = dispute.state !== known?.state && needsPerson(dispute);
  const looked = isAlert
    ? alerted(changed, {
        kind: 'dispute',
        referenceNumber,
        at: now,
        detail: detailOf(dispute),
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

function disputeOf({
  paymentReference: referenceNumber,
  gatewayPayment: _payment,
  ...word
}: DisputeReport): Dispute {
  return { ...word, referenceNumber };
}

/** Of both what is newer, and the money of both; the known one itself where nothing is new. */
function together(known: Dispute, told: Dispute): Dispute {
  const names = new Set(known.movements.map(({ name }) => name));
  const more = told.movements.filter(({ name }) => !names.has(name));
  const isNewer = isLater(told, known);
  if (!isNewer && more.length === 0) return known;
  const movements = [...known.movements, ...more].toSorted(inTheirOrder);
  return { ...(isNewer ? told : known), movements };
}

/** Of two words of one instant that counts which is further on. */
function isLater(told: Dispute, known: Dispute): boolean {
  if (told.saidAt !== known.saidAt) return told.saidAt > known.saidAt;
  return DISPUTE_STATES.indexOf(told.state) > DISPUTE_STATES.indexOf(known.state);
}

function inTheirOrder(one: DisputeMovement, other: DisputeMovement): number {
  return one.at - other.at || (one.name < other.name ? -1 : 1);
}

function detailOf({ state, amount, reason, dueAt, disputeId }: Dispute): string {
  const what = `${amount.currency} ${toDecimal(amount)}`;
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
