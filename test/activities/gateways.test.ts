import assert from 'node:assert/strict';
import { gatewayActivities } from '../../activities/gateways.ts';
import type { GatewayAccount } from '../../domain/account.ts';
import { begunBy } from '../../domain/agreement/arrange.ts';
import type { PgCode } from '../../domain/ids.ts';
import { returnUrl } from '../../gateways/return-url.ts';
import {
  aCard,
  aMerchant,
  anAccount,
  anAttempt,
  aTransaction,
  CARD,
  codeOf,
  kwd,
  referenceOf,
} from '../support/builders.ts';
import { anAutopayRequest, aPaidAgreement } from '../domain/agreement/agreements.ts';
import { memoryCardTries, memoryClocks } from '../../drills/time-travel/memory-stores.ts';
import { afterFault, WELL } from '../../domain/routing/breaker.ts';
import { failure } from './support/failures.ts';
import { inActivity } from './support/in-activity.ts';
import {
  memoryAccounts,
  memoryBreakers,
  memoryDevicePayloads,
  memoryMerchants,
  memoryPayerAddresses,
  NOTHING_AGREED,
  memoryTransactions,
} from './support/memory-store.ts';
import { scriptedNetwork } from './support/scripted-network.ts';

const ATTEMPT = anAttempt();
const { referenceNumber } = ATTEMPT;
const TRANSACTION = aTransaction({ state: 'pending', attempts: [ATTEMPT], orderNo: 'order-7' });
const { merchantId, sessionId } = TRANSACTION;
const OPEN = {
  id: 'net-1',
  merchant_reference: referenceNumber,
  amount: '12.500',
  currency: 'KWD',
};
const PAGE = { ...OPEN, status: 'OPEN', page_url: 'https://network.example.test/pay/1' };
const COMMAND = {
  merchantId,
  sessionId,
  referenceNumber,
  publicUrl: 'https://pay.example.test',
  language: 'ar',
} as const;

describe('openAttempt', () => {
  const network = scriptedNetwork();
  const activities = () =>
    gatewayActivities({
      transactions: memoryTransactions(TRANSACTION),
      gatewayAccounts: memoryAccounts([anAccount(), network.settings()]),
      cardTries: memoryCardTries(),
      clocks: memoryClocks(),
      breakers: memoryBreakers(),
      ...NOTHING_AGREED,
      payerDevices: memoryPayerAddresses(),
      devicePayloads: memoryDevicePayloads(),
    });
  const open = (attempt = 1) => inActivity(() => activities().openAttempt(COMMAND), { attempt });

  it("asks the network once for its page, with the attempt's key, and tells it where to come back", async () => {
    network.answer({ POST: { status: 201, body: PAGE } });
    assert.deepEqual(await open(), {
      step: 'page',
      pageUrl: PAGE.page_url,
      gatewayReference: 'net-1',
    });
    const [asked, ...more] = network.heard();
    assert.deepEqual(more, []);
    assert.ok(asked);
    assert.deepEqual([asked.method, asked.key], ['POST', ATTEMPT.idempotencyKey]);
    assert.deepEqual(JSON.parse(asked.body), {
      merchant_reference: referenceNumber,
      amount: '12.500',
      currency: 'KWD',
      capture: true,
      return_url: returnUrl(COMMAND.publicUrl, { sessionId, referenceNumber }, 'ar'),
      notify_url: `https://pay.example.test/b/gw/callback/card/?merchant=${merchantId}`,
      language: 'ar',
      description: 'order-7',
    });
  });

  it('asks what the network knows before it asks a second time', async () => {
    network.answer({ GET: { status: 200, body: PAGE } });
    const opened = await open(2);
    assert.equal(opened.step, 'page');
    assert.deepEqual(
      network.heard().map(({ method, url }) => [method, url]),
      [['GET', `/v1/payments?merchant_reference=${referenceNumber}`]],
    );
  });

  it('brings the word of a network that has already charged, and does not ask again', async () => {
    network.answer({ GET: { status: 200, body: { ...OPEN, status: 'CAPTURED' } } });
    const opened = await open(3);
    assert.ok(opened.step === 'report');
    assert.deepEqual(opened.report.outcome, {
      result: 'success',
      kind: 'purchase',
      charged: kwd('12.500'),
    });
    assert.equal(network.heard().length, 1);
  });

  it('asks a second time with the same key when the network has never heard of the attempt', async () => {
    network.answer({ GET: { status: 404, body: {} }, POST: { status: 201, body: PAGE } });
    assert.equal((await open(2)).step, 'page');
    assert.deepEqual(
      network.heard().map(({ method, key }) => [method, key]),
      [
        ['GET', undefined],
        ['POST', ATTEMPT.idempotencyKey],
      ],
    );
  });

  it('does not ask a second time when the network does not say what it knows', async () => {
    network.answer({ GET: { status: 503, body: {} }, POST: { status: 201, body: PAGE } });
    await assert.rejects(open(2), failure('GatewayUnknown', 'tried again'));
    assert.deepEqual(
      network.heard().map(({ method }) => method),
      ['GET'],
    );
  });

  it('is tried again after an answer that says nothing', async () => {
    for (const answer of [
      { status: 500, body: {} },
      { status: 429, body: {} },
      { status: 200, body: { strange: true } },
    ]) {
      network.answer({ POST: answer });
      await assert.rejects(open(), failure('GatewayUnknown', 'tried again'));
    }
  });

  it('is final when the network refuses us', async () => {
    network.answer({ POST: { status: 401, body: {} } });
    await assert.rejects(open(), failure('GatewayRefused', 'final'));
  });

  it('is final, and sends nothing, when the settings of the account are wrong; the message names them', async () => {
    const { callback_secret: _secret, ...rest }: Readonly<Record<string, unknown>> =
      network.settings();
    const settings = { ...rest, url: 'nowhere' };
    const wrong = gatewayActivities({
      transactions: memoryTransactions(TRANSACTION),
      gatewayAccounts: memoryAccounts([anAccount(), settings]),
      cardTries: memoryCardTries(),
      clocks: memoryClocks(),
      breakers: memoryBreakers(),
      ...NOTHING_AGREED,
      payerDevices: memoryPayerAddresses(),
      devicePayloads: memoryDevicePayloads(),
    });
    await assert.rejects(
      inActivity(() => wrong.openAttempt(COMMAND)),
      (error: Error) =>
        failure('GatewayRefused', 'final')(error) &&
        ['card of', '"url"', '"callback_secret"', 'Correct its settings'].every((part) =>
          error.message.includes(part),
        ) &&
        !error.message.includes('nowhere'),
    );
    assert.deepEqual(network.heard(), []);
  });

  it('is refused, and sends nothing, where the account was switched off, but is asked about once it may have come', async () => {
    const off = gatewayActivities({
      transactions: memoryTransactions(TRANSACTION),
      gatewayAccounts: memoryAccounts([anAccount({ active: false }), network.settings()]),
      cardTries: memoryCardTries(),
      clocks: memoryClocks(),
      breakers: memoryBreakers(),
      ...NOTHING_AGREED,
      payerDevices: memoryPayerAddresses(),
      devicePayloads: memoryDevicePayloads(),
    });
    await assert.rejects(
      inActivity(() => off.openAttempt(COMMAND)),
      (error: Error) =>
        failure('GatewayRefused', 'final')(error) && error.message.includes('is not active'),
    );
    assert.deepEqual(network.heard(), []);
    network.answer({ GET: { status: 200, body: PAGE } });
    const known = await inActivity(() => off.openAttempt(COMMAND), { attempt: 2 });
    assert.equal(known.step, 'page');
  });

  it('is refused, and sends nothing, where an agreement that the engine charges would move to an account that takes no such charge', async () => {
    const [customerId, autoDebit] = ['c-1', { tokenizable: true, autoDebit: true }];
    const breakers = memoryBreakers();
    breakers.known.set(CARD, afterFault(WELL, Date.now()));
    const openBy = (own: PgCode, account: Partial<GatewayAccount>) => {
      const agreed = aPaidAgreement({ pgCode: own, merchantId, customerId });
      const agreement = begunBy(agreed, anAutopayRequest(), Date.parse('2027-01-01T00:00Z'));
      const routing = { route: codeOf('cards'), press: referenceNumber, skipped: [], accounts: [] };
      const attempts = [{ ...ATTEMPT, routing }];
      const payer = { customer: { id: customerId }, agreement: agreement.terms };
      const payment = { ...TRANSACTION, ...payer, attempts };
      const charging = gatewayActivities({
        transactions: memoryTransactions(payment),
        gatewayAccounts: memoryAccounts([anAccount(account), network.settings()]),
        cardTries: memoryCardTries(),
        clocks: memoryClocks(),
        breakers,
        agreements: { findNamed: async () => agreement },
        merchants: memoryMerchants('key-1', aMerchant()),
        payerDevices: memoryPayerAddresses(),
        devicePayloads: memoryDevicePayloads(),
      });
      return inActivity(() => charging.openAttempt(COMMAND));
    };
    network.answer({ POST: { status: 201, body: PAGE } });
    await assert.rejects(
      openBy(codeOf('other'), {}),
      (error: Error) =>
        failure('GatewayRefused', 'final')(error) && error.message.includes('would move there'),
    );
    assert.deepEqual(network.heard(), []);
    // Its network has said nothing that would speak for it.
    assert.equal(breakers.known.size, 1);
    assert.equal((await openBy(codeOf('other'), autoDebit)).step, 'page');
    assert.equal((await openBy(CARD, {})).step, 'page');
  });

  it('is final when there is no such attempt or no such account', async () => {
    const stranger = { ...COMMAND, referenceNumber: referenceOf('demoZZZZZZ') };
    await assert.rejects(
      inActivity(() => activities().openAttempt(stranger)),
      failure('NotFound', 'final'),
    );
    const homeless = gatewayActivities({
      transactions: memoryTransactions(TRANSACTION),
      gatewayAccounts: memoryAccounts(),
      cardTries: memoryCardTries(),
      clocks: memoryClocks(),
      breakers: memoryBreakers(),
      ...NOTHING_AGREED,
      payerDevices: memoryPayerAddresses(),
      devicePayloads: memoryDevicePayloads(),
    });
    await assert.rejects(
      inActivity(() => homeless.openAttempt(COMMAND)),
      failure('NotFound', 'final'),
    );
    assert.deepEqual(network.heard(), []);
  });
});

describe('inquireAttempt', () => {
  const network = scriptedNetwork();
  const inquire = () =>
    inActivity(() =>
      gatewayActivities({
        transactions: memoryTransactions(),
        gatewayAccounts: memoryAccounts([anAccount(), network.settings()]),
        cardTries: memoryCardTries(),
        clocks: memoryClocks(),
        breakers: memoryBreakers(),
        ...NOTHING_AGREED,
        payerDevices: memoryPayerAddresses(),
        devicePayloads: memoryDevicePayloads(),
      }).inquireAttempt({ merchantId, pgCode: CARD, referenceNumber }),
    );

  it("brings the network's word", async () => {
    network.answer({ GET: { status: 200, body: { ...OPEN, status: 'DECLINED' } } });
    const answer = await inquire();
    assert.ok(answer.step === 'report');
    assert.deepEqual(answer.report.outcome, { result: 'failed' });
  });

  it('says that the network has never heard of the attempt', async () => {
    network.answer({ GET: { status: 404, body: {} } });
    assert.deepEqual(await inquire(), { step: 'unheard-of' });
  });

  it('is tried again after no answer, and final after a refusal', async () => {
    network.answer({ GET: { status: 500, body: {} } });
    await assert.rejects(inquire(), failure('GatewayUnknown', 'tried again'));
    network.answer({ GET: { status: 403, body: {} } });
    await assert.rejects(inquire(), failure('GatewayRefused', 'final'));
  });
});

describe('closeAttempt', () => {
  const network = scriptedNetwork();
  const close = (attempt = 1, settings = network.settings()) =>
    inActivity(
      () =>
        gatewayActivities({
          transactions: memoryTransactions(TRANSACTION),
          gatewayAccounts: memoryAccounts([anAccount(), settings]),
          cardTries: memoryCardTries(),
          clocks: memoryClocks(),
          breakers: memoryBreakers(),
          ...NOTHING_AGREED,
          payerDevices: memoryPayerAddresses(),
          devicePayloads: memoryDevicePayloads(),
        }).closeAttempt({ merchantId, pgCode: CARD, referenceNumber, gatewayReference: 'net-1' }),
      { attempt },
    );

  it('says that the page cannot be closed after a plain no, but not where an earlier try may have closed it', async () => {
    const no = { status: 403, body: {} };
    network.answer({ GET: no, POST: no });
    assert.deepEqual(await close(), { step: 'unclosable' });
    await assert.rejects(close(2), failure('GatewayRefused', 'final'));
  });

  it('says so too where the settings of the account are wrong, for nothing was sent, but not where they became so', async () => {
    assert.deepEqual(await close(1, {}), { step: 'unclosable' });
    await assert.rejects(close(2, {}), failure('GatewayRefused', 'final'));
    assert.deepEqual(network.heard(), []);
  });

  it('is tried again after no answer', async () => {
    const silence = { status: 503, body: {} };
    network.answer({ GET: silence, POST: silence });
    await assert.rejects(close(), failure('GatewayUnknown', 'tried again'));
  });
});

describe('openAttempt with a card that was typed in the frame of the network', () => {
  const network = scriptedNetwork();
  const open = (tries = 1) =>
    inActivity(
      () =>
        gatewayActivities({
          transactions: memoryTransactions({
            ...TRANSACTION,
            attempts: [{ ...ATTEMPT, cardGiven: true }],
          }),
          gatewayAccounts: memoryAccounts([anAccount(), network.settings()]),
          breakers: memoryBreakers(),
          ...NOTHING_AGREED,
          payerDevices: memoryPayerAddresses(),
          devicePayloads: memoryDevicePayloads(),
          cardTries: memoryCardTries(),
          clocks: memoryClocks(),
        }).openAttempt({ ...COMMAND, cardReference: 'crd_1' }),
      { attempt: tries },
    );
  const captured = { ...OPEN, status: 'CAPTURED' };

  it('charges it, with the word for it', async () => {
    network.answer({ POST: { status: 201, body: captured } });
    assert.equal((await open()).step, 'report');
    const said: Readonly<Record<string, unknown>> = JSON.parse(network.heard()[0]?.body ?? '');
    assert.equal(said['card_reference'], 'crd_1');
  });

  it('asks what the network knows before the second time', async () => {
    network.answer({ GET: { status: 200, body: captured } });
    assert.equal((await open(2)).step, 'report');
    assert.equal(network.heard().length, 1);
  });

  it('believes a refusal only when the network has no payment', async () => {
    const refused = { status: 409, body: { error: { code: 'idempotency_conflict' } } };
    network.answer({ POST: refused, GET: { status: 200, body: captured } });
    assert.equal((await open()).step, 'report');
    network.answer({ POST: refused, GET: { status: 404, body: {} } });
    await assert.rejects(open(), failure('GatewayRefused', 'final'));
  });

  it('is declined where the word is good no more', async () => {
    network.answer({ POST: { status: 400, body: { error: { code: 'card_reference_invalid' } } } });
    const answer = await open();
    assert.ok(answer.step === 'report');
    assert.equal(answer.report.outcome.result, 'failed');
    assert.match(answer.report.message ?? '', /type it again/u);
  });
});

describe('openAttempt with a saved card', () => {
  const network = scriptedNetwork();
  const { cvvRequired, autoDebit, agreements, token, lastFour, expiry } = aCard();
  const facts = { cvvRequired, autoDebit, agreements, token, lastFour, expiry };
  const attempt = { ...ATTEMPT, charges: { ...facts, by: 'customer' } } as const;
  const activities = () =>
    gatewayActivities({
      transactions: memoryTransactions({ ...TRANSACTION, attempts: [attempt] }),
      gatewayAccounts: memoryAccounts([anAccount(), network.settings()]),
      cardTries: memoryCardTries(),
      clocks: memoryClocks(),
      breakers: memoryBreakers(),
      ...NOTHING_AGREED,
      payerDevices: memoryPayerAddresses(),
      devicePayloads: memoryDevicePayloads(),
    });
  const charge = (tries = 1, more: { readonly askFirst?: true } = {}) =>
    inActivity(() => activities().openAttempt({ ...COMMAND, cvvReference: 'cvv_1', ...more }), {
      attempt: tries,
    });
  const asked = () => network.heard().map(({ method, url }) => `${method} ${url.split('?')[0]}`);

  it("charges it with the attempt's key, for whoever wants it", async () => {
    network.answer({ POST: { status: 201, body: { ...OPEN, status: 'CAPTURED' } } });
    const charged = await charge();
    assert.ok(charged.step === 'report');
    assert.deepEqual(asked(), ['POST /v1/charges']);
    const [{ key, body } = { key: '', body: '' }] = network.heard();
    assert.equal(key, attempt.idempotencyKey);
    const said: Readonly<Record<string, unknown>> = JSON.parse(body);
    assert.deepEqual(
      [said['token'], said['initiated_by'], said['cvv_reference']],
      ['tok_1', 'customer', 'cvv_1'],
    );
  });

  it('asks what the network knows before it charges a second time', async () => {
    network.answer({ GET: { status: 200, body: { ...OPEN, status: 'CAPTURED' } } });
    assert.equal((await charge(2)).step, 'report');
    assert.deepEqual(asked(), ['GET /v1/payments']);
  });

  it('asks before the first time, too, where nobody knows whether it was charged', async () => {
    network.answer({ GET: { status: 200, body: { ...OPEN, status: 'CAPTURED' } } });
    assert.equal((await charge(1, { askFirst: true })).step, 'report');
    assert.deepEqual(asked(), ['GET /v1/payments']);
  });

  it('believes a refusal only when the network has no payment', async () => {
    const refused = { status: 409, body: { error: { code: 'idempotency_conflict' } } };
    network.answer({ POST: refused, GET: { status: 200, body: { ...OPEN, status: 'CAPTURED' } } });
    assert.equal((await charge()).step, 'report');
    network.answer({ POST: refused, GET: { status: 404, body: {} } });
    await assert.rejects(charge(), failure('GatewayRefused', 'final'));
    network.answer({ POST: refused, GET: { status: 503, body: {} } });
    await assert.rejects(charge(), failure('GatewayUnknown', 'tried again'));
  });

  it('is refused for good where the gateway takes no saved cards', async () => {
    const accounts = memoryAccounts([anAccount({ gateway: 'cash' }), {}]);
    const stores = {
      transactions: memoryTransactions({ ...TRANSACTION, attempts: [attempt] }),
      gatewayAccounts: accounts,
      cardTries: memoryCardTries(),
      clocks: memoryClocks(),
      breakers: memoryBreakers(),
      ...NOTHING_AGREED,
      payerDevices: memoryPayerAddresses(),
      devicePayloads: memoryDevicePayloads(),
    };
    const open = () => gatewayActivities(stores).openAttempt(COMMAND);
    await assert.rejects(inActivity(open), failure('GatewayRefused', 'final'));
  });
});
