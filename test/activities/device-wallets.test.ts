import assert from 'node:assert/strict';
import { gatewayActivities } from '../../activities/gateways.ts';
import { memoryCardTries, memoryClocks } from '../../drills/time-travel/memory-stores.ts';
import { ACCOUNT } from '../gateways/adyen/network.ts';
import { PHONE_BROWSER } from '../gateways/adyen/support.ts';
import { anAccount, anAttempt, aTransaction } from '../support/builders.ts';
import { failure } from './support/failures.ts';
import { inActivity } from './support/in-activity.ts';
import {
  memoryAccounts,
  memoryBreakers,
  memoryDevicePayloads,
  memoryPayerAddresses,
  NOTHING_AGREED,
  memoryTransactions,
} from './support/memory-store.ts';
import { scriptedNetwork } from './support/scripted-network.ts';

const ADDRESS = '203.0.113.7';
const TOKEN = '{"signedMessage":"beefcafe\\u003d"}';
const PAYLOAD = {
  apiVersion: 2,
  paymentMethodData: { tokenizationData: { type: 'PAYMENT_GATEWAY', token: TOKEN } },
};
const AUTHORISED = {
  resultCode: 'Authorised',
  pspReference: 'PSP0000000000001',
  amount: { value: 12_500, currency: 'KWD' },
};

describe('openAttempt, for a wallet of the device', () => {
  const network = scriptedNetwork();

  function opening(gateway: 'sandbox' | 'adyen', isKept = true) {
    const asked = anAttempt({ gateway, deviceWallet: 'google_pay', createdAt: Date.now() });
    const transaction = aTransaction({ state: 'pending', attempts: [asked] });
    const { merchantId, sessionId } = transaction;
    const { referenceNumber } = asked;
    const settings =
      gateway === 'sandbox' ? network.settings() : { ...ACCOUNT, url: network.settings()['url'] };
    const activities = gatewayActivities({
      transactions: memoryTransactions(transaction),
      gatewayAccounts: memoryAccounts([anAccount({ gateway }), settings]),
      cardTries: memoryCardTries(),
      clocks: memoryClocks(),
      breakers: memoryBreakers(),
      ...NOTHING_AGREED,
      payerDevices: memoryPayerAddresses([
        referenceNumber,
        { ip: ADDRESS, browser: PHONE_BROWSER },
      ]),
      devicePayloads: memoryDevicePayloads(
        ...(isKept ? [[referenceNumber, PAYLOAD] as const] : []),
      ),
    });
    const command = { publicUrl: 'https://pay.example.test', language: 'en' } as const;
    const captured = {
      id: 'net-1',
      merchant_reference: referenceNumber,
      status: 'CAPTURED',
      amount: '12.500',
      currency: 'KWD',
    };
    const open = (attempt = 1) =>
      inActivity(
        () => activities.openAttempt({ merchantId, sessionId, referenceNumber, ...command }),
        { attempt },
      );
    return { open, captured };
  }

  it('gives the network the payload as it was handed over, under the key of the attempt', async () => {
    const { open, captured } = opening('sandbox');
    network.answer({ POST: { status: 201, body: captured } });
    const opened = await open();
    assert.equal(opened.step === 'report' && opened.report.outcome.result, 'success');
    const [asked, ...more] = network.heard();
    assert.deepEqual(
      [asked?.url, asked?.key, more],
      ['/v1/wallet-charges', anAttempt().idempotencyKey, []],
    );
    assert.deepEqual(JSON.parse(asked?.body ?? '{}').payload, PAYLOAD);
    assert.ok(!asked?.body.includes(ADDRESS), 'this network does not want to know it');
  });

  it('asks a network what it knows before it is asked a second time', async () => {
    const { open, captured } = opening('sandbox');
    network.answer({ GET: { status: 200, body: captured } });
    assert.equal((await open(2)).step, 'report');
    assert.deepEqual(
      network.heard().map(({ method }) => method),
      ['GET'],
    );
  });

  it('repeats the same bytes under the same key where a network tells only by that', async () => {
    const { open } = opening('adyen');
    network.answer({ POST: { status: 200, body: AUTHORISED } });
    for (const attempt of [1, 2]) assert.equal((await open(attempt)).step, 'report');
    const [first, second] = network.heard();
    assert.deepEqual([second?.key, second?.body], [first?.key, first?.body]);
    const { paymentMethod, shopperIP, browserInfo } = JSON.parse(first?.body ?? '{}');
    assert.deepEqual([paymentMethod.googlePayToken, shopperIP], [TOKEN, ADDRESS]);
    assert.equal(browserInfo.userAgent, PHONE_BROWSER.userAgent);
  });

  it('charges nothing where the payload is gone, and says so for certain only if nobody was asked', async () => {
    const first = opening('adyen', false);
    await assert.rejects(first.open(1), failure('GatewayRefused', 'final'));
    await assert.rejects(first.open(2), failure('GatewayUnknown', 'tried again'));
    const asked = opening('sandbox', false);
    network.answer({ GET: { status: 404, body: {} } });
    await assert.rejects(asked.open(2), failure('GatewayRefused', 'final'));
    assert.deepEqual(
      network.heard().map(({ method }) => method),
      ['GET'],
    );
  });

  it('takes a refusal for a no only where the network has no such payment', async () => {
    const { open, captured } = opening('sandbox');
    network.answer({ POST: { status: 409, body: {} }, GET: { status: 200, body: captured } });
    const opened = await open();
    assert.equal(opened.step === 'report' && opened.report.outcome.result, 'success');
    network.answer({ POST: { status: 400, body: {} }, GET: { status: 404, body: {} } });
    await assert.rejects(open(), failure('GatewayRefused', 'final'));
  });

  it('tells nothing of the payload when it fails', async () => {
    const { open } = opening('sandbox');
    network.answer({
      POST: { status: 400, body: { error: { code: 'x' } } },
      GET: { status: 404, body: {} },
    });
    await assert.rejects(open(), (error: Error) => {
      assert.ok(!JSON.stringify(error, Object.getOwnPropertyNames(error)).includes('beefcafe'));
      return true;
    });
  });
});
