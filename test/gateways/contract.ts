import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import type { ReferenceNumber } from '../../domain/ids.ts';
import type { Money } from '../../domain/money.ts';
import type { AttemptReport } from '../../domain/transaction/network.ts';
import {
  GatewayFault,
  type AccountSettings,
  type Gateway,
  type OpenRequest,
  type OperationRequest,
  type RawCallback,
} from '../../gateways/gateway.ts';
import { kwd, referenceOf } from '../support/builders.ts';

/** How a payer can end an attempt. */
export type Ending = 'success' | 'decline' | 'cancel' | 'error';

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
}

export interface GatewayUnderTest {
  readonly name: string;
  readonly gateway: Gateway;
  /** Right settings for a network that listens there; they must not wait longer than a second for an answer. */
  readonly settings: (url: string) => AccountSettings;
  /** The names of the settings that must be there, and which of them are secrets. */
  readonly required: readonly string[];
  readonly secret: readonly string[];
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

const NOWHERE = 'http://127.0.0.1:9';

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
    assert.deepEqual(await gateway.inquire(right, request.referenceNumber), once);
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
  if (operate && inquireOperation)
    describeOperations(tested, network, { operate, inquireOperation });
}

function describeOpening({ gateway, settings }: GatewayUnderTest, network: NetworkDriver): void {
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
    assert.deepEqual(await gateway.inquire(right(), request.referenceNumber), opened);
  });

  it('says that it has not heard of an attempt that it has not', async () => {
    const inquired = await gateway.inquire(right(), referenceOf('demoNEVER222'));
    assert.deepEqual(inquired, { step: 'unheard-of' });
  });
}

function describeEndings({ gateway, settings }: GatewayUnderTest, network: NetworkDriver): void {
  const right = () => settings(network.url());
  const RESULTS = { decline: 'failed', cancel: 'canceled', error: 'error' } as const;

  for (const kind of ['purchase', 'authorize'] as const)
    it(`reports a success as ${kind}, with the money to the fils`, async () => {
      const total = kwd('12.345');
      const request = { ...aRequest(`demoOK-${kind}`), kind, total };
      const { told, asked } = await ended(request, 'success');
      for (const report of [told, asked])
        assert.deepEqual(report.outcome, { result: 'success', kind, charged: total });
    });

  for (const ending of ['decline', 'cancel', 'error'] as const)
    it(`reports ${RESULTS[ending]} when the attempt ends by ${ending}`, async () => {
      const { told, asked } = await ended(aRequest(`demoNO-${ending}`), ending);
      for (const report of [told, asked])
        assert.deepEqual(report.outcome, { result: RESULTS[ending] });
    });

  if (gateway.traits.tokenization)
    for (const total of [kwd('12.345'), kwd('0')])
      it(`keeps the card when it shall, for ${total.minor}, and names its token nowhere else`, async () => {
        const request = { ...aRequest(`demoKEEP${total.minor}`), total, saveCard: true } as const;
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
    if (!gateway.traits.tokenization) return;
    const command = { ...aRequest('demoUNKEPT3'), saveCard: true } as const;
    assert.equal('card' in (await ended(command, 'decline')).told, false);
  });

  it('tells by callback and by inquiry the same', async () => {
    const { told, asked } = await ended(aRequest('demoSAME2222'), 'success');
    assert.deepEqual(told, asked);
  });

  it('opens no new page for an attempt that has ended', async () => {
    const request = aRequest('demoENDED222', network.notifyUrl());
    const { asked } = await ended(request, 'decline');
    assert.deepEqual(await gateway.open(right(), request), { step: 'report', report: asked });
  });

  /** Opens, ends, and gives the word of the callback and the word of an inquiry. */
  async function ended(
    request: OpenRequest,
    ending: Ending,
  ): Promise<{ readonly told: AttemptReport; readonly asked: AttemptReport }> {
    await gateway.open(right(), { ...request, notifyUrl: network.notifyUrl() });
    const callback = await network.end(request.referenceNumber, ending);
    const read = gateway.readCallback(right(), callback);
    const inquired = await gateway.inquire(right(), request.referenceNumber);
    assert.ok(read.step === 'report', JSON.stringify(read));
    assert.ok(inquired.step === 'report', inquired.step);
    for (const { referenceNumber } of [read.report, inquired.report])
      assert.equal(referenceNumber, request.referenceNumber);
    return { told: read.report, asked: inquired.report };
  }
}

function describeCallbacks(
  { gateway, settings, secret }: GatewayUnderTest,
  network: NetworkDriver,
): void {
  const right = () => settings(network.url());
  let genuine: RawCallback;

  before(async () => {
    const request = aRequest('demoSIGNED22', network.notifyUrl());
    await gateway.open(right(), request);
    genuine = await network.end(request.referenceNumber, 'success');
  });

  it('believes a callback that the network signed, under the same event however often it comes', () => {
    const once = gateway.readCallback(right(), genuine);
    assert.ok(once.step === 'report' && once.eventId !== '');
    assert.deepEqual(gateway.readCallback(right(), genuine), once);
  });

  const forgeries: readonly (readonly [string, (callback: RawCallback) => RawCallback])[] = [
    ['without a header', (callback) => ({ ...callback, headers: {} })],
    [
      'with another body',
      ({ body, ...rest }) => ({ ...rest, body: body.replace(/\d/, otherDigit) }),
    ],
    ['with a blank more', ({ body, ...rest }) => ({ ...rest, body: `${body} ` })],
    ['with another signature', (callback) => ({ ...callback, headers: scrambled(callback) })],
    [
      'six minutes old',
      ({ receivedAt, ...rest }) => ({ ...rest, receivedAt: receivedAt + 360_000 }),
    ],
    [
      'from the future',
      ({ receivedAt, ...rest }) => ({ ...rest, receivedAt: receivedAt - 360_000 }),
    ],
  ];
  for (const [what, forge] of forgeries)
    it(`does not believe a callback ${what}`, () => {
      assert.equal(gateway.readCallback(right(), forge(genuine)).step, 'forged');
    });

  it('does not believe a callback that was signed with another secret', () => {
    const other = Object.fromEntries(secret.map((key) => [key, 'another-secret']));
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
    assert.deepEqual(read.step === 'report' && read.report.outcome, { result: 'pending' });
  });
}

function describeCharges(
  { gateway, settings }: GatewayUnderTest,
  network: NetworkDriver,
  charge: NonNullable<Gateway['charge']>,
): void {
  const right = () => settings(network.url());
  let token: string;

  before(async () => {
    const request = { ...aRequest('demoSAVED222', network.notifyUrl()), saveCard: true } as const;
    await gateway.open(right(), request);
    const callback = await network.end(request.referenceNumber, 'success');
    const read = gateway.readCallback(right(), callback);
    assert.ok(read.step === 'report' && read.report.card);
    ({ token } = read.report.card);
  });

  for (const by of ['customer', 'merchant'] as const)
    it(`charges a saved card for the ${by} once under one key, to the fils`, async () => {
      const total = kwd('12.345');
      const request = { ...aRequest(`demoCH-${by}`, network.notifyUrl()), total, token, by };
      const charged = await charge(right(), request);
      assert.ok(charged.step === 'report');
      const { outcome, referenceNumber } = charged.report;
      assert.equal(referenceNumber, request.referenceNumber);
      assert.deepEqual(outcome, { result: 'success', kind: 'purchase', charged: total });
      assert.deepEqual(await charge(right(), request), charged);
      assert.deepEqual(await gateway.inquire(right(), referenceNumber), charged);
      assert.equal(JSON.stringify(charged).includes(token), false, 'the token stands elsewhere');
    });

  it('charges no card that the network does not keep, and says so', async () => {
    const request = { ...aRequest('demoCHNONE2'), token: 'tok_none', by: 'merchant' } as const;
    const charged = await charge(right(), request);
    assert.ok(charged.step === 'report');
    assert.deepEqual(charged.report.outcome, { result: 'failed' });
    assert.equal(charged.report.decline?.advice, 'hard');
  });

  it('charges no card that the network was told to forget, however often', async () => {
    const { forgetCard } = gateway;
    assert.ok(forgetCard);
    const keeping = { ...aRequest('demoFORGET2', network.notifyUrl()), saveCard: true } as const;
    await gateway.open(right(), keeping);
    const callback = await network.end(keeping.referenceNumber, 'success');
    const read = gateway.readCallback(right(), callback);
    const other = read.step === 'report' ? read.report.card?.token : undefined;
    assert.ok(other !== undefined);
    for (let times = 0; times < 2; times += 1) await forgetCard(right(), other);
    const request = { ...aRequest('demoCHOLD22'), token: other, by: 'merchant' } as const;
    const charged = await charge(right(), request);
    assert.deepEqual(charged.step === 'report' && charged.report.outcome, { result: 'failed' });
  });

  it('knows nothing of a charge when nobody answers', async () => {
    const request = { ...aRequest('demoCHGONE2'), token, by: 'merchant' } as const;
    await assert.rejects(
      charge(settings(NOWHERE), request),
      (error: unknown) => error instanceof GatewayFault && error.kind === 'unknown',
    );
  });
}

function describeOperations(
  { gateway, settings }: GatewayUnderTest,
  network: NetworkDriver,
  able: Required<Pick<Gateway, 'operate' | 'inquireOperation'>>,
): void {
  const right = () => settings(network.url());

  /** A payment of 12.500 dinars that is over. */
  async function paid(name: string, kind: OpenRequest['kind'] = 'purchase') {
    const request = { ...aRequest(name, network.notifyUrl()), kind };
    await gateway.open(right(), request);
    await network.end(request.referenceNumber, 'success');
    return request.referenceNumber;
  }

  it('refunds under one key once, and tells the same when it is asked', async () => {
    const payment = await paid('demoREFUND22');
    const request = anOperation(payment);
    const done = await able.operate(right(), request);
    assert.deepEqual(
      [done.kind, done.result, done.amount, done.referenceNumber, done.paymentReference],
      ['refund', 'done', kwd('2.500'), request.referenceNumber, payment],
    );
    assert.deepEqual(await able.operate(right(), request), done);
    assert.deepEqual(await able.inquireOperation(right(), request), done);
    assert.deepEqual(await network.refunds(payment), ['2.500']);
  });

  it('captures in parts, and voids what is held', async () => {
    const held = await paid('demoHELD2222', 'authorize');
    const captured = await able.operate(right(), anOperation(held, { kind: 'capture' }));
    assert.deepEqual([captured.result, captured.amount], ['done', kwd('2.500')]);
    const other = await paid('demoVOID2222', 'authorize');
    const { amount: _amount, ...whole } = anOperation(other, { kind: 'void' });
    const voided = await able.operate(right(), whole);
    assert.deepEqual([voided.kind, voided.result], ['void', 'done']);
  });

  it('has never heard of an operation that nobody asked for', async () => {
    const names = anOperation(referenceOf('demoNEVER222'));
    assert.deepEqual(await able.inquireOperation(right(), names), { step: 'unheard-of' });
  });

  it('is refused more than there is, and nothing moves', async () => {
    const payment = await paid('demoMORE2222');
    await assert.rejects(
      able.operate(right(), anOperation(payment, { amount: kwd('12.501') })),
      (error: unknown) => error instanceof GatewayFault && error.kind === 'refused',
    );
    assert.deepEqual(await network.refunds(payment), []);
  });

  it('knows nothing after a lost answer, and finds by the reference what was done', async () => {
    const payment = await paid('demoLOST2222');
    const request = anOperation(payment);
    await network.loseNext();
    await assert.rejects(
      able.operate(right(), request),
      (error: unknown) => error instanceof GatewayFault && error.kind === 'unknown',
    );
    const found = await able.inquireOperation(right(), request);
    assert.ok(!('step' in found));
    assert.equal(found.result, 'done');
    assert.deepEqual(await network.refunds(payment), ['2.500']);
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
      assert.deepEqual(await able.inquireOperation(right(), request), read.report);
    });

  it('tells of what was done at the network itself, on which payment and how much', async () => {
    const payment = await paid('demoTHERE222');
    const read = gateway.readCallback(right(), await network.refundThere(payment, kwd('3.000')));
    assert.ok(read.step === 'operation');
    const { kind, result, amount, paymentReference } = read.report;
    assert.deepEqual(
      [kind, result, amount, paymentReference],
      ['refund', 'done', kwd('3.000'), payment],
    );
  });

  describe('with a network that gives no answer', () => {
    const standIn = aStandIn();
    before(standIn.start);
    after(standIn.stop);
    const request = anOperation(referenceOf('demoFAULT333'), { gatewayPayment: 'pay_1' });
    const calls = {
      operate: () => able.operate(settings(standIn.url()), request),
      inquire: () => able.inquireOperation(settings(standIn.url()), request),
    };
    for (const [call, ask] of Object.entries(calls))
      for (const [what, answer] of Object.entries(UNKNOWN))
        it(`knows nothing when it asks (${call}) and ${what}`, async () => {
          standIn.answerBy(answer);
          await assert.rejects(
            ask(),
            (error: unknown) => error instanceof GatewayFault && error.kind === 'unknown',
          );
        });
  });
}

function describeFaults(
  { gateway, settings, secret }: GatewayUnderTest,
  network: NetworkDriver,
): void {
  const standIn = aStandIn();
  before(standIn.start);
  after(standIn.stop);
  const request = aRequest('demoFAULT222');
  const calls = {
    open: () => gateway.open(settings(standIn.url()), request),
    inquire: () => gateway.inquire(settings(standIn.url()), request.referenceNumber),
  };

  for (const [call, ask] of Object.entries(calls)) {
    for (const [what, answer] of Object.entries(UNKNOWN))
      it(`knows nothing when it asks (${call}) and ${what}`, async () => {
        standIn.answerBy(answer);
        await assertFault(ask, 'unknown');
      });

    for (const status of [400, 401, 403, 409, 422])
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
      assert.deepEqual(answer.step === 'report' && answer.report.outcome, { result: 'pending' });
    });
  }

  it('knows nothing when nobody listens', async () => {
    await assertFault(() => gateway.open(settings(NOWHERE), request), 'unknown');
    await assertFault(() => gateway.inquire(settings(NOWHERE), request.referenceNumber), 'unknown');
  });

  it('does not follow an answer to another place', async () => {
    standIn.answerBy((response) => {
      response.writeHead(307, { location: `${standIn.url()}/elsewhere` }).end();
    });
    await assertFault(calls.open, 'unknown');
    assert.equal(standIn.lastPath().includes('elsewhere'), false);
  });

  async function assertFault(ask: () => Promise<unknown>, kind: GatewayFault['kind']) {
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

function aRequest(reference: string, notifyUrl = 'https://pay.example.test/notify'): OpenRequest {
  const referenceNumber = referenceOf(reference);
  return {
    referenceNumber,
    idempotencyKey: `session:${referenceNumber}:open`,
    total: kwd('12.500'),
    kind: 'purchase',
    language: 'en',
    description: 'ORD-1',
    returnUrl: 'https://pay.example.test/return',
    notifyUrl,
  };
}

/** A refund of 2.500 dinars of a payment, unless it says otherwise. */
function anOperation(
  paymentReference: ReferenceNumber,
  given: Partial<OperationRequest> = {},
): OperationRequest {
  const referenceNumber = referenceOf(`${paymentReference}-R`);
  return {
    kind: 'refund',
    idempotencyKey: `session:${referenceNumber}`,
    referenceNumber,
    paymentReference,
    amount: kwd('2.500'),
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
