import type { SavedCard } from '../card/card.ts';
import type { SessionId } from '../ids.ts';
import { compare, shownMoney, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Agreement } from './agreement.ts';
import { cyclesLeft, dayOf, isOver } from './ending.ts';
import { fixedAmountFault, intervalFault, type ChargesBefore } from './strict.ts';

/** The card that is to be charged: whose it is, where it is kept, and its handle there. */
export type CardOfCharge = Pick<
  SavedCard,
  'merchantId' | 'customerId' | 'sandbox' | 'pgCode' | 'token'
>;

/** What is to be charged to which card by which agreement, without the customer. */
export interface AgreementCharge {
  /** The agreement of this name, as it is kept; undefined when there is none. */
  readonly agreement: Agreement | undefined;
  readonly card: CardOfCharge;
  readonly amount: Money;
  readonly now: number;
  /** The session that charges; one that is counted already is not counted against itself. */
  readonly sessionId: SessionId;
  /** No gateway has been asked for it yet: then it is not begun any more where the agreement was ended, or paused, after it was counted. */
  readonly isNew?: true;
  /** What a strict merchant's agreement is held to besides; left out where the merchant is not strict, which is the default. */
  readonly strictly?: ChargesBefore;
}

/**
 * Throws when the agreement does not allow this charge (contract/agreements#charging): `no_cit` for one that the
 * customer has not paid by, or not with this card; `agreement_violation` when it has ended, has no cycle left or allows
 * no such amount; `invalid_state` for a charge of the engine's once the merchant has paused those.
 */
export function refuseUnlessChargeable(
  charge: AgreementCharge,
): asserts charge is AgreementCharge & {
  readonly agreement: Agreement;
} {
  const { agreement, card, now, sessionId } = charge;
  if (!agreement) throw noFirstPayment('The customer has made no payment for this agreement yet.');
  const isCounted = agreement.charges.includes(sessionId);
  if (!isCounted) refuseOver(agreement, now);
  if (charge.isNew && agreement.state === 'ended')
    throw violation(`The agreement ${agreement.terms.id} has ended.`);
  if (charge.isNew && isPausedFor(agreement, sessionId))
    throw new Refusal(
      'invalid_state',
      `The charges of the agreement ${agreement.terms.id} have been paused.`,
    );
  if (!isBoundTo(agreement, card))
    throw noFirstPayment(
      `The agreement ${agreement.terms.id} is charged to another card; only a payment by the customer moves it.`,
    );
  refuseAmount(agreement, charge.amount);
  // What is counted was looked at before that, and may be with a gateway by now.
  if (charge.strictly && !isCounted) refuseStrictly(agreement, charge, charge.strictly);
}

/** The pause is of what the engine charges; the merchant's own charges go on. */
function isPausedFor(agreement: Agreement, session: SessionId): boolean {
  return agreement.autopay?.state === 'paused' && isOfCycle(agreement, session);
}

/** Whether the engine has made the payment for one of its cycles. */
function isOfCycle({ autopay }: Agreement, session: SessionId): boolean {
  return (
    autopay?.history.some(({ tries }) => tries.some(({ sessionId }) => sessionId === session)) ??
    false
  );
}

/** Whether it is this card that the agreement is charged to: of the same customer, account and network's handle. */
function isBoundTo(agreement: Agreement, card: CardOfCharge): boolean {
  return (
    agreement.merchantId === card.merchantId &&
    agreement.customerId === card.customerId &&
    agreement.sandbox === card.sandbox &&
    agreement.pgCode === card.pgCode &&
    agreement.token === card.token
  );
}

/** Throws `agreement_violation` when the last of its cycles is charged, or about to be. */
function refuseOver(agreement: Agreement, now: number): void {
  const { id, expiryDate, totalCycles } = agreement.terms;
  const day = expiryDate !== undefined && expiryDate < dayOf(now);
  if (day) throw violation(`The agreement ${id} was good until ${expiryDate}.`);
  if (cyclesLeft(agreement) === 0)
    throw violation(`All ${totalCycles} cycles of the agreement ${id} are charged.`);
  if (isOver(agreement, now)) throw violation(`The agreement ${id} has ended.`);
}

function refuseAmount({ terms }: Agreement, amount: Money): void {
  const { id, maxAmountPerCycle: most } = terms;
  if (!most) return;
  if (most.currency !== amount.currency)
    throw violation(
      `The agreement ${id} is in ${most.currency}, the charge in ${amount.currency}.`,
    );
  if (compare(amount, most) > 0)
    throw violation(`The agreement ${id} allows ${shownMoney(most)} a cycle, and no more.`);
}

/**
 * A payment of a cycle of the engine's was allowed with the timetable, whenever it is charged: late, once more, or a short month after the
 * one before.
 */
function refuseStrictly(
  agreement: Agreement,
  { amount, now, sessionId }: AgreementCharge,
  before: ChargesBefore,
): void {
  const fault =
    fixedAmountFault(agreement, amount, before) ??
    (isOfCycle(agreement, sessionId) ? undefined : intervalFault(agreement, now, before));
  if (fault !== undefined) throw violation(fault);
}

function noFirstPayment(why: string): Refusal {
  return new Refusal('no_cit', why);
}

function violation(why: string): Refusal {
  return new Refusal('agreement_violation', why);
}
