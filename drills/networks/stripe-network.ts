import { randomBytes } from 'node:crypto';
import { openFront, type FrontCall } from './front.ts';
import { GOOD_CARD, type BookedPayment, type Network } from './network.ts';
import { GATEWAY_TIMEOUT_MS } from './sandbox.ts';
import { standInNetwork, type StandInMove, type StandInSide } from './stand-in-network.ts';
import { StripeRefusal } from './stripe/book.ts';
import type { StripeJson } from './stripe/form.ts';
import { createStripe, stripeRoute } from './stripe/server.ts';

/** Longer than the engine waits, so that it asks again while the first request is under way. */
const BUSY_MS = GATEWAY_TIMEOUT_MS + 500;

/** What the calls of the connector are in the simulator's words. */
const CALLS: Readonly<Record<string, string>> = {
  'post /v1/checkout/sessions': 'create',
  'post /v1/checkout/sessions/{session}/expire': 'close',
  'post /v1/payment_intents': 'charge',
  'post /v1/payment_intents/{intent}/capture': 'capture',
  'post /v1/payment_intents/{intent}/cancel': 'void',
  'post /v1/refunds': 'refund',
};

/** Stand-ins of Stripe in place of the simulator. */
export function stripeDrillNetwork(): Network {
  return standInNetwork({
    name: 'stripe',
    pageIn: (location) => /\/c\/pay\/(cs_\w+)/.exec(location)?.[1],
    strangeKey: { secret_key: 'sk_test_strange' },
    openSide,
  });
}

async function openSide(notifyUrl: string): Promise<StandInSide> {
  const secret = randomBytes(12).toString('hex');
  const keys = { secret_key: `sk_test_${secret}`, webhook_secrets: [`whsec_${secret}`] };
  const stripe = createStripe(keys.secret_key);
  await stripe.listen();
  const front = await openFront({
    standIn: stripe.url,
    notifyUrl,
    nameOf: (method, path) => CALLS[nameOf(method, path)] ?? 'inquire',
    before: (call) => goWrong(stripe, call),
  });
  stripe.postTo({ url: front.eventsUrl, secrets: keys.webhook_secrets });
  const { book } = stripe;
  const sessions = () => book.all('checkout.session');
  return {
    front,
    settings: { url: front.url, timeout_ms: GATEWAY_TIMEOUT_MS, ...keys },
    referenceOn: (page) => book.objects.get(page)?.['client_reference_id'],
    pay: async (page, card = GOOD_CARD) => {
      try {
        book.pay(page, card);
        return true;
      } catch (error) {
        if (error instanceof StripeRefusal) return false;
        throw error;
      }
    },
    payments: () => {
      const ofPages = new Set(sessions().map((session) => session['payment_intent']));
      const others = book.all('payment_intent').filter(({ id }) => !ofPages.has(id));
      return [...sessions().map((one) => paymentOf(book, one)), ...others.map(intentPayment)];
    },
    operations: () =>
      book.all('refund').map(({ id, status, metadata, payment_intent: payment }) => ({
        id,
        kind: 'refund',
        status: status === 'pending' ? 'QUEUED' : String(status).toUpperCase(),
        merchant_reference: metadata['reference'] ?? '',
        payment,
      })),
    moved: () =>
      book.moved.map(({ entry, payment, reference, operation, amount }) => ({
        payment,
        reference,
        entry: entry as StandInMove['entry'],
        ...(operation !== undefined && { operation }),
        fils: amount,
      })),
    decide: async (operation, outcome) => {
      if (book.objects.has(operation))
        book.decideRefund(operation, outcome === 'done' ? 'succeeded' : 'failed');
    },
    stop: stripe.close,
  };
}

function goWrong(
  stripe: ReturnType<typeof createStripe>,
  { method, path, inside }: FrontCall,
): void {
  const on = nameOf(method, path);
  if (inside?.fault === 'broken') stripe.fail({ on, fault: 'broken' });
  if (inside?.fault === 'busy') stripe.fail({ on, fault: 'late', ms: BUSY_MS });
  if (inside?.fault === 'queued') stripe.book.queueNextRefund();
  if (inside?.fault === 'declined') stripe.book.declineNextCharge();
}

function nameOf(method: string, path: string): string {
  return stripeRoute(method.toLowerCase(), new URL(path, 'http://stripe').pathname)?.name ?? '';
}

/** A page, by its intent from when somebody has tried to pay there. */
function paymentOf(
  { objects }: ReturnType<typeof createStripe>['book'],
  { id, status, payment_intent, client_reference_id: reference }: StripeJson,
): BookedPayment {
  const intent = objects.get(payment_intent);
  if (intent && status === 'complete') return intentPayment(intent);
  return {
    id: intent?.['id'] ?? id,
    merchant_reference: reference,
    status: status === 'open' ? 'PENDING' : 'CANCELED',
  };
}

function intentPayment({ id, status, metadata, latest_charge: charge }: StripeJson): BookedPayment {
  return { id, merchant_reference: metadata['reference'] ?? '', status: statusOf(status, charge) };
}

/** A hold that was canceled was a hold. */
function statusOf(status: string, charge: unknown): string {
  if (status === 'succeeded') return 'CAPTURED';
  if (status === 'requires_capture') return 'AUTHORIZED';
  if (status === 'canceled') return charge ? 'AUTHORIZED' : 'CANCELED';
  return status === 'requires_payment_method' ? 'DECLINED' : 'PENDING';
}
