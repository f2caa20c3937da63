import type { Advice, Decline } from '../../domain/card/decline.ts';
import { cardNetworkAdvice } from '../network-advice.ts';
import type { StripeError } from './shapes.ts';

/** docs.stripe.com/declines/codes: what to do about each; `=` where we have another word for it. All others are soft. */
const CODES: ReadonlyMap<string, { readonly advice: Advice; readonly code: string }> = new Map([
  ...codes(
    'hard',
    `authentication_required=challenge_required authentication_not_handled=challenge_required
     payment_intent_authentication_failure=challenge_required setup_intent_authentication_failure=challenge_required
     card_not_supported currency_not_supported expired_card incorrect_number=invalid_card invalid_number=invalid_card
     invalid_expiry_month=invalid_card invalid_expiry_year=invalid_card incorrect_cvc invalid_cvc incorrect_address
     incorrect_zip incorrect_pin invalid_pin offline_pin_required online_or_offline_pin_required
     mobile_device_authentication_required pin_try_exceeded invalid_account invalid_amount
     new_account_information_available not_permitted service_not_allowed transaction_not_allowed security_violation
     merchant_blacklist testmode_decline resource_missing=card_removed`,
  ),
  ...codes(
    'do-not-retry',
    `do_not_try_again fraudulent highest_risk_level=suspected_fraud lost_card stolen_card pickup_card restricted_card
     revocation_of_authorization revocation_of_all_authorizations stop_payment_order previously_declined_do_not_retry`,
  ),
]);

const ADVICE: Readonly<Record<string, Advice>> = {
  try_again_later: 'soft',
  confirm_card_data: 'hard',
  do_not_try_again: 'do-not-retry',
};

/** Why a card was declined: the card network's own advice counts first, then Stripe's, then what its code means. */
export function declineOf(error: StripeError, declinedAt: number): Decline {
  const said = error.decline_code ?? error.code ?? 'generic_decline';
  const known = CODES.get(said) ?? { advice: 'soft', code: said };
  const network = cardNetworkAdvice(
    {
      brand: error.payment_method?.card?.brand,
      adviceCode: error.network_advice_code,
      responseCode: error.network_decline_code,
    },
    declinedAt,
  );
  return {
    code: known.code,
    advice: network?.advice ?? ADVICE[error.advice_code ?? ''] ?? known.advice,
    ...(network?.notBefore !== undefined && { notBefore: network.notBefore }),
  };
}

function codes(advice: Advice, list: string) {
  return list.split(/\s+/).map((entry) => {
    const [theirs = '', code = theirs] = entry.split('=');
    return [theirs, { advice, code }] as const;
  });
}
