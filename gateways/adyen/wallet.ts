import type { DeviceWalletTerms } from '../../domain/device-wallet/terms.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../domain/json.ts';
import type { Opened } from '../../domain/transaction/network.ts';
import { GatewayFault, type DeviceWalletRequest, type DeviceWalletSession } from '../gateway.ts';
import { commonBody, inBrowser, MANUAL } from './bodies.ts';
import { call, granted } from './client.ts';
import type { AdyenSettings } from './settings.ts';
import { readAppleSession, readResult } from './shapes.ts';
import { resultWord } from './wire.ts';
import { parsedJson } from '../shapes.ts';

/** Charges what Apple Pay or Google Pay has handed over (docs.adyen.com, API only). Safe to repeat: the key makes it the same. */
export async function payAtAdyen(
  settings: AdyenSettings,
  request: DeviceWalletRequest,
): Promise<Opened> {
  const { referenceNumber, idempotencyKey, kind } = request;
  const body = walletBody(settings, request);
  const answer = await call(settings, { method: 'POST', path: '/payments', body, idempotencyKey });
  const asked = { referenceNumber, isHeld: kind === 'authorize', now: Date.now() };
  return resultWord(asked, readResult(granted(answer, 'the wallet')));
}

/** The bank of a card that Google Pay has not authenticated may ask its holder, on a page of its own. */
function walletBody(settings: AdyenSettings, request: DeviceWalletRequest): object {
  const { wallet, payload, kind } = request;
  return {
    ...commonBody(settings, request, true),
    paymentMethod: wallet === 'apple_pay' ? appleMethod(payload) : googleMethod(payload),
    shopperInteraction: 'Ecommerce',
    ...(kind === 'authorize' && MANUAL),
    ...inBrowser(request),
  };
}

/** The longest that Adyen takes. */
const LONGEST_TOKEN = 10_000;

function appleMethod({ paymentData }: JsonObject): object {
  // The signature is over what stands in the texts of it, and these are as they came.
  const token = Buffer.from(JSON.stringify(paymentData)).toString('base64');
  return { type: 'applepay', applePayToken: takeable(token) };
}

function googleMethod({ paymentMethodData }: JsonObject): object {
  const data = inside(paymentMethodData, 'tokenizationData');
  return { type: 'googlepay', googlePayToken: takeable(inside(data, 'token')) };
}

function takeable(token: JsonValue | undefined): string {
  if (typeof token === 'string' && token.length <= LONGEST_TOKEN) return token;
  throw new GatewayFault(
    'refused',
    `Adyen takes no token of more than ${LONGEST_TOKEN} characters.`,
  );
}

function inside(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) ? value[name] : undefined;
}

/** Apple Pay only with the merchant identifier of the certificate that was made with Adyen. */
export function adyenWallets({
  apple_merchant_id: apple,
  google_merchant_id: google,
  merchant_account: gatewayMerchantId,
  live_prefix: live,
}: AdyenSettings): DeviceWalletTerms {
  return {
    ...(apple !== undefined && { apple_pay: { merchantIdentifier: apple } }),
    google_pay: {
      environment: live === undefined ? 'TEST' : 'PRODUCTION',
      ...(google !== undefined && { merchantId: google }),
      gateway: 'adyen',
      gatewayMerchantId,
      parameters: { gateway: 'adyen', gatewayMerchantId },
    },
  };
}

/** Adyen asks Apple for it, with the certificate of the account: no address from outside is called. */
export async function deviceWalletSession(
  settings: AdyenSettings,
  { domain: domainName, shopName: displayName }: DeviceWalletSession,
): Promise<JsonObject> {
  const { apple_merchant_id: merchantIdentifier } = settings;
  if (merchantIdentifier === undefined)
    throw new GatewayFault('refused', 'The account has no apple_merchant_id: set it.');
  const body = { displayName, domainName, merchantIdentifier };
  const answer = await call(settings, { method: 'POST', path: '/applePay/sessions', body });
  const { data } = readAppleSession(granted(answer, 'the merchant session'));
  const session = parsedJson(Buffer.from(data, 'base64').toString('utf8'));
  if (isJsonObject(session)) return session;
  throw new GatewayFault('unknown', 'Adyen answered with no merchant session that can be read.');
}
