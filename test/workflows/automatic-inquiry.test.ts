import assert from 'node:assert/strict';
import type { Client } from '@temporalio/client';
import { Refusal } from '../../domain/refusal.ts';
import { NO_FINAL_ANSWER } from '../../domain/transaction/inquiry.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import type { AttemptReport } from '../../domain/transaction/network.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { isShownWrongly } from '../../workflows/visibility.ts';
import { docPage, section } from '../docs/support.ts';
import { aMethod, codeOf, DAY_MS } from '../support/builders.ts';
import { networkPageOf } from '../support/fake-activities.ts';
import { charged, FIRST, gate, said, SECOND, toldResults, WALLET } from './support/lines.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

type Script = TestEnvironment['world']['script'];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const inquiry = DEFAULT_INQUIRY;
/** A card and a wallet whose gateways are asked after 15, 16 and 20 minutes, then half-hourly for a day. */
const methods = [aMethod({ inquiry }), aMethod({ pgCode: WALLET, name: 'Wallet', inquiry })];
/** The same after six hours each, for who waits for the last call. */
const seldom = methods.map((method) => ({
  ...method,
  inquiry: { ...inquiry, repeatEverySeconds: (6 * HOUR) / 1000 },
}));
const MOST_EVENTS = 40;

describe('the automatic inquiry', () => {
  const environment = workflowEnvironment();

  it('pays what was charged when the callback was lost and the payer never came back', async () => {
    const { world, time, start, pay, run } = environment();
    const opened = await start({ methods });
    await pay(opened);
    reports(environment(), charged());
    await time.skip(14 * MINUTE);
    assert.equal(world.inquiries.length, 0, "the gateway's own time is not over");
    await time.skip(MINUTE);
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.inquiries.length, 1);
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('asks three times, and then tells the merchant once that the gateway has not decided', async () => {
    const { world, time, start, pay, document } = environment();
    const opened = await start({ methods });
    await pay(opened);
    for (const [minutes, calls] of [
      [15, 1],
      [1, 2],
      [4, 3],
    ] as const) {
      assert.deepEqual(toldResults(world), []);
      await time.skip(minutes * MINUTE);
      await asked(environment(), opened, calls);
    }
    assert.deepEqual(toldResults(world), [['pending', 'pending']]);
    // A minute more than four half hours: the last timer may not be a hair's breadth ahead of the clock.
    await time.skip(2 * HOUR + MINUTE);
    // And goes on half-hourly.
    await asked(environment(), opened, 7);
    assert.deepEqual(toldResults(world), [['pending', 'pending']]);
    assert.equal(document(opened).attempts[0]?.state, 'pending');
  });

  it('believes a decline only from the third call on', async () => {
    const { world, time, start, pay, becomes } = environment();
    const opened = await start({ methods });
    await pay(opened);
    reports(environment(), said('failed'));
    await time.skip(16 * MINUTE);
    await asked(environment(), opened, 2);
    assert.deepEqual(toldResults(world), []);
    await time.skip(4 * MINUTE);
    await becomes(opened, 'attempted');
    assert.deepEqual(toldResults(world), [['failed', 'attempted']]);
  });

  it('asks nobody once a callback has decided', async () => {
    const { world, time, engine, start, pay, becomes } = environment();
    const opened = await start({ methods });
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await time.skip(5 * HOUR);
    assert.equal(world.inquiries.length, 0);
  });

  it('asks about the newer attempt when its time has come, not when the older one was due', async () => {
    const { world, time, engine, start, pay, becomes } = environment();
    const opened = await start({ methods });
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await time.skip(10 * MINUTE);
    await pay(opened, { referenceNumber: SECOND });
    await time.skip(14 * MINUTE);
    assert.equal(world.inquiries.length, 0);
    await time.skip(MINUTE);
    await asked(environment(), opened, 1);
    assert.deepEqual(
      world.inquiries.map(({ referenceNumber }) => referenceNumber),
      [SECOND],
    );
  });

  it('fails an attempt that its gateway has not decided after 24 hours, and says why', async () => {
    const { world, time, start, pay, becomes, document } = environment();
    const opened = await start({ methods: seldom, expirationSeconds: (2 * DAY_MS) / 1000 });
    await pay(opened);
    await time.skip(DAY_MS);
    await becomes(opened, 'attempted');
    assert.equal(document(opened).attempts[0]?.message, NO_FINAL_ANSWER);
    assert.deepEqual(toldResults(world), [
      ['pending', 'pending'],
      ['failed', 'attempted'],
    ]);
    const { length } = world.inquiries;
    await time.skip(HOUR);
    assert.equal(world.inquiries.length, length, 'nobody asks any more');
  });

  it('calls for a person, and fails nothing, when the gateway never gives an answer', async () => {
    const { world, time, engine, start, pay, run, document } = environment();
    const opened = await start({ methods: seldom });
    await pay(opened);
    silent(environment());
    await time.skip(DAY_MS + HOUR);
    assert.equal(await run(opened).result(), 'expired');
    const { alerts, attempts } = document(opened);
    assert.deepEqual(
      alerts.map(({ kind, referenceNumber }) => [kind, referenceNumber]),
      [['manual-action-required', FIRST]],
    );
    assert.equal(attempts[0]?.state, 'pending');
    assert.deepEqual(toldResults(world), [
      ['pending', 'pending'],
      ['pending', 'expired'],
    ]);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
  });

  it('goes on after the expiry of a transaction whose money nobody knows about', async () => {
    const { world, time, start, pay, run, becomes } = environment();
    const opened = await start({ methods, expirationSeconds: 10 * 60 });
    await pay(opened);
    silent(environment());
    await time.skip(12 * MINUTE);
    await becomes(opened, 'expired');
    reports(environment(), charged());
    await time.skip(4 * MINUTE);
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(toldResults(world), [
      ['pending', 'expired'],
      ['success', 'paid'],
    ]);
  });

  describe('of a page that is still open', () => {
    it('tells nobody, asks ever less often, and ends with the expiry', async () => {
      const { world, time, start, pay, run } = environment();
      const opened = await start({ methods });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      await time.skip(DAY_MS - MINUTE);
      assert.deepEqual(toldResults(world), []);
      assert.ok(world.inquiries.length <= 9, `It asked ${world.inquiries.length} times.`);
      await time.skip(MINUTE);
      assert.equal(await run(opened).result(), 'expired');
      assert.deepEqual(toldResults(world), [['pending', 'expired']]);
    });
  });

  describe('at the moment of the expiry', () => {
    it('finds the payment that nobody had told us of', async () => {
      const { world, time, start, pay, run } = environment();
      const opened = await start({ methods, expirationSeconds: 5 * 60 });
      await pay(opened);
      reports(environment(), charged());
      await time.skip(5 * MINUTE);
      assert.equal(await run(opened).result(), 'paid');
      assert.equal(world.inquiries.length, 1);
      assert.deepEqual(toldResults(world), [['success', 'paid']]);
    });

    it('is not made when no attempt is under way', async () => {
      const { world, time, engine, start, pay, run, becomes } = environment();
      const opened = await start({ methods });
      await pay(opened);
      await engine.report(opened, said('canceled'));
      await becomes(opened, 'attempted');
      await time.skip(DAY_MS);
      assert.equal(await run(opened).result(), 'expired');
      assert.equal(world.inquiries.length, 0);
    });

    it('gives way to more time that the merchant gives meanwhile', async () => {
      const { world, time, engine, start, pay, becomes, edit, document, run } = environment();
      const opened = await start({ methods, expirationSeconds: 5 * 60 });
      await pay(opened);
      const network = gate();
      world.script.inquire = async ({ referenceNumber }) => {
        await network.passed;
        return networkPageOf(referenceNumber);
      };
      const skipped = time.skip(5 * MINUTE);
      await world.until(() => world.inquiries.length === 1);
      await edit(opened, { expirationSeconds: HOUR / 1000 });
      network.open();
      await skipped;
      assert.equal(document(opened).state, 'pending');
      await engine.report(opened, charged());
      await becomes(opened, 'paid');
      assert.equal(await run(opened).result(), 'paid');
    });
  });

  describe('together with a callback', () => {
    it('that comes during it has one outcome and one notice', async () => {
      const { world, time, engine, start, pay, becomes, run } = environment();
      const opened = await start({ methods });
      await pay(opened);
      const network = gate();
      world.script.inquire = async () => {
        await network.passed;
        return { step: 'report', report: charged() };
      };
      const skipped = time.skip(15 * MINUTE);
      await world.until(() => world.inquiries.length === 1);
      await engine.report(opened, charged());
      await becomes(opened, 'paid');
      network.open();
      await skipped;
      assert.equal(await run(opened).result(), 'paid');
      assert.deepEqual(toldResults(world), [['success', 'paid']]);
      assert.equal(world.webhooks.length, 1);
    });

    it('that comes after it, and twice, has one outcome and one notice', async () => {
      const { world, time, engine, start, pay, run, document } = environment();
      const opened = await start({ methods });
      await pay(opened);
      reports(environment(), charged());
      await time.skip(15 * MINUTE);
      assert.equal(await run(opened).result(), 'paid');
      const { version } = document(opened);
      for (let times = 0; times < 2; times += 1) {
        await engine.report(opened, charged());
        assert.equal(await run(opened).result(), 'paid');
      }
      assert.equal(document(opened).version, version);
      assert.deepEqual(toldResults(world), [['success', 'paid']]);
      assert.equal(world.webhooks.length, 1);
    });

    it('of success beats a decline that the gateway is just answering', async () => {
      const { world, time, engine, start, pay, becomes, run } = environment();
      const opened = await start({ methods });
      await pay(opened);
      await time.skip(16 * MINUTE);
      await asked(environment(), opened, 2);
      const network = gate();
      world.script.inquire = async () => {
        await network.passed;
        return { step: 'report', report: said('failed') };
      };
      const skipped = time.skip(4 * MINUTE);
      await world.until(() => world.inquiries.length === 3);
      await engine.report(opened, charged());
      await becomes(opened, 'paid');
      network.open();
      await skipped;
      assert.equal(await run(opened).result(), 'paid');
      assert.deepEqual(toldResults(world), [['success', 'paid']]);
    });
  });

  describe('of an attempt that we ended ourselves', () => {
    it('finds the money of a transaction that the merchant canceled while the payer paid', async () => {
      const { world, time, engine, start, pay, run, document } = environment();
      const opened = await start({ methods });
      world.script.close = ({ referenceNumber }) => networkPageOf(referenceNumber);
      await pay(opened);
      await engine.cancel(opened, SECOND);
      await world.until(() => world.closes.length === 1);
      reports(environment(), charged());
      await time.skip(15 * MINUTE);
      assert.equal(await run(opened).result(), 'canceled');
      assert.deepEqual(alertsOf(document(opened)), [['late-money', FIRST]]);
      assert.deepEqual(toldResults(world), [['canceled', 'canceled']]);
    });

    it('finds the second payment of a payer who changed the method and paid in both tabs', async () => {
      const { world, time, engine, start, pay, run, becomes, document } = environment();
      const opened = await start({ methods });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      world.script.close = world.script.inquire;
      await pay(opened, { pgCode: WALLET, referenceNumber: SECOND, replacesOpen: true });
      await engine.report(opened, charged(SECOND));
      await becomes(opened, 'paid');
      reports(environment(), charged(FIRST));
      await time.skip(15 * MINUTE);
      assert.equal(await run(opened).result(), 'paid');
      assert.deepEqual(alertsOf(document(opened)), [['second-success', FIRST]]);
      assert.deepEqual(toldResults(world), [
        ['success', 'paid'],
        ['success', 'paid'],
      ]);
    });

    it('closes the page of the newer attempt at once when the older one has paid, and takes nothing by it', async () => {
      const { world, engine, start, pay, run, becomes, document } = environment();
      const opened = await start({ methods });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      world.script.close = world.script.inquire;
      await pay(opened, { pgCode: WALLET, referenceNumber: SECOND, replacesOpen: true });
      const before = world.closes.length;
      await engine.report(opened, charged(FIRST));
      await becomes(opened, 'paid');
      await world.until(() => world.closes.length > before);
      assert.equal(world.closes.at(-1)?.referenceNumber, SECOND);
      assert.equal(document(opened).attempts[1]?.state, 'pending');
      await engine.returned(opened, SECOND, { redirectResult: 'X1' });
      await engine.report(opened, said('canceled', SECOND));
      assert.equal(await run(opened).result(), 'paid');
      assert.equal(document(opened).attempts[1]?.state, 'canceled');
      assert.ok(world.inquiries.every(({ brought }) => brought === undefined));
      // How the other one has ended changes nothing of where the payer goes.
      assert.deepEqual(toldResults(world), [
        ['success', 'paid'],
        ['canceled', 'paid'],
      ]);
      assert.equal(document(opened).notice?.referenceNumber, FIRST);
    });

    it('asks about a page that could not be had, since the network may have heard all the same', async () => {
      const { world, time, start, pay, run, document } = environment();
      const opened = await start({ methods: [aMethod({ inquiry, multipleAttempts: false })] });
      world.script.open = () => {
        throw new Error('no answer');
      };
      await assert.rejects(time.skippingUntil(pay(opened)), Refusal);
      assert.deepEqual(toldResults(world), [['error', 'failed']]);
      reports(environment(), charged());
      await time.skip(15 * MINUTE);
      assert.equal(await run(opened).result(), 'paid');
      assert.equal(document(opened).attempts[0]?.state, 'success');
      assert.deepEqual(toldResults(world).at(-1), ['success', 'paid']);
    });

    it('ends after three calls when the network knows of nothing, and closes no page', async () => {
      const { world, time, engine, start, pay, run } = environment();
      const opened = await start({ methods });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      world.script.close = () => ({ step: 'unclosable' });
      await engine.cancel(opened, SECOND);
      await time.skip(20 * MINUTE);
      assert.equal(await run(opened).result(), 'canceled');
      // At once, and three times by the plan.
      assert.deepEqual([world.closes.length, world.inquiries.length], [4, 4]);
    });

    it('closes its page at once, and asks no more where it is closed', async () => {
      const { world, engine, start, pay, run, document } = environment();
      const opened = await start({ methods });
      await pay(opened);
      await engine.cancel(opened, SECOND);
      assert.equal(await run(opened).result(), 'canceled');
      assert.equal(world.closes.length, 1);
      const [attempt] = document(opened).attempts;
      assert.deepEqual([attempt?.state, attempt?.unanswered], ['canceled', undefined]);
      assert.equal(world.inquiries.length, 0);
      assert.deepEqual(toldResults(world), [['canceled', 'canceled']]);
    });

    it('closes its page, too, where the customer pays in cash', async () => {
      const { world, engine, start, pay, run, document } = environment();
      const cash = aMethod({ pgCode: codeOf('cash'), offline: true });
      const opened = await start({ methods: [...methods, cash] });
      await pay(opened);
      await engine.payCash(opened, { referenceNumber: SECOND, requestId: 'cash' });
      assert.equal(await run(opened).result(), 'cod');
      assert.deepEqual(
        world.closes.map(({ referenceNumber }) => referenceNumber),
        [FIRST],
      );
      assert.equal(document(opened).attempts[0]?.unanswered, undefined);
    });

    for (const [when, minutes, calls] of [
      ['a moment ago', 0, undefined],
      ['before the plan has asked about it', 30, 3],
    ] as const)
      it(`closes the page that was given up ${when}, once another attempt has paid`, async () => {
        const { world, time, engine, start, pay, run, document } = environment();
        const opened = await start({ methods });
        await pay(opened);
        const close = world.script.close;
        world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
        world.script.close = world.script.inquire;
        await pay(opened, { pgCode: WALLET, referenceNumber: SECOND, replacesOpen: true });
        await time.skip(minutes * MINUTE);
        const [given] = document(opened).attempts;
        assert.deepEqual([given?.unanswered, given?.inquired?.calls], [true, calls]);
        world.script.close = close;
        await engine.report(opened, charged(SECOND));
        assert.equal(await run(opened).result(), 'paid');
        assert.deepEqual(
          world.closes.map(({ referenceNumber }) => referenceNumber),
          [FIRST, FIRST],
        );
        assert.equal(document(opened).attempts[0]?.unanswered, undefined);
      });

    it('tries again to close a page where its network gave no answer', async () => {
      const { world, time, engine, start, pay, run, document } = environment();
      const opened = await start({ methods });
      await pay(opened);
      const close = world.script.close;
      world.script.close = unreachable;
      await time.skip(25 * MINUTE);
      await engine.cancelForServer(opened, SECOND);
      await time.skip(MINUTE);
      assert.equal(document(opened).attempts[0]?.unanswered, true);
      world.script.close = close;
      await time.skip(HOUR);
      assert.equal(await run(opened).result(), 'canceled');
      assert.equal(document(opened).attempts[0]?.unanswered, undefined);
    });

    it('calls a person at its last call where the payer has paid, and its callback has not come', async () => {
      const { world, time, engine, start, pay, run, document } = environment();
      const opened = await start({ methods: seldom });
      await pay(opened);
      world.script.close = ({ referenceNumber }) => ({
        step: 'report',
        isPaid: true,
        report: { referenceNumber, outcome: { result: 'pending' } },
      });
      await engine.cancel(opened, SECOND);
      await time.skip(25 * HOUR);
      assert.equal(await run(opened).result(), 'canceled');
      assert.deepEqual(alertsOf(document(opened)), [['manual-action-required', FIRST]]);
    });

    it('calls a person where the network says after its plan that the payer has paid, and not by which payment', async () => {
      const { world, time, engine, start, pay, document, atRest } = environment();
      const opened = await start({ methods, expiresByTimer: false });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      await time.skip(25 * HOUR);
      await atRest(opened);
      assert.deepEqual(alertsOf(document(opened)), []);
      world.script.inquire = ({ referenceNumber }) => ({
        step: 'report',
        isPaid: true,
        report: { referenceNumber, outcome: { result: 'pending' } },
      });
      for (let turn = 0; turn < 2; turn += 1) await engine.returned(opened, FIRST);
      await world.until(() => document(opened).alerts.length > 0);
      await atRest(opened);
      assert.deepEqual(alertsOf(document(opened)), [['manual-action-required', FIRST]]);
    });

    it('is asked again by the command that operators have for that, although its run has ended', async () => {
      const { world, time, engine, start, pay, run, document } = environment();
      const opened = await start({ methods: seldom });
      await pay(opened);
      silent(environment());
      await engine.cancel(opened, SECOND);
      await time.skip(25 * HOUR);
      assert.equal(await run(opened).result(), 'canceled');
      assert.deepEqual(alertsOf(document(opened)), [['manual-action-required', FIRST]]);
      const asked = world.inquiries.length;
      reports(environment(), charged());
      await byOperator(time.client, opened);
      await world.until(() => alertsOf(document(opened)).length === 2);
      assert.equal(world.inquiries.length, asked + 1);
      assert.deepEqual(alertsOf(document(opened))[1], ['late-money', FIRST]);
      assert.equal(await run(opened).result(), 'canceled');
      const { typedSearchAttributes } = await run(opened).describe();
      assert.equal(isShownWrongly(typedSearchAttributes, document(opened)), false);
    });

    it('calls nobody again where it is canceled after the last call had no answer', async () => {
      const { time, engine, start, pay, run, document, atRest } = environment();
      const opened = await start({ methods: seldom, expiresByTimer: false });
      await pay(opened);
      silent(environment());
      await time.skip(25 * HOUR);
      await atRest(opened);
      const before = alertsOf(document(opened));
      assert.equal(before.length, 1);
      await engine.cancelForServer(opened, SECOND);
      await run(opened).result();
      assert.deepEqual(alertsOf(document(opened)), before);
    });

    for (const [what, close, inquired, alerts] of [
      ['has no answer', unreachable, undefined, [['manual-action-required', FIRST]]],
      [
        'says that the payer has paid',
        () => ({
          step: 'report',
          isPaid: true,
          report: { referenceNumber: FIRST, outcome: { result: 'pending' } },
        }),
        undefined,
        [['manual-action-required', FIRST]],
      ],
      ['cannot be done, and it has failed', () => ({ step: 'unclosable' }), said('failed'), []],
    ] as readonly (readonly [string, Script['close'], AttemptReport | undefined, unknown[]])[])
      it(`comes to an end, or calls a person, where closing its page after the last call ${what}`, async () => {
        const { world, time, engine, start, pay, run, document, atRest } = environment();
        const opened = await start({ methods, expiresByTimer: false });
        await pay(opened);
        world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
        await time.skip(25 * HOUR);
        await atRest(opened);
        assert.deepEqual(alertsOf(document(opened)), []);
        world.script.close = close;
        if (inquired) world.script.inquire = () => ({ step: 'report', report: inquired });
        await engine.cancelForServer(opened, SECOND);
        await run(opened).result();
        assert.deepEqual(alertsOf(document(opened)), alerts);
        assert.equal(document(opened).attempts[0]?.unanswered, inquired ? undefined : true);
      });

    it('closes its page where the payment was canceled while the plan asked', async () => {
      const { world, time, engine, start, pay, run } = environment();
      const opened = await start({ methods });
      await pay(opened);
      const asked = gate();
      world.script.inquire = async ({ referenceNumber }) => {
        if (world.inquiries.length === 3) await asked.passed;
        return networkPageOf(referenceNumber);
      };
      await time.skip(20 * MINUTE);
      await world.until(() => world.inquiries.length === 3);
      await engine.cancelForServer(opened, SECOND);
      asked.open();
      assert.equal(await run(opened).result(), 'canceled');
      assert.equal(world.closes.length, 1);
    });

    it('closes no page of a payment that may still be paid', async () => {
      const { world, time, start, pay, run } = environment();
      const opened = await start({ methods });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      await time.skip(25 * HOUR);
      assert.equal(await run(opened).result(), 'expired');
      assert.equal(world.closes.length, 0);
    });
  });

  describe('that hears of other money than was asked', () => {
    it('pays nothing, raises one alert, and tells the merchant that it is pending', async () => {
      const { world, time, start, pay, atRest, document } = environment();
      const opened = await start({ methods });
      await pay(opened);
      reports(environment(), charged(FIRST, '1.250'));
      await time.skip(2 * HOUR);
      await atRest(opened);
      assert.equal(document(opened).state, 'pending');
      assert.deepEqual(alertsOf(document(opened)), [['amount-mismatch', FIRST]]);
      assert.deepEqual(toldResults(world), [['pending', 'pending']]);
      await assert.rejects(
        pay(opened, { pgCode: WALLET, referenceNumber: SECOND }),
        (error) => error instanceof Refusal && error.code === 'locked',
      );
    });

    it('pays when the right answer comes, and not by the wrong one again', async () => {
      const { world, time, engine, start, pay, run, atRest, document } = environment();
      const opened = await start({ methods });
      await pay(opened);
      reports(environment(), charged(FIRST, '1.250'));
      await time.skip(15 * MINUTE);
      await engine.report(opened, charged(FIRST, '1.250'));
      await atRest(opened);
      assert.equal(document(opened).state, 'pending');
      assert.equal(document(opened).alerts.length, 1);
      await engine.report(opened, charged());
      assert.equal(await run(opened).result(), 'paid');
      assert.deepEqual(toldResults(world), [['success', 'paid']]);
    });

    it('does so too when it is the answer to the request for a page', async () => {
      const { world, start, pay, document } = environment();
      const opened = await start({ methods });
      world.script.open = () => ({ step: 'report', report: charged(FIRST, '1.250') });
      assert.deepEqual(await pay(opened), { to: 'result', referenceNumber: FIRST });
      assert.equal(document(opened).state, 'pending');
      assert.deepEqual(alertsOf(document(opened)), [['amount-mismatch', FIRST]]);
    });
  });

  it('leads a payer who presses again to our own page when the gateway has no page and no decision', async () => {
    const { world, start, pay } = environment();
    const opened = await start({ methods });
    world.script.open = () => ({ step: 'report', report: said('pending') });
    const waiting = { to: 'result', referenceNumber: FIRST };
    assert.deepEqual(await pay(opened), waiting);
    assert.deepEqual(await pay(opened, { referenceNumber: SECOND }), waiting);
    assert.equal(world.opens.length, 1);
  });

  it('costs an ordinary payment by card no event more than it may have', async () => {
    const { engine, start, pay, run, becomes, history } = environment();
    const opened = await start({ methods });
    await engine.viewed(opened);
    await becomes(opened, 'pending');
    await pay(opened);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    const events = await history(opened);
    assert.ok(events.length <= MOST_EVENTS, `It took ${events.length} events.`);
    assert.equal(events.filter((event) => event.timerStartedEventAttributes).length, 2);
    assert.equal(events.filter((event) => event.timerCanceledEventAttributes).length, 0);
  });
});

/**
 * Resolves when the gateway has been asked so often, and no more, with all that follows. A skip may be over before the server has
 * begun what became due within it.
 */
async function asked({ world, atRest }: TestEnvironment, opened: Transaction, times: number) {
  await world.until(() => world.inquiries.length >= times);
  await atRest(opened);
  assert.equal(world.inquiries.length, times);
}

/** From now on the gateway answers every question with this report. */
function reports({ world }: TestEnvironment, report: AttemptReport): void {
  world.script.inquire = () => ({ step: 'report', report });
  world.script.close = world.script.inquire;
}

/** From now on the gateway gives no answer to any question. */
/** What the CLI sends for the command under "Asking the gateway again" in docs/operators.md: its input is in clear. */
async function byOperator(client: Client, opened: Transaction): Promise<void> {
  const { merchantId, sessionId } = opened;
  const [, , shown = ''] = section(
    docPage('docs/operators.md'),
    '### Asking the gateway again',
  ).split('```sh\n');
  const command = shown
    .slice(0, shown.indexOf('```'))
    .replaceAll('<session_id>', sessionId)
    .replaceAll('<merchant>', merchantId)
    .replaceAll('<reference_number>', FIRST);
  assert.match(command, /^temporal workflow signal-with-start /);
  const flags = new Map(
    [...command.matchAll(/--([a-z-]+) (?:'([^']+)'|"([^"]+)"|(\S+))/g)].map(
      ([, name = '', quoted, doubled, bare]) => [name, quoted ?? doubled ?? bare ?? ''],
    ),
  );
  const flag = (name: string) => flags.get(name) ?? '';
  await client.workflow.signalWithStart(flag('type'), {
    workflowId: flag('workflow-id'),
    taskQueue: flag('task-queue'),
    args: [JSON.parse(flag('input'))],
    signal: flag('signal-name'),
    signalArgs: [JSON.parse(flag('signal-input'))],
  });
}

function silent({ world }: TestEnvironment): void {
  world.script.inquire = unreachable;
  world.script.close = unreachable;
}

function unreachable(): never {
  throw new Error('no answer');
}

function alertsOf({ alerts }: Transaction) {
  return alerts.map(({ kind, referenceNumber }) => [kind, referenceNumber]);
}
