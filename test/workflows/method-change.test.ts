import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import { COMMAND_DEADLINE_MS } from '../../config/defaults.ts';
import { cameTooLate } from '../../activities/failures.ts';
import { Refusal } from '../../domain/refusal.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import type { ReportOutcome } from '../../domain/transaction/network.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { ReferenceNumber } from '../../domain/ids.ts';
import { aRouteMethod, CARD_ROUTE } from '../domain/routing/builders.ts';
import { kwd, referenceOf } from '../support/builders.ts';
import { networkPageOf, type World } from '../support/fake-activities.ts';
import { until } from '../support/http.ts';
import type { HistoryEvent } from './support/at-rest.ts';
import {
  CARD_AND_WALLET,
  charged,
  FIRST,
  gate,
  ONE_TRY,
  said,
  SECOND,
  toldResults,
  WALLET,
} from './support/lines.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

const BY_WALLET = { pgCode: WALLET, referenceNumber: SECOND };

describe('a payer who changes the method', () => {
  const environment = workflowEnvironment();

  it('gets a new attempt once the network was asked about the older one and has closed its page', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start({ methods: CARD_AND_WALLET });
    await pay(opened);
    const openedBefore: number[] = [];
    world.script.inquire = ({ referenceNumber }) => {
      openedBefore.push(world.opens.length);
      return networkPageOf(referenceNumber);
    };
    const answer = await pay(opened, BY_WALLET);
    assert.deepEqual([answer.to, answer.referenceNumber], ['gateway', SECOND]);
    assert.deepEqual(openedBefore, [1]);
    const { merchantId } = opened;
    const { createdAt: askedAt, gatewayReference } = document(opened).attempts[0] ?? {};
    const names = { merchantId, pgCode: 'card', referenceNumber: FIRST, gatewayReference, askedAt };
    assert.deepEqual([world.inquiries, world.closes], [[names], [names]]);
    assert.equal(document(opened).attempts[0]?.unanswered, undefined);
    assert.deepEqual(
      document(opened).attempts.map(({ pgCode, state }) => [pgCode, state]),
      [
        ['card', 'canceled'],
        ['wallet', 'pending'],
      ],
    );
    // Nobody is told of an attempt that gives way: the payer is still paying (contract/attempts#second-attempt).
    assert.deepEqual(toldResults(world), []);
  });

  it('is refused when the older attempt turns out to be paid', async () => {
    const { world, start, pay, run } = environment();
    const opened = await start({ methods: CARD_AND_WALLET });
    await pay(opened);
    world.script.inquire = () => ({ step: 'report', report: charged() });
    await assert.rejects(
      pay(opened, BY_WALLET),
      (error) => error instanceof Refusal && error.code === 'invalid_state',
    );
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.opens.length, 1);
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('goes on after an older attempt that turns out to be declined', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start({ methods: CARD_AND_WALLET });
    await pay(opened);
    world.script.inquire = () => ({ step: 'report', report: said('failed') });
    await pay(opened, BY_WALLET);
    assert.deepEqual(
      document(opened).attempts.map(({ state }) => state),
      ['failed', 'pending'],
    );
    assert.deepEqual(toldResults(world), [['failed', 'attempted']]);
  });

  it('is refused when somebody pays on the older page before it is closed', async () => {
    const { world, start, pay, run } = environment();
    const opened = await start({ methods: CARD_AND_WALLET });
    await pay(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    world.script.close = () => ({ step: 'report', report: charged() });
    await assert.rejects(pay(opened, BY_WALLET), { code: 'invalid_state' });
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(world.opens.length, 1);
  });

  it('waits when the network has something to decide by the time it should close the page', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start({ methods: CARD_AND_WALLET });
    await pay(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    world.script.close = () => ({ step: 'report', report: said('pending') });
    await assert.rejects(pay(opened, BY_WALLET), { code: 'locked', message: /not decided/ });
    assert.equal(document(opened).attempts[0]?.processing, true);
    assert.equal(world.opens.length, 1);
  });

  for (const [how, question] of [
    ['when it is asked', 'inquire'],
    ['when it closes its page', 'close'],
  ] as const)
    it(`does not wait for the merchant's server to hear of the older attempt, which has ended, as its network says ${how}`, async () => {
      const { world, start, pay, document } = environment();
      const opened = await start({ methods: CARD_AND_WALLET });
      await pay(opened);
      const merchant = gate();
      world.script.merchant = async () => {
        await merchant.passed;
        return 'delivered' as const;
      };
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      world.script[question] = () => ({ step: 'report', report: said('failed') });
      assert.equal((await pay(opened, BY_WALLET)).to, 'gateway');
      assert.deepEqual(
        document(opened).attempts.map(({ state }) => state),
        ['failed', 'pending'],
      );
      assert.equal(document(opened).notice?.status, 'pending');
      merchant.open();
      await world.until(() => document(opened).notice?.status === 'delivered');
      assert.deepEqual(toldResults(world), [['failed', 'attempted']]);
    });

  const UNCLOSED: readonly (readonly [string, World['script']['close'], true | undefined])[] = [
    ['whose page stays open', ({ referenceNumber }) => networkPageOf(referenceNumber), undefined],
    ['whose network closes no pages', () => ({ step: 'unclosable' }), undefined],
    ['of which nothing is known', () => assert.fail('no answer'), true],
  ];
  for (const [what, close, givesWay] of UNCLOSED)
    it(`is told of an older attempt ${what}, and goes on when they say so`, async () => {
      const { world, time, start, pay, document } = environment();
      const opened = await start({ methods: CARD_AND_WALLET });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      world.script.close = close;
      await assert.rejects(time.skippingUntil(pay(opened, BY_WALLET)), { code: 'page_open' });
      assert.equal(world.opens.length, 1);
      assert.equal(document(opened).attempts[0]?.state, 'pending');
      assert.equal(document(opened).attempts[0]?.givesWay, givesWay);
      await time.skippingUntil(pay(opened, { ...BY_WALLET, replacesOpen: true }));
      assert.deepEqual(
        document(opened).attempts.map(({ state, unanswered }) => [state, unanswered]),
        [
          ['canceled', true],
          ['pending', undefined],
        ],
      );
    });

  for (const result of ['canceled', 'failed'] as const)
    for (const [how, hears] of [
      ['by a callback', ({ engine }, opened) => engine.report(opened, said(result))],
      ['asked when the payer returned', ({ engine }, opened) => engine.returned(opened, FIRST)],
      [
        'asked by the merchant',
        async ({ engine }, opened) =>
          void engine.ask(opened, { tell: false }).catch(() => undefined),
      ],
    ] as readonly (readonly [string, (on: TestEnvironment, to: Transaction) => Promise<void>])[])
      it(`goes on paying where one attempt is all there is, although the network says ${result} of it while it closes its page, ${how}`, async () => {
        const { world, start, pay, document } = environment();
        const once = { multipleAttempts: false, inquiry: DEFAULT_INQUIRY };
        const methods = CARD_AND_WALLET.map((method) => ({ ...method, ...once }));
        const opened = await start({ methods });
        await pay(opened);
        world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
        world.script.close = async ({ referenceNumber }) => {
          world.script.inquire = () => ({ step: 'report', report: said(result) });
          const before = await heardBy(environment(), opened);
          await hears(environment(), opened);
          await until('the run has heard it', async () => {
            const { words, isTaken } = await heardBy(environment(), opened);
            return words > before.words && isTaken;
          });
          return { step: 'report', report: said('canceled', referenceNumber) };
        };
        assert.equal((await pay(opened, BY_WALLET)).to, 'gateway');
        assert.equal(document(opened).state, 'pending');
        assert.deepEqual(
          document(opened).attempts.map(({ state }) => state),
          ['canceled', 'pending'],
        );
        assert.deepEqual(toldResults(world), []);
      });

  for (const outcome of [{ result: 'canceled' }, { result: 'failed', expired: true }] as const)
    describe(`whose page was closed, ${outcome.result} as its network says, and no answer came to that`, () => {
      for (const [choice, submission, pgCode] of [
        ['the other method', BY_WALLET, WALLET],
        ['the same one', { referenceNumber: SECOND }, 'card'],
      ] as const)
        it(`goes on paying by ${choice}, though one attempt is all there is`, async () => {
          const { world, pay, document } = environment();
          const opened = await closedInSilence(environment(), outcome);
          assert.equal((await pay(opened, submission)).referenceNumber, SECOND);
          const { state, attempts } = document(opened);
          assert.deepEqual(
            [state, ...attempts.map((attempt) => [attempt.pgCode, attempt.state])],
            ['pending', ['card', 'canceled'], [pgCode, 'pending']],
          );
          assert.deepEqual(toldResults(world), []);
        });

      it('may still pay where a callback says first that it is over', async () => {
        const { world, engine, pay, becomes, document } = environment();
        const opened = await closedInSilence(environment(), outcome);
        await engine.report(opened, { ...said('canceled', FIRST), outcome });
        await world.until(() => document(opened).attempts[0]?.state === 'canceled');
        assert.deepEqual([document(opened).state, toldResults(world)], ['pending', []]);
        await pay(opened, BY_WALLET);
        await engine.report(opened, charged(SECOND));
        await becomes(opened, 'paid');
      });
    });

  it('keeps the older page where the other method has no account that could take it', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start({ methods: [...ONE_TRY, aRouteMethod()] });
    await pay(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    world.script.choose = () => ({ route: CARD_ROUTE, skipped: [], accounts: [] });
    const byRoute = pay(opened, { pgCode: CARD_ROUTE, referenceNumber: SECOND });
    await assert.rejects(byRoute, { code: 'gateway_error' });
    assert.deepEqual([world.closes, document(opened).attempts[0]?.givesWay], [[], undefined]);
    const back = await pay(opened, { referenceNumber: SECOND });
    assert.deepEqual([back.to, back.referenceNumber], ['gateway', FIRST]);
  });

  for (const [what, close, more] of [
    ['was closed', undefined, {}],
    ['may be closed', () => assert.fail('no answer'), { replacesOpen: true }],
  ] as const)
    it(`may still pay where the older page ${what}, and the other attempt came too late to begin`, async () => {
      const { world, engine, start, pay, becomes, document } = environment();
      const once = { multipleAttempts: false, inquiry: DEFAULT_INQUIRY };
      const opened = await start({ methods: CARD_AND_WALLET.map((one) => ({ ...one, ...once })) });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      if (close) world.script.close = close;
      world.script.beforeKeep = ({ sessionId, attempts }) => {
        if (attempts.length > 1) throw cameTooLate(sessionId);
      };
      await assert.rejects(pay(opened, { ...BY_WALLET, ...more }), { name: 'Unavailable' });
      world.script.beforeKeep = () => undefined;
      assert.deepEqual([world.closes.length > 0, world.opens.length], [true, 1]);
      await engine.report(opened, said('canceled', FIRST));
      await world.until(() => document(opened).attempts[0]?.state === 'canceled');
      assert.deepEqual([document(opened).state, toldResults(world)], ['pending', []]);
      assert.equal((await pay(opened, BY_WALLET)).referenceNumber, SECOND);
      await engine.report(opened, charged(SECOND));
      await becomes(opened, 'paid');
    });

  it('goes on paying where the network was asked before the page was closed in silence, and says afterwards that it was open', async () => {
    const { world, engine, start, pay, document } = environment();
    const once = { multipleAttempts: false, inquiry: DEFAULT_INQUIRY };
    const opened = await start({ methods: CARD_AND_WALLET.map((one) => ({ ...one, ...once })) });
    await pay(opened);
    const network = gate();
    world.script.inquire = async ({ referenceNumber }) => {
      await network.passed;
      return networkPageOf(referenceNumber);
    };
    await engine.returned(opened, FIRST);
    await world.until(() => world.inquiries.length === 1);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    world.script.close = () => {
      world.script.inquire = () => ({ step: 'report', report: said('canceled', FIRST) });
      throw ApplicationFailure.nonRetryable('no answer');
    };
    await assert.rejects(pay(opened, BY_WALLET), { code: 'page_open' });
    network.open();
    await world.until(() => document(opened).attempts[0]?.state === 'canceled');
    assert.deepEqual([document(opened).state, toldResults(world)], ['pending', []]);
    assert.equal((await pay(opened, BY_WALLET)).referenceNumber, SECOND);
  });

  it('is led back to the page that was to be closed where it is open all the same, and its end is told', async () => {
    const { world, time, engine, start, pay, becomes } = environment();
    const opened = await start({ methods: CARD_AND_WALLET });
    await pay(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    world.script.close = () => assert.fail('no answer');
    await assert.rejects(time.skippingUntil(pay(opened, BY_WALLET)), { code: 'page_open' });
    const back = await pay(opened, { referenceNumber: SECOND });
    assert.deepEqual([back.to, back.referenceNumber], ['gateway', FIRST]);
    await engine.report(opened, said('canceled', FIRST));
    await becomes(opened, 'attempted');
    assert.deepEqual(toldResults(world), [['canceled', 'attempted']]);
  });

  for (const [what, silence] of [
    ['can tell nothing of it', () => assert.fail('no answer')],
    ['gives no answer at all', (over: Promise<void>) => over.then(() => assert.fail('too late'))],
  ] as const)
    it(`is told of the older page while the API still waits, where the network ${what}`, async () => {
      const { world, time, start, pay, document } = environment();
      const opened = await start({ methods: CARD_AND_WALLET });
      await pay(opened);
      const over = gate();
      world.script.inquire = () => silence(over.passed);
      world.script.close = () => assert.fail('no answer');
      const before = await time.now();
      await assert.rejects(pay(opened, BY_WALLET), { code: 'page_open' });
      assert.ok((await time.now()) - before < COMMAND_DEADLINE_MS);
      assert.equal(document(opened).attempts.length, 1);
      const went = await pay(opened, { ...BY_WALLET, replacesOpen: true });
      assert.deepEqual([went.to, went.referenceNumber], ['gateway', SECOND]);
      assert.ok((await time.now()) - before < 2 * COMMAND_DEADLINE_MS);
      over.open();
    });

  it('in two tabs at once gets one new attempt', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start({ methods: CARD_AND_WALLET });
    await pay(opened);
    const network = gate();
    world.script.inquire = async ({ referenceNumber }) => {
      await network.passed;
      return networkPageOf(referenceNumber);
    };
    const presses = [pay(opened, BY_WALLET), pay(opened, BY_WALLET)];
    await world.until(() => world.inquiries.length === 2);
    network.open();
    const answers = await Promise.all(presses);
    assert.deepEqual(answers[0], answers[1]);
    assert.equal(world.opens.length, 2);
    assert.equal(document(opened).attempts.length, 2);
  });

  it('and pays the older attempt after all has paid; money of the newer one is an alert', async () => {
    const { world, engine, start, pay, run, becomes, document } = environment();
    const opened = await start({ methods: CARD_AND_WALLET });
    await pay(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    await pay(opened, BY_WALLET);
    await engine.report(opened, charged(FIRST));
    await becomes(opened, 'paid');
    await engine.report(opened, charged(SECOND));
    await world.until(() => document(opened).alerts.length > 0);
    assert.equal(await run(opened).result(), 'paid');
    const { alerts, settledPgCode } = document(opened);
    assert.deepEqual(
      alerts.map(({ kind, referenceNumber }) => [kind, referenceNumber]),
      [['second-success', SECOND]],
    );
    assert.equal(settledPgCode, 'card');
    assert.deepEqual(toldResults(world), [
      ['success', 'paid'],
      ['success', 'paid'],
    ]);
    const { referenceNumber, secondSuccess } = world.notices.at(-1) ?? {};
    assert.deepEqual([referenceNumber, secondSuccess], [SECOND, true]);
  });

  for (const [kind, done] of [
    ['purchase', 'refund'],
    ['authorize', 'void'],
  ] as const)
    it(`gets the whole of a second ${kind} back by a ${done} where the merchant wants that`, async () => {
      const { world, engine, start, pay, becomes, document } = environment();
      const methods = CARD_AND_WALLET.map((method) => ({ ...method, kind, fee: kwd('0.250') }));
      const opened = await start({ methods, kind, returnsSecond: true });
      const paid = (reference: ReferenceNumber) => ({
        ...charged(reference),
        outcome: { result: 'success', kind, charged: kwd('12.750') } as const,
      });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
      await pay(opened, BY_WALLET);
      await engine.report(opened, paid(FIRST));
      await becomes(opened, kind === 'purchase' ? 'paid' : 'authorized');
      await engine.report(opened, paid(SECOND));
      await engine.report(opened, paid(SECOND));
      await world.until(() => document(opened).operations?.[0]?.state === 'done');
      const { operations, state, settledAmount, alerts } = document(opened);
      assert.deepEqual(
        operations?.map((one) => [one.kind, one.amount, one.paymentReference]),
        [[done, kwd('12.750'), SECOND]],
      );
      assert.deepEqual(
        world.performed.map(({ gatewayPayment, pgCode }) => [gatewayPayment, pgCode]),
        [[`net-${SECOND}`, WALLET]],
      );
      assert.equal(state, kind === 'purchase' ? 'paid' : 'authorized');
      assert.deepEqual(settledAmount, kwd('12.500'));
      assert.equal(alerts[0]?.kind, 'second-success');
    });

  it('keeps paying both where nobody has decided to give the second back', async () => {
    const { world, engine, start, pay, becomes, document, atRest } = environment();
    const opened = await start({ methods: CARD_AND_WALLET });
    await pay(opened);
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    await pay(opened, BY_WALLET);
    await engine.report(opened, charged(FIRST));
    await becomes(opened, 'paid');
    await engine.report(opened, charged(SECOND));
    await world.until(() => document(opened).alerts.length > 0);
    await atRest(opened);
    assert.equal(document(opened).operations, undefined);
  });

  for (const [how, hears] of [
    ['when asked', async () => {}],
    ['by a callback', ({ engine }, opened) => engine.report(opened, said('pending'))],
    ['when the payer returned', ({ engine }, opened) => engine.returned(opened, FIRST)],
  ] as readonly (readonly [string, (on: TestEnvironment, opened: Transaction) => Promise<void>])[])
    it(`waits while the gateway has not decided the older attempt, as it said ${how}`, async () => {
      const { world, engine, start, pay, run, document } = environment();
      const opened = await start({ methods: CARD_AND_WALLET });
      await pay(opened);
      world.script.inquire = ({ referenceNumber }) => ({
        step: 'report',
        report: said('pending', referenceNumber),
      });
      await hears(environment(), opened);
      const another = pay(opened, BY_WALLET);
      await assert.rejects(another, { code: 'locked', message: /not decided/ });
      assert.equal(document(opened).attempts[0]?.processing, true);
      const same = await pay(opened, { referenceNumber: referenceOf('demoAGAIN2') });
      assert.deepEqual(same, { to: 'result', referenceNumber: FIRST });
      assert.equal(world.opens.length, 1);
      await engine.report(opened, charged(FIRST));
      assert.equal(await run(opened).result(), 'paid');
      assert.equal(document(opened).attempts[0]?.processing, undefined);
    });

  it('waits while a gateway that the payer has returned from gives no answer, and not once its page is open', async () => {
    const { world, time, engine, start, pay, document } = environment();
    const opened = await start({ methods: CARD_AND_WALLET });
    await pay(opened);
    world.script.inquire = () => {
      throw new Error('no answer');
    };
    await engine.returned(opened, FIRST);
    await time.skippingUntil(world.until(() => document(opened).attempts[0]?.processing === true));
    await assert.rejects(time.skippingUntil(pay(opened, BY_WALLET)), { code: 'locked' });
    world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
    assert.equal((await pay(opened, BY_WALLET)).to, 'gateway');
  });
});

/** Two methods of which each may be tried once: the page of the first was closed for the second, and no answer came to that. */
async function closedInSilence(
  { world, time, start, pay }: TestEnvironment,
  outcome: ReportOutcome,
): Promise<Transaction> {
  const once = { multipleAttempts: false, inquiry: DEFAULT_INQUIRY };
  const opened = await start({ methods: CARD_AND_WALLET.map((one) => ({ ...one, ...once })) });
  await pay(opened);
  world.script.inquire = ({ referenceNumber }) => networkPageOf(referenceNumber);
  world.script.close = () => {
    const report = { ...said('canceled', FIRST), outcome };
    world.script.inquire = () => ({ step: 'report', report });
    throw new Error('no answer');
  };
  await assert.rejects(time.skippingUntil(pay(opened, BY_WALLET)), { code: 'page_open' });
  return opened;
}

/** How many callbacks and answers a run has been given, and whether it has dealt with the last of them as far as it can. */
async function heardBy({ history }: TestEnvironment, opened: Transaction) {
  const events = await history(opened);
  const last = events.findLastIndex(isWord);
  const isTaken = events.slice(last).some((event) => event.workflowTaskCompletedEventAttributes);
  return { words: events.filter(isWord).length, isTaken };
}

function isWord(event: HistoryEvent): boolean {
  return Boolean(
    event.activityTaskCompletedEventAttributes ?? event.workflowExecutionSignaledEventAttributes,
  );
}
