import { answerApple, canPayBy } from './own-sheet.ts';
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
  /** Apple's word that the shop is who it says. */
  readonly merchantSession: (validationUrl: string) => Promise<unknown>;
}

/** Whether this browser can pay by the wallet. */
export function canPay(service: Service, options: Options): Promise<boolean> {
  return canPayBy(isApple(service), () => requestFor(service, options));
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
    const request = answerApple(requestFor(service, options), merchantSession);
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

function isApple({ flow }: Service): boolean {
  return flow === 'apple_pay';
}

function requestFor(service: Service, options: Options): PaymentRequest {
  const { supportedMethods, data } = service.payment_request ?? {};
  const [card] = data?.allowedPaymentMethods ?? [];
  const {
    allowedCardAuthMethods: allowedAuthMethods = card?.parameters.allowedAuthMethods,
    allowedCardNetworks = card?.parameters.allowedCardNetworks,
    allowPrepaidCards,
    allowCreditCards,
  } = options;
  // What is undefined the browser leaves out.
  const parameters = {
    allowedAuthMethods,
    allowedCardNetworks,
    allowPrepaidCards,
    allowCreditCards,
  };
  const asked = card
    ? { ...data, allowedPaymentMethods: [{ ...card, parameters }] }
    : { ...data, ...options };
  return new PaymentRequest(
    [{ supportedMethods: String(supportedMethods), data: asked }],
    totalOf(service, options),
  );
}

function totalOf(
  { billing, shop_name, merchant_name = shop_name }: Service,
  { totalPriceLabel = merchant_name }: Options,
) {
  const { value, currency_code: currency } = billing.amount;
  return { total: { label: String(totalPriceLabel), amount: { currency, value } } };
}
