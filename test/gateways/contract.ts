import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { ReferenceNumber } from '../../domain/ids.ts';
import type { Money } from '../../domain/money.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import { paymentName } from '../../domain/transaction/gateway-reference.ts';
import type { AttemptReport, NetworkPage } from '../../domain/transaction/network.ts';
import {
  GatewayFault,
  type AccountSettings,
  type AttemptNames,
  type FaultKind,
  type Gateway,
  type OpenRequest,
  type OperationRequest,
  type RawCallback,
} from '../../gateways/gateway.ts';
import { kwd, referenceOf } from '../support/builders.ts';
import { describeDeviceWallets, type HandOverWallet } from './device-wallets.ts';

/** How a payer can end an attempt. */
export type Ending = 'success' | 'decline' | 'cancel' | 'error';

/** What somebody may do to a callback on its way. */
export type Forgery =
  | 'without a header'
  | 'with another body'
  | 'with a blank more'
  | 'with another signature'
  | 'six minutes old'
  | 'from the future';

/** The other side of a connector, as its tests drive it. */
export interface NetworkDriver {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  /** Where it listens; only after `start`. */
  readonly url: () => string;
  /** Where the tests receive its callbacks; only after `start`. */
  readonly notifyUrl: () => string;
  /** Ends an open attempt as told and gives the callback that the network posted about it. */
  readonly end: (reference: ReferenceNumber, ending: Ending) => Promise<RawCallback>;
  /** Somebody refunds so much at the network itself; gives the callback that the network posted about it. */
  readonly refundThere: (reference: ReferenceNumber, amount: Money) => Promise<RawCallback>;
  /** Has the network queue the next refund, then decide it; gives the callback about the decision. */
  readonly queueNext: () => Promise<void>;
  readonly decideQueued: (
    reference: ReferenceNumber,
    outcome: 'done' | 'declined',
  ) => Promise<RawCallback>;
  /** Has the network do the next refund and lose the answer, taking no notice of keys from then on. */
  readonly loseNext: () => Promise<void>;
  /** Every refund that really moved money of a payment, as the network's own book has it. */
  readonly refunds: (reference: ReferenceNumber) => Promise<readonly string[]>;
  /** Any body with the network's own signature, made at the moment given in epoch milliseconds. */
  readonly signed: (body: string, at: number) => RawCallback;
  /** What the network would answer about an attempt that it has put in a state that nobody has heard of. */
  readonly strangeAnswer: (reference: ReferenceNumber, total: Money) => string;
  /** The callback that would tell the same. */
  readonly strangeCallback: (reference: ReferenceNumber, total: Money) => string;
  /** Given where wallets of devices are taken. */
  readonly handOver?: HandOverWallet;
}

/** In what networks differ, though they keep the same promises; what is left out is as with the sandbox. */
export interface NetworkWays {
  /** A total with as many digits as the network takes. */
  readonly exactTotal: Money;
  /** The least that is more than 12.500 dinars. */
  readonly over: Money;
  /** How a payer can end an attempt: on some pages a decline or an error is not the end. */
  readonly endings: readonly Ending[];
  /** What of a callback may be changed without anybody noticing it: some networks sign a part, and no time. */
  readonly unsigned: readonly Forgery[];
  /** Whether a callback tells how an attempt has ended, or only that it has to be asked for. */
  readonly callbacks: 'tell' | 'ring';
  /** Whether an operation is done when it is answered, or later, of which a callback tells. */
  readonly operations: 'done' | 'queued';
  /** Whether the network can be asked what became of a payment, or only of a page on which nobody has paid. */
  readonly tellsOfPayments: boolean;
  /** Whether the network can be asked what became of an operation. */
  readonly tellsOfOperations: boolean;
  /** The statuses that are a plain no to us. */
  readonly refusals: readonly number[];
}

const SANDBOX_WAYS: NetworkWays = {
  exactTotal: kwd('12.345'),
  over: kwd('12.501'),
  endings: ['success', 'decline', 'cancel', 'error'],
  unsigned: [],
  callbacks: 'tell',
  operations: 'done',
  tellsOfPayments: true,
  tellsOfOperations: true,
  refusals: [400, 401, 403, 409, 422],
};

function waysOf({ ways }: GatewayUnderTest): NetworkWays {
  return { ...SANDBOX_WAYS, ...ways };
}

export interface GatewayUnderTest {
  readonly name: string;
  readonly gateway: Gateway;
  readonly ways?: Partial<NetworkWays>;
  /** Right settings for a network that listens there; they must not wait longer than a second for an answer. */
  readonly settings: (url: string) => AccountSettings;
  /** The names of the settings that must be there, and which of them are secrets. */
  readonly required: readonly string[];
  readonly secret: readonly string[];
  /** Secrets of somebody else, where not any text can be one. */
  readonly otherSecrets?: AccountSettings;
  /** Left out where no network is asked. */
  readonly network?: NetworkDriver;
}

/** Registers the suite that every connector must pass; what it promises to the engine stands in the titles. */
export function gatewayContract(tested: GatewayUnderTest): void {
  describe(`the gateway ${tested.name}`, () => {
    describeSettings(tested);
    if (tested.network) describeOnline(tested, tested.network);
    else describeOffline(tested);
  });
}

/** Above the ports that systems give away by themselves, and none that `fetch` would not even try. */
const NOWHERE = 'http://127.0.0.1:65535';

function describeSettings(tested: GatewayUnderTest): void {
  const { gateway, settings, required, secret } = tested;
  const right = settings(NOWHERE);

  it('accepts its own settings', () => {
    gateway.checkSettings(right);
  });

  for (const key of required) {
    it(`names the setting ${key} when it is missing`, () => {
      assert.throws(() => gateway.checkSettings(without(right, key)), {
        name: 'ValidationError',
        message: new RegExp(key),
      });
    });

    it(`names the setting ${key} when it is no text`, () => {
      assert.throws(() => gateway.checkSettings({ ...right, [key]: 5 }), {
        name: 'ValidationError',
        message: new RegExp(key),
      });
    });
  }

  it('names every fault of its settings at once', () => {
    for (const key of required)
      assert.match(faultOf(() => gateway.checkSettings({})).message, new RegExp(key));
  });

  for (const key of required)
    it(`tells no secret when the setting ${key} is wrong`, () => {
      const error = faultOf(() => gateway.checkSettings({ ...right, [key]: 5 }));
      assertNoSecret(error, secretsOf(right, secret));
    });

  for (const key of secret)
    it(`refuses a ${key} that no header can carry, and does not tell it`, () => {
      const unfit = `${String(right[key])}\n`;
      const error = faultOf(() => gateway.checkSettings({ ...right, [key]: unfit }));
      assert.match(error.message, new RegExp(key));
      assertNoSecret(error, secretsOf(right, secret));
    });
}

function describeOffline({ gateway, settings }: GatewayUnderTest): void {
  const request = aRequest('demoOFFLINE1');
  const right = settings(NOWHERE);

  it('says of itself that no network is asked', () => {
    assert.equal(gateway.traits.offline, true);
    assert.deepEqual(gateway.pageOrigins(right), []);
  });

  it('concludes the attempt when it is opened, the same way however often', async () => {
    const once = await gateway.open(right, request);
    assert.equal(once.step === 'report' && once.report.referenceNumber, request.referenceNumber);
    assert.deepEqual(await gateway.open(right, request), once);
    assert.deepEqual(await gateway.inquire(right, request), once);
  });

  it('believes no callback', () => {
    const callback = { headers: {}, body: '{}', receivedAt: Date.now() };
    assert.equal(gateway.readCallback(right, callback).step, 'forged');
  });
}

function describeOnline(tested: GatewayUnderTest, network: NetworkDriver): void {
  before(network.start);
  after(network.stop);
  describeOpening(tested, network);
  describeEndings(tested, network);
  describeCallbacks(tested, network);
  describeFaults(tested, network);
  const { charge, operate, inquireOperation } = tested.gateway;
  it('charges saved cards where it keeps them', () => {
    assert.equal(charge !== undefined, tested.gateway.traits.tokenization);
  });
  if (charge) describeCharges(tested, network, charge);
  describeDeviceWallets(tested.gateway, {
    right: () => tested.settings(network.url()),
    nowhere: () => tested.settings(NOWHERE),
    handOver: network.handOver,
    aRequest: (reference) => aRequest(reference, network.notifyUrl()),
  });
  if (operate && inquireOperation)
    describeOperations(tested, network, { operate, inquireOperation });
}

function describeOpening(tested: GatewayUnderTest, network: NetworkDriver): void {
  const { gateway, settings } = tested;
  const { tellsOfPayments } = waysOf(tested);
  const right = () => settings(network.url());

  it('says where the payer will be sent', async () => {
    const opened = await gateway.open(right(), aRequest('demoORIGIN22'));
    assert.ok(opened.step === 'page');
    assert.ok(gateway.pageOrigins(right()).includes(new URL(opened.pageUrl).origin));
    assert.equal(gateway.traits.offline, false);
  });

  it('opens one and the same page under one key, however often it is asked', async () => {
    const request = aRequest('demoTWICE222');
    const pages = await Promise.all([1, 2, 3].map(() => gateway.open(right(), request)));
    const [first] = pages;
    assert.equal(first?.step, 'page');
    for (const page of pages) assert.deepEqual(page, first);
  });

  it('opens another page for another attempt', async () => {
    const one = await gateway.open(right(), aRequest('demoONE22222'));
    const two = await gateway.open(right(), aRequest('demoTWO22222'));
    assert.ok(one.step === 'page' && two.step === 'page');
    assert.notEqual(one.pageUrl, two.pageUrl);
    assert.notEqual(one.gatewayReference, two.gatewayReference);
  });

  it('finds the page of an attempt that nobody has decided', async () => {
    const request = aRequest('demoFIND2222');
    const opened = await gateway.open(right(), request);
    assert.ok(opened.step === 'page');
    assert.deepEqual(await gateway.inquire(right(), namesOf(request, opened)), opened);
  });

  it('says for certain that it has not heard of an attempt, or that it does not know', async () => {
    const inquired = gateway.inquire(right(), aRequest('demoNEVER222'));
    if (gateway.traits.afterSilence.by === 'inquiry')
      assert.deepEqual(await inquired, { step: 'unheard-of' });
    else await assert.rejects(inquired, isFault('unknown'));
  });

  const { close } = gateway;
  if (close)
    it('closes a page, after which nobody can pay there, however often', async () => {
      const request = aRequest('demoCLOSE222');
      const opened = await gateway.open(right(), request);
      assert.ok(opened.step === 'page');
      const names = namesOf(request, opened);
      for (let times = 0; times < 2; times += 1) {
        const closed = await close(right(), names);
        assert.ok(closed.step === 'report');
        assert.equal(closed.report.outcome.result, 'canceled');
      }
      assert.deepEqual(await gateway.inquire(right(), names), await close(right(), names));
    });

  if (close)
    it('closes no page on which somebody has paid, and says so', async () => {
      const request = aRequest('demoCLOSED22', network.notifyUrl());
      const opened = await gateway.open(right(), request);
      assert.ok(opened.step === 'page');
      await network.end(request.referenceNumber, 'success');
      const closed = await close(right(), namesOf(request, opened));
      assert.ok(closed.step === 'report');
      assert.equal(closed.report.outcome.result, tellsOfPayments ? 'success' : 'pending');
    });
}

function describeEndings(tested: GatewayUnderTest, network: NetworkDriver): void {
  const { gateway, settings } = tested;
  const ways = waysOf(tested);
  const right = () => settings(network.url());
  const another = ways.endings.find((ending) => ending !== 'success');
  const RESULTS = {
    decline: 'failed',
    cancel: 'canceled',
    error: 'error',
  } as const;

  for (const kind of ['purchase', 'authorize'] as const)
    it(`reports a success as ${kind}, with the money to the fils`, async () => {
      const total = ways.exactTotal;
      const request = { ...aRequest(`demoOK-${kind}`), kind, total };
      const { told, asked } = await ended(request, 'success');
      for (const report of [told, asked])
        assert.deepEqual(report.outcome, {
          result: 'success',
          kind,
          charged: total,
        });
    });

  for (const ending of ways.endings) {
    if (ending === 'success') continue;
    it(`reports ${RESULTS[ending]} when the attempt ends by ${ending}`, async () => {
      const { told, asked } = await ended(aRequest(`demoNO-${ending}`), ending);
      for (const { outcome } of [told, asked]) {
        assert.equal(outcome.result, RESULTS[ending]);
        // A page of Stripe ends without success in no other way than by its expiry.
        if (gateway.traits.slug !== 'stripe') assert.ok(!('expired' in outcome));
      }
    });
  }

  if (gateway.traits.tokenization)
    for (const total of [ways.exactTotal, kwd('0')])
      it(`keeps the card when it shall, for ${total.minor}, and names its token nowhere else`, async () => {
        const request = {
          ...aRequest(`demoKEEP${total.minor}`),
          total,
          saveCard: true,
        } as const;
        const { told, asked } = await ended(request, 'success');
        assert.deepEqual(told, asked);
        const { card, ...rest } = told;
        assert.ok(card);
        assert.ok(card.token.length > 0 && card.token.length <= 50);
        assert.match(card.lastFour, /^\d{4}$/u);
        assert.equal(JSON.stringify(rest).includes(card.token), false);
      });

  it('keeps no card when nobody said so, nor one that was declined', async () => {
    const paid = await ended(aRequest('demoUNKEPT2'), 'success');
    assert.equal('card' in paid.told, false);
    if (!gateway.traits.tokenization || !another) return;
    const command = { ...aRequest('demoUNKEPT3'), saveCard: true } as const;
    assert.equal('card' in (await ended(command, another)).told, false);
  });

  it('tells by callback and by inquiry the same', async () => {
    const { told, asked } = await ended(aRequest('demoSAME2222'), 'success');
    assert.deepEqual(told, asked);
  });

  if (another)
    it('opens no new page for an attempt that has ended', async () => {
      const request = aRequest('demoENDED222', network.notifyUrl());
      const { asked } = await ended(request, another);
      assert.deepEqual(await gateway.open(right(), request), {
        step: 'report',
        report: asked,
      });
    });

  /** Opens, ends, and gives the word of the callback and the word of an inquiry. */
  async function ended(
    request: OpenRequest,
    ending: Ending,
  ): Promise<{ readonly told: AttemptReport; readonly asked: AttemptReport }> {
    const opened = await gateway.open(right(), {
      ...request,
      notifyUrl: network.notifyUrl(),
    });
    assert.ok(opened.step === 'page');
    const callback = await network.end(request.referenceNumber, ending);
    const told = await toldBy(tested, right(), { callback, request, opened });
    const inquired = await inquiredOf(request, opened);
    if (!ways.tellsOfPayments) {
      assert.deepEqual(inquired?.outcome ?? { result: 'pending' }, { result: 'pending' });
      return { told, asked: told };
    }
    assert.ok(inquired);
    for (const { referenceNumber } of [told, inquired])
      assert.equal(referenceNumber, request.referenceNumber);
    return { told, asked: inquired };
  }

  /** Undefined where the network cannot be asked at all. */
  async function inquiredOf(
    request: OpenRequest,
    opened: NetworkPage,
  ): Promise<AttemptReport | undefined> {
    const inquiry = gateway.inquire(right(), namesOf(request, opened));
    const inquired = await (ways.tellsOfPayments ? inquiry : unlessUnknown(inquiry));
    if (inquired === undefined) return undefined;
    assert.ok(inquired.step === 'report', inquired.step);
    return inquired.report;
  }
}

/** What a callback says of an attempt, or what the network says when the callback has it asked. */
async function toldBy(
  tested: GatewayUnderTest,
  settings: AccountSettings,
  {
    callback,
    request,
    opened,
  }: {
    readonly callback: RawCallback;
    readonly request: OpenRequest;
    readonly opened: NetworkPage;
  },
): Promise<AttemptReport> {
  const { gateway } = tested;
  const read = gateway.readCallback(settings, callback);
  if (waysOf(tested).callbacks === 'tell') {
    assert.ok(read.step === 'report', JSON.stringify(read));
    return read.report;
  }
  assert.ok(read.step === 'ask', JSON.stringify(read));
  assert.equal(read.referenceNumber, request.referenceNumber);
  const asked = await gateway.inquire(settings, namesOf(request, opened));
  assert.ok(asked.step === 'report', asked.step);
  return asked.report;
}

function describeCallbacks(tested: GatewayUnderTest, network: NetworkDriver): void {
  const { gateway, settings, secret } = tested;
  const { callbacks, unsigned } = waysOf(tested);
  const right = () => settings(network.url());
  let genuine: RawCallback;

  before(async () => {
    const request = aRequest('demoSIGNED22', network.notifyUrl());
    await gateway.open(right(), request);
    genuine = await network.end(request.referenceNumber, 'success');
  });

  it('believes a callback that the network signed, under the same event however often it comes', () => {
    const once = gateway.readCallback(right(), genuine);
    assert.equal(once.step, callbacks === 'tell' ? 'report' : 'ask');
    assert.ok('eventId' in once && once.eventId !== '');
    assert.deepEqual(gateway.readCallback(right(), genuine), once);
  });

  const forgeries: readonly (readonly [Forgery, (callback: RawCallback) => RawCallback])[] = [
    ['without a header', (callback) => ({ ...callback, headers: {} })],
    [
      'with another body',
      ({ body, ...rest }) => ({
        ...rest,
        body: body.replace(/\d/, otherDigit),
      }),
    ],
    ['with a blank more', ({ body, ...rest }) => ({ ...rest, body: `${body} ` })],
    ['with another signature', (callback) => ({ ...callback, headers: scrambled(callback) })],
    [
      'six minutes old',
      ({ receivedAt, ...rest }) => ({
        ...rest,
        receivedAt: receivedAt + 360_000,
      }),
    ],
    [
      'from the future',
      ({ receivedAt, ...rest }) => ({
        ...rest,
        receivedAt: receivedAt - 360_000,
      }),
    ],
  ];
  for (const [what, forge] of forgeries)
    if (!unsigned.includes(what))
      it(`does not believe a callback ${what}`, () => {
        assert.equal(gateway.readCallback(right(), forge(genuine)).step, 'forged');
      });

  it('does not believe a callback that was signed with another secret', () => {
    const other =
      tested.otherSecrets ?? Object.fromEntries(secret.map((key) => [key, 'another-secret']));
    assert.equal(gateway.readCallback({ ...right(), ...other }, genuine).step, 'forged');
  });

  for (const body of ['', 'null', '[]', '"x"', '{', '{}'])
    it(`takes no report from ${JSON.stringify(body)}, although it is signed`, () => {
      const now = Date.now();
      assert.notEqual(
        stepOf(() => gateway.readCallback(right(), network.signed(body, now))),
        'report',
      );
    });

  it('takes words that nobody has heard of for undecided, never for failed', () => {
    const body = network.strangeCallback(referenceOf('demoSTRANGE2'), kwd('12.500'));
    const read = gateway.readCallback(right(), network.signed(body, Date.now()));
    if (callbacks === 'tell')
      assert.deepEqual(read.step === 'report' && read.report.outcome, {
        result: 'pending',
      });
    else assert.equal(read.step, 'ask');
  });
}

function describeCharges(
  tested: GatewayUnderTest,
  network: NetworkDriver,
  charge: NonNullable<Gateway['charge']>,
): void {
  const { gateway, settings } = tested;
  const right = () => settings(network.url());
  let token: string;

  before(async () => {
    token = await savedBy('demoSAVED222');
  });

  async function savedBy(reference: string): Promise<string> {
    const request = {
      ...aRequest(reference, network.notifyUrl()),
      saveCard: true,
    } as const;
    const opened = await gateway.open(right(), request);
    assert.ok(opened.step === 'page');
    const callback = await network.end(request.referenceNumber, 'success');
    const { card } = await toldBy(tested, right(), {
      callback,
      request,
      opened,
    });
    assert.ok(card);
    return card.token;
  }

  for (const by of ['customer', 'merchant'] as const)
    it(`charges a saved card for the ${by} once under one key, to the fils`, async () => {
      const total = waysOf(tested).exactTotal;
      const request = {
        ...aRequest(`demoCH-${by}`, network.notifyUrl()),
        total,
        token,
        by,
      };
      const charged = await charge(right(), request);
      assert.ok(charged.step === 'report');
      const { outcome, referenceNumber } = charged.report;
      assert.equal(referenceNumber, request.referenceNumber);
      assert.deepEqual(outcome, {
        result: 'success',
        kind: 'purchase',
        charged: total,
      });
      assert.deepEqual(await charge(right(), request), charged);
      const inquiry = gateway.inquire(right(), { ...request, ...charged.report });
      if (waysOf(tested).tellsOfPayments) assert.deepEqual(await inquiry, charged);
      else assert.equal(await unlessUnknown(inquiry), undefined);
      assert.equal(JSON.stringify(charged).includes(token), false, 'the token stands elsewhere');
    });

  it('charges no card that the network does not keep, and says so', async () => {
    const request = {
      ...aRequest('demoCHNONE2'),
      token: 'tok_none',
      by: 'merchant',
    } as const;
    const charged = await charge(right(), request);
    assert.ok(charged.step === 'report');
    assert.deepEqual(charged.report.outcome, { result: 'failed' });
    assert.equal(charged.report.decline?.advice, 'hard');
  });

  it('charges no card that the network was told to forget, however often', async () => {
    const { forgetCard } = gateway;
    assert.ok(forgetCard);
    const other = await savedBy('demoFORGET2');
    const kept = { token: other, payerReference: PAYER };
    for (let times = 0; times < 2; times += 1) await forgetCard(right(), kept);
    const request = {
      ...aRequest('demoCHOLD22'),
      token: other,
      by: 'merchant',
    } as const;
    const charged = await charge(right(), request);
    assert.deepEqual(charged.step === 'report' && charged.report.outcome, {
      result: 'failed',
    });
  });

  it('knows that nothing was charged when nobody listens', async () => {
    const request = {
      ...aRequest('demoCHGONE2'),
      token,
      by: 'merchant',
    } as const;
    await assert.rejects(charge(settings(NOWHERE), request), isFault('unsent'));
  });
}

function describeOperations(
  tested: GatewayUnderTest,
  network: NetworkDriver,
  able: Required<Pick<Gateway, 'operate' | 'inquireOperation'>>,
): void {
  const { gateway, settings } = tested;
  const { operations, over, tellsOfOperations } = waysOf(tested);
  const right = () => settings(network.url());

  /** A payment of 12.500 dinars that is over, as operations name it. */
  async function paid(name: string, kind: OpenRequest['kind'] = 'purchase'): Promise<Paid> {
    const request = { ...aRequest(name, network.notifyUrl()), kind };
    const opened = await gateway.open(right(), request);
    assert.ok(opened.step === 'page');
    const callback = await network.end(request.referenceNumber, 'success');
    const report = await toldBy(tested, right(), { callback, request, opened });
    const gatewayPayment = paymentName(report);
    assert.ok(gatewayPayment !== undefined);
    return { paymentReference: request.referenceNumber, gatewayPayment };
  }

  /** What the network says of an operation that it was asked for, when it can be asked. */
  async function isTold(request: OperationRequest, report: OperationReport): Promise<void> {
    if (tellsOfOperations) assert.deepEqual(await able.inquireOperation(right(), request), report);
    else await assert.rejects(able.inquireOperation(right(), request), isFault('unknown'));
  }

  it('refunds under one key once, and tells the same when it is asked', async () => {
    const payment = await paid('demoREFUND22');
    const request = anOperation(payment);
    const done = await able.operate(right(), request);
    assert.deepEqual(
      [done.kind, done.result, done.amount, done.referenceNumber, done.paymentReference],
      ['refund', operations, kwd('2.500'), request.referenceNumber, payment.paymentReference],
    );
    assert.deepEqual(await able.operate(right(), request), done);
    await isTold(request, done);
    assert.deepEqual(await network.refunds(payment.paymentReference), ['2.500']);
  });

  it('refunds in parts, each under a key of its own, and tells them apart', async () => {
    const payment = await paid('demoPARTS222');
    const parts = (['one', 'two'] as const).map((part) => ({
      ...anOperation(payment, { amount: part === 'one' ? kwd('2.500') : kwd('10.000') }),
      referenceNumber: referenceOf(`demoPART-${part}`),
      idempotencyKey: `session:demoPART-${part}`,
    }));
    const told: OperationReport[] = [];
    for (const part of parts) told.push(await able.operate(right(), part));
    assert.deepEqual(
      told.map(({ referenceNumber, result, amount }) => [referenceNumber, result, amount]),
      parts.map(({ referenceNumber, amount }) => [referenceNumber, operations, amount]),
    );
    assert.equal(new Set(told.map(({ gatewayReference }) => gatewayReference)).size, 2);
    assert.deepEqual(await network.refunds(payment.paymentReference), ['2.500', '10.000']);
  });

  it('captures a hold as often as its traits say, and voids what is held', async () => {
    const held = await paid('demoHELD2222', 'authorize');
    const captured = await able.operate(right(), anOperation(held, { kind: 'capture' }));
    assert.deepEqual([captured.result, captured.amount], [operations, kwd('2.500')]);
    const again = able.operate(right(), {
      ...anOperation(held, { kind: 'capture', amount: kwd('1.500') }),
      referenceNumber: referenceOf('demoHELD-two'),
      idempotencyKey: 'session:demoHELD-two',
    });
    if (gateway.traits.captures === 'once') await assert.rejects(again, isFault('refused'));
    else {
      const { result, amount, referenceNumber } = await again;
      assert.deepEqual(
        [result, amount, referenceNumber],
        [operations, kwd('1.500'), referenceOf('demoHELD-two')],
      );
    }
    const other = await paid('demoVOID2222', 'authorize');
    const { amount: _amount, ...whole } = anOperation(other, { kind: 'void' });
    const voided = await able.operate(right(), whole);
    assert.deepEqual([voided.kind, voided.result], ['void', operations]);
  });

  it('has never heard of an operation that nobody asked for', async () => {
    const request = anOperation(await paid('demoNEVER222'));
    if (tellsOfOperations)
      assert.deepEqual(await able.inquireOperation(right(), request), {
        step: 'unheard-of',
      });
    else await assert.rejects(able.inquireOperation(right(), request), isFault('unknown'));
  });

  it('is refused more than there is, at once or later, and nothing moves', async () => {
    const payment = await paid('demoMORE2222');
    const asked = able.operate(right(), anOperation(payment, { amount: over }));
    if (operations === 'queued') assert.equal((await asked).result, 'queued');
    else await assert.rejects(asked, isFault('refused'));
    assert.deepEqual(await network.refunds(payment.paymentReference), []);
  });

  it('knows nothing after a lost answer, and finds by reference or key what was done', async () => {
    const payment = await paid('demoLOST2222');
    const request = anOperation(payment);
    await network.loseNext();
    await assert.rejects(able.operate(right(), request), isFault('unknown'));
    const found = await (gateway.traits.afterSilence.by === 'inquiry'
      ? able.inquireOperation(right(), request)
      : able.operate(right(), request));
    assert.ok(!('step' in found));
    assert.equal(found.result, operations);
    assert.deepEqual(await network.refunds(payment.paymentReference), ['2.500']);
  });

  for (const outcome of ['done', 'declined'] as const)
    it(`tells of a queued refund twice: at once, and by a callback that it is ${outcome}`, async () => {
      const payment = await paid(`demoQ-${outcome}`);
      const request = anOperation(payment);
      await network.queueNext();
      const queued = await able.operate(right(), request);
      assert.equal(queued.result, 'queued');
      const callback = await network.decideQueued(request.referenceNumber, outcome);
      const read = gateway.readCallback(right(), callback);
      assert.ok(read.step === 'operation' && read.eventId !== '');
      assert.deepEqual(
        [read.report.result, read.report.referenceNumber, read.report.gatewayReference],
        [outcome, request.referenceNumber, queued.gatewayReference],
      );
      await isTold(request, read.report);
    });

  it('tells of what was done at the network itself, on which payment and how much', async () => {
    const payment = await paid('demoTHERE222');
    const { paymentReference: ours, gatewayPayment } = payment;
    const read = gateway.readCallback(right(), await network.refundThere(ours, kwd('3.000')));
    assert.ok(read.step === 'operation' || read.step === 'operation-there');
    const { kind, result, amount } = read.report;
    const named = read.step === 'operation' ? read.report.paymentReference : read.gatewayPayment;
    assert.deepEqual(
      [kind, result, amount, named],
      ['refund', 'done', kwd('3.000'), read.step === 'operation' ? ours : gatewayPayment],
    );
  });

  describe('with a network that gives no answer', () => {
    const standIn = aStandIn();
    before(standIn.start);
    after(standIn.stop);
    const request = anOperation({
      paymentReference: referenceOf('demoFAULT333'),
      gatewayPayment: 'pay_1',
    });
    const calls = {
      operate: () => able.operate(settings(standIn.url()), request),
      inquire: () => able.inquireOperation(settings(standIn.url()), request),
    };
    for (const [call, ask] of Object.entries(calls))
      for (const [what, answer] of Object.entries(UNKNOWN))
        it(`knows nothing when it asks (${call}) and ${what}`, async () => {
          standIn.answerBy(answer);
          await assert.rejects(ask(), isFault('unknown'));
        });
  });
}

function describeFaults(tested: GatewayUnderTest, network: NetworkDriver): void {
  const { gateway, settings, secret } = tested;
  const standIn = aStandIn();
  before(standIn.start);
  after(standIn.stop);
  const request = aRequest('demoFAULT222');
  const calls = {
    open: () => gateway.open(settings(standIn.url()), request),
    inquire: () =>
      gateway.inquire(settings(standIn.url()), {
        ...request,
        gatewayReference: 'page_1',
      }),
  };

  for (const [call, ask] of Object.entries(calls)) {
    for (const [what, answer] of Object.entries(UNKNOWN))
      it(`knows nothing when it asks (${call}) and ${what}`, async () => {
        standIn.answerBy(answer);
        await assertFault(ask, 'unknown');
      });

    for (const status of waysOf(tested).refusals)
      it(`is refused when it asks (${call}) and gets HTTP ${status}`, async () => {
        standIn.answerBy((response) => {
          response.writeHead(status, { 'content-type': 'application/json' }).end('{"error":{}}');
        });
        await assertFault(ask, 'refused');
      });

    it(`takes a state that nobody has heard of for undecided, never for failed (${call})`, async () => {
      standIn.answerBy((response) => {
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(network.strangeAnswer(request.referenceNumber, request.total));
      });
      const answer = await ask();
      assert.deepEqual(answer.step === 'report' && answer.report.outcome, {
        result: 'pending',
      });
    });
  }

  it('knows that nothing was sent when nobody listens', async () => {
    for (const ask of [
      () => gateway.open(settings(NOWHERE), request),
      () =>
        gateway.inquire(settings(NOWHERE), {
          ...request,
          gatewayReference: 'page_1',
        }),
    ])
      await assertFault(ask, 'unsent');
  });

  it('does not follow an answer to another place', async () => {
    standIn.answerBy((response) => {
      response.writeHead(307, { location: `${standIn.url()}/elsewhere` }).end();
    });
    await assertFault(calls.open, 'unknown');
    assert.equal(standIn.lastPath().includes('elsewhere'), false);
  });

  async function assertFault(ask: () => Promise<unknown>, kind: FaultKind) {
    const error: unknown = await ask().then(
      () => assert.fail('There was no fault.'),
      (fault: unknown) => fault,
    );
    assert.ok(error instanceof GatewayFault, inspect(error));
    assert.equal(error.kind, kind);
    assertNoSecret(error, secretsOf(settings(standIn.url()), secret));
  }
}

/** Answers that say nothing of what happened: the network may have charged or may not. */
const UNKNOWN: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'the line breaks': (response) => {
    response.destroy();
  },
  'the line breaks in the middle of the answer': (response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"id":');
    setTimeout(() => response.destroy(), 20);
  },
  'nobody answers in time': () => {},
  'gets HTTP 500': (response) => {
    response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
  },
  'gets HTTP 503 from something in between': (response) => {
    response.writeHead(503).end('<h1>Service unavailable</h1>');
  },
  'is asked to slow down': (response) => {
    response.writeHead(429, { 'content-type': 'application/json' }).end('{}');
  },
  'gets a page instead of data': (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
  },
  'gets a page that says that there is nothing': (response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
  },
  'gets data of another shape': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  },
  'gets nothing at all': (response) => {
    response.writeHead(200).end();
  },
};

function aStandIn() {
  const state = { url: '', path: '', answer: UNKNOWN['gets HTTP 500'] };
  const server = createServer((request, response) => {
    state.path = request.url ?? '';
    request.resume().on('end', () => state.answer?.(response));
  });
  return {
    start: async () => {
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const address = server.address();
      assert.ok(address && typeof address === 'object');
      state.url = `http://127.0.0.1:${address.port}`;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
    url: () => state.url,
    lastPath: () => state.path,
    answerBy: (answer: (response: ServerResponse) => void) => {
      state.answer = answer;
    },
  };
}

/** As the names of an attempt are kept once its page is open. */
function namesOf(request: OpenRequest, { gatewayReference }: NetworkPage): AttemptNames {
  const { referenceNumber, askedAt } = request;
  return { referenceNumber, gatewayReference, askedAt };
}

/** Undefined where the network does not know. */
async function unlessUnknown<T>(answer: Promise<T>): Promise<T | undefined> {
  return answer.catch((error: unknown) => {
    if (error instanceof GatewayFault && error.kind === 'unknown') return undefined;
    throw error;
  });
}

function isFault(kind: FaultKind) {
  return (error: unknown) => error instanceof GatewayFault && error.kind === kind;
}

/** As a network knows the customer who has saved a card. */
const PAYER = 'a'.repeat(64);

function aRequest(reference: string, notifyUrl = 'https://pay.example.test/notify'): OpenRequest {
  const referenceNumber = referenceOf(reference);
  return {
    referenceNumber,
    idempotencyKey: `session:${referenceNumber}:open`,
    total: kwd('12.500'),
    kind: 'purchase',
    language: 'en',
    description: 'ORD-1',
    payer: {
      reference: PAYER,
      email: 'mona@example.test',
      firstName: 'Mona',
      lastName: 'Ali',
    },
    askedAt: Date.now(),
    expiresAt: Date.now() + 24 * 60 * 60 * 1000,
    returnUrl: 'https://pay.example.test/return',
    notifyUrl,
  };
}

type Paid = Pick<OperationRequest, 'paymentReference'> & {
  readonly gatewayPayment: string;
};

/** A refund of 2.500 dinars of a payment, unless it says otherwise. */
function anOperation(payment: Paid, given: Partial<OperationRequest> = {}): OperationRequest {
  const referenceNumber = referenceOf(`${payment.paymentReference}-R`);
  return {
    kind: 'refund',
    idempotencyKey: `session:${referenceNumber}`,
    referenceNumber,
    ...payment,
    amount: kwd('2.500'),
    askedAt: Date.now(),
    ...given,
  };
}

function faultOf(act: () => void): Error {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
  return assert.fail('There was no fault.');
}

function stepOf(read: () => { readonly step: string }): string {
  try {
    return read().step;
  } catch (error) {
    assert.ok(error instanceof GatewayFault, inspect(error));
    return error.kind;
  }
}

/** Nothing of an error may tell a secret: neither its sentence nor what a log would print of it. */
function assertNoSecret(error: Error, secrets: readonly string[]): void {
  const printed = `${error.message} ${inspect(error, { depth: 10 })} ${JSON.stringify(error)}`;
  for (const secret of secrets) assert.ok(!printed.includes(secret), `an error tells ${secret}`);
}

function secretsOf(settings: AccountSettings, names: readonly string[]): readonly string[] {
  return names.map((name) => String(settings[name]));
}

function without(settings: AccountSettings, key: string): AccountSettings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name !== key));
}

function otherDigit(digit: string): string {
  return digit === '1' ? '2' : '1';
}

function scrambled({ headers }: RawCallback): RawCallback['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      String(value).replace(/[0-9a-f](?=[0-9a-f]{0,3}$)/, (digit) => (digit === 'a' ? 'b' : 'a')),
    ]),
  );
}
