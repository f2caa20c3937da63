import { referenceNumber } from '../../domain/ids.ts';
import { callbackWord } from '../callback-word.ts';
import { GatewayFault, type RawCallback, type ReadCallback } from '../gateway.ts';
import { parsedJson } from '../shapes.ts';
import { isSignedBy, isTimely } from '../signature.ts';
import { canceledHold, capturedThere, refundWord } from './operation.ts';
import { stripeDispute } from './dispute.ts';
import { chargeIn, disputeIn, eventIn, intentIn, refundIn, type StripeEvent } from './shapes.ts';
import type { StripeSettings } from './settings.ts';

/** Of captures and voids (contract/requests#idempotency). */
const OUR_KEYS = /:(?:capture|void)(?::\d+)?$/;

/** Believes an event only by its signature over the raw body; anything else is `forged`, with the reason. */
export function readEvent(settings: StripeSettings, callback: RawCallback): ReadCallback {
  const forgery = forgeryOf(settings, callback);
  if (forgery !== undefined) return { step: 'forged', reason: forgery };
  let event: StripeEvent;
  try {
    event = eventIn(parsedJson(callback.body));
  } catch (fault) {
    if (!(fault instanceof GatewayFault)) throw fault;
    return { step: 'forged', reason: `signed, but no event: ${fault.message}` };
  }
  return callbackWord(event.id, event.data.object.metadata?.reference, () => wordIn(event));
}

/** Throws a `GatewayFault` for words that we do not know. An event is old when it comes, so of an attempt Stripe is asked anew. */
function wordIn(event: StripeEvent) {
  const { type, data, request } = event;
  const nothing = { step: 'nothing', about: type } as const;
  // What we asked for has answered us. What a person did in the dashboard has no key, and other programs have keys of their own.
  const isOurs = OUR_KEYS.test(request?.idempotency_key ?? '');
  switch (type) {
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = refundIn(data.object);
      const { paymentReference, ...report } = refundWord(refund);
      if (paymentReference)
        return { step: 'operation', report: { ...report, paymentReference } } as const;
      const { payment_intent: payment, balance_transaction: line, reason } = refund;
      // The release of a hold, or of the rest of one, is no refund: its intent tells of it.
      const isRelease = isOurs || !line || reason === 'expired_uncaptured_charge';
      return payment && !isRelease
        ? ({ step: 'operation-there', gatewayPayment: payment, report } as const)
        : nothing;
    }
    case 'charge.captured': {
      const report = isOurs ? undefined : capturedThere(chargeIn(data.object));
      return report ? ({ step: 'operation', report } as const) : nothing;
    }
    case 'payment_intent.canceled': {
      const report = isOurs ? undefined : canceledHold(intentIn(data.object));
      return report ? ({ step: 'operation', report } as const) : asked(event);
    }
    case 'payment_intent.payment_failed':
      // On a page of Stripe's a declined card is not the end, and nothing has to be asked.
      return data.object.metadata?.by === undefined ? nothing : asked(event);
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed': {
      const report = stripeDispute(disputeIn(data.object), event.created);
      return report ? ({ step: 'dispute', report } as const) : nothing;
    }
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'setup_intent.succeeded':
    case 'payment_intent.succeeded':
    case 'payment_intent.amount_capturable_updated':
      return asked(event);
    default:
      return nothing;
  }
}

function asked(event: StripeEvent) {
  const reference = referenceOf(event);
  return reference
    ? ({ step: 'ask', referenceNumber: reference, about: event.type } as const)
    : ({ step: 'nothing', about: event.type } as const);
}

/** Our name of the attempt that an event is about; events of other programs of the same account have none. */
function referenceOf({ data }: StripeEvent) {
  return referenceNumber(data.object.metadata?.reference ?? '');
}

function forgeryOf(
  { webhook_secrets }: StripeSettings,
  { headers, body, receivedAt }: RawCallback,
): string | undefined {
  const header = headers['stripe-signature'];
  const parts = typeof header === 'string' ? header.split(',').map((part) => part.split('=')) : [];
  const [, seconds = ''] = parts.find(([name]) => name === 't') ?? [];
  const given = parts.flatMap(([name, hex = '']) => (name === 'v1' ? [hex] : []));
  if (!/^\d{1,12}$/.test(seconds) || given.length === 0) return 'no signature';
  if (!isTimely(Number(seconds) * 1000, receivedAt))
    return 'the signature is old, or from the future';
  return isSignedBy(webhook_secrets, `${seconds}.${body}`, { given, as: 'hex' })
    ? undefined
    : 'the signature is wrong';
}
