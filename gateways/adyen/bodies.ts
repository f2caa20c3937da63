import type { PayerBrowser } from '../../domain/payer-browser.ts';
import type { Address } from '../../domain/customer.ts';
import type { ChargeRequest, OpenRequest, OperationRequest, Payer } from '../gateway.ts';
import { adyenAmount } from './amounts.ts';
import { attemptName, operationName } from './names.ts';
import type { AdyenSettings } from './settings.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** No link lives longer, and no session (docs.adyen.com, Pay by Link and Sessions). */
const LONGEST_LINK_MS = 70 * DAY_MS;
const LONGEST_SESSION_MS = DAY_MS;

/** All of a body follows from the request: a key must come with the same body again. */
export function linkBody(settings: AdyenSettings, request: OpenRequest): object {
  const { description, kind, saveCard } = request;
  return {
    ...commonBody(settings, request, false),
    expiresAt: expiryOf(request, LONGEST_LINK_MS),
    reusable: false,
    allowedPaymentMethods: ['scheme'],
    ...(description !== undefined && { description }),
    ...(kind === 'authorize' && { manualCapture: true }),
    ...(saveCard && STORING),
  };
}

/** A page of Hosted Checkout: of these two only it takes nothing, for a card that is only saved. */
export function sessionBody(settings: AdyenSettings, request: OpenRequest): object {
  return {
    ...commonBody(settings, request, false),
    mode: 'hosted',
    channel: 'Web',
    expiresAt: expiryOf(request, LONGEST_SESSION_MS),
    allowedPaymentMethods: ['scheme'],
    ...(request.kind === 'authorize' && MANUAL),
    ...(request.saveCard && { ...STORING, shopperInteraction: 'Ecommerce' }),
  };
}

export function paymentsBody(settings: AdyenSettings, request: ChargeRequest): object {
  const { token, by, schedule, kind } = request;
  return {
    ...commonBody(settings, request, true),
    paymentMethod: { type: 'scheme', storedPaymentMethodId: token },
    shopperInteraction: 'ContAuth',
    ...(kind === 'authorize' && MANUAL),
    ...(by === 'customer'
      ? {
          recurringProcessingModel: 'CardOnFile',
          ...inBrowser(request),
        }
      : {
          recurringProcessingModel: schedule === 'fixed' ? 'Subscription' : 'UnscheduledCardOnFile',
        }),
  };
}

export function modificationBody(settings: AdyenSettings, request: OperationRequest): object {
  const { amount, referenceNumber, paymentReference } = request;
  return {
    merchantAccount: settings.merchant_account,
    reference: operationName(paymentReference, referenceNumber),
    ...(amount && { amount: adyenAmount(amount) }),
  };
}

/** Somebody is there, whose bank may want to ask them. */
export function inBrowser({ returnUrl, payer }: Pick<OpenRequest, 'returnUrl' | 'payer'>) {
  return {
    channel: 'Web',
    origin: new URL(returnUrl).origin,
    ...(payer?.browser && { browserInfo: browserInfo(payer.browser) }),
    // A page of the bank, to which the browser is sent: what else Adyen has needs a program of its own in ours.
    authenticationData: { threeDSRequestData: { nativeThreeDS: 'disabled' } },
  };
}

/** Adyen takes it whole or not at all, and asks no bank without it (docs.adyen.com/api-explorer/Checkout/72/post/payments). */
function browserInfo({ accept, screenWidth, screenHeight, ...said }: PayerBrowser): object {
  const { userAgent, language, timeZoneOffset, colorDepth } = said;
  return {
    userAgent,
    acceptHeader: accept,
    language,
    screenWidth,
    screenHeight,
    timeZoneOffset,
    // A screen may have more colours than the standard has a number for, which then is the next less one.
    colorDepth: COLOR_DEPTHS.find((depth) => depth <= colorDepth) ?? 1,
    // No browser of today runs any.
    javaEnabled: false,
    javaScriptEnabled: true,
  };
}

/** EMV 3-D Secure 2.2, `browserColorDepth`. */
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1];

export const MANUAL = { additionalData: { manualCapture: 'true' } } as const;
const STORING = {
  storePaymentMethodMode: 'enabled',
  recurringProcessingModel: 'CardOnFile',
} as const;

/** What every payment has. */
export function commonBody(
  { merchant_account: merchantAccount }: AdyenSettings,
  request: Omit<OpenRequest, 'saveCard'>,
  isCharge: boolean,
): object {
  const { referenceNumber, total, kind, language, description, returnUrl, payer } = request;
  return {
    merchantAccount,
    reference: attemptName(referenceNumber, { isHeld: kind === 'authorize', isCharge }),
    amount: adyenAmount(total),
    returnUrl,
    shopperLocale: language === 'ar' ? 'ar' : 'en-US',
    // Whatever the merchant account has set: a purchase is captured at once.
    ...(kind === 'purchase' && { captureDelayHours: 0 }),
    ...(description !== undefined && { merchantOrderReference: description }),
    ...(payer && payerBody(payer)),
  };
}

function payerBody(payer: Payer): object {
  const { reference, email, firstName, lastName, phone, billing, shipping, ip } = payer;
  const [billingAddress, deliveryAddress] = [addressOf(billing), addressOf(shipping)];
  return {
    ...(reference !== undefined && { shopperReference: reference }),
    ...(email !== undefined && { shopperEmail: email }),
    ...(firstName !== undefined &&
      lastName !== undefined && { shopperName: { firstName, lastName } }),
    ...(phone !== undefined && { telephoneNumber: phone }),
    ...(ip !== undefined && { shopperIP: ip }),
    ...(billingAddress && { billingAddress }),
    ...(deliveryAddress && { deliveryAddress }),
  };
}

/** Adyen takes an address with a postal code or none. */
function addressOf(address: Address | undefined): object | undefined {
  if (address?.postalCode === undefined) return undefined;
  const { line1, line2, city, state, country, postalCode } = address;
  return {
    street: line1,
    houseNumberOrName: line2 ?? 'N/A',
    city,
    postalCode,
    country,
    ...(state !== undefined && { stateOrProvince: state }),
  };
}

function expiryOf({ askedAt, expiresAt }: OpenRequest, longestMs: number): string {
  const at = new Date(Math.min(expiresAt, askedAt + longestMs));
  return at.toISOString().replace(/\.\d+Z$/, '+00:00');
}
