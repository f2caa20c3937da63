import assert from 'node:assert/strict';
import { overtakenFailure } from '../../activities/failures.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { conclude } from '../../domain/transaction/conclude.ts';
import { beginAttempt } from '../../domain/transaction/attempt.ts';
import type { Notice } from '../../domain/transaction/change.ts';
import { promise } from '../../domain/operation/promise.ts';
import type { Verdict } from '../../domain/webhook/verdict.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import { CARD, kwd, sessionOf } from '../support/builders.ts';
import type { World } from '../support/fake-activities.ts';
import { charged, FIRST, ONE_TRY, said, SECOND } from './support/lines.ts';
import { decision, keptOpen, MAKER, PAID, request, refundRequest } from './support/operating.ts';
import { workflowEnvironment } from './support/environment.ts';

// A task that comes to nothing may leave its saves behind: what was done in its place then stands nowhere.
describe('a save that was overtaken', () => {
  const environment = workflowEnvironment();

  it('is made again on top of what there is, whoever asked for it', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    const before = document(opened);
    const other: Transaction = { ...before, version: before.version + 1, orderNo: 'left behind' };
    leave(world, other);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    const { state, orderNo, attempts } = document(opened);
    assert.deepEqual(
      [state, orderNo, attempts[0]?.referenceNumber],
      ['paid', 'left behind', FIRST],
    );
  });

  it('leaves an attempt whose page nobody has asked for: the next press asks', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start({}, withAttempt(FIRST));
    const [one, other] = await Promise.all([pay(opened), pay(opened, { referenceNumber: SECOND })]);
    assert.deepEqual(
      [one, other].map(({ to, referenceNumber }) => [to, referenceNumber]),
      [
        ['gateway', FIRST],
        ['gateway', FIRST],
      ],
    );
    assert.equal(world.opens.length, 1);
    assert.equal(document(opened).attempts.length, 1);
  });

  it('leads nobody to an attempt that stands nowhere, when two presses come at once', async () => {
    const { world, start, pay, document } = environment();
    const opened = await start();
    const left = withAttempt(SECOND)({ ...opened, version: opened.version + 1 });
    leave(world, left);
    const answers = await Promise.all([pay(opened), pay(opened, { referenceNumber: SECOND })]);
    assert.deepEqual(
      answers.map(({ to, referenceNumber }) => [to, referenceNumber]),
      [
        ['gateway', SECOND],
        ['gateway', SECOND],
      ],
    );
    assert.deepEqual(
      document(opened).attempts.map(({ referenceNumber }) => referenceNumber),
      [SECOND],
    );
  });

  it('leaves a webhook for which nobody has called: the run calls for it at once', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    const before = document(opened);
    const paid = conclude(before, charged(), before.createdAt + 1000);
    assert.ok(paid?.notice);
    const { notice } = paid;
    leave(world, { ...paid.transaction, version: before.version + 1 }, notice);
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(document(opened).notice?.status, 'delivered');
    assert.deepEqual(world.webhooks, [
      { eventId: eventIdOf(opened.sessionId, notice.sequence), call: 1, isFirst: true },
    ]);
  });

  it('leaves a webhook whose answer nobody has counted: it is, and nobody is called again', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start();
    await pay(opened);
    const before = document(opened);
    const paid = conclude(before, charged(), before.createdAt + 1000);
    assert.ok(paid?.notice);
    leave(
      world,
      { ...paid.transaction, version: before.version + 1 },
      paid.notice,
      'delivered_stay',
    );
    await engine.report(opened, charged());
    assert.equal(await run(opened).result(), 'paid');
    assert.equal(document(opened).notice?.status, 'delivered_stay');
    assert.deepEqual(world.webhooks, []);
  });

  it('leaves such a webhook also where it was the first of its run, which now finds it saved', async () => {
    const { world, engine, start, pay, run, document } = environment();
    const opened = await start({ methods: ONE_TRY });
    await pay(opened);
    await engine.report(opened, said('failed'));
    assert.equal(await run(opened).result(), 'failed');
    const before = document(opened);
    const paid = conclude(before, charged(), before.createdAt + 1000);
    assert.ok(paid?.notice);
    const { notice } = paid;
    world.insert({ ...paid.transaction, version: before.version + 1 }, notice);
    await engine.report(opened, charged());
    const eventId = eventIdOf(opened.sessionId, notice.sequence);
    await world.until(() => document(opened).notice?.status === 'delivered');
    assert.deepEqual(world.webhooks.at(-1), { eventId, call: 1, isFirst: true });
  });

  for (const first of [false, true])
    it(`leaves a period that is paid twice${first ? ', also where it was the first of its run' : ''}: a person is called, once`, async () => {
      const { world, engine, start, pay, run, document } = environment();
      const opened = await start({ methods: ONE_TRY });
      await pay(opened);
      if (first) {
        await engine.report(opened, said('failed'));
        assert.equal(await run(opened).result(), 'failed');
      }
      const before = document(opened);
      const paid = conclude(before, charged(), before.createdAt + 1000);
      assert.ok(paid);
      const left = { ...paid.transaction, version: before.version + 1 };
      if (first) world.insert(left);
      else leave(world, left);
      const twice = { agreementId: 'A-1', period: '2027-01-05', other: sessionOf('b7') };
      world.script.untold = () => ({ paidTwice: twice });
      for (const _again of [1, 2]) {
        await engine.report(opened, charged());
        await run(opened).result();
      }
      const alerts = document(opened).alerts.map(({ kind, detail }) => [
        kind,
        /2027-01-05 of the agreement A-1 is paid twice/.test(detail ?? ''),
      ]);
      assert.deepEqual(alerts, [['manual-action-required', true]]);
      assert.equal('paidTwice' in document(opened), false);
    });

  for (const needed of [0, 1])
    it(`leaves a promise ${needed ? 'that a checker decides about ' : ''}without its operation: it is kept, and can be done`, async () => {
      const { world, engine, time, start, operation, document } = environment();
      const opened = await start(PAID, keptOpen);
      const now = await time.now();
      const wanted = refundRequest(1, {
        amount: kwd('2.500'),
        ...(needed > 0 && { approval: request(now, needed), initiator: MAKER }),
      });
      const promised = promise(document(opened), { ...wanted, now });
      assert.ok(promised.step === 'new');
      const left = { ...promised.transaction, version: opened.version + 1 };
      leave(world, left);
      const { operation: sessionId } = await engine.operate(opened, wanted, 'request-1');
      const kept = world.operations.get(sessionId);
      assert.deepEqual(kept, promised.operation);
      if (needed > 0) {
        assert.equal(world.performed.length, 0);
        await engine.decide(kept, decision('approve'), 'vote-1');
      }
      await world.until(() => world.operations.get(sessionId)?.state === 'done');
      assert.equal(await operation(sessionId).result(), 'done');
      assert.equal(document(opened).operations?.[0]?.state, 'done');
      assert.equal(world.performed.length, 1);
    });
});

/** Somebody was lost behind a save of this, so that who saves the same version hears that it is overtaken. */
function leave(world: World, left: Transaction, notice?: Notice, answer?: Verdict): void {
  let isLeft = false;
  world.script.beforeKeep = ({ version }) => {
    if (version !== left.version) return;
    if (!isLeft) world.insert(left, notice, answer);
    isLeft = true;
    throw overtakenFailure(left.sessionId);
  };
}

/** The transaction with an attempt that was kept, and nothing more was done. */
function withAttempt(referenceNumber: typeof FIRST) {
  return (transaction: Transaction): Transaction => {
    const now = transaction.createdAt;
    const beginning = beginAttempt(transaction, { pgCode: CARD, referenceNumber, now });
    assert.ok(beginning.step === 'new');
    return beginning.transaction;
  };
}
