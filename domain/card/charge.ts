import { isoUtc } from '../duration.ts';
import type { PgCode } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import type { AttemptReport } from '../transaction/network.ts';
import { methodOf, type Attempt, type Transaction } from '../transaction/transaction.ts';
import {
  cardStatusOf,
  type CardUse,
  type SavedCard,
  type ChargedBy,
  type ChargedCard,
} from './card.ts';
import { daysLeft, isExpired } from './validity.ts';

/** Somebody wants to pay with a saved card. */
export interface CardChargeRequest {
  readonly token: string;
  readonly by: ChargedBy;
  /** The gateway's one-time word that its holder has typed the security code there; it is kept nowhere. */
  readonly cvvReference?: string;
  /** There is a browser that can go to the gateway's page, which asks for the security code. */
  readonly asksCvv?: true;
  /** The agreement for which the merchant charges it: its name, and its uuid. */
  readonly agreementId?: string;
  readonly agreementUuid?: string;
  /** The merchant does not want to be told by webhook of charges that it makes itself. */
  readonly untold?: true;
}

/** The card of that name as it stands now, where the customer has it; and whether its account still keeps cards. */
export interface CardAtHand {
  readonly card?: SavedCard;
  readonly isKept: boolean;
}

/**
 * The card that is to be charged (contract/charges#saved-card). Throws `validation_error` with the field `token` for a
 * card that the customer does not have here, and with `cvv_reference` where they have to type the security code first;
 * `card_expired`; and `cvv_required` where the merchant charges a card that needs that code and is not bound to the
 * agreement.
 */
export function cardToCharge(
  transaction: Transaction,
  { pgCode, request, atHand, now }: Wanted,
): ChargedCard {
  const card = cardInHand(transaction, { pgCode, atHand, now });
  refuseWithoutCvv(card, request);
  const { token, lastFour, expiry, brand, holder, cvvRequired, autoDebit, agreements } = card;
  return {
    token,
    lastFour,
    expiry,
    ...(brand !== undefined && { brand }),
    ...(holder !== undefined && { holder }),
    cvvRequired,
    autoDebit,
    agreements,
    by: request.by,
    ...(request.agreementUuid !== undefined && { agreementUuid: request.agreementUuid }),
    ...(request.untold && { untold: request.untold }),
  };
}

/** The card, where the customer has it for this payment and it is still good; throws as `cardToCharge` does. */
export function cardInHand(
  transaction: Transaction,
  { pgCode, atHand: { card, isKept }, now }: Omit<Wanted, 'request'>,
): SavedCard {
  if (!card || !isKept || !isFor(transaction, card, pgCode)) throw unknown();
  if (isExpired(card.expiry, now))
    throw new Refusal('card_expired', 'The card has expired; another one is needed.');
  return card;
}

interface Wanted {
  readonly pgCode: PgCode;
  readonly request: CardChargeRequest;
  readonly atHand: CardAtHand;
  readonly now: number;
}

function isFor(
  { paymentType, methods, customer, merchantId }: Transaction,
  card: SavedCard,
  pgCode: PgCode,
): boolean {
  return (
    paymentType !== 'save_card' &&
    cardStatusOf(card) !== 'deleted' &&
    card.merchantId === merchantId &&
    card.customerId === customer.id &&
    card.pgCode === pgCode &&
    methodOf({ methods }, pgCode)?.sandbox === card.sandbox
  );
}

function refuseWithoutCvv(
  { cvvRequired, agreements }: SavedCard,
  { by, cvvReference, asksCvv, agreementId }: CardChargeRequest,
): void {
  if (!cvvRequired) return;
  if (by === 'customer') {
    if (cvvReference !== undefined || asksCvv) return;
    throw new Refusal('validation_error', 'The request is not valid.', {
      cvv_reference: ['This card needs its security code: send the reference of the frame.'],
    });
  }
  if (agreementId === undefined || !agreements.includes(agreementId))
    refuseUntypedCode({ cvvRequired });
}

/** Throws `cvv_required` for a card that no agreement frees from its code, where nobody is there who could type it. */
export function refuseUntypedCode({ cvvRequired }: Pick<SavedCard, 'cvvRequired'>): void {
  if (!cvvRequired) return;
  throw new Refusal(
    'cvv_required',
    'The card needs its security code, which only the customer can type, so that it cannot be charged without the customer.',
  );
}

/** One sentence for whatever is wrong with a name, so that nobody learns whose card it is. */
function unknown(): Refusal {
  return new Refusal('validation_error', 'The request is not valid.', {
    token: ['The customer has no such card for this payment.'],
  });
}

/**
 * Automatic debits go on for a while, so that their card must be good for this long
 * (contract/cards#expiry-and-security-code).
 */
export const AUTO_DEBIT_DAYS = 30;

/**
 * The word on an attempt whose card is not good for as long as the merchant wants; no gateway hears of it
 * (contract/cards#expiry-and-security-code). Undefined for a card that can be charged.
 */
export function tooSoonExpired(
  transaction: Transaction,
  { referenceNumber, charges }: Attempt,
  now: number,
): AttemptReport | undefined {
  if (!charges || !isTooSoonExpired(transaction, charges, now)) return undefined;
  const days = daysWanted(transaction);
  const { year, month } = charges.expiry;
  return {
    referenceNumber,
    outcome: { result: 'failed' },
    message: `The card is good until ${isoUtc(Date.UTC(year, month, 0)).slice(0, 10)}; at least ${days} days are needed.`,
    decline: { code: 'card_expires_soon', advice: 'hard' },
  };
}

/** Whether the card is not good for as long as the merchant wants. */
export function isTooSoonExpired(
  transaction: Transaction,
  { expiry }: Pick<ChargedCard, 'expiry'>,
  now: number,
): boolean {
  const days = daysWanted(transaction);
  return days !== undefined && daysLeft(expiry, now) < days;
}

/** How many days a card has to be good; undefined where nobody has said. */
function daysWanted({ cardAcceptanceCriteria, paymentType }: Transaction): number | undefined {
  const said = cardAcceptanceCriteria?.['min_expiry_time'];
  if (typeof said === 'string' || typeof said === 'number') return Number(said);
  return paymentType === 'auto_debit' ? AUTO_DEBIT_DAYS : undefined;
}

/** The saved card that an attempt has charged, as it was then; undefined where it has charged none. */
export function cardPaidWith(
  { merchantId, customer, agreement }: Transaction,
  { charges, state, gateway, sandbox, pgCode, createdAt }: Attempt,
): SavedCard | undefined {
  if (!charges || state !== 'success' || customer.id === undefined) return undefined;
  const { by, agreementUuid: _uuid, untold: _untold, ...card } = charges;
  const name = { merchantId, customerId: customer.id, sandbox, pgCode };
  // From a customer's own payment on, the card is that of the agreement.
  const id = by === 'customer' ? agreement?.id : undefined;
  const agreements = [...new Set([...card.agreements, ...(id === undefined ? [] : [id])])];
  return { ...card, ...name, agreements, gateway, createdAt, usedAt: createdAt };
}

/**
 * The saved card with which its customer has paid by an attempt; undefined where it was none, or where the merchant has charged it: that
 * says nothing of which one its customer prefers.
 */
export function cardUsed(
  { merchantId, customer }: Transaction,
  { charges, sandbox, pgCode, createdAt: at }: Attempt,
): CardUse | undefined {
  if (charges?.by !== 'customer' || customer.id === undefined) return undefined;
  return { merchantId, customerId: customer.id, sandbox, pgCode, token: charges.token, at };
}

/** Whether two requests are about the same card, or both about none. */
export function isSameCharge(
  charged: Pick<ChargedCard, 'token' | 'by'> | undefined,
  wished: Pick<CardChargeRequest, 'token' | 'by'> | undefined,
): boolean {
  return charged?.token === wished?.token && charged?.by === wished?.by;
}
