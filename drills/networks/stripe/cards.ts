/** What a test card does; its number, and where Stripe documents it: docs.stripe.com/testing. */
interface TestCard {
  readonly brand: string;
  /** Each charge of it is declined so, by docs.stripe.com/declines/codes. */
  readonly declines?: {
    readonly code: string;
    readonly decline_code?: string;
    readonly advice_code?: string;
  };
  /** It can be kept, and is declined only when it is charged later. */
  readonly declinesLater?: true;
  /** 3-D Secure: on a page only, or whenever it is charged. */
  readonly authenticates?: 'on-page' | 'always';
}

const card_declined = 'card_declined';
const again = { advice_code: 'try_again_later' };
const never = { advice_code: 'do_not_try_again' };

export const CARDS: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa' },
  '5555555555554444': { brand: 'mastercard' },
  '4000000000000002': {
    brand: 'visa',
    declines: { code: card_declined, decline_code: 'generic_decline', ...again },
  },
  '4000000000009995': {
    brand: 'visa',
    declines: { code: card_declined, decline_code: 'insufficient_funds', ...again },
  },
  '4000000000009987': {
    brand: 'visa',
    declines: { code: card_declined, decline_code: 'lost_card', ...never },
  },
  '4000000000009979': {
    brand: 'visa',
    declines: { code: card_declined, decline_code: 'stolen_card', ...never },
  },
  '4000000000000069': { brand: 'visa', declines: { code: 'expired_card' } },
  '4000000000000341': {
    brand: 'visa',
    declinesLater: true,
    declines: { code: card_declined, decline_code: 'generic_decline', ...again },
  },
  '4000002500003155': { brand: 'visa', authenticates: 'on-page' },
  '4000002760003184': { brand: 'visa', authenticates: 'always' },
};
