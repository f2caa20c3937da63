import type { Service } from './session.ts';

/** What the sheet of a wallet is told in the end; of `unknown` it says nothing. */
export type SheetEnding = 'success' | 'fail' | 'unknown';

/** What a wallet has handed over for what is to be paid, and where its sheet waits to be told what came of it: the first word counts. */
export interface HandedOver {
  readonly service: Service;
  readonly body: object;
  readonly end: (how: SheetEnding) => unknown;
}

/** The page's own options for a wallet (`applePayInit`, `googlePayInit`). */
type Options = Readonly<Record<string, unknown>>;

export interface SheetRequest {
  readonly service: Service;
  readonly options: Options;
  /** What is to be paid by now, once the page has let the payment through; undefined: the sheet closes. */
  readonly letThrough: () => Promise<Service | undefined>;
  /** Apple's word that the shop is who it says; anything else closes the sheet. */
  readonly merchantSession: (validationUrl: string) => Promise<unknown>;
}

/** Whether this browser can pay by the wallet, which it does by itself: no script of others is needed (docs/decisions/0032-wallets-by-the-browsers-own-sheet.md). */
export async function canPayBy(service: Service, options: Options): Promise<boolean> {
  try {
    // Other browsers would go and look for Apple's wallet, which none of them has.
    if (isApple(service) && !('ApplePaySession' in window)) return false;
    return await requestFor(service, options).canMakePayment();
  } catch {
    return false;
  }
}

/**
 * Shows the sheet of a wallet, at once: browsers show it only while a press is handled. Undefined where the payer has closed it, or
 * the page has said no.
 */
export async function showSheet({
  service,
  options,
  letThrough,
  merchantSession,
}: SheetRequest): Promise<HandedOver | undefined> {
  try {
    const request = requestFor(service, options);
    request.addEventListener('merchantvalidation', (event) => {
      // Safari alone has this event, and sends no other one of this name.
      const { validationURL } = event as MerchantValidation;
      (event as MerchantValidation).complete(merchantSession(validationURL));
    });
    let now = service;
    // The sheet waits for what is to be paid; a rejection closes it.
    const details = letThrough().then((allowed) => {
      if (!allowed) throw new Error();
      now = allowed;
      return totalOf(now, options);
    });
    const response = await request.show(details);
    const { details: given } = response;
    return {
      service: now,
      body: isApple(service)
        ? { apple_pay_payload: { token: given.token } }
        : { google_pay_payload: given },
      end: (how) => response.complete(how).catch(() => undefined),
    };
  } catch {
    return undefined;
  }
}

interface MerchantValidation extends Event {
  readonly validationURL: string;
  readonly complete: (session: Promise<unknown>) => void;
}

function isApple({ flow }: Service): boolean {
  return flow === 'apple_pay';
}

function requestFor(service: Service, options: Options): PaymentRequest {
  const method = isApple(service) ? appleMethod(service, options) : googleMethod(service, options);
  return new PaymentRequest([method], totalOf(service, options));
}

function appleMethod({ merchant_id, country_code }: Service, options: Options) {
  return {
    supportedMethods: 'https://apple.com/apple-pay',
    data: {
      version: 6,
      merchantIdentifier: merchant_id,
      countryCode: country_code,
      supportedNetworks: ['amex', 'masterCard', 'maestro', 'visa', 'mada'],
      merchantCapabilities: ['supports3DS'],
      ...options,
    },
  };
}

function googleMethod(
  {
    environment,
    merchant_id: merchantId,
    merchant_name: merchantName,
    tokenization_parameters: parameters,
  }: Service,
  {
    allowedCardAuthMethods: allowedAuthMethods = ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
    allowedCardNetworks = ['AMEX', 'DISCOVER', 'JCB', 'MASTERCARD', 'VISA'],
    allowPrepaidCards,
    allowCreditCards,
  }: Options,
) {
  return {
    supportedMethods: 'https://google.com/pay',
    // What is undefined the browser leaves out.
    data: {
      environment,
      apiVersion: 2,
      apiVersionMinor: 0,
      merchantInfo: { merchantName, merchantId },
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            allowedAuthMethods,
            allowedCardNetworks,
            allowPrepaidCards,
            allowCreditCards,
          },
          tokenizationSpecification: { type: 'PAYMENT_GATEWAY', parameters },
        },
      ],
    },
  };
}

function totalOf(
  { billing, shop_name, merchant_name = shop_name }: Service,
  { totalPriceLabel = merchant_name }: Options,
) {
  const { value, currency_code: currency } = billing.amount;
  return { total: { label: String(totalPriceLabel), amount: { currency, value } } };
}
