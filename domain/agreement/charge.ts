import type { SavedCard } from '../card/card.ts';
import { isExpired } from '../card/validity.ts';
import { compare, toDecimal, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { Agreement } from './agreement.ts';
import { dayOf, isOver } from './ending.ts';

/** What is to be charged to which card by which agreement, without the customer. */
export interface AgreementCharge {
  /** The agreement of this name, as it is kept; undefined when there is none. */
  readonly agreement: Agreement | undefined;
  readonly card: SavedCard;
  readonly amount: Money;
  readonly now: number;
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
 * Throws when the card must not be charged without its customer (contract/api.md 4.2, 4.3, 4.6): `card_expired`; `no_cit`
 * for an agreement that the customer has not paid by, or not with this card; `agreement_violation` when it has ended, has no
 * cycle left or allows no such amount. A code for the card is not asked then: the customer has agreed to that with it.
 */
export function refuseUnlessChargeable(
  charge: AgreementCharge,
): asserts charge is AgreementCharge & {
  readonly agreement: Agreement;
} {
  const { agreement, card, now } = charge;
  refuseExpired(card, now);
  if (!agreement) throw noFirstPayment('The customer has made no payment for this agreement yet.');
  refuseOver(agreement, now);
  if (!isBoundTo(agreement, card))
    throw noFirstPayment(
      `The agreement ${agreement.terms.id} is charged to another card; only a payment by the customer moves it.`,
    );
  refuseAmount(agreement, charge.amount);
  if (charge.strictly) refuseStrictly(agreement, charge, charge.strictly);
}

/** Whether it is this card that the agreement is charged to: of the same customer, account and network's handle. */
export function isBoundTo(agreement: Agreement, card: SavedCard): boolean {
  return (
    agreement.merchantId === card.merchantId &&
    agreement.customerId === card.customerId &&
    agreement.sandbox === card.sandbox &&
    agreement.pgCode === card.pgCode &&
    agreement.token === card.token
  );
}

/** Throws `card_expired`: such a card is never charged (contract/api.md 4.6). */
export function refuseExpired({ expiry }: Pick<SavedCard, 'expiry'>, now: number): void {
  if (isExpired(expiry, now))
    throw new Refusal('card_expired', 'Card expired. Let the customer pay with another one.');
}

/** Throws `cvv_required` for a card that no agreement frees from its code: without its customer nobody can type it. */
export function refuseUntypedCode({ cvvRequired }: Pick<SavedCard, 'cvvRequired'>): void {
  if (cvvRequired)
    throw new Refusal(
      'cvv_required',
      'The card asks for its security code, and no agreement is charged here; let the customer pay.',
    );
}

/** Throws `agreement_violation` when the last of its cycles is charged, or about to be. */
export function refuseOver(agreement: Agreement, now: number): void {
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

/** Off by default: published examples charge other amounts under a fixed agreement (contract/api.md 4.2). */
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
