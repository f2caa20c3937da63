import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  condition,
  ParentClosePolicy,
  patched,
  setHandler,
  startChild,
} from '@temporalio/workflow';
import type { SessionId } from '../../domain/ids.ts';
import { isFinal, type Operation } from '../../domain/operation/operation.ts';
import { doneAfterAll, isOvertaken, overtaken } from '../../domain/operation/overtaken.ts';
import { promise, promisedBefore, type PromiseRequest } from '../../domain/operation/promise.ts';
import { isEmergency } from '../../domain/operation/news.ts';
import { isSpent, raiseEmergency, spent, takeIn } from '../../domain/operation/settle.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { operateUpdate, operationChangedUpdate } from '../messages.ts';
import { refusable } from '../refusable.ts';
import { operationResumeOf } from '../starts.ts';
import type { RunContext } from './background-tasks.ts';
import type { RunState } from './state.ts';
import { keepOperation } from './notices.ts';

/** Refunds, captures and voids are wanted, and tell how they stand. Who alone writes the payment keeps them, too. */
export function listenForOperations(context: RunContext): void {
  const { answer } = context;
  answer(
    operateUpdate,
    (request, beginBy) => operate(context, request, beginBy),
    'A refund, capture or void is wanted.',
  );
  setHandler(
    operationChangedUpdate,
    (operation, beginBy) =>
      refusable(() => hearOf(context, operation, beginBy), context.runState.wasInVain),
    { description: 'A refund, capture or void tells how it stands.' },
  );
}

/** Money is promised before it is awaited: from the promise on nobody else may have it. */
async function operate(
  context: RunContext,
  request: Omit<PromiseRequest, 'now'>,
  beginBy: number | undefined,
): Promise<{ readonly operation: SessionId }> {
  const { runState } = context;
  await runState.loaded();
  const promised = promise(runState.current(), { ...request, now: Date.now() });
  if (promised.step === 'same') {
    const { operation } = promised;
    const isTracked = operation !== request.sessionId;
    if (!isTracked || patched(KEEPS_TRACKED))
      await keepPromise(runState, { ...request, sessionId: operation, now: Date.now() });
    return { operation };
  }
  const { transaction, operation } = promised;
  await keepOperation(context, { transaction, operation, ...(beginBy && { beginBy }) });
  if (patched(ANSWERS_WITH_THE_PROMISE)) {
    context.backgroundTasks.send(() => begin(operation));
    context.backgroundTasks.send(() => untilTold(runState, operation));
  } else {
    await begin(operation);
  }
  return { operation: operation.sessionId };
}

const ANSWERS_WITH_THE_PROMISE = 'operate-answers-with-the-promise';

/**
 * A run that was lost in the middle of its save has left a promise without its operation, which nobody would ever do. Once
 * it is kept the reviver opens its run, which asks the gateway first. Whoever asks for it by its name while the first save
 * is under way is answered after it.
 */
async function keepPromise(runState: RunState, request: PromiseRequest): Promise<void> {
  const operation = promisedBefore(runState.current(), request);
  if (operation && patched(KEEPS_PROMISE))
    await runState.keep({ transaction: runState.current(), operation });
}

const KEEPS_PROMISE = 'operation-promise-kept';
const KEEPS_TRACKED = 'operation-tracked-promise-kept';

/** The run stays for what the operation tells soon, which would else need another one and a reading of the document. */
async function untilTold({ current, isGone }: RunState, { sessionId }: Operation): Promise<void> {
  const isPromised = () =>
    current().operations?.some((one) => one.sessionId === sessionId && one.state === 'promised');
  await condition(() => isGone() || !isPromised());
}

async function hearOf(
  context: RunContext,
  told: Operation,
  beginBy: number | undefined,
): Promise<null> {
  const { runState } = context;
  await runState.loaded();
  const operation = newest(runState.current(), told);
  // Histories from before have let the money of a request go twice.
  if (isSpent(runState.current(), operation) && patched(REFUSES_SPENT)) throw spent();
  const change = takeIn(alarmed(runState.current(), operation), operation, Date.now());
  if (change) await keepOperation(context, { ...change, ...(beginBy && { beginBy }) });
  // A run that was lost in the middle of its save has left the operation behind.
  else if (isKnown(runState.current(), operation) && patched(KEEPS_AGAIN))
    await runState.keep({ transaction: runState.current(), operation });
  // What was begun at the gateway itself and is not over there has nobody yet who watches it.
  if (change && operation.version === 1 && !isFinal(operation)) await begin(operation);
  return null;
}

/** What is told, or what counts of it where the payment knows more. Throws when nothing of it does. */
function newest(transaction: Transaction, told: Operation): Operation {
  if (!isOvertaken(transaction, told) || !patched(REFUSES_OVERTAKEN)) return told;
  const done = doneAfterAll(transaction, told);
  if (done && patched(BELIEVES_DONE)) return done;
  throw overtaken();
}

const BELIEVES_DONE = 'operation-done-after-all';
const KEEPS_AGAIN = 'operation-kept-again';
const REFUSES_OVERTAKEN = 'operation-overtaken';
const REFUSES_SPENT = 'operation-spent';

/** The payment knows this version of it, and no later one. */
function isKnown({ operations }: Transaction, { sessionId, version }: Operation): boolean {
  const entry = operations?.find((one) => one.sessionId === sessionId);
  return entry?.version === version;
}

/** Histories from before have seen emergencies and raised nothing. */
function alarmed(transaction: Transaction, operation: Operation): Transaction {
  return isEmergency(operation) && patched('break-glass-alert')
    ? raiseEmergency(transaction, operation, Date.now())
    : transaction;
}

/** It goes on without this run, and one that is under way already goes on as it is. */
async function begin(operation: Operation): Promise<void> {
  const { args, workflowId, taskQueue, staticSummary, typedSearchAttributes } =
    operationResumeOf(operation);
  try {
    await startChild('operation', {
      args,
      workflowId,
      taskQueue,
      staticSummary,
      typedSearchAttributes,
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      parentClosePolicy: ParentClosePolicy.ABANDON,
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
