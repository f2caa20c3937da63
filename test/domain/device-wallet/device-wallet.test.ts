import assert from 'node:assert/strict';
import {
  deviceWalletAccount,
  deviceWalletAccounts,
} from '../../../domain/device-wallet/account.ts';
import { isAppleGateway } from '../../../domain/device-wallet/apple-host.ts';
import { payloadFaults } from '../../../domain/device-wallet/payload.ts';
import { payloadsSpentBetween } from '../../../domain/device-wallet/spent-payloads.ts';
import type { JsonObject } from '../../../domain/json.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { replaceAttempt } from '../../../domain/transaction/attempt.ts';
import type { Attempt } from '../../../domain/transaction/transaction.ts';
import {
  aMethod,
  anAccount,
  anAttempt,
  aTransaction,
  CARD,
  codeOf,
  CREATED_AT,
  referenceOf,
} from '../../support/builders.ts';
import { aRouteMethod, CARD_ROUTE } from '../routing/builders.ts';

const SECRET = 'beefcafe';
const APPLE = {
  version: 'EC_v1',
  data: SECRET,
  signature: SECRET,
  header: { transactionId: SECRET },
};
const google = (tokenizationData: JsonObject): JsonObject => ({
  apiVersion: 2,
  paymentMethodData: { tokenizationData },
});

describe('what a wallet has handed over', () => {
  for (const [what, wallet, payload, field] of [
    ['of Apple Pay is right', 'apple_pay', { paymentData: APPLE, more: 1 }, undefined],
    ['of Apple Pay has no payment data', 'apple_pay', {}, 'paymentData'],
    ['has payment data as text', 'apple_pay', { paymentData: SECRET }, 'paymentData'],
    ['is that of a simulated device', 'apple_pay', { paymentData: {} }, 'paymentData'],
    ['has no signature', 'apple_pay', { paymentData: { ...APPLE, signature: '' } }, 'paymentData'],
    ['has an empty header', 'apple_pay', { paymentData: { ...APPLE, header: {} } }, 'paymentData'],
    [
      'has a list for a header',
      'apple_pay',
      { paymentData: { ...APPLE, header: [] } },
      'paymentData',
    ],
    [
      'of Google Pay is right',
      'google_pay',
      google({ type: 'PAYMENT_GATEWAY', token: SECRET }),
      undefined,
    ],
    [
      'has no version',
      'google_pay',
      { paymentMethodData: { tokenizationData: { type: 'PAYMENT_GATEWAY', token: SECRET } } },
      'apiVersion',
    ],
    [
      'is encrypted for the merchant',
      'google_pay',
      google({ type: 'DIRECT', token: SECRET }),
      'paymentMethodData',
    ],
    ['has no token', 'google_pay', google({ type: 'PAYMENT_GATEWAY' }), 'paymentMethodData'],
    [
      'has an object for a token',
      'google_pay',
      google({ type: 'PAYMENT_GATEWAY', token: { a: SECRET } }),
      'paymentMethodData',
    ],
    ['of Google Pay has nothing in it', 'google_pay', { apiVersion: 2 }, 'paymentMethodData'],
  ] as const)
    it(`${what}: ${field ?? 'no fault'}, and nothing of it is repeated`, () => {
      const faults = payloadFaults(wallet, payload);
      assert.deepEqual(Object.keys(faults), field === undefined ? [] : [field]);
      assert.ok(!JSON.stringify(faults).includes(SECRET));
    });

  it('names every fault of its payment data at once', () => {
    const { paymentData } = payloadFaults('apple_pay', { paymentData: { version: '' } });
    assert.deepEqual(Object.keys(paymentData ?? {}), ['version', 'data', 'signature', 'header']);
  });
});

describe('the account that takes a wallet', () => {
  const [ONE, TWO] = [codeOf('one'), codeOf('two')];
  const accounts = [
    anAccount({ code: TWO, paymentServices: ['google_pay'] }),
    anAccount({ code: ONE, paymentServices: ['google_pay', 'apple_pay'] }),
    anAccount({ code: CARD, paymentServices: ['google_pay'], active: false }),
  ];
  const sale = {
    paymentType: 'one_off',
    methods: [ONE, TWO, CARD].map((pgCode) => aMethod({ pgCode })),
  } as const;

  it('is each active one of the payment that has the service, in its order', () => {
    assert.deepEqual(deviceWalletAccounts(sale, accounts, 'google_pay'), [ONE, TWO]);
    assert.deepEqual(deviceWalletAccounts(sale, accounts, 'apple_pay'), [ONE]);
    for (const paymentType of ['save_card', 'auto_debit'] as const)
      assert.deepEqual(deviceWalletAccounts({ ...sale, paymentType }, accounts, 'google_pay'), []);
  });

  it('is the only one, or the one that is named', () => {
    assert.equal(deviceWalletAccount(sale, [ONE]), ONE);
    assert.equal(deviceWalletAccount(sale, [ONE, TWO], 'two'), TWO);
    for (const [able, named] of [
      [[], undefined],
      [[ONE, TWO], undefined],
      [[ONE, TWO], 'three'],
    ] as const)
      assert.throws(
        () => deviceWalletAccount(sale, able, named),
        (error) => error instanceof Refusal && error.fields?.['pg_code'] !== undefined,
      );
  });

  it('is none behind a route, and one beside it is', () => {
    const routed = { ...sale, methods: [aRouteMethod()] };
    for (const [able, named] of [
      [[], undefined],
      [[], CARD_ROUTE],
      [[ONE], CARD_ROUTE],
    ] as const)
      assert.throws(
        () => deviceWalletAccount(routed, able, named),
        (error) =>
          error instanceof Refusal && /"cards is a route/.test(JSON.stringify(error.fields)),
      );
    assert.equal(deviceWalletAccount(routed, [ONE]), ONE);
  });
});

const withAttempt = (given: Partial<Attempt>) =>
  aTransaction({ attempts: [anAttempt({ deviceWallet: 'google_pay', ...given })] });

describe('a payload', () => {
  const asked = withAttempt({ state: 'pending' });
  const { referenceNumber } = anAttempt();

  for (const [what, after, spent] of [
    ['is kept while nobody has answered', asked, undefined],
    [
      'is kept while the gateway has not decided',
      withAttempt({ state: 'pending', processing: true }),
      undefined,
    ],
    [
      'is kept of an attempt that was given up and may have been charged',
      withAttempt({ state: 'error', unanswered: true }),
      undefined,
    ],
    ['is used up by a success', withAttempt({ state: 'success' }), true],
    [
      'is used up once the bank asks the payer',
      withAttempt({ state: 'pending', pageUrl: 'https://bank.example' }),
      true,
    ],
    ['may come again after a decline', withAttempt({ state: 'failed' }), false],
    ['may come again after a refusal', withAttempt({ state: 'error' }), false],
    ['may come again after a cancellation', withAttempt({ state: 'canceled' }), false],
  ] as const)
    it(what, () => {
      assert.deepEqual(
        payloadsSpentBetween(asked, after),
        spent === undefined ? [] : [{ referenceNumber, used: spent }],
      );
      assert.deepEqual(payloadsSpentBetween(after, after), []);
    });

  it('may come again where the payer’s bank has said no', () => {
    const page = { state: 'pending', pageUrl: 'https://bank.example' } as const;
    assert.deepEqual(
      payloadsSpentBetween(withAttempt(page), withAttempt({ ...page, state: 'failed' })),
      [{ referenceNumber, used: false }],
    );
  });

  it('is none of an attempt without a wallet', () => {
    const plain = aTransaction({ attempts: [anAttempt({ state: 'pending' })] });
    const paid = aTransaction({ attempts: [anAttempt({ state: 'success' })] });
    assert.deepEqual(payloadsSpentBetween(plain, paid), []);
  });
});

describe('an address at which Apple gives merchant sessions', () => {
  for (const address of [
    'https://apple-pay-gateway.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway-nc-pod5.apple.com/paymentservices/startSession',
    'https://cn-apple-pay-gateway-sh-pod1.apple.com/paymentservices/startSession',
    'https://apple-pay-gateway-cert.apple.com/paymentservices/startSession',
  ])
    it(`is ${address}`, () => assert.ok(isAppleGateway(address)));
  for (const address of [
    'http://apple-pay-gateway.apple.com/',
    'https://apple-pay-gateway.apple.com:444/',
    'https://a@apple-pay-gateway.apple.com/',
    'https://apple-pay-gateway.apple.com.evil.example/',
    'https://evil-apple-pay-gateway.apple.com/',
    'https://apple-pay-gateway.evil.apple.com/',
    'https://apple.com/',
    'https://127.0.0.1/',
    'file:///etc/passwd',
    'apple-pay-gateway.apple.com',
  ])
    it(`is not ${address}`, () => assert.equal(isAppleGateway(address), false));
});

describe('an attempt with a wallet', () => {
  it('gives way to no other while the gateway is asked, because it may be charged', () => {
    const asked = anAttempt({ state: 'pending', deviceWallet: 'google_pay' });
    const transaction = aTransaction({ state: 'pending', attempts: [asked] });
    const byCard = { pgCode: CARD, referenceNumber: referenceOf('demoNEW234'), now: CREATED_AT };
    assert.throws(
      () => replaceAttempt(transaction, byCard),
      (error) =>
        error instanceof Refusal && error.code === 'locked' && /wallet/.test(error.message),
    );
    const page = { ...asked, pageUrl: 'https://bank.example' };
    const replaced = replaceAttempt({ ...transaction, attempts: [page] }, byCard).transaction;
    assert.deepEqual(
      replaced.attempts.map(({ state }) => state),
      ['canceled', 'pending'],
    );
  });
});
