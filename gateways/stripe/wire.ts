import { maskedNumber } from '../../domain/card/card.ts';
import { currencyCode } from '../../domain/currencies.ts';
import { defined } from '../../domain/json.ts';
import { zero } from '../../domain/money.ts';
import type { AttemptReport, Opened, ReportOutcome } from '../../domain/transaction/network.ts';
import { expiryParams, keptCard } from '../card-told.ts';
import { ourReference } from '../our-reference.ts';
import { STRIPE_AMOUNTS } from './amounts.ts';
import { cardTold, threeDsIn } from './card.ts';
import { declineOf } from './declines.ts';
import { expanded, type StripeCharge, type PaymentIntent, type CheckoutSession } from './shapes.ts';

/** How a session stands. An open one is a page, also after a declined card: the payer may take another one. */
export function sessionAnswer(session: CheckoutSession): Opened {
  const { id, status, url, mode } = session;
  if (status === 'open' && typeof url === 'string')
    return { step: 'page', pageUrl: url, gatewayReference: id };
  const intent = expanded(session.payment_intent);
  return { step: 'report', report: { ...said(), ...namesOf(session, intent) } };

  function said(): Pick<AttemptReport, 'outcome' | 'card'> {
    if (status === 'expired' && !intent?.last_payment_error)
      return { outcome: { result: 'canceled' } };
    if (status === 'expired' && intent)
      return { ...reportOf(intent), outcome: { result: 'failed', expired: true } };
    if (status === 'complete' && mode === 'setup') return setupReport(session);
    if (status === 'complete' && intent) return reportOf(intent);
    return { outcome: { result: 'pending' } };
  }
}

/** A page has a name of its own; the payment on it is the intent's. */
function namesOf(
  { id, client_reference_id, status }: CheckoutSession,
  intent: PaymentIntent | undefined,
) {
  return {
    referenceNumber: ourReference('Stripe', client_reference_id),
    gatewayReference: id,
    ...(status === 'complete' && intent && { gatewayPayment: intent.id }),
  };
}

/** How an intent of a saved card stands; without a page, what was declined is over. */
export function intentAnswer(intent: PaymentIntent): Opened {
  const pageUrl = intent.next_action?.redirect_to_url?.url;
  if (intent.status === 'requires_action' && typeof pageUrl === 'string')
    return { step: 'page', pageUrl, gatewayReference: intent.id };
  return { step: 'report', report: reportOf(intent) };
}

function setupReport({
  setup_intent,
  currency,
}: CheckoutSession): Pick<AttemptReport, 'outcome' | 'card'> {
  const setup = expanded(setup_intent);
  const code = currencyCode((currency ?? '').toUpperCase());
  const method = expanded(setup?.payment_method);
  if (setup?.status !== 'succeeded' || !code || !method) return { outcome: { result: 'pending' } };
  const card = keptCard(cardTold(method.card, method.id, method));
  return {
    outcome: { result: 'success', kind: 'purchase', charged: zero(code) },
    ...(card && { card }),
  };
}

function reportOf(intent: PaymentIntent): AttemptReport {
  const { id, status, created, last_payment_error: error, metadata } = intent;
  const charge = expanded(intent.latest_charge);
  const outcome = outcomeOf(intent, charge);
  const isSuccess = outcome.result === 'success';
  const details = charge?.payment_method_details?.card ?? error?.payment_method?.card;
  const told = cardTold(details, charge?.payment_method, charge);
  const kept = isSuccess && metadata.save_card === 'yes' ? keptCard(told) : undefined;
  const threeDs = threeDsIn(details);
  return {
    referenceNumber: ourReference('Stripe', metadata.reference),
    outcome,
    gatewayReference: id,
    // By this name Stripe speaks of its disputes and of what is refunded there.
    ...(isSuccess && { gatewayPayment: id }),
    ...(error &&
      !isSuccess && {
        message: error.message ?? 'declined',
        decline: declineOf(error, created * 1000),
      }),
    pgParams: defined({
      auth_code: details?.authorization_code,
      card_type: details?.brand?.toUpperCase(),
      card_number: details?.last4 ? maskedNumber({ lastFour: details.last4 }) : undefined,
      ...expiryParams(told),
      card_holder: charge?.billing_details?.name,
      result: status,
      payment_id: id,
      transaction_id: charge?.id,
      pg_message: isSuccess ? undefined : error?.message,
    }),
    gatewayResponse: defined({
      id,
      status,
      amount: intent.amount,
      amount_received: intent.amount_received,
      currency: intent.currency,
      charge: charge?.id,
      code: error?.code,
      decline_code: error?.decline_code,
      network_decline_code: error?.network_decline_code,
    }),
    ...(kept && { card: kept }),
    ...(threeDs && { threeDs }),
  };
}

/** docs.stripe.com/payments/paymentintents/lifecycle. What was held stays a success, whatever became of it afterwards. */
function outcomeOf(intent: PaymentIntent, charge: StripeCharge | undefined): ReportOutcome {
  const { status, last_payment_error: error, capture_method } = intent;
  const kind = capture_method === 'manual' ? 'authorize' : 'purchase';
  switch (status) {
    case 'succeeded':
      return {
        result: 'success',
        kind,
        charged: STRIPE_AMOUNTS.moneyOf(
          kind === 'authorize' ? intent.amount : intent.amount_received,
          intent.currency,
        ),
      };
    case 'requires_capture':
      return {
        result: 'success',
        kind: 'authorize',
        charged: STRIPE_AMOUNTS.moneyOf(intent.amount, intent.currency),
      };
    case 'canceled':
      return charge?.status === 'succeeded'
        ? {
            result: 'success',
            kind,
            charged: STRIPE_AMOUNTS.moneyOf(intent.amount, intent.currency),
          }
        : { result: 'canceled' };
    case 'requires_payment_method':
      return { result: error ? 'failed' : 'pending' };
    default:
      return { result: 'pending' };
  }
}
