import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  WithStartWorkflowOperation,
  WorkflowUpdateFailedError,
  WorkflowUpdateStage,
} from '@temporalio/client';
import { cameTooLate } from '../../activities/failures.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { activityEngineOn } from '../../engine/activity-engine.ts';
import {
  cashUpdate,
  operateUpdate,
  submitUpdate,
  transactionQuery,
} from '../../workflows/messages.ts';
import { commandUpdateId, transactionWorkflowId } from '../../workflows/ids.ts';
import { resumeOf } from '../../workflows/starts.ts';
import { aMethod, codeOf, kwd } from '../support/builders.ts';
import { CARD_AND_WALLET, gate, aSubmission, SECOND, WALLET } from './support/lines.ts';
import {
  childOf,
  decision,
  keptOpen,
  MAKER,
  PAID,
  request,
  refundRequest,
} from './support/operating.ts';
import { workflowEnvironment, type TestEnvironment } from './support/environment.ts';

const IN_CASH = {
  methods: [aMethod(), aMethod({ pgCode: codeOf('cash'), gateway: 'cash', offline: true })],
};

// Whoever sent it was told that nothing was done, and may have sent it again.
describe('a command that comes too late', () => {
  const environment = workflowEnvironment();

  for (const [name, given] of [
    ['a payment', {}],
    ['a refund', PAID],
  ] as const)
    it(`is not taken: ${name}`, async () => {
      const on = environment();
      const opened = await on.start(given, keptOpen);
      const beginBy = (await on.time.now()) - 1;
      await assert.rejects(() => send(on, opened, beginBy), isRefusedAsLate);
      assert.equal(on.document(opened).attempts.length, opened.attempts.length);
      assert.equal(on.document(opened).operations, undefined);
      assert.deepEqual([on.world.opens.length, on.world.performed.length], [0, 0]);
      const updates = (await on.history(opened)).filter(
        ({ workflowExecutionUpdateAcceptedEventAttributes: accepted }) => accepted,
      );
      assert.equal(updates.length, 0);
    });

  it('is not taken, and so answered: a charge of the engine itself, which is taken when it is sent in time', async () => {
    const on = environment();
    const opened = await on.start({}, keptOpen);
    const { submit } = activityEngineOn(
      on.time.client,
      { find: async () => on.document(opened) },
      () => '',
    );
    const sent = async (ms: number) => {
      const beginBy = (await on.time.now()) + ms;
      return submit(opened, aSubmission(), { requestId: 'cycle:1', beginBy });
    };
    assert.equal((await sent(-1))?.code, 'too_late');
    assert.equal(on.document(opened).attempts.length, opened.attempts.length);
    assert.deepEqual([await sent(60_000), await sent(60_001)], [undefined, undefined]);
    assert.equal(on.document(opened).attempts.length, opened.attempts.length + 1);
    assert.equal(on.world.opens.length, 1);
  });

  it('is taken until its moment', async () => {
    const on = environment();
    const opened = await on.start(PAID, keptOpen);
    const answer = await send(on, opened, (await on.time.now()) + 60_000);
    assert.equal(answer.refused, undefined);
    await on.world.until(() => on.document(opened).operations?.[0]?.state === 'done');
  });

  for (const [name, given] of [
    ['a payment', {}],
    ['a refund', PAID],
    ['cash', IN_CASH],
  ] as const)
    it(`has changed nothing when the database says so: ${name}`, async () => {
      const on = environment();
      const opened = await on.start(given, keptOpen);
      const before = on.document(opened);
      let late = true;
      on.world.script.beforeKeep = ({ sessionId }, moment) => {
        if (late && moment === beginBy) throw cameTooLate(sessionId);
      };
      const beginBy = (await on.time.now()) + 60_000;
      const answer = await send(on, opened, beginBy);
      assert.equal(answer.refused?.code, 'too_late');
      assert.deepEqual(on.document(opened), before);
      assert.deepEqual([on.world.opens.length, on.world.performed.length], [0, 0]);
      // Nothing of it is in the way of the next one.
      late = false;
      assert.equal((await send(on, opened, beginBy)).refused, undefined);
    });

  it('does not come back with another one that was kept while the document was read again', async () => {
    const on = environment();
    const opened = await on.start(PAID, keptOpen);
    const [reading, read] = [gate(), gate()];
    const lost = childOf(1);
    on.world.script.beforeKeep = ({ sessionId, operations }) => {
      if (operations?.length === 1 && operations[0]?.sessionId === lost)
        throw cameTooLate(sessionId);
    };
    on.world.script.beforeLoad = async () => {
      reading.open();
      await read.passed;
    };
    const beginBy = (await on.time.now()) + 600_000;
    const first = send(on, opened, beginBy);
    await reading.passed;
    const second = send(on, opened, beginBy, refundRequest(2, { amount: kwd('1.000') }));
    await on.time.client.workflow
      .getHandle(transactionWorkflowId(opened.sessionId))
      .query(transactionQuery);
    read.open();
    assert.equal((await first).refused?.code, 'too_late');
    assert.equal((await second).refused, undefined);
    assert.deepEqual(
      on.document(opened).operations?.map(({ sessionId }) => sessionId),
      [childOf(2)],
    );
    await on.world.until(() => on.document(opened).operations?.[0]?.state === 'done');
    assert.equal(on.world.performed.length, 1);
  });

  it('is no reason to refuse another one, which wants the money that it had set aside', async () => {
    const on = environment();
    const opened = await on.start(PAID, keptOpen);
    const [saving, asked] = [gate(), gate()];
    on.world.script.beforeKeep = async ({ sessionId, operations }) => {
      if (operations?.[0]?.sessionId !== childOf(1)) return;
      saving.open();
      await asked.passed;
      throw cameTooLate(sessionId);
    };
    const beginBy = (await on.time.now()) + 600_000;
    const first = send(on, opened, beginBy, refundRequest(1));
    await saving.passed;
    const { workflow } = on.time.client;
    const run = workflow.getHandle(transactionWorkflowId(opened.sessionId));
    const second = await run.startUpdate(operateUpdate, {
      args: [refundRequest(2), beginBy],
      waitForStage: WorkflowUpdateStage.ACCEPTED,
    });
    asked.open();
    assert.equal((await first).refused?.code, 'too_late');
    assert.deepEqual(await second.result(), { ok: { operation: childOf(2) } });
    await on.world.until(() => on.document(opened).operations?.[0]?.state === 'done');
    assert.equal(on.world.performed.length, 1);
  });

  it('that is kept in the end refuses another one all the same', async () => {
    const on = environment();
    const opened = await on.start(PAID, keptOpen);
    const [saving, asked] = [gate(), gate()];
    on.world.script.beforeKeep = async ({ operations }) => {
      if (operations?.[0]?.state !== 'promised') return;
      saving.open();
      await asked.passed;
    };
    const beginBy = (await on.time.now()) + 600_000;
    const first = send(on, opened, beginBy, refundRequest(1));
    await saving.passed;
    const run = on.time.client.workflow.getHandle(transactionWorkflowId(opened.sessionId));
    const second = await run.startUpdate(operateUpdate, {
      args: [refundRequest(2), beginBy],
      waitForStage: WorkflowUpdateStage.ACCEPTED,
    });
    asked.open();
    assert.equal((await first).refused, undefined);
    assert.equal((await second.result()).refused?.code, 'invalid_state');
  });

  it('is done once where the request comes again until a later moment, before the first is answered and after', async () => {
    const on = environment();
    const opened = await on.start(PAID, keptOpen);
    const [saving, asked] = [gate(), gate()];
    on.world.script.beforeKeep = async ({ operations }) => {
      if (operations?.[0]?.state !== 'promised') return;
      saving.open();
      await asked.passed;
    };
    const beginBy = (await on.time.now()) + 600_000;
    const requested = (until: number) => send(on, opened, until, refundRequest(1), 'request-1');
    const first = requested(beginBy);
    await saving.passed;
    const run = on.time.client.workflow.getHandle(transactionWorkflowId(opened.sessionId));
    const second = await run.startUpdate(operateUpdate, {
      updateId: commandUpdateId('request-1', beginBy + 1),
      // Whatever it says now: it is the same request.
      args: [refundRequest(2), beginBy + 1],
      waitForStage: WorkflowUpdateStage.ACCEPTED,
    });
    asked.open();
    const answer = { ok: { operation: childOf(1) } };
    assert.deepEqual([await first, await second.result()], [answer, answer]);
    await on.world.until(() => on.document(opened).operations?.[0]?.state === 'done');
    assert.deepEqual(await requested(beginBy + 2), answer);
    assert.equal(on.document(opened).operations?.length, 1);
    assert.equal(on.world.performed.length, 1);
  });

  it('is done where the same request comes again in time', async () => {
    const on = environment();
    const opened = await on.start(PAID, keptOpen);
    const beginBy = (await on.time.now()) + 600_000;
    const [saving, asked] = [gate(), gate()];
    on.world.script.beforeKeep = async ({ sessionId }, moment) => {
      if (moment !== beginBy) return;
      saving.open();
      await asked.passed;
      throw cameTooLate(sessionId);
    };
    const first = send(on, opened, beginBy, refundRequest(1), 'request-1');
    await saving.passed;
    const run = on.time.client.workflow.getHandle(transactionWorkflowId(opened.sessionId));
    const again = await Promise.all(
      [1, 2].map((later) =>
        run.startUpdate(operateUpdate, {
          updateId: commandUpdateId('request-1', beginBy + later),
          args: [refundRequest(1), beginBy + later],
          waitForStage: WorkflowUpdateStage.ACCEPTED,
        }),
      ),
    );
    asked.open();
    assert.equal((await first).refused?.code, 'too_late');
    const answer = { ok: { operation: childOf(1) } };
    assert.deepEqual(await Promise.all(again.map((one) => one.result())), [answer, answer]);
    await on.world.until(() => on.document(opened).operations?.[0]?.state === 'done');
    assert.equal(on.document(opened).operations?.length, 1);
    assert.equal(on.world.performed.length, 1);
  });

  it('waited while the gateway was asked about an earlier attempt, begins no more and closes no page', async () => {
    const on = environment();
    const opened = await on.start({ methods: CARD_AND_WALLET });
    await on.pay(opened);
    const asked = gate();
    on.world.script.inquire = async () => {
      await asked.passed;
      return { step: 'unheard-of' };
    };
    const begin = async () => {
      // A gateway is asked no longer than that.
      const beginBy = (await on.time.now()) + 2400;
      let isOver = false;
      const answer = on.time.client.workflow
        .executeUpdateWithStart(submitUpdate, {
          updateId: randomUUID(),
          args: [aSubmission({ pgCode: WALLET, referenceNumber: SECOND }), beginBy],
          startWorkflowOperation: new WithStartWorkflowOperation('transaction', resumeOf(opened)),
        })
        .finally(() => {
          isOver = true;
        });
      await on.world.until(() => isOver || on.world.inquiries.length > 0);
      return { answer };
    };
    let begun = await begin();
    // On a machine that has stood still it was late before anybody was asked.
    while (on.world.inquiries.length === 0) begun = await begin();
    await on.time.skip(2400);
    asked.open();
    assert.equal((await begun.answer).refused?.code, 'too_late');
    assert.equal(on.document(opened).attempts.length, 1);
    assert.deepEqual(on.world.closes, []);
  });

  it('waited while the gateway was asked before cash was taken, and takes none', async () => {
    const on = environment();
    const opened = await on.start(IN_CASH);
    await on.pay(opened);
    const asked = gate();
    on.world.script.inquire = async () => {
      await asked.passed;
      return { step: 'unheard-of' };
    };
    // A machine that stands still must not be late already.
    const answer = send(on, opened, (await on.time.now()) + 6000);
    await on.world.until(() => on.world.inquiries.length > 0);
    await on.time.skip(6000);
    asked.open();
    assert.equal((await answer).refused?.code, 'too_late');
    assert.equal(on.document(opened).attempts.length, 1);
  });

  it('is a yes that its payment could not keep in time: the request goes on waiting', async () => {
    const on = environment();
    const opened = await on.start(PAID, keptOpen);
    const wanted = refundRequest(1, { approval: request(await on.time.now()), initiator: MAKER });
    await on.engine.operate(opened, wanted, randomUUID());
    const kept = on.world.operations.get(childOf(1));
    assert.ok(kept);
    let late = true;
    on.world.script.beforeKeep = ({ sessionId }) => {
      if (late) throw cameTooLate(sessionId);
    };
    await assert.rejects(on.engine.decide(kept, decision('approve'), 'vote-1'), {
      name: 'Unavailable',
    });
    late = false;
    const decided = await on.engine.decide(kept, decision('approve'), 'vote-2');
    assert.equal(decided.state, 'promised');
    await on.world.until(() => on.document(opened).operations?.[0]?.state === 'done');
    assert.equal(on.world.performed.length, 1);
  });
});

function send(
  on: TestEnvironment,
  opened: Transaction,
  beginBy: number,
  wanted = refundRequest(1, { amount: kwd('1.000') }),
  requestId: string = randomUUID(),
) {
  const options = {
    updateId: commandUpdateId(requestId, beginBy),
    startWorkflowOperation: new WithStartWorkflowOperation('transaction', resumeOf(opened)),
  };
  const { workflow } = on.time.client;
  if (opened.state === 'paid')
    return workflow.executeUpdateWithStart(operateUpdate, { ...options, args: [wanted, beginBy] });
  if (opened.methods.some(({ offline }) => offline))
    return workflow.executeUpdateWithStart(cashUpdate, {
      ...options,
      args: [{ referenceNumber: SECOND, requestId }, beginBy],
    });
  return workflow.executeUpdateWithStart(submitUpdate, {
    ...options,
    args: [aSubmission(), beginBy],
  });
}

function isRefusedAsLate(error: unknown): boolean {
  assert.ok(error instanceof WorkflowUpdateFailedError);
  assert.match(String(error.cause), /came too late/);
  return true;
}
