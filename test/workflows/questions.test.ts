import assert from 'node:assert/strict';
import { tsToMs } from '@temporalio/common/lib/time.js';
import { Refusal, type RefusalCode } from '../../domain/refusal.ts';
import { DEFAULT_INQUIRY } from '../../domain/transaction/inquiry-plan.ts';
import type { Question } from '../../workflows/messages.ts';
import { aMethod, untold } from '../support/builders.ts';
import { charged, FIRST, gate, said, SECOND, toldResults, WALLET } from './support/lines.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The gateways are hardly ever asked by themselves, so that what is asked here was asked for. */
const inquiry = { ...DEFAULT_INQUIRY, firstAfterSeconds: 20 * 3600 };
const methods = [aMethod({ inquiry }), aMethod({ pgCode: WALLET, inquiry })];
const throttle = { firstAfterSeconds: 600, everySeconds: 1800, perDay: 3 };
const BY_MERCHANT: Question = { throttle, tell: false };
const BY_STAFF: Question = { tell: true };
const BY_WALLET = { pgCode: WALLET, referenceNumber: SECOND };
const ELSEWHERE = 'https://elsewhere.example.test/webhook';

describe('the inquiry of a merchant', () => {
  const environment = workflowEnvironment();

  it('is answered with what the gateway says, and the change is told as every change is', async () => {
    const { world, time, engine, start, pay, run } = environment();
    const opened = await start({ methods });
    await pay(opened);
    await time.skip(10 * MINUTE);
    answers(environment(), charged());
    const asked = await engine.ask(opened, BY_MERCHANT);
    assert.equal('transaction' in asked && asked.transaction.state, 'paid');
    assert.equal(await run(opened).result(), 'paid');
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  it('waits in the first ten minutes, then for half an hour, and asks nobody meanwhile', async () => {
    const { world, time, engine, start, pay, document } = environment();
    const opened = await start({ methods });
    await pay(opened);
    const { version } = document(opened);
    const first = await engine.ask(opened, BY_MERCHANT);
    assert.ok('waitSeconds' in first && first.waitSeconds > 540 && first.waitSeconds <= 600);
    assert.equal(document(opened).version, version);
    await time.skip(10 * MINUTE);
    assert.ok('transaction' in (await engine.ask(opened, BY_MERCHANT)));
    const second = await engine.ask(opened, BY_MERCHANT);
    assert.ok('waitSeconds' in second && second.waitSeconds > 1740 && second.waitSeconds <= 1800);
    assert.equal(world.inquiries.length, 1);
  });

  it('counts three times within a day, over runs and their ends', async () => {
    const { world, time, engine, start, pay, run } = environment();
    const opened = await start({ methods: [aMethod({ inquiry, multipleAttempts: false })] });
    await pay(opened);
    await engine.report(opened, said('failed'));
    assert.equal(await run(opened).result(), 'failed');
    for (let call = 1; call <= 3; call += 1) {
      await time.skip(HOUR);
      assert.ok('transaction' in (await engine.ask(opened, BY_MERCHANT)), `call ${call}`);
    }
    await time.skip(HOUR);
    const fourth = await engine.ask(opened, BY_MERCHANT);
    assert.ok('waitSeconds' in fourth && fourth.waitSeconds > 20 * 3600);
    assert.equal(world.inquiries.length, 3);
  });

  it('twice at the same moment asks the gateway once', async () => {
    const { world, time, engine, start, pay } = environment();
    const opened = await start({ methods });
    await pay(opened);
    await time.skip(10 * MINUTE);
    const both = await Promise.all([
      engine.ask(opened, BY_MERCHANT),
      engine.ask(opened, BY_MERCHANT),
    ]);
    assert.equal(both.filter((one) => 'waitSeconds' in one).length, 1);
    assert.equal(world.inquiries.length, 1);
  });

  it('asks about every attempt, also about one that was called failed', async () => {
    const { world, engine, start, pay, becomes } = environment();
    const opened = await start({ methods });
    await pay(opened);
    await engine.report(opened, said('failed'));
    await becomes(opened, 'attempted');
    await pay(opened, BY_WALLET);
    world.script.inquire = ({ referenceNumber }) => ({
      step: 'report',
      report: referenceNumber === FIRST ? charged(FIRST) : said('pending', SECOND),
    });
    const asked = await engine.ask(opened, { tell: false });
    assert.ok('transaction' in asked);
    assert.deepEqual([asked.transaction.state, asked.transaction.settledPgCode], ['paid', 'card']);
    assert.deepEqual(world.inquiries.map(({ referenceNumber }) => referenceNumber).toSorted(), [
      FIRST,
      SECOND,
    ]);
  });

  for (const state of ['failed', 'expired'] as const)
    it(`makes a transaction that is ${state} paid when the money came after all`, async () => {
      const { world, time, engine, start, pay, run, becomes } = environment();
      const opened = await start({
        methods: [aMethod({ inquiry, multipleAttempts: false })],
        expirationSeconds: 3600,
      });
      await pay(opened);
      if (state === 'failed') await engine.report(opened, said('failed'));
      else await time.skip(HOUR);
      await becomes(opened, state);
      answers(environment(), charged());
      await engine.ask(opened, { tell: false });
      assert.equal(await run(opened).result(), 'paid');
      assert.deepEqual(toldResults(world).at(-1), ['success', 'paid']);
    });

  it('is answered with what is known when the gateway is silent, before its caller gives up', async () => {
    const { world, time, engine, start, pay, history } = environment();
    const opened = await start({ methods });
    await pay(opened);
    world.script.inquire = () => {
      throw new Error('no answer');
    };
    const asked = await time.skippingUntil(engine.ask(opened, { tell: false }));
    assert.equal('transaction' in asked && asked.transaction.state, 'pending');
    const [patience = 0] = (await history(opened)).flatMap(
      ({ activityTaskScheduledEventAttributes: activity }) =>
        activity?.activityType?.name === 'inquireAttempt'
          ? [tsToMs(activity.scheduleToCloseTimeout)]
          : [],
    );
    assert.ok(patience > 0 && patience < 10_000, `${patience} ms`);
  });

  it('is answered before the webhook is, and the run waits for that', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start({ methods });
    await pay(opened);
    answers(environment(), charged());
    const merchant = gate();
    world.script.merchant = async () => {
      await merchant.passed;
      return 'delivered' as const;
    };
    const asked = await engine.ask(opened, { tell: false });
    assert.equal('transaction' in asked && asked.transaction.state, 'paid');
    assert.equal(document(opened).notice?.status, 'pending');
    assert.equal((await run(opened).describe()).status.name, 'RUNNING');
    merchant.open();
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(document(opened).notice?.status, 'delivered');
  });

  it('asks nobody once it is paid, and counts nothing', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start({ methods });
    await pay(opened);
    await engine.report(opened, charged());
    await run(opened).result();
    assert.ok('transaction' in (await engine.ask(opened, BY_MERCHANT)));
    assert.equal(world.inquiries.length, 0);
    assert.equal(document(opened).inquiredAt, undefined);
  });

  it('is refused while nobody has tried to pay', async () => {
    const { engine, start } = environment();
    const opened = await start({ methods });
    await assert.rejects(engine.ask(opened, BY_MERCHANT), refusal('invalid_state'));
  });
});

describe('an inquiry that shall be told', () => {
  const environment = workflowEnvironment();

  it('is told also when nothing has changed, pending included', async () => {
    const { world, engine, start, pay } = environment();
    const opened = await start({ methods });
    await pay(opened);
    await engine.ask(opened, BY_STAFF);
    await world.until(() => world.webhooks.length === 1);
    assert.deepEqual(toldResults(world), [['pending', 'pending']]);
  });

  it('is told once when it has changed something', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start({ methods });
    await pay(opened);
    answers(environment(), charged());
    await engine.ask(opened, BY_STAFF);
    await run(opened).result();
    assert.deepEqual(toldResults(world), [['success', 'paid']]);
  });

  for (const what of ['something has changed', 'nothing has'] as const)
    it(`is told once for one request where ${what}, whatever run hears of it`, async () => {
      const { world, engine, start, pay, run, document } = environment();
      const opened = await start({ methods: [aMethod({ inquiry, multipleAttempts: false })] });
      await pay(opened);
      if (what === 'nothing has') {
        await engine.report(opened, said('failed'));
        await run(opened).result();
      } else answers(environment(), charged());
      const first = await engine.ask(opened, BY_STAFF, 'one');
      await run(opened).result();
      const { length } = world.notices;
      const asked = world.inquiries.length;
      assert.deepEqual(await engine.ask(opened, BY_STAFF, 'one'), {
        transaction: document(opened),
      });
      await run(opened).result();
      assert.equal('transaction' in first && first.transaction.retoldFor, 'one');
      assert.deepEqual([world.notices.length, world.inquiries.length], [length, asked]);
      await engine.ask(opened, BY_STAFF, 'two');
      await run(opened).result();
      assert.equal(world.notices.length, length + 1);
    });

  it('at another address is told there, and the change at its own', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start({ methods });
    await pay(opened);
    answers(environment(), charged());
    await engine.ask(opened, { tell: true, webhookUrl: ELSEWHERE });
    await run(opened).result();
    assert.deepEqual(
      world.notices.map(({ result, url, sequence }) => [result, url, sequence]),
      [
        ['success', undefined, 1],
        ['success', ELSEWHERE, 2],
      ],
    );
    assert.deepEqual(document(opened).notice?.sequence, 1, "the payer's way is its own");
  });

  it('at another address goes on by the calendar when that does not acknowledge', async () => {
    const { world, time, engine, start, pay, delivery } = environment();
    const opened = await start({ methods }, untold);
    await pay(opened);
    world.script.merchant = ({ call }) => (call < 3 ? 'failed' : 'delivered');
    await engine.ask(opened, { tell: true, webhookUrl: ELSEWHERE });
    await world.until(() => world.webhooks.length === 1);
    const [event] = world.notices;
    assert.equal(event?.url, ELSEWHERE);
    await time.skip(HOUR);
    assert.equal(await delivery(event.eventId).result(), 'delivered');
    assert.equal(world.webhooks.length, 3);
  });
});

describe('telling the merchant again', () => {
  const environment = workflowEnvironment();

  it('is an event of its own with how the payment stands now, once for one request, by whichever run hears of it', async () => {
    const { world, engine, start, pay, run } = environment();
    const opened = await start({ methods });
    await pay(opened);
    await engine.report(opened, charged());
    await run(opened).result();
    const { notice } = await engine.retell(opened, 'one');
    assert.deepEqual([notice.sequence, notice.result], [2, 'success']);
    await run(opened).result();
    assert.deepEqual(toldResults(world), [
      ['success', 'paid'],
      ['success', 'paid'],
    ]);
    assert.equal(new Set(world.notices.map(({ eventId }) => eventId)).size, 2);
    assert.equal(world.inquiries.length, 0);
    const { runId } = await run(opened).describe();
    const again = await engine.retell(opened, 'one');
    assert.notEqual((await run(opened).describe()).runId, runId, 'the first run is over');
    assert.deepEqual([again.notice.sequence, again.notice.result], [2, notice.result]);
    assert.equal(world.notices.length, 2);
    assert.equal((await engine.retell(opened, 'two')).notice.sequence, 3);
  });

  it('is refused where there is nothing to tell, or nobody', async () => {
    const { engine, start, pay } = environment();
    const untried = await start({ methods });
    await assert.rejects(engine.retell(untried, 'one'), refusal('invalid_state'));
    const unheard = await start({ methods }, untold);
    await pay(unheard);
    await assert.rejects(engine.retell(unheard, 'one'), refusal('invalid_state'));
  });
});

function answers({ world }: TestEnvironment, report: ReturnType<typeof charged>): void {
  world.script.inquire = () => ({ step: 'report', report });
}

function refusal(code: RefusalCode) {
  return (error: unknown): boolean => error instanceof Refusal && error.code === code;
}
