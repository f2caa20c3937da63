import assert from 'node:assert/strict';
import { declineReason } from '../../../domain/card/decline-reason.ts';
import { declineOf } from '../../../gateways/stripe/declines.ts';

const AT = Date.UTC(2026, 10, 25);

/** What the documents of Stripe say about each code, and what we make of it. */
const TABLE: readonly (readonly [string, 'soft' | 'hard' | 'do-not-retry', string?])[] = [
  ['approve_with_id', 'soft'],
  ['authentication_not_handled', 'hard', 'challenge_required'],
  ['authentication_required', 'hard', 'challenge_required'],
  ['call_issuer', 'soft'],
  ['card_not_supported', 'hard'],
  ['card_velocity_exceeded', 'soft'],
  ['currency_not_supported', 'hard'],
  ['do_not_honor', 'soft'],
  ['do_not_try_again', 'do-not-retry'],
  ['duplicate_transaction', 'soft'],
  ['expired_card', 'hard'],
  ['fraudulent', 'do-not-retry'],
  ['generic_decline', 'soft'],
  ['highest_risk_level', 'do-not-retry', 'suspected_fraud'],
  ['incorrect_address', 'hard'],
  ['incorrect_cvc', 'hard'],
  ['incorrect_number', 'hard', 'invalid_card'],
  ['incorrect_pin', 'hard'],
  ['incorrect_zip', 'hard'],
  ['insufficient_funds', 'soft'],
  ['invalid_account', 'hard'],
  ['invalid_amount', 'hard'],
  ['invalid_cvc', 'hard'],
  ['invalid_expiry_month', 'hard', 'invalid_card'],
  ['invalid_expiry_year', 'hard', 'invalid_card'],
  ['invalid_number', 'hard', 'invalid_card'],
  ['invalid_pin', 'hard'],
  ['issuer_not_available', 'soft'],
  ['lost_card', 'do-not-retry'],
  ['merchant_blacklist', 'hard'],
  ['mobile_device_authentication_required', 'hard'],
  ['new_account_information_available', 'hard'],
  ['no_action_taken', 'soft'],
  ['not_permitted', 'hard'],
  ['offline_pin_required', 'hard'],
  ['online_or_offline_pin_required', 'hard'],
  ['payment_intent_authentication_failure', 'hard', 'challenge_required'],
  ['pickup_card', 'do-not-retry'],
  ['pin_try_exceeded', 'hard'],
  ['previously_declined_do_not_retry', 'do-not-retry'],
  ['processing_error', 'soft'],
  ['reenter_transaction', 'soft'],
  ['resource_missing', 'hard', 'card_removed'],
  ['restricted_card', 'do-not-retry'],
  ['revocation_of_all_authorizations', 'do-not-retry'],
  ['revocation_of_authorization', 'do-not-retry'],
  ['security_violation', 'hard'],
  ['service_not_allowed', 'hard'],
  ['setup_intent_authentication_failure', 'hard', 'challenge_required'],
  ['stolen_card', 'do-not-retry'],
  ['stop_payment_order', 'do-not-retry'],
  ['testmode_decline', 'hard'],
  ['transaction_not_allowed', 'hard'],
  ['try_again_later', 'soft'],
  ['withdrawal_count_limit_exceeded', 'soft'],
  ['a_word_of_tomorrow', 'soft'],
];

describe('a decline of Stripe', () => {
  for (const [theirs, advice, ours = theirs] of TABLE)
    it(`by ${theirs} is ${advice}, and called ${ours}`, () => {
      const expected = { code: ours, advice };
      const declined = { code: 'card_declined', decline_code: theirs };
      assert.deepEqual(declineOf(declined, AT), expected);
      assert.deepEqual(declineOf({ code: theirs }, AT), expected);
    });

  for (const theirs of [
    'fraudulent',
    'highest_risk_level',
    'lost_card',
    'pickup_card',
    'stolen_card',
  ])
    it(`for a suspicion, by ${theirs}, tells the payer only that it was refused`, () => {
      assert.equal(declineReason(declineOf({ decline_code: theirs }, AT)), 'refused');
    });

  it('without a word is a soft one', () => {
    assert.deepEqual(declineOf({}, AT), { code: 'generic_decline', advice: 'soft' });
  });

  for (const [advice_code, advice] of [
    ['try_again_later', 'soft'],
    ['confirm_card_data', 'hard'],
    ['do_not_try_again', 'do-not-retry'],
    ['a_word_of_tomorrow', 'do-not-retry'],
  ] as const)
    it(`with the advice ${advice_code} is ${advice}, before what its code means`, () => {
      const declined = { decline_code: 'stolen_card', advice_code };
      assert.deepEqual(declineOf(declined, AT), { code: 'stolen_card', advice });
    });

  for (const [brand, codes, expected] of [
    ['mastercard', { network_advice_code: '03' }, { advice: 'do-not-retry' }],
    ['mastercard', { network_advice_code: '24' }, { advice: 'soft', notBefore: AT + 3_600_000 }],
    ['visa', { network_decline_code: '54' }, { advice: 'hard' }],
    ['visa', { network_decline_code: '14' }, { advice: 'do-not-retry' }],
    ['visa', { network_decline_code: '05' }, { advice: 'hard' }],
  ] as const)
    it(`of ${brand} with ${JSON.stringify(codes)} is as the card network says, before Stripe`, () => {
      const card = { brand, exp_month: 3, exp_year: 2031 };
      const declined = { advice_code: 'confirm_card_data', payment_method: { card }, ...codes };
      const { code: _code, ...advised } = declineOf(declined, AT);
      assert.deepEqual(advised, expected);
    });
});
