import type { Brand } from './brands.ts';

/**
 * The published test cards. Each number passes the Luhn check and lies in a range that card schemes
 * keep for tests, so none can belong to a person.
 */
export const TEST_CARDS: readonly TestCard[] = [
  card('visa', '4242424242424242', 'success'),
  card('visa-2', '4111111111111111', 'success'),
  card('mastercard', '5555555555554444', 'success'),
  card('amex', '378282246310005', 'success'),
  card('mada', '4464040000000007', 'success'),
  card('challenge', '4000000000003220', 'success', 'challenge'),
  card('challenge-mastercard', '5200000000001096', 'success', 'challenge'),
  card('challenge-decline', '4000008400001629', 'issuer_decline', 'challenge'),
  card('frictionless', '4000000000003055', 'success', 'frictionless'),
  card('decline', '4000000000000002', 'issuer_decline'),
  card('insufficient-funds', '4000000000009995', 'insufficient_funds'),
  card('expired', '4000000000000069', 'expired_card'),
  card('stolen', '4000000000009979', 'stolen_card'),
  card('error', '4000000000000119', 'processing_error'),
  card('save', '4012888888881881', 'success'),
  card('save-2', '4005550000000001', 'success'),
  card('save-mastercard', '5105105105105100', 'success'),
  { ...card('save-then-poor', '4000000000000341', 'success'), saved: 'insufficient_funds' },
  { ...card('save-then-expired', '4000000000000358', 'success'), saved: 'expired_card' },
  { ...card('save-then-stolen', '4000000000000366', 'success'), saved: 'stolen_card' },
];

/** How the cardholder is authenticated: not at all, silently, or by a code that they type. */
export type ThreeDs = 'none' | 'frictionless' | 'challenge';

export type Verdict =
  | 'success'
  | 'issuer_decline'
  | 'insufficient_funds'
  | 'expired_card'
  | 'stolen_card'
  | 'processing_error';

export interface TestCard {
  /** Names the card on the page and in a link, where its number has no place. */
  readonly name: string;
  readonly number: string;
  readonly verdict: Verdict;
  readonly threeDs: ThreeDs;
  /** What its issuer says once it is saved, where that is something else. */
  readonly saved?: Verdict;
}

/** The test card of that number; any other number is unknown to this network. */
export function testCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number);
}

/** The test card of that name, for the links that fill in the form. */
export function testCardNamed(name: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.name === name);
}

function card(name: string, number: string, verdict: Verdict, threeDs: ThreeDs = 'none'): TestCard {
  return { name, number, verdict, threeDs };
}

/** All that is kept of a card. */
export interface MaskedCard {
  readonly brand: Brand;
  readonly masked: string;
  readonly last4: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly issuer: string;
  readonly holder: string;
}
