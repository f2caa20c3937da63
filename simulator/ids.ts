import { randomInt } from 'node:crypto';

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CAPITALS_AND_DIGITS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Whoever knows a payment's id may open its page, so it cannot be guessed. */
export function newPaymentId(): string {
  return `pay_${draw(LETTERS_AND_DIGITS, 24)}`;
}

/** A capture, void or refund. */
export function newOperationId(): string {
  return `op_${draw(LETTERS_AND_DIGITS, 24)}`;
}

/** A dispute of the customer's bank. */
export function newDisputeId(): string {
  return `dp_${draw(LETTERS_AND_DIGITS, 24)}`;
}

/** Money that a dispute has moved. */
export function newLineId(): string {
  return `line_${draw(LETTERS_AND_DIGITS, 24)}`;
}

/** A saved card; nothing of its number is in it. */
export function newTokenId(): string {
  return `tok_${draw(LETTERS_AND_DIGITS, 32)}`;
}

/** A security code that was typed a moment ago, good for one charge. */
export function newCvvReference(): string {
  return `cvv_${draw(LETTERS_AND_DIGITS, 32)}`;
}

/** A card that was typed a moment ago, good for one payment. */
export function newCardReference(): string {
  return `crd_${draw(LETTERS_AND_DIGITS, 32)}`;
}

/** One event has one id, however often its callback is sent. */
export function newEventId(): string {
  return `evt_${draw(LETTERS_AND_DIGITS, 24)}`;
}

/** The issuer's approval, six characters as on a receipt. */
export function newAuthCode(): string {
  return draw(CAPITALS_AND_DIGITS, 6);
}

/** The retrieval reference number that banks quote to each other, twelve digits. */
export function newRrn(): string {
  return draw('0123456789', 12);
}

function draw(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
