import assert from 'node:assert/strict';
import { ApplicationFailure } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import type { Engine } from '../../engine/engine.ts';
import { APPROVAL_PATIENCE_MS } from '../../domain/operation/approval.ts';
import type { Operation, OperationState } from '../../domain/operation/operation.ts';
import type { PromiseRequest } from '../../domain/operation/promise.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { operationWorkflowId } from '../../workflows/ids.ts';
import {
  AUTHORIZED,
  childOf,
  decision,
  keptOpen,
  MAKER,
  PAID,
  request,
  refundRequest,
} from '../workflows/support/operating.ts';
import { atRest } from '../workflows/support/at-rest.ts';
import { wordOn } from '../domain/operation/support.ts';
import { kwd } from './builders.ts';
import type { World } from './fake-activities.ts';
import type { TimeSkipping } from '../../dev/servers/time-skipping.ts';

/** What a story of an operation is played with; its payment was made before, and its run stays open. */
export interface OperationTake extends Pick<World, 'script' | 'until' | 'operations'> {
  readonly time: TimeSkipping;
  readonly engine: Engine;
  readonly opened: Transaction;
  readonly run: () => WorkflowHandle;
  readonly save: (name: string, handle?: WorkflowHandle) => Promise<void>;
}

/** A story about what is done to the money of a payment afterwards, by the name of its history. */
export interface OperationStory {
  readonly name: string;
  readonly payment: (opened: Transaction) => Transaction;
  readonly play: (take: OperationTake) => Promise<void>;
}

const paid = (opened: Transaction) => keptOpen({ ...opened, ...PAID });
const held = (opened: Transaction) => keptOpen({ ...opened, ...AUTHORIZED });

/** What a gateway says of an operation that nobody knows the end of. */
const SILENCE = ApplicationFailure.nonRetryable('No answer.', 'GatewayUnknown');

export const OPERATION_STORIES: readonly OperationStory[] = [
  ofPayment('refund-done', paid, async (take) => {
    await ask(take, 1);
    await becomes(take, 1, 'done');
  }),
  ofPayment('refund-declined', paid, async (take) => {
    take.script.perform = (operation) => wordOn(operation, { result: 'declined' });
    await ask(take, 2);
    await becomes(take, 2, 'failed');
  }),
  ofOperation('refund-unclear-inquired', paid, async (take) => {
    const { script, engine } = take;
    script.perform = () => {
      throw SILENCE;
    };
    await ask(take, 3);
    await becomes(take, 3, 'unclear');
    script.inquireOperation = (operation) => wordOn(operation);
    await engine.decide(kept(take, 3), decision('retry'), 'retry-1');
    await ends(take, 3, 'done');
  }),
  ofOperation('refund-queued-done', paid, async (take) => {
    take.script.perform = (operation) => wordOn(operation, { result: 'queued' });
    await ask(take, 4);
    await becomes(take, 4, 'queued');
    await take.engine.reportOperation(kept(take, 4), wordOn(kept(take, 4)));
    await ends(take, 4, 'done');
  }),
  ofOperation('overtaken-then-undone', paid, async (take) => {
    const { script, engine } = take;
    let read: Operation | undefined;
    script.perform = (operation) => {
      read = operation;
      return wordOn(operation);
    };
    await ask(take, 11);
    await becomes(take, 11, 'done');
    assert.ok(read);
    script.inquireOperation = async () => {
      await take.until(() => kept(take, 11).reversedAt !== undefined);
      return { step: 'unheard-of' };
    };
    await engine.reportOperation(read, wordOn(read, { result: 'declined' }));
    await engine.reportOperation(read, wordOn(read, { result: 'reversed' }));
    await ends(take, 11, 'done');
  }),
  ofOperation('request-approved', paid, async (take) => {
    const approval = request(await take.time.now());
    await ask(take, 5, { approval, initiator: MAKER });
    await becomes(take, 5, 'awaiting');
    await take.engine.decide(kept(take, 5), decision('approve'), 'vote-1');
    await ends(take, 5, 'done');
  }),
  ofOperation('request-expired', paid, async (take) => {
    const approval = request(await take.time.now());
    await ask(take, 6, { approval, initiator: MAKER });
    await becomes(take, 6, 'awaiting');
    await take.time.skip(APPROVAL_PATIENCE_MS);
    await ends(take, 6, 'dropped');
  }),
  ofPayment('void-done', held, async (take) => {
    await ask(take, 7, { kind: 'void' });
    await becomes(take, 7, 'done');
  }),
  ofPayment('capture-done', held, async (take) => {
    await ask(take, 8, { kind: 'capture', amount: kwd('4.000') });
    await becomes(take, 8, 'done');
  }),
  ofPayment('payment-with-operations', paid, async (take) => {
    await ask(take, 9, { amount: kwd('2.000') });
    await becomes(take, 9, 'done');
    take.script.perform = (operation) => wordOn(operation, { result: 'queued' });
    await ask(take, 10);
    await becomes(take, 10, 'queued');
    await take.engine.reportOperation(kept(take, 10), wordOn(kept(take, 10)));
    await ends(take, 10, 'done');
  }),
];

/** A story whose history is that of the payment, which stays open. */
function ofPayment(
  name: string,
  payment: OperationStory['payment'],
  play: (take: OperationTake) => Promise<void>,
): OperationStory {
  return {
    name,
    payment,
    play: async (take) => {
      await play(take);
      await atRest(take.run());
      await take.save(name, take.run());
    },
  };
}

/** A story whose history is that of its one operation, which has a run of its own. */
function ofOperation(
  name: string,
  payment: OperationStory['payment'],
  play: (take: OperationTake) => Promise<void>,
): OperationStory {
  return {
    name,
    payment,
    play: async (take) => {
      await play(take);
      // What is under way when the workers of a story end would hold the clock of the next one.
      await atRest(take.run());
      const [operation] = take.operations.values();
      assert.ok(operation);
      await take.save(name, runOf(take, operation));
    },
  };
}

async function ask(
  take: OperationTake,
  number: number,
  given: Partial<PromiseRequest> = {},
): Promise<void> {
  await take.engine.operate(take.opened, refundRequest(number, given), `request-${number}`);
}

function becomes(take: OperationTake, number: number, state: OperationState): Promise<void> {
  return take.until(() => take.operations.get(childOf(number))?.state === state);
}

async function ends(take: OperationTake, number: number, state: OperationState): Promise<void> {
  await becomes(take, number, state);
  assert.equal(await runOf(take, kept(take, number)).result(), state);
}

function kept({ operations }: OperationTake, number: number): Operation {
  const found = operations.get(childOf(number));
  assert.ok(found, `Nothing was kept of operation ${number}.`);
  return found;
}

function runOf({ time }: OperationTake, { sessionId }: Operation): WorkflowHandle {
  return time.client.workflow.getHandle(operationWorkflowId(sessionId));
}
