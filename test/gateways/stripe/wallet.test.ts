import assert from 'node:assert/strict';
import type { DeviceWalletRequest } from '../../../gateways/gateway.ts';
import { stripe } from '../../../gateways/stripe/index.ts';
import { kwd } from '../../support/builders.ts';
import { aRequest, isFault, NUMBERS, reportIn, stripeSide } from './support.ts';

const { payByDevice, deviceWallets } = stripe;
assert.ok(payByDevice && deviceWallets);

describe('Google Pay at Stripe', () => {
  const { network, book, right, moved } = stripeSide();

  it('is charged by the token that it has handed over', async () => {
    const payer = { email: 'mona@example.test' };
    const request = { ...googleRequest(book.tokenFor(NUMBERS.good)), payer };
    const { outcome, pgParams } = reportIn(await payByDevice(right(), request));
    assert.deepEqual(outcome, { result: 'success', kind: 'purchase', charged: kwd('12.500') });
    assert.match(String(pgParams?.card_number), /4242$/);
    const method = book.all('payment_method').find((one) => one['billing_details'].email);
    assert.equal(method?.['billing_details'].email, payer.email);
    assert.deepEqual(moved(request), [['capture', 12_500]]);
  });

  it('is held where the money shall be held', async () => {
    const request = { ...googleRequest(book.tokenFor(NUMBERS.good)), kind: 'authorize' as const };
    const { outcome } = reportIn(await payByDevice(right(), request));
    assert.equal(outcome.result === 'success' && outcome.kind, 'authorize');
    assert.deepEqual(moved(request), [['authorize', 12_500]]);
  });

  for (const on of ['post /v1/payment_methods', 'post /v1/payment_intents'])
    it(`is charged once where the answer to ${on} is lost and all is asked for again`, async () => {
      const request = googleRequest(book.tokenFor(NUMBERS.good));
      network.stripe.fail({ on, fault: 'lost' });
      await assert.rejects(payByDevice(right(), request), isFault('unknown'));
      assert.equal(reportIn(await payByDevice(right(), request)).outcome.result, 'success');
      assert.deepEqual(moved(request), [['capture', 12_500]]);
    });

  it('is declined with the reason', async () => {
    const report = reportIn(
      await payByDevice(right(), googleRequest(book.tokenFor(NUMBERS.declined))),
    );
    assert.deepEqual(
      [report.outcome, report.decline?.code],
      [{ result: 'failed' }, 'generic_decline'],
    );
  });

  it('leads to the page of the bank where that asks', async () => {
    const opened = await payByDevice(right(), googleRequest(book.tokenFor(NUMBERS.asksAlways)));
    assert.ok(opened.step === 'page');
    assert.ok(stripe.pageOrigins(right()).includes(new URL(opened.pageUrl).origin));
  });

  for (const [what, token] of [
    [
      'is made for somebody else',
      '{"signature":"MEUC","protocolVersion":"ECv2","signedMessage":"{}"}',
    ],
    ['is no JSON', 'tok_1'],
    ['has been used', '{"id":"tok_used"}'],
  ] as const)
    it(`is refused where its token ${what}`, async () => {
      await assert.rejects(payByDevice(right(), googleRequest(token)), isFault('refused'));
    });

  it('needs the publishable key, and says what Google wants to know', () => {
    assert.deepEqual(deviceWallets(right()), {});
    const { google_pay } = deviceWallets({ ...right(), publishable_key: 'pk_test_1' });
    assert.deepEqual(
      [
        google_pay?.environment,
        google_pay?.gateway,
        google_pay?.parameters['stripe:publishableKey'],
      ],
      ['TEST', 'stripe', 'pk_test_1'],
    );
  });
});

function googleRequest(token: string): DeviceWalletRequest {
  const { saveCard: _saveCard, ...request } = aRequest();
  const tokenizationData = { type: 'PAYMENT_GATEWAY', token };
  return {
    ...request,
    wallet: 'google_pay',
    payload: { apiVersion: 2, paymentMethodData: { tokenizationData } },
  };
}
