import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { WorkflowUpdateStage } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { requiredTsToMs } from '@temporalio/common/lib/time.js';
import { APPROVAL_PATIENCE_MS } from '../../domain/operation/approval.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { promise } from '../../domain/operation/promise.ts';
import { refundable } from '../../domain/operation/amounts.ts';
import { toDecimal } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { transactionWorkflowId } from '../../workflows/ids.ts';
import { operateUpdate, operationChangedUpdate } from '../../workflows/messages.ts';
import { operationResumeOf } from '../../workflows/starts.ts';
import { SEARCH_ATTRIBUTES } from '../../workflows/visibility.ts';
import { wordOn } from '../domain/operation/support.ts';
import { DAY_MS, kwd } from '../support/builders.ts';

import { gate } from './support/lines.ts';
import {
  AUTHORIZED,
  CAPABLE,
  CHECKER,
  childOf,
  decision,
  keptOpen,
  MAKER,
  PAID,
  person,
  request,
  refundRequest,
} from './support/operating.ts';

import { end, workflowEnvironment, type TestEnvironment } from './support/environment.ts';

/** What is left of a skip when something happens passes as slowly as with us. */
const A_MOMENT_MS = 50;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** So long after a run has begun it has no call of the run before it any more. */
const CALL_IS_OVER_MS = 15_000;
/** All patience is at its end; how long it lasts is Temporal's business. */
const SILENCE = ApplicationFailure.nonRetryable('No answer.', 'GatewayUnknown');
const ONE = childOf(1);

describe('an operation', () => {
  const environment = workflowEnvironment();

  it('is promised before the gateway is asked, and read everywhere once it is done', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = (operation) => {
      assert.equal(on.document(opened).operations?.[0]?.state, 'promised');
      assert.equal(kept(on).state, 'promised');
      return wordOn(operation);
    };
    const done = await operated(on, opened, 1, { amount: kwd('2.500') });
    assert.equal(done.state, 'done');
    assert.equal(done.gatewayReference, `net-${done.referenceNumber}`);
    const document = on.document(opened);
    assert.deepEqual(
      document.operations?.map(({ state, amount }) => [state, toDecimal(amount)]),
      [['done', '2.500']],
    );
    assert.equal(document.state, 'paid');
    await on.world.until(() => on.world.webhooks.length === 1);
    assert.equal(await begun(on, opened), 0);
  });

  it('has its merchant called by the save of what came of it, unless another one is under way', async () => {
    const on = environment();
    const opened = await paid(on);
    const called: string[] = [];
    on.world.script.callAtOnce = (eventId) => {
      called.push(eventId);
      return { verdict: 'delivered' };
    };
    const both = gate();
    const second = gate();
    on.world.script.perform = async (operation) => {
      if (operation.sessionId === childOf(2)) {
        both.open();
        await second.passed;
      }
      // Until then the first one would be alone.
      await both.passed;
      return wordOn(operation);
    };
    const amount = kwd('1.000');
    await on.engine.operate(opened, refundRequest(1, { amount }), 'request-1');
    await on.engine.operate(opened, refundRequest(2, { amount }), 'request-2');
    await on.world.until(() => kept(on, 1).state === 'done');
    await on.world.until(() => on.world.webhooks.length === 1);
    assert.deepEqual(called, []);
    second.open();
    await on.world.until(() => kept(on, 2).state === 'done');
    await on.world.until(() => called.length === 1);
    assert.equal(on.world.webhooks.length, 1);
  });

  it('that a lost save has left behind is kept again when it tells the payment what that knows', async () => {
    const on = environment();
    const opened = await paid(on);
    const done = await operated(on, opened, 1, { amount: kwd('2.500') });
    const { operations } = on.world as unknown as { readonly operations: Map<unknown, Operation> };
    operations.set(ONE, { ...done, version: 1, state: 'promised' });
    // Under another id than the first time, which the open run would only repeat its answer to.
    const run = on.time.client.workflow.getHandle(transactionWorkflowId(opened.sessionId));
    await run.executeUpdate(operationChangedUpdate, { args: [done] });
    assert.equal(kept(on).state, 'done');
  });

  it('whose answer is lost is tried again with the same key', async () => {
    const on = environment();
    const opened = await paid(on);
    let calls = 0;
    on.world.script.perform = (operation) => {
      calls += 1;
      if (calls < 3) throw ApplicationFailure.retryable('No answer.', 'GatewayUnknown');
      return wordOn(operation);
    };
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    await on.world.until(() => on.world.performed.length > 0);
    await on.time.skippingUntil(on.world.until(() => kept(on).state === 'done'));
    const keys = on.world.performed.map(({ idempotencyKey }) => idempotencyKey);
    assert.deepEqual(keys, Array(3).fill(`${opened.sessionId}:${ONE}:refund`));
    assert.equal(await begun(on, opened), 0);
  });

  it('that nobody answers for gets a run of its own, which asks what became of it first', async () => {
    const on = environment();
    const opened = await paid(on);
    const steps: string[] = [];
    on.world.script.perform = (operation) => {
      steps.push('perform');
      if (steps.length === 1) throw SILENCE;
      return wordOn(operation);
    };
    on.world.script.inquireOperation = () => {
      steps.push('inquire');
      return { step: 'unheard-of' };
    };
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    await on.world.until(() => kept(on).state === 'done');
    assert.equal(await on.operation(ONE).result(), 'done');
    assert.deepEqual(steps, ['perform', 'inquire', 'perform']);
    assert.equal(await begun(on, opened), 1);
    const keys = on.world.performed.map(({ idempotencyKey }) => idempotencyKey);
    assert.deepEqual(keys, Array(2).fill(`${opened.sessionId}:${ONE}:refund`));
  });

  it('is asked about for an hour before it is unclear, and then is not asked for again', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = () => {
      throw SILENCE;
    };
    const asked = gate();
    on.world.script.inquireOperation = () => {
      asked.open();
      throw ApplicationFailure.retryable('No answer.', 'GatewayUnknown');
    };
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    // The hour begins with the first question: a clock that is skipped before that leaves most of it.
    await asked.passed;
    await on.time.skip(57 * MINUTE_MS);
    assert.equal(kept(on).state, 'promised');
    // The last try would end after it.
    await on.time.skip(5 * MINUTE_MS);
    await on.world.until(() => kept(on).state === 'unclear');
    assert.equal(on.world.performed.length, 1);
  });

  it('whose payment is told of it while that has it done is asked for once', async () => {
    const on = environment();
    const opened = await paid(on);
    const answer = gate();
    on.world.script.perform = async (operation) => {
      await answer.passed;
      return wordOn(operation);
    };
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    await on.world.until(() => on.world.performed.length === 1);
    // As the reviver does it with what it takes for lost.
    assert.equal(await on.engine.takeIn(opened, kept(on)), undefined);
    await on.engine.operate(opened, refundRequest(1), 'request-2');
    answer.open();
    await on.world.until(() => kept(on).state === 'done');
    assert.equal(await begun(on, opened), 0);
    assert.equal(on.world.performed.length, 1);
  });

  it('that a run has promised which was lost goes on with the next run, which asks the gateway first', async () => {
    const on = environment();
    const opened = await on.start(PAID, (transaction) => {
      const now = transaction.createdAt;
      const promised = promise(keptOpen(transaction), { ...refundRequest(1), now });
      assert.ok(promised.step === 'new');
      return promised.transaction;
    });
    await end(on.run(opened));
    const askedAt: number[] = [];
    on.world.script.inquireOperation = async () => {
      askedAt.push(await on.time.now());
      return { step: 'unheard-of' };
    };
    await on.engine.viewed(opened);
    await on.time.skip(CALL_IS_OVER_MS + A_MOMENT_MS);
    await on.world.until(() => on.world.operations.get(ONE)?.state === 'done');
    assert.equal(await on.operation(ONE).result(), 'done');
    assert.deepEqual([askedAt.length, on.world.performed.length], [1, 1]);
    // What the lost run has begun may still be under way, and the gateway say that it knows nothing of it.
    const [begun] = await on.history(opened);
    const waited = (askedAt[0] ?? 0) - requiredTsToMs(begun?.eventTime, 'eventTime');
    assert.ok(waited >= CALL_IS_OVER_MS, `${waited} ms`);
  });

  it('that nobody answers for and of which its payment has heard meanwhile is left as it is', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = async () => {
      await on.world.until(() => on.world.operations.get(ONE)?.state === 'failed');
      throw SILENCE;
    };
    on.world.script.inquireOperation = () => ({ step: 'unheard-of' });
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    await on.world.until(() => on.world.performed.length === 1);
    await on.engine.reportOperation(kept(on), wordOn(kept(on), { result: 'declined' }));
    assert.equal(await on.operation(ONE).result(), 'failed');
    on.world.script.perform = (operation) => wordOn(operation);
    // The next one is done by the same run, after what came of this one.
    assert.equal((await operated(on, opened, 2)).state, 'done');
    assert.equal(kept(on).state, 'failed');
    assert.deepEqual(
      on.world.performed.map(({ sessionId }) => sessionId),
      [ONE, childOf(2)],
    );
    assert.equal(await begun(on, opened), 0);
  });

  it('whose run is ended by force is begun again by its payment, when that is told of it', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = () => {
      throw SILENCE;
    };
    const asked = gate();
    on.world.script.inquireOperation = async () => {
      asked.open();
      throw ApplicationFailure.retryable('No answer.', 'GatewayUnknown');
    };
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    await asked.passed;
    // So that its payment does not wait before it begins it again.
    await on.time.skip(CALL_IS_OVER_MS);
    await on.operation(ONE).terminate();
    on.world.script.inquireOperation = (operation) => wordOn(operation);
    // As the reviver does it.
    assert.equal(await on.engine.takeIn(opened, kept(on)), undefined);
    await on.world.until(() => kept(on).state === 'done');
    assert.equal(on.world.performed.length, 1);
  });

  it('of which the gateway says otherwise is asked about before it is tried again', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = (operation) => wordOn(operation, { amount: kwd('0.001') });
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    // Not the decision opens the run that waits for it: its payment does.
    while (
      !(await on.history(opened)).some(
        (event) => event.childWorkflowExecutionStartedEventAttributes,
      )
    )
      await setTimeout(20);
    on.world.script.inquireOperation = (operation) => wordOn(operation);
    await on.engine.decide(kept(on), decision('retry'), 'retry-1');
    assert.equal(await on.operation(ONE).result(), 'done');
    assert.equal(on.world.performed.length, 1);
  });

  it('that the gateway declines gives its money back, and nobody is told', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = (operation) =>
      wordOn(operation, { result: 'declined', message: 'No funds' });
    const failed = await operated(on, opened);
    assert.deepEqual([failed.state, failed.message], ['failed', 'No funds']);
    assert.equal(toDecimal(refundable(on.document(opened))), '12.500');
    assert.equal(on.world.webhooks.length, 0);
    on.world.script.perform = (operation) => wordOn(operation);
    assert.equal((await operated(on, opened, 2)).state, 'done');
  });

  it('that is done after all is told by whoever had read it before it failed, and is not asked for again', async () => {
    const on = environment();
    const opened = await paid(on);
    let read: Operation | undefined;
    on.world.script.perform = (operation) => {
      read = operation;
      return wordOn(operation, { result: 'declined' });
    };
    assert.equal((await operated(on, opened)).state, 'failed');
    assert.ok(read);
    // The network is asked, says that it knows nothing of it, and by then the payment has heard better.
    on.world.script.inquireOperation = async () => {
      await on.world.until(() => kept(on).state === 'done');
      return { step: 'unheard-of' };
    };
    await on.engine.reportOperation(read, wordOn(read));
    assert.equal(await on.operation(ONE).result(), 'done');
    assert.deepEqual([kept(on).state, kept(on).version], ['done', 3]);
    const entries = on.document(opened).operations ?? [];
    assert.deepEqual(
      entries.map(({ state, version }) => [state, version]),
      [['done', 3]],
    );
    assert.equal(toDecimal(refundable(on.document(opened))), '0.000');
    assert.equal(on.world.performed.length, 1);
  });

  it('that the gateway does not even look at has failed', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = () => {
      throw ApplicationFailure.nonRetryable('It wants another key.', 'GatewayRefused');
    };
    const failed = await operated(on, opened);
    assert.deepEqual([failed.state, failed.message], ['failed', 'It wants another key.']);
  });

  it('of which nobody knows what became needs a hand, and keeps its money', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = () => {
      throw SILENCE;
    };
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    await on.world.until(() => on.world.operations.get(ONE)?.state === 'unclear');
    assert.equal(kept(on).approval?.state, 'manual_action_required');
    assert.equal(toDecimal(refundable(on.document(opened))), '0.000');
    assert.deepEqual(
      on.document(opened).alerts.map(({ kind }) => kind),
      ['manual-action-required'],
    );
    on.world.script.inquireOperation = (operation) => wordOn(operation);
    const asked = on.world.performed.length;
    await on.engine.decide(kept(on), decision('retry'), 'retry-1');
    assert.equal(await on.operation(ONE).result(), 'done');
    assert.equal(on.world.performed.length, asked);
    assert.equal(kept(on).approval?.state, 'done');
    assert.equal(kept(on).alert, undefined);
  });

  it('of which nobody knows what became is not done once somebody has done it at the gateway itself', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = () => {
      throw SILENCE;
    };
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    await on.world.until(() => on.world.operations.get(ONE)?.state === 'unclear');
    const { approval: _hand, alert: _why, ...mine } = kept(on);
    const { sessionId, referenceNumber } = refundRequest(9);
    const there = { sessionId, referenceNumber, state: 'done', source: 'pg', version: 1 } as const;
    assert.equal(await on.engine.takeIn(opened, { ...mine, ...there }), undefined);
    on.world.script.perform = (operation) => wordOn(operation);
    const asked = on.world.performed.length;
    await assert.rejects(
      on.engine.decide(kept(on), decision('retry'), 'retry-1'),
      (error: unknown) => error instanceof Refusal && error.code === 'amount_exceeds_balance',
    );
    assert.deepEqual([kept(on).state, on.world.performed.length], ['unclear', asked]);
    await on.engine.reportOperation(kept(on), wordOn(kept(on), { result: 'declined' }));
    await on.world.until(() => kept(on).state === 'failed');
  });

  it('that is unclear when its time is over keeps its money, and may still be done', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = () => {
      throw SILENCE;
    };
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    await on.world.until(() => on.world.operations.get(ONE)?.state === 'unclear');
    await on.time.skip(APPROVAL_PATIENCE_MS + A_MOMENT_MS);
    assert.deepEqual(
      [kept(on).state, kept(on).approval?.state],
      ['unclear', 'manual_action_required'],
    );
    assert.equal(toDecimal(refundable(on.document(opened))), '0.000');
    await on.engine.reportOperation(kept(on), wordOn(kept(on)));
    assert.equal(await on.operation(ONE).result(), 'done');
    assert.equal(on.document(opened).operations?.[0]?.state, 'done');
  });

  it('of which the gateway has said what does not fit is not given up, also when it is silent after another try', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = (operation) => wordOn(operation, { amount: kwd('0.001') });
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    await on.world.until(() => on.world.operations.get(ONE)?.state === 'unclear');
    on.world.script.perform = () => {
      throw SILENCE;
    };
    on.world.script.inquireOperation = on.world.script.perform;
    const { version } = kept(on);
    await on.engine.decide(kept(on), decision('retry'), 'retry-1');
    await on.world.until(() => kept(on).version > version + 1 && kept(on).state === 'unclear');
    await assert.rejects(
      on.engine.decide(kept(on), decision('cancel'), 'cancel-1'),
      (error: unknown) => error instanceof Refusal && error.code === 'invalid_state',
    );
  });

  it('that is unclear is given up by a checker who has looked there, also after its time, and frees its money', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = () => {
      throw SILENCE;
    };
    await on.engine.operate(opened, refundRequest(1), 'request-1');
    await on.world.until(() => on.world.operations.get(ONE)?.state === 'unclear');
    await on.time.skip(APPROVAL_PATIENCE_MS + A_MOMENT_MS);
    await on.engine.decide(kept(on), decision('cancel'), 'cancel-1');
    assert.equal(await on.operation(ONE).result(), 'failed');
    assert.equal(toDecimal(refundable(on.document(opened))), '12.500');
  });

  it('that the gateway undoes after it was done calls for a person, and stays done', async () => {
    const on = environment();
    const opened = await paid(on);
    const done = await operated(on, opened, 1, { amount: kwd('2.500') });
    await on.engine.reportOperation(done, wordOn(done, { result: 'reversed' }));
    await on.world.until(() => on.document(opened).alerts.length > 0);
    const { alerts, operations } = on.document(opened);
    assert.deepEqual(
      alerts.map(({ kind, referenceNumber }) => [kind, referenceNumber]),
      [['manual-action-required', done.referenceNumber]],
    );
    assert.equal(operations?.[0]?.state, 'done');
    assert.match(kept(on).alert ?? '', /undone this refund of KWD 2\.500/);
    // Its money can be refunded again.
    assert.ok(operations?.[0]?.reversedAt !== undefined);
    assert.equal(toDecimal(refundable(on.document(opened))), '12.500');
  });

  it('that is undone while another run of it is open that knows of an older version calls for a person', async () => {
    const on = environment();
    const opened = await paid(on);
    const { asked, inquiry } = await heardByAnother(on, opened, 'queued');
    // The payment keeps it behind what it knows already, as a later version than the run has counted.
    await on.engine.reportOperation(asked, wordOn(asked));
    await on.world.until(() => kept(on).state === 'done');
    await on.engine.reportOperation(kept(on), wordOn(asked, { result: 'reversed' }));
    await on.world.until(() => on.document(opened).alerts.length > 0);
    inquiry.open();
    assert.equal(await on.operation(ONE).result(), 'done');
    assert.ok(on.document(opened).operations?.[0]?.reversedAt !== undefined);
    assert.match(kept(on).alert ?? '', /undone this refund/);
  });

  it('that is undone while a run of it that was overtaken is open calls for a person', async () => {
    const on = environment();
    const opened = await paid(on);
    const { asked, inquiry } = await heardByAnother(on, opened, 'done');
    await on.engine.reportOperation(asked, wordOn(asked, { result: 'declined' }));
    await on.engine.reportOperation(kept(on), wordOn(asked, { result: 'reversed' }));
    await on.world.until(() => on.document(opened).alerts.length > 0);
    inquiry.open();
    assert.equal(await on.operation(ONE).result(), 'done');
    assert.ok(on.document(opened).operations?.[0]?.reversedAt !== undefined);
    assert.match(kept(on).alert ?? '', /undone this refund/);
  });

  it('that is undone before the run that hears of it knows that it was done calls for a person', async () => {
    const on = environment();
    const opened = await paid(on);
    const { asked, inquiry } = await heardByAnother(on, opened, 'done');
    await on.engine.reportOperation(asked, wordOn(asked, { result: 'reversed' }));
    inquiry.open();
    assert.equal(await on.operation(ONE).result(), 'done');
    assert.ok(on.document(opened).operations?.[0]?.reversedAt !== undefined);
    assert.equal(on.document(opened).alerts.length, 1);
    assert.match(kept(on).alert ?? '', /undone this refund/);
  });

  it('that is queued after its payment has heard the no is rejected, whichever word came first', async () => {
    const on = environment();
    const opened = await paid(on);
    const answer = gate();
    on.world.script.perform = async (operation) => {
      await answer.passed;
      return wordOn(operation, { result: 'queued' });
    };
    on.world.script.inquireOperation = () => ({ step: 'unheard-of' });
    await on.engine.operate(opened, refundRequest(1), randomUUID());
    await on.world.until(() => on.world.performed.length === 1);
    await on.engine.reportOperation(kept(on), wordOn(kept(on), { result: 'declined' }));
    await on.world.until(() => kept(on).state === 'failed');
    answer.open();
    await on.atRest(opened);
    assert.equal(kept(on).state, 'rejected');
    assert.equal(on.document(opened).operations?.[0]?.state, 'rejected');
    await on.world.until(() => on.world.webhooks.length === 1);
  });

  it('that is queued is told at once and again when it is done', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = (operation) => wordOn(operation, { result: 'queued' });
    assert.equal((await operated(on, opened)).state, 'queued');
    await on.engine.reportOperation(kept(on), wordOn(kept(on)));
    assert.equal(await on.operation(ONE).result(), 'done');
    await on.world.until(() => on.world.webhooks.length === 2);
  });

  it('that is queued is asked about every day, and rejected when the gateway says so', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = (operation) => wordOn(operation, { result: 'queued' });
    let questions = 0;
    on.world.script.inquireOperation = (operation) => {
      questions += 1;
      return wordOn(operation, { result: questions < 3 ? 'queued' : 'declined' });
    };
    await operated(on, opened);
    for (const day of [1, 2, 3]) {
      await on.time.skip(DAY_MS + A_MOMENT_MS);
      await on.world.until(() => questions === day);
    }
    assert.equal(await on.operation(ONE).result(), 'rejected');
    assert.equal(questions, 3);
    assert.equal(toDecimal(refundable(on.document(opened))), '12.500');
  });

  it('that is queued for two weeks becomes a task of an operator', async () => {
    const on = environment();
    const opened = await paid(on);
    on.world.script.perform = (operation) => wordOn(operation, { result: 'queued' });
    let questions = 0;
    on.world.script.inquireOperation = (operation) => {
      questions += 1;
      return wordOn(operation, { result: 'queued' });
    };
    await operated(on, opened);
    for (let day = 1; day <= 14; day += 1) {
      await on.time.skip(DAY_MS + A_MOMENT_MS);
      await on.world.until(() => questions === day);
    }
    assert.equal(await on.operation(ONE).result(), 'queued');
    assert.match(on.document(opened).alerts[0]?.detail ?? '', /14 days/);
    assert.equal(toDecimal(refundable(on.document(opened))), '0.000');
  });

  it('that is more than there is, is refused with what is left', async () => {
    const on = environment();
    const opened = await paid(on);
    await operated(on, opened, 1, { amount: kwd('10.000') });
    await assert.rejects(
      on.engine.operate(opened, refundRequest(2, { amount: kwd('2.501') }), 'request-2'),
      (error: unknown) =>
        error instanceof Refusal &&
        error.code === 'amount_exceeds_balance' &&
        error.facts?.['available'] === '2.500',
    );
    assert.equal(on.world.performed.length, 1);
  });

  it('is the same one for whoever asks again by its tracking key or its request', async () => {
    const on = environment();
    const opened = await paid(on);
    const first = refundRequest(1, { amount: kwd('1.000'), trackingKey: 'track-1' });
    await Promise.all([
      on.engine.operate(opened, first, 'request-1'),
      on.engine.operate(opened, first, 'request-1'),
    ]);
    const again = await on.engine.operate(
      opened,
      refundRequest(2, { amount: kwd('1.000'), trackingKey: 'track-1' }),
      'request-2',
    );
    assert.equal(again.operation, ONE);
    await on.world.until(() => on.world.performed.length > 0);
    await on.atRest(opened);
    assert.equal(on.world.performed.length, 1);
  });

  it('is there for whoever asks for it by its tracking key while its promise is being written', async () => {
    const on = environment();
    const opened = await paid(on);
    const saving = gate();
    const begun = gate();
    on.world.script.beforeKeep = async ({ operations }) => {
      if (operations?.[0]?.state !== 'promised') return;
      begun.open();
      await saving.passed;
    };
    const tracked = { trackingKey: 'track-1' };
    const first = on.engine.operate(opened, refundRequest(1, tracked), 'request-1');
    await begun.passed;
    const run = on.time.client.workflow.getHandle(transactionWorkflowId(opened.sessionId));
    const again = await run.startUpdate(operateUpdate, {
      args: [refundRequest(2, tracked), undefined],
      waitForStage: WorkflowUpdateStage.ACCEPTED,
    });
    const isKept = again.result().then(() => on.world.operations.has(ONE));
    saving.open();
    assert.equal(await isKept, true);
    assert.deepEqual(await again.result(), { ok: { operation: ONE } });
    await first;
    // No run of its own to wait for: what has this id is of the tests before, and had ended.
    await on.world.until(() => on.world.performed.length > 0);
    await on.atRest(opened);
    assert.equal(on.world.performed.length, 1);
  });

  it('shares no money with another one at the same time', async () => {
    const on = environment();
    const opened = await paid(on);
    const both = await Promise.allSettled(
      [1, 2].map((number) =>
        on.engine.operate(opened, refundRequest(number, { amount: kwd('7.000') }), randomUUID()),
      ),
    );
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    await on.world.until(() => on.world.performed.length === 1);
  });

  it('gets an answer among fifteen at once, and more of them are done than Temporal allows in flight, for no more than is there', async () => {
    const on = environment();
    const opened = await paid(on);
    const wishes = Array.from({ length: 15 }, (_, index) =>
      refundRequest(index + 1, { amount: kwd('1.000') }),
    );
    const answers = await Promise.allSettled(
      wishes.map((one) => on.engine.operate(opened, one, randomUUID())),
    );
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 12);
    for (const answer of answers)
      if (answer.status === 'rejected') assert.ok(answer.reason instanceof Refusal);
    await on.world.until(
      () => on.document(opened).operations?.every(({ state }) => state === 'done') ?? false,
    );
    assert.equal(toDecimal(refundable(on.document(opened))), '0.500');
    assert.equal(on.world.performed.length, 12);
  });

  it('of a held payment captures in parts, and then cannot be voided', async () => {
    const on = environment();
    const opened = await paid(on, AUTHORIZED);
    await operated(on, opened, 1, { kind: 'capture', amount: kwd('5.000') });
    await assert.rejects(
      on.engine.operate(opened, refundRequest(2, { kind: 'void' }), randomUUID()),
      (error: unknown) => error instanceof Refusal && error.code === 'invalid_state',
    );
    const document = on.document(opened);
    assert.equal(document.state, 'authorized');
    assert.equal(toDecimal(document.paidAmount ?? kwd('0')), '5.000');
  });

  it('that ends a hold is kept in one version with the void of the rest, which the gateway lets go', async () => {
    const on = environment();
    const opened = await paid(on, AUTHORIZED);
    const known = new Set<string>();
    on.world.script.beforeKeep = async ({ operations = [] }) =>
      void known.add(operations.map(({ kind, state }) => `${kind} ${state}`).join());
    const capabilities = { ...CAPABLE, captures: 'once' } as const;
    const capture = { kind: 'capture', amount: kwd('5.000'), capabilities } as const;
    await operated(on, opened, 1, capture);
    await on.world.until(() => on.world.webhooks.length === 2);
    assert.deepEqual([...known], ['capture promised', 'capture done,void done']);
    const rest = [...on.world.operations.values()].find(({ kind }) => kind === 'void');
    assert.deepEqual([rest?.source, rest?.amount], ['pg', kwd('7.500')]);
  });

  it('has one winner among capture and void', async () => {
    const on = environment();
    const opened = await paid(on, AUTHORIZED);
    const both = await Promise.allSettled([
      on.engine.operate(opened, refundRequest(1, { kind: 'capture' }), randomUUID()),
      on.engine.operate(opened, refundRequest(2, { kind: 'void' }), randomUUID()),
    ]);
    assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1);
    await on.world.until(() => on.world.performed.length === 1);
  });

  it('done at the gateway itself is taken in once', async () => {
    const on = environment();
    const opened = await paid(on);
    const mine = await operated(on, opened, 1, { amount: kwd('1.000') });
    const foreign: Operation = {
      ...mine,
      ...refundRequest(9),
      version: 1,
      source: 'pg',
      amount: kwd('3.000'),
      gatewayReference: 'net-elsewhere',
    };
    assert.equal(await on.engine.takeIn(opened, foreign), undefined);
    assert.equal(await on.engine.takeIn(opened, foreign), undefined);
    assert.equal(toDecimal(refundable(on.document(opened))), '8.500');
    assert.equal(kept(on, 9).source, 'pg');
    await on.world.until(() => on.world.webhooks.length === 2);
  });

  describe('that needs approval', () => {
    it('waits for a checker, then is done', async () => {
      const on = environment();
      await asked(on);
      assert.equal(kept(on).state, 'awaiting');
      assert.equal(on.world.performed.length, 0);
      const approved = await on.engine.decide(kept(on), decision('approve'), 'vote-1');
      assert.equal(approved.approval?.state, 'approved');
      assert.equal(await on.operation(ONE).result(), 'done');
      assert.equal(kept(on).approval?.state, 'done');
      assert.deepEqual(kept(on).approval?.decidedBy, CHECKER);
    });

    it('holds its money while it waits, and lets no other request in', async () => {
      const on = environment();
      const opened = await asked(on);
      assert.equal(toDecimal(refundable(on.document(opened))), '0.000');
      await assert.rejects(
        on.engine.operate(opened, refundRequest(2), randomUUID()),
        (error: unknown) => error instanceof Refusal && error.code === 'approval_pending',
      );
    });

    it('is not done by the yes of one where two have to agree, even twice by the same', async () => {
      const on = environment();
      await asked(on, 2);
      await on.engine.decide(kept(on), decision('approve'), 'vote-1');
      await assert.rejects(
        on.engine.decide(kept(on), decision('approve'), 'vote-2'),
        (error: unknown) => error instanceof Refusal && error.code === 'invalid_state',
      );
      assert.equal(kept(on).state, 'awaiting');
      assert.equal(on.world.performed.length, 0);
      await on.engine.decide(kept(on), decision('approve', { by: person(3) }), 'vote-3');
      assert.equal(await on.operation(ONE).result(), 'done');
    });

    it('is done in an emergency by the yes of one, and operators find it and its payment', async () => {
      const on = environment();
      const opened = await asked(on, 2);
      await on.engine.decide(kept(on), decision('approve', { breakGlass: true }), 'vote-1');
      assert.equal(await on.operation(ONE).result(), 'done');
      const alerts = on.document(opened).alerts.map(({ kind }) => kind);
      assert.deepEqual(alerts, ['break-glass']);
      for (const handle of [on.operation(ONE), on.run(opened)]) {
        const { typedSearchAttributes } = await handle.describe();
        assert.equal(typedSearchAttributes.get(SEARCH_ATTRIBUTES.Alert), 'break-glass');
      }
    });

    it('gives its money back when a checker says no', async () => {
      const on = environment();
      const opened = await asked(on);
      await on.engine.decide(kept(on), decision('reject', { reason: 'Twice' }), 'vote-1');
      assert.equal(await on.operation(ONE).result(), 'dropped');
      assert.equal(toDecimal(refundable(on.document(opened))), '12.500');
      await assert.rejects(
        on.engine.decide(kept(on), decision('approve'), 'vote-2'),
        (error: unknown) => error instanceof Refusal && error.code === 'invalid_state',
      );
      assert.equal(on.world.performed.length, 0);
    });

    for (const verdict of ['reject', 'approve'] as const)
      it(`takes no yes of somebody who has read it before another one said ${verdict}`, async () => {
        const on = environment();
        const opened = await asked(on);
        const read = kept(on);
        await on.engine.decide(read, decision(verdict, { reason: 'Seen' }), 'vote-1');
        const over = verdict === 'reject' ? 'dropped' : 'done';
        assert.equal(await on.operation(ONE).result(), over);
        const before = [kept(on), on.world.performed.length];
        await assert.rejects(
          on.engine.decide(read, decision('approve', { by: person(3) }), 'vote-2'),
          (error: unknown) => {
            assert.ok(error instanceof Refusal);
            assert.equal(error.code, 'invalid_state');
            assert.equal(error.facts, undefined, 'What runs tell each other is told to callers.');
            return true;
          },
        );
        await on.operation(ONE).result();
        assert.deepEqual([kept(on), on.world.performed.length], before);
        assert.equal(on.document(opened).operations?.[0]?.state, over);
      });

    it('is not done while its payment is archived, and is once that is restored', async () => {
      const on = environment();
      const opened = await asked(on);
      await on.engine.archive(opened);
      await assert.rejects(
        on.engine.decide(kept(on), decision('approve'), 'vote-1'),
        (error: unknown) => error instanceof Refusal && /Restore it first/.test(error.message),
      );
      assert.deepEqual([kept(on).state, on.world.performed.length], ['awaiting', 0]);
      await on.engine.restore(opened);
      await on.engine.decide(kept(on), decision('approve'), 'vote-2');
      assert.equal(await on.operation(ONE).result(), 'done');
    });

    it('is not done when its money has gone at the gateway meanwhile, and can still be rejected', async () => {
      const on = environment();
      const opened = await asked(on);
      const { approval: _never, ...mine } = kept(on);
      const foreign: Operation = { ...mine, ...refundRequest(9), state: 'queued', source: 'pg' };
      assert.equal(await on.engine.takeIn(opened, foreign), undefined);
      for (const vote of ['vote-1', 'vote-2'])
        await assert.rejects(
          on.engine.decide(kept(on), decision('approve'), vote),
          (error: unknown) => error instanceof Refusal && error.code === 'amount_exceeds_balance',
        );
      assert.deepEqual([kept(on).state, kept(on).approval?.state], ['awaiting', 'pending']);
      await on.engine.decide(kept(on), decision('reject'), 'vote-3');
      assert.equal(await on.operation(ONE).result(), 'dropped');
      assert.equal(on.world.performed.length, 0);
    });

    it('is canceled when nobody decides for two days', async () => {
      const on = environment();
      const opened = await asked(on);
      await on.time.skip(APPROVAL_PATIENCE_MS + A_MOMENT_MS);
      assert.equal(await on.operation(ONE).result(), 'dropped');
      assert.equal(kept(on).approval?.state, 'canceled');
      assert.equal(toDecimal(refundable(on.document(opened))), '12.500');
      assert.equal(on.world.performed.length, 0);
    });

    it('is not done by a yes after its time, when nobody was there to cancel it', async () => {
      const on = environment();
      const opened = await asked(on);
      await on.atRest(opened);
      await end(on.operation(ONE));
      await on.time.skip(APPROVAL_PATIENCE_MS + A_MOMENT_MS);
      await assert.rejects(
        on.engine.decide(kept(on), decision('approve'), 'vote-1'),
        (error: unknown) => error instanceof Refusal && error.code === 'invalid_state',
      );
      assert.equal(await on.operation(ONE).result(), 'dropped');
      assert.equal(kept(on).approval?.state, 'canceled');
      assert.equal(on.world.performed.length, 0);
    });

    it('needs a hand when the gateway declines, and is tried again with another key', async () => {
      const on = environment();
      const opened = await asked(on);
      on.world.script.perform = (operation) => wordOn(operation, { result: 'declined' });
      await on.engine.decide(kept(on), decision('approve'), 'vote-1');
      await on.world.until(() => kept(on).approval?.state === 'manual_action_required');
      assert.equal(toDecimal(refundable(on.document(opened))), '12.500');
      on.world.script.perform = (operation) => wordOn(operation, { gatewayReference: 'net-2' });
      await on.engine.decide(kept(on), decision('retry'), 'retry-1');
      assert.equal(await on.operation(ONE).result(), 'done');
      const keys = on.world.performed.map(({ idempotencyKey }) => idempotencyKey);
      assert.equal(new Set(keys).size, 2);
      assert.equal(toDecimal(refundable(on.document(opened))), '0.000');
    });

    it('fails again, and frees its money, where the gateway would not look at it and tells only by its keys', async () => {
      const on = environment();
      const opened = await asked(on);
      on.world.script.perform = () => {
        throw ApplicationFailure.nonRetryable('The balance is too low.', 'GatewayRefused');
      };
      on.world.script.inquireOperation = () => ({ step: 'repeatable' });
      await on.engine.decide(kept(on), decision('approve'), 'vote-1');
      await on.world.until(() => kept(on).approval?.state === 'manual_action_required');
      const { version } = kept(on);
      await on.engine.decide(kept(on), decision('retry'), 'retry-1');
      // It is unclear in between, until the gateway was asked.
      await on.world.until(() => kept(on).version > version + 1 && kept(on).state === 'failed');
      assert.equal(kept(on).approval?.state, 'manual_action_required');
      assert.equal(toDecimal(refundable(on.document(opened))), '12.500');
      on.world.script.perform = (operation) => wordOn(operation);
      await on.engine.decide(kept(on), decision('retry'), 'retry-2');
      assert.equal(await on.operation(ONE).result(), 'done');
      const keys = on.world.performed.map(({ idempotencyKey }) => idempotencyKey);
      assert.equal(new Set(keys).size, 3);
    });

    it('stays in need of a hand when its money has gone elsewhere meanwhile, and expires', async () => {
      const on = environment();
      const opened = await asked(on);
      on.world.script.perform = (operation) => wordOn(operation, { result: 'declined' });
      await on.engine.decide(kept(on), decision('approve'), 'vote-1');
      await on.world.until(() => kept(on).approval?.state === 'manual_action_required');
      on.world.script.perform = (operation) => wordOn(operation);
      await operated(on, opened, 2, { amount: kwd('0.001') });
      for (const again of ['retry-1', 'retry-2'])
        await assert.rejects(
          on.engine.decide(kept(on), decision('retry'), again),
          (error: unknown) => error instanceof Refusal && error.code === 'amount_exceeds_balance',
        );
      await on.time.skip(APPROVAL_PATIENCE_MS + A_MOMENT_MS);
      assert.equal(await on.operation(ONE).result(), 'failed');
      assert.equal(kept(on).approval?.state, 'expired');
    });

    it('tells the checkers at once that it waits, and its maker what became of it', async () => {
      const on = environment();
      await asked(on, 2);
      const news = () => on.world.news.map((one) => one.news);
      await on.world.until(() => news().length === 1);
      await on.engine.decide(kept(on), decision('approve'), 'vote-1');
      assert.deepEqual(news(), ['waits']);
      await on.engine.decide(kept(on), decision('approve', { by: person(3) }), 'vote-2');
      assert.equal(await on.operation(ONE).result(), 'done');
      assert.deepEqual(news(), ['waits', 'done']);
    });

    it('tells of an emergency, once, and goes on without whoever cannot be told', async () => {
      const on = environment();
      await asked(on, 3);
      await on.world.until(() => on.world.news.length === 1);
      on.world.script.tellOfOperation = () => {
        throw new Error('No mail today.');
      };
      const alone = decision('approve', { breakGlass: true, reason: 'It burns.' });
      await on.engine.decide(kept(on), alone, 'vote-1');
      await on.world.until(() => kept(on).approval?.state === 'done');
      assert.equal(await on.time.skippingUntil(on.operation(ONE).result()), 'done');
      const tried = on.world.news.map(({ news }) => news).filter((news) => news === 'break-glass');
      // Five tries, then it is left.
      assert.equal(tried.length, 5);
    });

    it('has a new deadline as long as the merchant says when it needs a hand', async () => {
      const on = environment();
      const opened = await paid(on);
      const now = await on.time.now();
      const approval = { ...request(now), manualMs: 5 * HOUR_MS };
      await on.engine.operate(
        opened,
        refundRequest(1, { approval, initiator: MAKER }),
        randomUUID(),
      );
      on.world.script.perform = (operation) => wordOn(operation, { result: 'declined' });
      await on.engine.decide(kept(on), decision('approve'), 'vote-1');
      await on.world.until(() => kept(on).approval?.state === 'manual_action_required');
      await on.time.skip(4 * HOUR_MS);
      assert.equal(kept(on).approval?.state, 'manual_action_required');
      await on.time.skip(HOUR_MS + A_MOMENT_MS);
      assert.equal(await on.operation(ONE).result(), 'failed');
      assert.equal(kept(on).approval?.state, 'expired');
    });

    it('waits for one answer of the gateway, however many people press at once', async () => {
      const on = environment();
      await asked(on);
      const answer = gate();
      on.world.script.perform = async (operation) => {
        await answer.passed;
        return wordOn(operation);
      };
      const votes = await Promise.allSettled(
        [2, 3, 4].map((id) =>
          on.engine.decide(kept(on), decision('approve', { by: person(id) }), `vote-${id}`),
        ),
      );
      assert.equal(votes.filter(({ status }) => status === 'fulfilled').length, 1);
      answer.open();
      assert.equal(await on.operation(ONE).result(), 'done');
      assert.equal(on.world.performed.length, 1);
    });
  });
});

/** A transaction that was paid, or given. */
function paid(
  { start }: TestEnvironment,
  given: Partial<Transaction> = PAID,
): Promise<Transaction> {
  return start(given, keptOpen);
}

/** An operation that was asked for and is more than promised. */
async function operated(on: TestEnvironment, opened: Transaction, number = 1, given = {}) {
  const { engine } = on;
  const { operation: sessionId } = await engine.operate(
    opened,
    refundRequest(number, given),
    randomUUID(),
  );
  await on.world.until(() => on.world.operations.get(sessionId)?.state !== 'promised');
  return kept(on, number);
}

/**
 * A refund that has a run of its own before the gateway has answered its payment. The run asks the gateway until `inquiry` is
 * open, and knows the refund as it was `asked` for; the payment has the answer.
 */
async function heardByAnother(on: TestEnvironment, opened: Transaction, result: 'queued' | 'done') {
  const [answer, inquiry, begun] = [gate(), gate(), gate()];
  on.world.script.perform = async (operation) => {
    await answer.passed;
    return wordOn(operation, { result });
  };
  on.world.script.inquireOperation = async () => {
    begun.open();
    await inquiry.passed;
    return { step: 'unheard-of' };
  };
  await on.engine.operate(opened, refundRequest(1), randomUUID());
  await on.world.until(() => on.world.performed.length === 1);
  const asked = kept(on);
  await on.time.client.workflow.start('operation', operationResumeOf(asked));
  await begun.passed;
  answer.open();
  await on.world.until(() => kept(on).state === result);
  return { asked, inquiry };
}

/** The operation as it was last kept. */
function kept({ world }: TestEnvironment, number = 1): Operation {
  const found = world.operations.get(childOf(number));
  assert.ok(found, `Nothing was kept of operation ${number}.`);
  return found;
}

/** How many operations of the payment were given a run of their own. */
async function begun(on: TestEnvironment, opened: Transaction): Promise<number> {
  const events = await on.history(opened);
  return events.filter((event) => event.startChildWorkflowExecutionInitiatedEventAttributes).length;
}

/** A refund of everything that waits for so many checkers. */
async function asked(on: TestEnvironment, needed = 1) {
  const opened = await paid(on);
  const approval = request(await on.time.now(), needed);
  await on.engine.operate(opened, refundRequest(1, { approval, initiator: MAKER }), randomUUID());
  return opened;
}
