import assert from 'node:assert/strict';
import { sandbox } from '../../../gateways/sandbox/index.ts';
import { kwd, referenceOf } from '../../support/builders.ts';
import { NO_URLS } from '../../support/hostile-urls.ts';
import { gatewayContract } from '../contract.ts';
import { sandboxNetwork } from './network.ts';

const network = sandboxNetwork();

gatewayContract({
  name: 'sandbox',
  gateway: sandbox,
  settings: network.settings,
  required: ['url', 'account', 'secret_key', 'callback_secret'],
  secret: ['secret_key', 'callback_secret'],
  network,
});

describe('the settings of the sandbox network', () => {
  for (const url of NO_URLS)
    it(`have no address such as ${url}`, () => {
      assert.throws(() => sandbox.checkSettings({ ...network.settings('x'), url }), /"url"/);
    });

  it('refuse a time that outlasts whoever waits for the call, who would have it done once more', () => {
    const settings = network.settings('http://127.0.0.1:9');
    assert.throws(() => sandbox.checkSettings({ ...settings, timeout_ms: 9001 }), /"timeout_ms"/);
    sandbox.checkSettings({ ...settings, timeout_ms: 9000 });
  });
});

describe('the frame of the sandbox network for a card', () => {
  it('has an address for the accounts that want it', () => {
    const settings = {
      url: 'https://net.example',
      account: 'shop 1',
      secret_key: 'a',
      callback_secret: 'b',
    };
    assert.equal(sandbox.cardFrame?.(settings), undefined);
    assert.equal(
      sandbox.cardFrame?.({ ...settings, card_frame: true }),
      'https://net.example/card?account=shop+1',
    );
  });
});

describe('the words of the sandbox network', () => {
  const settings = network.settings('http://127.0.0.1:9');
  const payment = {
    id: 'pay_1',
    merchant_reference: 'demoWIRE2222',
    status: 'CAPTURED',
    amount: '12.500',
    currency: 'KWD',
  };

  it('become parameters of the gateway under our names', () => {
    const { pgParams } = reportOf({
      ...payment,
      auth_code: 'A83921',
      rrn: '601509000001',
      message: 'Approved',
      card: {
        brand: 'VISA',
        masked: '424242******4242',
        last4: '4242',
        expiry_month: '3',
        expiry_year: '2031',
        issuer: 'Pearl Bank',
        holder: 'Sara Al-Ali',
      },
    });
    assert.deepEqual(JSON.parse(JSON.stringify(pgParams)), {
      auth_code: 'A83921',
      card_type: 'VISA',
      card_holder: 'Sara Al-Ali',
      card_number: '424242******4242',
      card_issuer: 'Pearl Bank',
      card_expiry_month: '03',
      card_expiry_year: '31',
      full_card_expiry: '03/31',
      result: 'CAPTURED',
      payment_id: 'pay_1',
      pg_message: 'Approved',
      rrn: '601509000001',
    });
  });

  for (const [said, expected] of [
    [{ three_ds: 'none' }, undefined],
    [{}, undefined],
    [{ three_ds: 'something new' }, undefined],
    [{ three_ds: 'frictionless' }, { challenge: false }],
    [
      {
        three_ds: 'challenge',
        three_ds_data: { version: '2.2.0', eci: '05', outcome: 'authenticated' },
      },
      { challenge: true, version: '2.2.0', eci: '05', outcome: 'authenticated' },
    ],
    [
      { three_ds: 'challenge', three_ds_data: { version: 'two', eci: 'x', outcome: 'odd' } },
      { challenge: true },
    ],
  ] as const)
    it(`say of 3-D Secure what can be read: ${JSON.stringify(said)}`, () => {
      assert.deepEqual(reportOf({ ...payment, ...said }).threeDs, expected);
    });

  it('are shown to the merchant without the address of the payer’s page', () => {
    const { gatewayResponse } = reportOf({
      ...payment,
      status: 'OPEN',
      page_url: 'https://network.example.test/pay/1',
      card: { last4: '4242' },
    });
    assert.deepEqual(gatewayResponse, { ...payment, status: 'OPEN', card: { last4: '4242' } });
  });

  for (const [what, change] of [
    ['without its expiry', { card: { last4: '4242' } }],
    ['without its digits', { card: { expiry_month: '3', expiry_year: '2031' } }],
    [
      'with its whole number',
      { card: { last4: '4242424242424242', expiry_month: '3', expiry_year: '31' } },
    ],
    ['of which nothing is said', { card: {} }],
  ] as const)
    it(`name no saved card ${what}`, () => {
      const report = reportOf({ ...payment, ...change, token: 'tok_1' });
      assert.equal('card' in report, false);
      assert.equal(JSON.stringify(report).includes('tok_1'), false);
    });

  it('have no key for what the network did not say', () => {
    const report = reportOf(payment);
    assert.ok(!('message' in report));
    assert.deepEqual(report.gatewayResponse, payment);
  });

  for (const [what, change] of [
    ['no amount', { amount: '' }],
    ['an amount with too many decimals', { amount: '12.5001' }],
    ['a negative amount', { amount: '-12.500' }],
    ['a currency that there is not', { currency: 'XYZ' }],
  ] as const)
    it(`are no success with ${what}`, () => {
      assert.equal(stepOf({ ...payment, ...change }), 'unknown');
    });

  for (const [advice, ours] of [
    ['retry_later', 'soft'],
    ['new_card', 'hard'],
    ['never_retry', 'do-not-retry'],
    [undefined, 'soft'],
    ['ask_the_moon', 'soft'],
  ] as const)
    it(`are a ${ours} decline with the advice ${advice ?? 'of nobody'}`, () => {
      const declined = { ...payment, status: 'DECLINED', code: 'issuer_decline' };
      const { decline } = reportOf({ ...declined, ...(advice && { advice }) });
      assert.deepEqual(decline, { code: 'issuer_decline', advice: ours });
      assert.equal(reportOf({ ...payment, ...(advice && { advice }) }).decline, undefined);
    });

  it('are about an attempt that can be ours', () => {
    assert.equal(stepOf({ ...payment, merchant_reference: '../x' }), 'unknown');
  });

  it('name the attempt that was asked about', () => {
    assert.equal(reportOf(payment).referenceNumber, referenceOf('demoWIRE2222'));
    assert.deepEqual(reportOf(payment).outcome, {
      result: 'success',
      kind: 'purchase',
      charged: kwd('12.500'),
    });
  });

  function reportOf(told: object) {
    const body = JSON.stringify({ event_id: 'evt_1', payment: told });
    const read = sandbox.readCallback(settings, network.signed(body, Date.now()));
    assert.ok(read.step === 'report', JSON.stringify(read));
    return read.report;
  }

  function stepOf(told: object): string {
    const body = JSON.stringify({ event_id: 'evt_1', payment: told });
    const read = sandbox.readCallback(settings, network.signed(body, Date.now()));
    return read.step === 'report' ? read.report.outcome.result : read.step;
  }
});
