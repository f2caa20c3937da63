import type { ThreeDs, MaskedCard } from './cards.ts';
import type { Payment, PaymentState } from './payment.ts';
import { challengeOf } from './payment.ts';
import { unreachable } from './unreachable.ts';

/** The payment as merchants read it, in answers and callbacks. `base` is this network's address. */
export function presentPayment(payment: Payment, base: string) {
  const { state } = payment;
  return {
    id: payment.id,
    merchant_reference: payment.merchantReference,
    status: state.status,
    amount: payment.amount,
    currency: payment.currency,
    capture: payment.capture,
    language: payment.language,
    ...(payment.description !== undefined && { description: payment.description }),
    ...(state.status === 'OPEN' && { page_url: `${base}/pay/${payment.id}` }),
    ...(challengeOf(payment) && { three_ds: 'challenge' }),
    ...presentOutcome(state),
    created_at: payment.createdAt,
    updated_at: payment.updatedAt,
  };
}

function presentOutcome(state: PaymentState) {
  switch (state.status) {
    case 'OPEN':
      return {};
    case 'PENDING':
      return { card: presentCard(state.card), three_ds: state.plan.threeDs };
    case 'CAPTURED':
    case 'AUTHORIZED':
      return {
        card: presentCard(state.card),
        auth_code: state.authCode,
        rrn: state.rrn,
        ...presentThreeDs(state),
        ...(state.token !== undefined && { token: state.token }),
      };
    case 'DECLINED':
      return {
        code: state.code,
        message: state.message,
        ...(state.advice && { advice: state.advice }),
        card: presentCard(state.card),
        ...presentThreeDs(state),
      };
    case 'ERROR':
      return {
        code: state.code,
        message: state.message,
        card: presentCard(state.card),
        ...presentThreeDs(state),
      };
    case 'CANCELED':
      return {
        code: state.code,
        message: state.message,
        ...(state.threeDs && { three_ds: state.threeDs }),
      };
    default:
      return unreachable(state);
  }
}

/** What 3-D Secure was done, and what came of it: the words and the indicator (ECI) of the card's scheme. */
function presentThreeDs(state: Extract<PaymentState, { readonly threeDs: ThreeDs }>) {
  const { threeDs, card } = state;
  if (threeDs === 'none') return { three_ds: threeDs };
  const isFailed = state.status === 'DECLINED' && state.code === '3ds_failed';
  const isMastercard = card.brand === 'mastercard';
  return {
    three_ds: threeDs,
    three_ds_data: {
      version: '2.2.0',
      eci: isFailed ? (isMastercard ? '00' : '07') : isMastercard ? '02' : '05',
      outcome: isFailed ? 'failed' : 'authenticated',
    },
  };
}

export function presentCard(card: MaskedCard) {
  return {
    brand: card.brand,
    masked: card.masked,
    last4: card.last4,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    issuer: card.issuer,
    holder: card.holder,
  };
}
