import type { DeviceWalletTerms } from '../../domain/device-wallet/terms.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json.ts';
import type { Opened } from '../../domain/transaction/network.ts';
import type { FormFields } from '../form.ts';
import { GatewayFault, type DeviceWalletRequest } from '../gateway.ts';
import { STRIPE_AMOUNTS } from './amounts.ts';
import { accepted, postForm, STRIPE_VERSION } from './client.ts';
import { declineOf } from './declines.ts';
import { confirmedIntent } from './intent.ts';
import { captureMethod } from './requests.ts';
import type { StripeSettings } from './settings.ts';
import { methodIn } from './shapes.ts';
import { parsedJson } from '../shapes.ts';

/**
 * Charges what Google Pay has handed over. Its token is one of Stripe's own: it becomes a payment method, and that is charged, each
 * under a key of its own, because a key is of one request. Safe to repeat.
 */
export async function payAtStripe(
  settings: StripeSettings,
  request: DeviceWalletRequest,
): Promise<Opened> {
  const { payload, idempotencyKey, referenceNumber, payer } = request;
  const token = tokenIn(payload);
  const made = await postForm(
    settings,
    '/v1/payment_methods',
    { type: 'card', card: { token }, billing_details: { email: payer?.email } },
    `${idempotencyKey}:method`,
  );
  const { error } = made;
  if (made.status === 402 && error)
    return {
      step: 'report',
      report: {
        referenceNumber,
        outcome: { result: 'failed' },
        message: error.message ?? 'declined',
        decline: declineOf(error, request.askedAt),
      },
    };
  const { id } = methodIn(accepted(made, 'the token of Google Pay'));
  const answer = await postForm(
    settings,
    '/v1/payment_intents',
    intentFields(request, id),
    idempotencyKey,
  );
  return confirmedIntent(settings, answer, 'the charge');
}

/** The bank of a card that Google Pay has not authenticated may ask its holder, on a page of its own. */
function intentFields(
  { referenceNumber, total, kind, description, returnUrl }: DeviceWalletRequest,
  method: string,
): FormFields {
  return {
    amount: STRIPE_AMOUNTS.unitsOf(total),
    currency: total.currency.toLowerCase(),
    payment_method: method,
    payment_method_types: ['card'],
    confirm: true,
    capture_method: captureMethod(kind),
    description,
    metadata: { reference: referenceNumber, by: 'customer' },
    expand: ['latest_charge'],
    return_url: returnUrl,
  };
}

/** Google Pay hands over JSON as text: an object of Stripe's, of which the name is enough. */
function tokenIn({ paymentMethodData }: JsonObject): string {
  const data = isJsonObject(paymentMethodData) ? paymentMethodData['tokenizationData'] : undefined;
  const id = isJsonObject(data) ? idIn(data['token']) : undefined;
  if (id !== undefined) return id;
  throw new GatewayFault(
    'refused',
    'What Google Pay has handed over is no token of Stripe’s: ask it with the gateway "stripe" and the publishable key of this account.',
  );
}

function idIn(text: JsonValue | undefined): string | undefined {
  if (typeof text !== 'string') return undefined;
  const token = parsedJson(text);
  const id = isJsonObject(token) ? token['id'] : undefined;
  return typeof id === 'string' && /^tok_\w{1,100}$/.test(id) ? id : undefined;
}

/** Google Pay needs the publishable key. Of Apple Pay Stripe documents no call of a server. */
export function stripeWallets({
  publishable_key: key,
  google_merchant_id: merchantId,
}: StripeSettings): DeviceWalletTerms {
  if (key === undefined) return {};
  return {
    google_pay: {
      environment: key.includes('_live_') ? 'PRODUCTION' : 'TEST',
      ...(merchantId !== undefined && { merchantId }),
      gateway: 'stripe',
      gatewayMerchantId: key,
      parameters: {
        gateway: 'stripe',
        'stripe:version': STRIPE_VERSION,
        'stripe:publishableKey': key,
      },
    },
  };
}
