import type { Advice } from '../domain/card/decline.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** What a card network itself said about a declined card; what a gateway does not pass on is left out. */
export interface CardNetworkWord {
  /** `VISA` or `MASTERCARD`, in any case. */
  readonly brand?: string | undefined;
  /** Mastercard's Merchant Advice Code, two digits. */
  readonly adviceCode?: string | undefined;
  /** The raw response code of the issuer, two characters. */
  readonly responseCode?: string | undefined;
}

export interface CardNetworkAdvice {
  readonly advice: Advice;
  /** Epoch milliseconds: the card may not be tried again before. */
  readonly notBefore?: number;
}

/**
 * What a card network's own codes advise after a decline at that time (epoch milliseconds); undefined where they say
 * nothing, so that the gateway's own words decide. Sources: Mastercard Merchant Advice Codes
 * (developer.paypal.com/braintree/docs/reference/general/merchant-responses/merchant-advice-codes), Visa response codes
 * (checkout.com/docs/developer-resources/codes/visa-response-codes, developers.tabapay.com/docs/visa-response-code-updates).
 */
export function cardNetworkAdvice(
  { brand = '', adviceCode = '', responseCode = '' }: CardNetworkWord,
  declinedAt: number,
): CardNetworkAdvice | undefined {
  if (brand.toUpperCase() === 'VISA') {
    const advice = VISA.get(responseCode.toUpperCase());
    return advice && { advice };
  }
  const said = MASTERCARD.get(adviceCode);
  if (!said) return undefined;
  const { advice, restMs } = said;
  return { advice, ...(restMs !== undefined && { notBefore: declinedAt + restMs }) };
}

interface MerchantAdvice {
  readonly advice: Advice;
  readonly restMs?: number;
}

/** 40, 41 and 43 only say what kind of card it is, also of one that was charged: no advice. */
const MASTERCARD: ReadonlyMap<string, MerchantAdvice> = new Map<string, MerchantAdvice>([
  ['01', { advice: 'hard' }], // new account information is available
  ['02', { advice: 'soft', restMs: 72 * HOUR }],
  ['03', { advice: 'do-not-retry' }],
  ['04', { advice: 'hard' }], // token requirements are not met
  ['21', { advice: 'do-not-retry' }], // the holder has canceled the payments
  ['22', { advice: 'hard' }], // the card does not qualify for the product
  ['24', { advice: 'soft', restMs: HOUR }],
  ['25', { advice: 'soft', restMs: DAY }],
  ['26', { advice: 'soft', restMs: 2 * DAY }],
  ['27', { advice: 'soft', restMs: 4 * DAY }],
  ['28', { advice: 'soft', restMs: 6 * DAY }],
  ['29', { advice: 'soft', restMs: 8 * DAY }],
  ['30', { advice: 'soft', restMs: 10 * DAY }],
]);

/** Categories 1 to 3; everything else is category 4, which leaves it to the gateway's own words. */
const VISA: ReadonlyMap<string, Advice> = new Map([
  ...all('do-not-retry', '04 07 12 14 15 41 43 46 57 R0 R1 R3'),
  ...all('soft', '03 19 51 59 61 62 65 75 78 83 91 93 96 5C 9G'),
  ...all('hard', '54 55 70 82 1A 6P N7'),
]);

function all(advice: Advice, codes: string): readonly (readonly [string, Advice])[] {
  return codes.split(' ').map((code) => [code, advice] as const);
}
