import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { networkIn, networkArgument } from '../../../drills/networks/argument.ts';
import { chance, type Misfortune } from '../../../drills/networks/chance.ts';
import { networkNamed } from '../../../drills/networks/index.ts';
import { DECLINED_CARD, type Network } from '../../../drills/networks/network.ts';
import { gatewayFor } from '../../../gateways/registry.ts';
import type { AccountSettings, OpenRequest } from '../../../gateways/gateway.ts';
import { GatewayFault } from '../../../gateways/gateway.ts';
import { kwd, referenceOf } from '../../support/builders.ts';
import { until } from '../../support/http.ts';

describe('the network of a drill', () => {
  it('is the one that is named, and the sandbox when none is', () => {
    const given = ['--payments', '5', '--network', 'adyen', '--seed', '7'];
    assert.deepEqual(networkIn(given, ''), {
      network: 'adyen',
      rest: ['--payments', '5', '--seed', '7'],
    });
    assert.deepEqual(networkIn(['--seed', '7'], '').network, 'sandbox');
    assert.equal(networkArgument('stripe'), ' --network stripe');
    assert.equal(networkArgument(), '');
  });

  for (const given of [['--network'], ['--network', 'visa'], ['--network', '--seed']])
    it(`is not ${given.join(' ')}`, () => {
      assert.throws(
        () => networkIn(given, 'Write it so.'),
        /one of sandbox, stripe, adyen.*\nWrite/,
      );
    });
});

describe('chance at a network', () => {
  const LOST: Misfortune = { fault: 'answer-lost', probability: 0.5, seed: 7 };

  it('strikes alike with the same seed, only the calls that it may, and counts', () => {
    const series = () => {
      const fate = chance([LOST]);
      return Array.from({ length: 40 }, () => fate.strike('create', ['answer-lost'])?.fault);
    };
    assert.deepEqual(series(), series());
    assert.ok(series().includes('answer-lost') && series().includes(undefined));
    const fate = chance([{ ...LOST, on: ['refund'], probability: 1 }]);
    assert.equal(fate.strike('create', ['answer-lost']), undefined);
    assert.equal(fate.strike('refund', ['slow']), undefined);
    assert.ok(fate.strike('refund', ['answer-lost']));
    assert.deepEqual(fate.counts(), [{ fault: 'answer-lost', on: ['refund'], seen: 1, struck: 1 }]);
  });

  it('strikes once, after those that it leaves alone, where no probability is said', () => {
    const fate = chance([{ fault: 'answer-lost', skip: 1 }]);
    const struck = [1, 2, 3, 4].map(() => fate.strike('create', ['answer-lost']) !== undefined);
    assert.deepEqual(struck, [false, true, false, false]);
  });
});

for (const name of ['stripe', 'adyen'] as const)
  describe(`the stand-in of ${name} in a drill`, () => {
    const ACCOUNT = 'one';
    let network: Network;
    let settings: AccountSettings;
    const heard: string[] = [];
    /** What the engine answers to the next events; 200 when nothing is said. */
    const answers: number[] = [];
    const hear = (body: string): number => {
      heard.push(body);
      return answers.shift() ?? 200;
    };
    const engine = createServer((request, response) => {
      text(request).then(
        (body) => response.writeHead(hear(body)).end(),
        () => response.destroy(),
      );
    });
    const gateway = gatewayFor(name);

    before(async () => {
      engine.listen(0, '127.0.0.1');
      await once(engine, 'listening');
    });
    beforeEach(async () => {
      network = networkNamed(name, '');
      const address = engine.address();
      assert.ok(typeof address === 'object' && address);
      const notifyUrl = `http://127.0.0.1:${address.port}/`;
      const opened = await network.openAccount(ACCOUNT, { faults: [], notifyUrl });
      // The first request has the schemas compiled, which takes its time.
      settings = { ...opened.settings, timeout_ms: 9000 };
      heard.length = 0;
      answers.length = 0;
    });
    afterEach(() => network.close());
    after(async () => {
      engine.close();
      engine.closeAllConnections();
      await once(engine, 'close');
    });

    it('has a page that is paid once, and a book that says so', async () => {
      const page = await open(1);
      assert.equal(await network.pay(page, DECLINED_CARD), named(1));
      assert.deepEqual(await network.ledger(ACCOUNT), []);
      assert.equal(await network.pay(page), named(1));
      assert.equal(await network.pay(page), undefined);
      const [line, ...others] = await network.ledger(ACCOUNT);
      assert.deepEqual(others, []);
      assert.deepEqual(
        [line?.entry, line?.amount, line?.currency, line?.merchant_reference],
        ['capture', '12.340', 'KWD', named(1)],
      );
      const [payment] = await network.payments(ACCOUNT);
      assert.deepEqual([payment?.id, payment?.status], [line?.payment_id, 'CAPTURED']);
      await until('the event', async () => heard.some((body) => body.includes(named(1))));
    });

    it('does what is asked and loses the answer, or does nothing and resets', async () => {
      await network.orderFaults(ACCOUNT, [always('answer-lost', ['create'])]);
      await assert.rejects(open(2), GatewayFault);
      assert.equal((await network.payments(ACCOUNT)).length, 1);
      await network.orderFaults(ACCOUNT, [always('reset')]);
      await assert.rejects(open(3), GatewayFault);
      await network.orderFaults(ACCOUNT, [always('error')]);
      await assert.rejects(open(3), /HTTP 503/);
      assert.equal((await network.payments(ACCOUNT)).length, 1);
      assert.deepEqual(
        (await network.faults(ACCOUNT)).map(({ struck }) => struck),
        [1],
      );
    });

    it('tells again what nobody has taken, several times where that is ordered', async () => {
      await network.orderFaults(ACCOUNT, [{ ...always('duplicate-callback'), times: 3 }]);
      answers.push(503);
      await network.pay(await open(4));
      const about = () => heard.filter((body) => body.includes(named(4)));
      await until('all of them', async () => about().length >= 4);
      assert.deepEqual(network.turnedAway(), []);
      heard.length = 0;
      const [payment] = await network.payments(ACCOUNT);
      await network.callBack(payment?.id ?? '', 2);
      assert.ok(heard.length >= 2);
    });

    it('queues a refund until it is decided', async () => {
      await network.pay(await open(5));
      const [payment] = await network.payments(ACCOUNT);
      await network.orderFaults(ACCOUNT, [always('queued', ['refund'])]);
      assert.ok(payment);
      const report = await gateway.operate?.(settings, {
        kind: 'refund',
        idempotencyKey: 'key:refund:1',
        referenceNumber: named(6),
        paymentReference: named(5),
        gatewayPayment: payment.id,
        amount: kwd('2.000'),
        askedAt: Date.now(),
      });
      assert.equal(report?.result, 'queued');
      const [operation] = await network.operations(payment.id);
      assert.deepEqual([operation?.status, operation?.merchant_reference], ['QUEUED', named(6)]);
      assert.equal((await network.ledger(ACCOUNT)).length, 1);
      await network.decide(operation?.id ?? '', 'done');
      const last = (await network.ledger(ACCOUNT)).at(-1);
      assert.deepEqual([last?.entry, last?.amount], ['refund', '2.000']);
      assert.equal(last?.operation_id, named(6));
      const movements = await network.book.of([named(5)]);
      assert.deepEqual(
        movements.map(({ kind, amount }) => [kind, amount.minor]),
        [
          ['capture', 12_340],
          ['refund', 2000],
        ],
      );
    });

    it('is another one for another merchant', async () => {
      const other = network.ownAccounts?.('other-shop');
      assert.ok(other);
      await other.openAccount(ACCOUNT, { faults: [], notifyUrl: 'http://127.0.0.1:1/' });
      await network.pay(await open(7));
      assert.deepEqual(await other.ledger(ACCOUNT), []);
    });

    /** Opens a payment as the engine does; gives the page. */
    async function open(nth: number): Promise<string> {
      const request: OpenRequest = {
        referenceNumber: named(nth),
        idempotencyKey: `key:${nth}:open`,
        total: kwd('12.340'),
        kind: 'purchase',
        language: 'en',
        returnUrl: 'https://shop.example/back',
        notifyUrl: 'https://shop.example/told',
        askedAt: Date.now(),
        expiresAt: Date.now() + 3_600_000,
      };
      const opened = await gateway.open(settings, request);
      assert.ok(opened.step === 'page');
      const page = network.pageIn(opened.pageUrl);
      assert.ok(page !== undefined, opened.pageUrl);
      return page;
    }
  });

const named = (nth: number) => referenceOf(`drill0000${nth}`);

function always(fault: string, on?: readonly string[]): Misfortune {
  return { fault, probability: 1, seed: 1, ...(on && { on }) };
}
