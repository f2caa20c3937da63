import assert from 'node:assert/strict';
import type { JsonObject } from '../../../domain/json.ts';
import { adyen } from '../../../gateways/adyen/index.ts';
import { GatewayFault, type DeviceWalletRequest } from '../../../gateways/gateway.ts';
import { kwd, referenceOf } from '../../support/builders.ts';
import { adyenNetwork } from './network.ts';
import { anOpening, PHONE_BROWSER, SHOPPER } from './support.ts';

const { payByDevice, deviceWalletSession, deviceWallets, browserReturn } = adyen;
assert.ok(payByDevice && deviceWalletSession && deviceWallets && browserReturn);

/** As Google gives it: JSON as text, with escapes of its own, of which nothing may change. */
const GOOGLE_TOKEN =
  '{"signature":"MEUCIQC\\u003d\\u003d","protocolVersion":"ECv2","signedMessage":"{\\"tag\\":\\"x\\"}"}';
const GOOGLE = {
  apiVersion: 2,
  apiVersionMinor: 0,
  paymentMethodData: {
    type: 'CARD',
    tokenizationData: { type: 'PAYMENT_GATEWAY', token: GOOGLE_TOKEN },
  },
} as const;
const PAYMENT_DATA = {
  version: 'EC_v1',
  data: 'kdHd\u00fcRQ==',
  signature: 'MIAGCSqG',
  header: { ephemeralPublicKey: 'MFkw', publicKeyHash: 'LjAA', transactionId: '0c43' },
} as const;
const APPLE = { paymentData: PAYMENT_DATA, transactionIdentifier: '0C43' } as const;

describe('a wallet of a device at Adyen', () => {
  const network = adyenNetwork();
  const there = network.standIn.network;
  const settings = () => network.settings(network.url());
  before(network.start);
  after(network.stop);
  after(() => {
    assert.equal(network.standIn.keyConflicts, 0);
  });

  it('is charged by what Google Pay has handed over, character by character', async () => {
    const paid = await payByDevice(
      settings(),
      aWalletRequest('demoGOOGLE22', 'google_pay', GOOGLE),
    );
    assert.ok(paid.step === 'report');
    assert.deepEqual(paid.report.outcome, {
      result: 'success',
      kind: 'purchase',
      charged: kwd('12.345'),
    });
    assert.equal(there.handedOver.at(-1), GOOGLE_TOKEN);
    assert.ok(!JSON.stringify(paid).includes('ECv2'));
  });

  it('is charged by the payment data of Apple Pay', async () => {
    const paid = await payByDevice(settings(), aWalletRequest('demoAPPLE222', 'apple_pay', APPLE));
    assert.ok(paid.step === 'report');
    assert.equal(paid.report.outcome.result, 'success');
    const token = Buffer.from(there.handedOver.at(-1) ?? '', 'base64').toString('utf8');
    assert.equal(token, JSON.stringify(PAYMENT_DATA));
  });

  it('is declined for good, because there is no page on which another card could be tried', async () => {
    there.nextCharge = { code: '12', reason: 'Not enough balance' };
    const [told] = await network.callbacksOf(async () => {
      const paid = await payByDevice(
        settings(),
        aWalletRequest('demoNOFUNDS2', 'google_pay', GOOGLE),
      );
      assert.ok(paid.step === 'report');
      assert.deepEqual(paid.report.outcome, { result: 'failed' });
      assert.equal(paid.report.decline?.code, 'insufficient_funds');
    });
    assert.ok(told);
    const read = adyen.readCallback(settings(), told);
    assert.deepEqual(read.step === 'report' && read.report.outcome, { result: 'failed' });
  });

  it('leads to the page of the bank, and is charged when the browser comes back', async () => {
    there.nextCharge = 'redirect';
    const payer = { reference: SHOPPER, browser: PHONE_BROWSER };
    const request = { ...aWalletRequest('demoWALLET3D', 'google_pay', GOOGLE), payer };
    const opened = await payByDevice(settings(), request);
    assert.ok(opened.step === 'page');
    const { referenceNumber, askedAt } = request;
    const back = new URL(await there.leave(network.pageOf(referenceNumber)));
    const { gatewayReference } = opened;
    const ended = await browserReturn.read(
      settings(),
      { referenceNumber, askedAt, gatewayReference },
      Object.fromEntries(back.searchParams),
    );
    assert.equal(ended.step === 'report' && ended.report.outcome.result, 'success');
  });

  it('is refused where its token is longer than Adyen takes, and nothing of it is told', async () => {
    const token = 'x'.repeat(10_001);
    const long = {
      ...GOOGLE,
      paymentMethodData: { tokenizationData: { type: 'PAYMENT_GATEWAY', token } },
    };
    await assert.rejects(
      payByDevice(settings(), aWalletRequest('demoLONG2222', 'google_pay', long)),
      (error: unknown) =>
        error instanceof GatewayFault && error.kind === 'refused' && !error.message.includes('xxx'),
    );
  });

  it('names what a payer’s program needs; Apple Pay only where its merchant identifier is set', () => {
    const google_pay = {
      environment: 'TEST',
      gateway: 'adyen',
      gatewayMerchantId: 'PearlECOM',
      parameters: { gateway: 'adyen', gatewayMerchantId: 'PearlECOM' },
    };
    assert.deepEqual(deviceWallets(settings()), { google_pay });
    const whole = {
      ...settings(),
      apple_merchant_id: 'merchant.pearl',
      google_merchant_id: 'BCR2',
    };
    assert.deepEqual(deviceWallets(whole), {
      apple_pay: { merchantIdentifier: 'merchant.pearl' },
      google_pay: { ...google_pay, merchantId: 'BCR2' },
    });
  });

  it('gives the merchant session that Adyen has got from Apple', async () => {
    const about = { domain: 'shop.example.test', shopName: 'Pearl' };
    const given = await deviceWalletSession(
      { ...settings(), apple_merchant_id: 'merchant.pearl' },
      about,
    );
    assert.equal(given['domainName'], about.domain);
    assert.equal(given['displayName'], about.shopName);
    assert.equal(given['merchantIdentifier'], 'merchant.pearl');
    await assert.rejects(
      deviceWalletSession(settings(), about),
      (error: unknown) => error instanceof GatewayFault && /apple_merchant_id/.test(error.message),
    );
  });
});

function aWalletRequest(
  reference: string,
  wallet: DeviceWalletRequest['wallet'],
  payload: JsonObject,
): DeviceWalletRequest {
  const { saveCard: _saveCard, ...opening } = anOpening(referenceOf(reference));
  return { ...opening, wallet, payload };
}
