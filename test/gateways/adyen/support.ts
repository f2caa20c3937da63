import type { PayerBrowser } from '../../../domain/payer-browser.ts';
import { payerReference } from '../../../gateways/payer-reference.ts';
import type { ChargeRequest, OpenRequest, OperationRequest } from '../../../gateways/gateway.ts';
import { kwd, referenceOf, SHOP } from '../../support/builders.ts';
import type { Item } from '../../../drills/networks/adyen/webhooks.ts';
import { ACCOUNT } from './network.ts';

export const SHOPPER = payerReference(SHOP, 'customer-1');
const AT = Date.UTC(2026, 10, 25, 10);
/** As a phone in Kuwait says it, whose screen has more colours than EMV has a number for. */
export const PHONE_BROWSER: PayerBrowser = {
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X)',
  accept: 'text/html,*/*;q=0.8',
  language: 'ar-KW',
  screenWidth: 393,
  screenHeight: 852,
  colorDepth: 30,
  timeZoneOffset: -180,
};

export function anOpening(reference: string, given: Partial<OpenRequest> = {}): OpenRequest {
  const referenceNumber = referenceOf(reference);
  return {
    referenceNumber,
    idempotencyKey: `session:${referenceNumber}:open`,
    total: kwd('12.345'),
    kind: 'purchase',
    language: 'en',
    description: 'ORD-1',
    payer: { reference: SHOPPER },
    askedAt: AT,
    expiresAt: AT + 24 * 60 * 60 * 1000,
    returnUrl: 'https://pay.example.test/return?lang=en',
    notifyUrl: 'https://pay.example.test/notify',
    ...given,
  };
}

export function aCardCharge(
  reference: string,
  token: string,
  given: Partial<ChargeRequest> = {},
): ChargeRequest {
  const { saveCard: _saveCard, ...opening } = anOpening(reference);
  return { ...opening, token, by: 'merchant', ...given };
}

export function aRefund(
  payment: string,
  gatewayPayment: string,
  given: Partial<OperationRequest> = {},
): OperationRequest {
  const referenceNumber = referenceOf(`${payment}-R`);
  return {
    kind: 'refund',
    idempotencyKey: `session:${referenceNumber}`,
    referenceNumber,
    paymentReference: referenceOf(payment),
    gatewayPayment,
    amount: kwd('2.500'),
    askedAt: AT,
    ...given,
  };
}

/** An AUTHORISATION of 12.345 dinars, unless it says otherwise. */
export function anItem(given: Partial<Item> = {}): Item {
  return {
    amount: { value: 12_345, currency: 'KWD' },
    pspReference: 'PSP0000000000001',
    merchantAccountCode: ACCOUNT.merchant_account,
    merchantReference: 'demoITEM2222',
    eventCode: 'AUTHORISATION',
    eventDate: '2026-11-25T10:00:00+01:00',
    success: 'true',
    ...given,
  };
}
