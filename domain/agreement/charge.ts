import type { SavedCard } from '../card/card.ts';
import type { SessionId } from '../ids.ts';
import { compare, toDecimal, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Agreement } from './agreement.ts';
import { dayOf, isOver } from './ending.ts';

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

/** What has been charged by an agreement so far. */
export interface ChargesBefore {
  /** What the customer paid at first. */
  readonly firstAmount: Money;
  /** The instant of the latest payment of the agreement, the customer's own included. */
  readonly lastAt: number;
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
  if (!agreement.charges.includes(sessionId)) refuseOver(agreement, now);
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
  if (charge.strictly) refuseStrictly(agreement, charge, charge.strictly);
}

/** The pause is of what the engine charges; the merchant's own charges go on. */
function isPausedFor({ autopay }: Agreement, session: SessionId): boolean {
  return (
    autopay?.state === 'paused' &&
    autopay.history.some(({ tries }) => tries.some(({ sessionId }) => sessionId === session))
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
  const { id, expiryDate, totalCycles = Infinity } = agreement.terms;
  const day = expiryDate !== undefined && expiryDate < dayOf(now);
  if (day) throw violation(`The agreement ${id} was good until ${expiryDate}.`);
  if (agreement.charges.length >= totalCycles)
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
    throw violation(
      `The agreement ${id} allows ${most.currency} ${toDecimal(most)} a cycle, and no more.`,
    );
}

/** Off by default: merchants do charge other amounts under a fixed agreement (contract/agreements#terms). */
function refuseStrictly(
  { terms: { id, amountVariability, cycleIntervalDays = 0 } }: Agreement,
  { amount, now }: AgreementCharge,
  { firstAmount, lastAt }: ChargesBefore,
): void {
  const isSame = firstAmount.currency === amount.currency && firstAmount.minor === amount.minor;
  if (amountVariability === 'fixed' && !isSame)
    throw violation(
      `The agreement ${id} is over ${firstAmount.currency} ${toDecimal(firstAmount)} each time.`,
    );
  const days = daysBetween(lastAt, now);
  if (days < cycleIntervalDays)
    throw violation(
      `The agreement ${id} was paid ${days} days ago; its cycles are ${cycleIntervalDays} days long.`,
    );
}

/** From midnight to midnight, in UTC: an hour more or less of the day does not count. */
function daysBetween(from: number, until: number): number {
  return Math.floor(until / DAY_MS) - Math.floor(from / DAY_MS);
}

const DAY_MS = 24 * 60 * 60 * 1000;

function noFirstPayment(why: string): Refusal {
  return new Refusal('no_cit', why);
}

function violation(why: string): Refusal {
  return new Refusal('agreement_violation', why);
}
