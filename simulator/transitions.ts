import { newAuthCode, newRrn } from './ids.ts';
import type { Plan } from './outcomes.ts';
import type { Advice, DeclineCode, Payment, PaymentState, PendingState } from './payment.ts';
import { unreachable } from './unreachable.ts';
import type { MaskedCard } from './cards.ts';

/** What a customer can do with an open payment, and the network with a queued one. */
export type Action =
  | { readonly type: 'card'; readonly card: MaskedCard; readonly plan: Plan }
  /** A saved card: it is charged as planned, by whoever asks. */
  | { readonly type: 'token'; readonly card: MaskedCard; readonly plan: Plan }
  | { readonly type: 'code'; readonly code: string }
  | { readonly type: 'abandon-challenge' }
  | { readonly type: 'cancel' }
  /** The merchant wants nobody to pay any more. */
  | { readonly type: 'close' }
  /** The network decides a queued payment, as planned or as told. */
  | { readonly type: 'decide'; readonly verdict?: Plan['verdict'] };

/** The one code that passes the challenge; the page says it too, since this is a sandbox. */
export const CHALLENGE_CODE = '123456';

/** The third wrong code ends the payment. */
export const WRONG_CODES_ALLOWED = 3;

/**
 * The state that follows, or nothing when the action does not fit: a final payment never moves, a
 * second card is not read while a challenge waits, and a code means nothing without a challenge.
 */
export function next(payment: Payment, action: Action): PaymentState | undefined {
  const { state, capture } = payment;
  if (state.status === 'PENDING') return decided(state, action, capture);
  if (state.status !== 'OPEN') return undefined;
  const { challenge, saved } = state;
  switch (action.type) {
    case 'card':
    case 'token': {
      const { card, plan } = action;
      if (challenge !== undefined || (saved && action.type === 'card')) return undefined;
      if (plan.threeDs !== 'challenge') return conclude(card, plan, capture);
      return { status: 'OPEN', challenge: { card, plan, wrongCodes: 0 } };
    }
    case 'code': {
      if (challenge === undefined) return undefined;
      if (action.code === CHALLENGE_CODE) return conclude(challenge.card, challenge.plan, capture);
      const wrongCodes = challenge.wrongCodes + 1;
      if (wrongCodes >= WRONG_CODES_ALLOWED)
        return declined('3ds_failed', challenge.card, challenge.plan);
      return { status: 'OPEN', challenge: { ...challenge, wrongCodes } };
    }
    case 'abandon-challenge':
      return challenge && declined('3ds_failed', challenge.card, challenge.plan);
    case 'cancel':
      return {
        status: 'CANCELED',
        code: 'customer_canceled',
        message: 'The customer canceled the payment',
        ...(challenge && { threeDs: 'challenge' }),
      };
    case 'close':
      // The bank may be asking the customer: nobody can take that back.
      return challenge
        ? undefined
        : {
            status: 'CANCELED',
            code: 'merchant_closed',
            message: 'The merchant closed the page',
          };
    case 'decide':
      return undefined;
    default:
      return unreachable(action);
  }
}

function decided({ card, plan }: PendingState, action: Action, capture: boolean) {
  if (action.type !== 'decide') return undefined;
  const { verdict, threeDs } = plan;
  return conclude(card, { verdict: action.verdict ?? verdict, threeDs }, capture);
}

function conclude(card: MaskedCard, plan: Plan, capture: boolean): PaymentState {
  const { verdict, threeDs, queued } = plan;
  if (queued) return { status: 'PENDING', card, plan };
  switch (verdict) {
    case 'success':
      return {
        status: capture ? 'CAPTURED' : 'AUTHORIZED',
        card,
        threeDs,
        authCode: newAuthCode(),
        rrn: newRrn(),
      };
    case 'processing_error':
      return { status: 'ERROR', code: verdict, message: 'Simulated error', card, threeDs };
    case 'issuer_decline':
    case 'insufficient_funds':
    case 'expired_card':
    case 'stolen_card':
    case 'unknown_card':
      return declined(verdict, card, plan);
    default:
      return unreachable(verdict);
  }
}

function declined(code: DeclineCode, card: MaskedCard, { threeDs }: Plan): PaymentState {
  const advice = ADVICE[code];
  return {
    status: 'DECLINED',
    code,
    message: DECLINES[code],
    ...(advice && { advice }),
    card,
    threeDs,
  };
}

const DECLINES: Readonly<Record<DeclineCode, string>> = {
  issuer_decline: 'Declined by the issuer',
  insufficient_funds: 'Insufficient funds',
  expired_card: 'The card has expired',
  stolen_card: 'The card was reported stolen',
  unknown_card: 'No such card in this sandbox',
  '3ds_failed': 'The cardholder was not authenticated',
};

/** No word about a customer who was not recognized: that says nothing of the card. */
const ADVICE: Readonly<Partial<Record<DeclineCode, Advice>>> = {
  issuer_decline: 'retry_later',
  insufficient_funds: 'retry_later',
  expired_card: 'new_card',
  stolen_card: 'never_retry',
  unknown_card: 'never_retry',
};
