import type { ReferenceNumber } from '../../domain/ids.ts';
import { isZero } from '../../domain/money.ts';
import type { FormFields } from '../form.ts';
import { type ChargeRequest, type OpenRequest, type OperationRequest } from '../gateway.ts';
import { givenUpUrl } from '../return-url.ts';
import { STRIPE_AMOUNTS } from './amounts.ts';

/** Stripe has no Arabic page: its `auto` follows the browser. */
const LOCALES = { en: 'en', ar: 'auto' } as const;

/** Stripe's least is 30: our clock may be ten behind, and the first answer five minutes late. */
const LEAST_LIFE_MS = 45 * 60_000;
const LONGEST_LIFE_MS = 23 * 60 * 60_000;

/** The page of a payment, or of a card that is to be kept for nothing. The same request gives the same fields: the key is about them. */
export function sessionFields(request: OpenRequest): FormFields {
  const {
    referenceNumber,
    total,
    kind,
    language,
    description,
    saveCard,
    returnUrl,
    payer,
    askedAt,
    expiresAt,
  } = request;
  const metadata = metadataOf(referenceNumber, saveCard);
  const isSetup = isZero(total);
  // Stripe takes 30 minutes to 24 hours from when it is asked, by its own clock.
  const life = Math.min(Math.max(expiresAt - askedAt, LEAST_LIFE_MS), LONGEST_LIFE_MS);
  return {
    mode: isSetup ? 'setup' : 'payment',
    client_reference_id: referenceNumber,
    metadata,
    success_url: returnUrl,
    cancel_url: givenUpUrl(returnUrl),
    locale: LOCALES[language],
    payment_method_types: ['card'],
    customer_email: payer?.email,
    customer_creation: saveCard && 'always',
    expires_at: Math.floor((askedAt + life) / 1000),
    ...(isSetup
      ? { currency: total.currency.toLowerCase(), setup_intent_data: { metadata } }
      : {
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: total.currency.toLowerCase(),
                unit_amount: STRIPE_AMOUNTS.unitsOf(total),
                product_data: { name: description ?? referenceNumber },
              },
            },
          ],
          payment_intent_data: {
            capture_method: captureMethod(kind),
            description,
            metadata,
            setup_future_usage: saveCard && 'off_session',
          },
        }),
  };
}

/** The charge of a saved card of this customer of Stripe's. Only its holder can be sent to their bank. */
export function chargeFields(request: ChargeRequest, customer: string): FormFields {
  const { referenceNumber, total, kind, description, token, by, returnUrl } = request;
  return {
    amount: STRIPE_AMOUNTS.unitsOf(total),
    currency: total.currency.toLowerCase(),
    customer,
    payment_method: token,
    payment_method_types: ['card'],
    confirm: true,
    capture_method: captureMethod(kind),
    description,
    metadata: { reference: referenceNumber, by },
    expand: ['latest_charge'],
    ...(by === 'merchant' ? { off_session: true } : { return_url: returnUrl }),
  };
}

/** A capture names its operation on the intent, where an inquiry finds it: an intent is captured once. */
export function captureFields({ referenceNumber, amount }: OperationRequest): FormFields {
  return {
    amount_to_capture: amount && STRIPE_AMOUNTS.unitsOf(amount),
    metadata: { capture: referenceNumber },
    expand: ['latest_charge'],
  };
}

export function refundFields(
  { referenceNumber, paymentReference, amount }: OperationRequest,
  intent: string,
): FormFields {
  return {
    payment_intent: intent,
    amount: amount && STRIPE_AMOUNTS.unitsOf(amount),
    metadata: { reference: referenceNumber, payment: paymentReference },
  };
}

/** It stands on the charge too, and so in each event and file about it. */
function metadataOf(reference: ReferenceNumber, saveCard: true | undefined): FormFields {
  return { reference, save_card: saveCard && 'yes' };
}

export function captureMethod(kind: OpenRequest['kind']): string {
  return kind === 'authorize' ? 'manual' : 'automatic';
}
