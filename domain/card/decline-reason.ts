import type { Decline } from './decline.ts';

/** Why a card was declined, as far as its holder may know it and can do something about it. */
export type DeclineReason =
  | 'insufficient-funds'
  | 'limit'
  | 'expired'
  | 'expires-soon'
  | 'wrong-details'
  | 'wrong-code'
  | 'not-recognized'
  | 'not-accepted'
  | 'gone'
  | 'bank-away'
  | 'too-often'
  | 'refused';

/**
 * The reason behind a network's code, by its words or by the two digits of ISO 8583; undefined for a code that says nothing
 * or that we do not know. A card that is reported stolen or under suspicion is simply refused: whoever holds it must not learn
 * from us what its bank knows.
 */
export function declineReason({ code }: Pick<Decline, 'code'>): DeclineReason | undefined {
  return REASONS.get(code.toLowerCase().replaceAll(/[\s-]+/g, '_'));
}

const CODES: readonly (readonly [DeclineReason, string])[] = [
  ['insufficient-funds', 'insufficient_funds not_sufficient_funds low_balance 51'],
  [
    'limit',
    `limit_exceeded amount_limit_exceeded withdrawal_limit_exceeded card_velocity_exceeded exceeds_amount_limit
    exceeds_frequency_limit 61 65`,
  ],
  ['expired', 'expired_card card_expired 33 54'],
  ['expires-soon', 'card_expires_soon'],
  [
    'wrong-details',
    `invalid_number incorrect_number invalid_card invalid_card_number unknown_card invalid_expiry
    invalid_expiry_date invalid_account no_such_account incorrect_address 14 15 56`,
  ],
  [
    'wrong-code',
    `invalid_cvc incorrect_cvc invalid_cvv incorrect_cvv cvv_mismatch cvc_declined incorrect_pin invalid_pin
    pin_try_exceeded 55 75 82 n7`,
  ],
  [
    'not-recognized',
    `3ds_failed authentication_failed authentication_required challenge_required sca_required 1a`,
  ],
  [
    'not-accepted',
    `card_not_supported card_type_not_supported currency_not_supported transaction_not_allowed
    transaction_not_permitted not_permitted service_not_allowed restricted_card 57 58 62`,
  ],
  ['gone', 'token_not_found card_removed closed_account account_closed 46'],
  [
    'bank-away',
    `issuer_unavailable issuer_not_available issuer_timeout bank_unavailable processing_error try_again_later
    system_malfunction 91 96`,
  ],
  ['too-often', 'too_many_tries'],
  [
    'refused',
    `issuer_decline do_not_honor do_not_honour generic_decline call_issuer stolen_card lost_card pickup_card
    pick_up_card fraudulent suspected_fraud security_violation blocked_card merchant_blacklist 01 04 05 07 41 43 59 63`,
  ],
];

const REASONS: ReadonlyMap<string, DeclineReason> = new Map(
  CODES.flatMap(([reason, codes]) => codes.split(/\s+/).map((code) => [code, reason] as const)),
);
