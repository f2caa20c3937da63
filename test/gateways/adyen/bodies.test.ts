import assert from 'node:assert/strict';
import {
  paymentsBody,
  linkBody,
  modificationBody,
  sessionBody,
} from '../../../gateways/adyen/bodies.ts';
import { adyenSettings } from '../../../gateways/adyen/settings.ts';
import { adyen } from '../../../gateways/adyen/index.ts';
import { currencyCode } from '../../../domain/currencies.ts';
import { money } from '../../../domain/money.ts';
import { GatewayFault } from '../../../gateways/gateway.ts';
import { faultBySchema } from '../../../drills/networks/adyen/schema.ts';
import { amountOf } from '../../support/builders.ts';
import { ACCOUNT } from './network.ts';
import { aCardCharge, aRefund, anOpening, PHONE_BROWSER, SHOPPER } from './support.ts';

const settings = adyenSettings(ACCOUNT);
const DAY_MS = 24 * 60 * 60 * 1000;

describe('a request to Adyen', () => {
  const PAYING = {
    reference: SHOPPER,
    email: 'sara@example.test',
    firstName: 'Sara',
    lastName: 'Al-Ali',
    phone: '+96550000000',
    billing: { line1: 'Gulf Street 1', city: 'Kuwait City', country: 'KW', postalCode: '13001' },
    shipping: {
      line1: 'Gulf Street 1',
      city: 'Kuwait City',
      country: 'KW',
      firstName: 'Sara',
      lastName: 'Al-Ali',
      email: 'sara@example.test',
      phone: '+96550000000',
    },
  } as const;

  it('for a page says all that is known, and keeps to the schema', () => {
    const request = anOpening('demoBODY2222', { payer: PAYING, language: 'ar' });
    const body = linkBody(settings, request);
    assert.equal(faultBySchema('PaymentLinkRequest', body), undefined);
    assert.deepEqual(body, {
      merchantAccount: 'PearlECOM',
      reference: 'demoBODY2222',
      amount: { value: 12_345, currency: 'KWD' },
      returnUrl: request.returnUrl,
      shopperLocale: 'ar',
      captureDelayHours: 0,
      merchantOrderReference: 'ORD-1',
      shopperReference: SHOPPER,
      shopperEmail: 'sara@example.test',
      shopperName: { firstName: 'Sara', lastName: 'Al-Ali' },
      telephoneNumber: '+96550000000',
      billingAddress: {
        street: 'Gulf Street 1',
        houseNumberOrName: 'N/A',
        city: 'Kuwait City',
        postalCode: '13001',
        country: 'KW',
      },
      expiresAt: '2026-11-26T10:00:00+00:00',
      reusable: false,
      allowedPaymentMethods: ['scheme'],
      description: 'ORD-1',
    });
  });

  it('says of the payer the same for a session and for a charge', () => {
    const payer = { ...PAYING, shipping: { ...PAYING.shipping, postalCode: '13001', line2: '7' } };
    const session = sessionBody(settings, anOpening('demoPAYER222', { payer, saveCard: true }));
    const charged = { payer: { ...payer, ip: '203.0.113.7' } };
    const charge = paymentsBody(settings, aCardCharge('demoPAYER222', 'TOKEN', charged));
    assert.deepEqual(part(charge, 'shopperIP'), ['203.0.113.7']);
    assert.equal(faultBySchema('CreateCheckoutSessionRequest', session), undefined);
    assert.equal(faultBySchema('PaymentRequest', charge), undefined);
    for (const body of [session, charge])
      assert.deepEqual(part(body, 'shopperEmail', 'deliveryAddress'), [
        'sara@example.test',
        {
          street: 'Gulf Street 1',
          houseNumberOrName: '7',
          city: 'Kuwait City',
          postalCode: '13001',
          country: 'KW',
        },
      ]);
  });

  it('holds the money or takes it at once, whatever the merchant account has set', () => {
    const held = { kind: 'authorize' } as const;
    const link = linkBody(settings, anOpening('demoHELD2222', held));
    assert.deepEqual(part(link, 'reference', 'manualCapture', 'captureDelayHours'), [
      'demoHELD2222.hold',
      true,
      undefined,
    ]);
    const session = sessionBody(settings, anOpening('demoHELD2222', { ...held, saveCard: true }));
    assert.equal(faultBySchema('CreateCheckoutSessionRequest', session), undefined);
    const charge = paymentsBody(settings, aCardCharge('demoHELD2222', 'TOKEN', held));
    for (const body of [session, charge])
      assert.deepEqual(part(body, 'additionalData'), [{ manualCapture: 'true' }]);
    assert.deepEqual(part(charge, 'reference'), ['demoHELD2222.card.hold']);
    const purchase = paymentsBody(settings, aCardCharge('demoTAKEN222', 'TOKEN'));
    assert.deepEqual(part(purchase, 'reference', 'captureDelayHours'), ['demoTAKEN222.card', 0]);
  });

  it('says who charges a saved card, and asks for a page only where somebody can go to it', () => {
    const [customer, merchant] = (['customer', 'merchant'] as const).map((by) =>
      paymentsBody(settings, aCardCharge('demoBY222222', 'TOKEN', { by })),
    );
    assert.ok(customer && merchant);
    for (const body of [customer, merchant])
      assert.equal(faultBySchema('PaymentRequest', body), undefined);
    const fields = ['shopperInteraction', 'recurringProcessingModel', 'channel', 'origin'] as const;
    assert.deepEqual(part(customer, ...fields), [
      'ContAuth',
      'CardOnFile',
      'Web',
      'https://pay.example.test',
    ]);
    assert.deepEqual(part(merchant, ...fields), [
      'ContAuth',
      'UnscheduledCardOnFile',
      undefined,
      undefined,
    ]);
  });

  it('says in which browser somebody waits for the answer, whole or not at all', () => {
    const payer = { reference: SHOPPER, browser: PHONE_BROWSER };
    const [customer, merchant] = (['customer', 'merchant'] as const).map((by) =>
      paymentsBody(settings, aCardCharge('demoBROWSER2', 'TOKEN', { by, payer })),
    );
    assert.ok(customer && merchant);
    assert.equal(faultBySchema('PaymentRequest', customer), undefined);
    const { accept, colorDepth: _more, ...same } = PHONE_BROWSER;
    assert.deepEqual(part(customer, 'browserInfo'), [
      {
        ...same,
        acceptHeader: accept,
        colorDepth: 24,
        javaEnabled: false,
        javaScriptEnabled: true,
      },
    ]);
    assert.deepEqual(part(merchant, 'browserInfo'), [undefined]);
  });

  it('says of a charge by the merchant whether its dates are agreed on', () => {
    const models = (['fixed', 'open', undefined] as const).map((schedule) => {
      const charge = aCardCharge('demoBY222222', 'TOKEN', {
        by: 'merchant',
        ...(schedule && { schedule }),
      });
      const body = paymentsBody(settings, charge);
      assert.equal(faultBySchema('PaymentRequest', body), undefined);
      return part(body, 'recurringProcessingModel')[0];
    });
    assert.deepEqual(models, ['Subscription', 'UnscheduledCardOnFile', 'UnscheduledCardOnFile']);
  });

  it('is the same each time, for a key may not come with another', () => {
    const request = anOpening('demoSAME2222', { payer: PAYING, saveCard: true });
    assert.equal(
      JSON.stringify(linkBody(settings, { ...request })),
      JSON.stringify(linkBody(settings, request)),
    );
  });

  it('asks for no page that would live longer than Adyen lets it', () => {
    const request = anOpening('demoLONG2222', { expiresAt: Date.UTC(2028, 0, 1) });
    assert.equal(expiryOf(linkBody(settings, request)), request.askedAt + 70 * DAY_MS);
    assert.equal(expiryOf(sessionBody(settings, request)), request.askedAt + DAY_MS);
  });

  it('names payment and operation, in no more than eighty characters', () => {
    const body = modificationBody(settings, aRefund('demoREFUND22', 'PSP0000000000001'));
    assert.equal(faultBySchema('PaymentRefundRequest', body), undefined);
    assert.deepEqual(part(body, 'reference', 'amount'), [
      'demoREFUND22.demoREFUND22-R',
      { value: 2500, currency: 'KWD' },
    ]);
  });

  for (const [text, currency, value] of [
    ['279', 'ISK', 27_900],
    ['1500', 'CLP', 150_000],
    ['12.00', 'CVE', 12],
    ['5000.00', 'IDR', 5000],
    ['12.345', 'KWD', 12_345],
    ['12.34', 'MRU', 1234],
    ['0', 'KWD', 0],
  ] as const)
    it(`says ${text} ${currency} as Adyen counts: ${value}`, () => {
      const total = amountOf(text, currency);
      const body = linkBody(settings, anOpening('demoCOUNT222', { total }));
      assert.deepEqual(part(body, 'amount'), [{ value, currency }]);
    });

  it('is not sent with an amount that Adyen cannot say, which its traits rule out before', () => {
    const total = amountOf('12.34', 'CVE');
    assert.throws(
      () => linkBody(settings, anOpening('demoCVE22222', { total })),
      (error: unknown) => error instanceof GatewayFault && error.kind === 'refused',
    );
    const { amountStep = {} } = adyen.traits;
    assert.deepEqual(amountStep, { CVE: 100, IDR: 100 });
    for (const [code, step = 0] of Object.entries(amountStep)) {
      const currency = currencyCode(code);
      assert.ok(currency);
      const least = linkBody(settings, anOpening('demoSTEP2222', { total: money(step, currency) }));
      assert.deepEqual(part(least, 'amount'), [{ value: 1, currency }]);
    }
  });
});

function part(body: object, ...keys: readonly string[]): readonly unknown[] {
  return keys.map((key) => Reflect.get(body, key));
}

function expiryOf(body: object): number {
  return Date.parse(String(part(body, 'expiresAt')[0]));
}
