import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  condition,
  ParentClosePolicy,
  setHandler,
  sleep,
  startChild,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import {
  mintReferenceNumber,
  prefixOf,
  sessionId,
  type ReferenceNumber,
  type SessionId,
} from '../../domain/ids.ts';
import { withRestFreed } from '../../domain/operation/free-rest.ts';
import { promiseReturn, secondToReturn } from '../../domain/operation/return-second.ts';
import { isFinal, isUnderWay, type Operation } from '../../domain/operation/operation.ts';
import { doneAfterAll, isOvertaken, overtaken } from '../../domain/operation/overtaken.ts';
import { promise, promisedBefore, type PromiseRequest } from '../../domain/operation/promise.ts';
import { isEmergency } from '../../domain/operation/news.ts';
import { raiseEmergency, refuseBeginning, takeIn } from '../../domain/operation/settle.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Change } from '../../domain/transaction/change.ts';
import { operateUpdate, operationChangedUpdate } from '../messages.ts';
import { PERFORM_SOON_MS } from '../proxies.ts';
import { refusable } from '../refusable.ts';
import { performAtOnce } from '../operation/perform.ts';
import { operationContextOf } from '../operation/state.ts';
import { operationResumeOf } from '../starts.ts';
import type { RunContext } from './background-tasks.ts';
import { keepOperation } from './notices.ts';

/**
 * Refunds, captures and voids are wanted, and tell how they stand. Who alone writes the payment keeps them, too.
 *
 * @returns what goes on with promises of a run that was lost, and what gives money back that came a second time; for who has
 * loaded the document
 */
export function listenForOperations(runContext: RunContext): {
  readonly goOn: () => void;
  readonly returnSecond: () => Promise<void>;
} {
  const context: OperatingContext = { ...runContext, ours: new Set() };
  runContext.answer(
    operateUpdate,
    (request, beginBy) => operate(context, request, beginBy),
    'A refund, capture or void is wanted.',
  );
  setHandler(operationChangedUpdate, (operation, beginBy) => told(context, operation, beginBy), {
    description: 'A refund, capture or void tells how it stands.',
  });
  return {
    goOn: () => {
      for (const { whole, state } of context.runState.peek()?.operations ?? [])
        if (whole && state === 'promised') takeUp(context, whole);
    },
    returnSecond: () => returnSecond(context),
  };
}

interface OperatingContext extends RunContext {
  /** What this run is about to have done, or to begin a run for. */
  readonly ours: Set<SessionId>;
}

/** By then no call is under way that a run before this one has begun, nor its gateway at it. */
const CALL_IS_OVER_MS = PERFORM_SOON_MS + 5000;

/** Money is promised before it is awaited: from the promise on nobody else may have it. */
async function operate(
  context: OperatingContext,
  request: Omit<PromiseRequest, 'now'>,
  beginBy: number | undefined,
): Promise<{ readonly operation: SessionId }> {
  const { runState, backgroundTasks } = context;
  await runState.loaded();
  const promised = promise(runState.current(), { ...request, now: Date.now() });
  if (promised.step === 'same') {
    await keepPromise(context, promised.operation);
    return { operation: promised.operation };
  }
  const { transaction, operation } = promised;
  await keepNew(context, { transaction, operation, ...(beginBy && { beginBy }) });
  backgroundTasks.send(() =>
    operation.state === 'promised' ? performHere(context, operation) : begin(context, operation),
  );
  return { operation: operation.sessionId };
}

/** Nobody has asked for it but the merchant's setting; what comes of it is told as of any other. */
async function returnSecond(context: OperatingContext): Promise<void> {
  const { runState, backgroundTasks } = context;
  const attempt = secondToReturn(runState.current());
  if (!attempt) return;
  const names = { ...newNames(attempt.referenceNumber), now: Date.now() };
  const change = promiseReturn(runState.current(), attempt, names);
  await keepNew(context, change);
  backgroundTasks.send(() => performHere(context, change.operation));
}

/** Ours from the promise on, unless that comes to nothing: then another run, or a lost task of this one, may have promised it. */
async function keepNew(
  context: OperatingContext,
  change: Change & { readonly operation: Operation },
): Promise<void> {
  const { sessionId } = change.operation;
  context.ours.add(sessionId);
  try {
    await keepOperation(context, change);
  } catch (error) {
    context.ours.delete(sessionId);
    throw error;
  }
}

/**
 * A task that was lost in the middle of its save has left a promise without its operation, which nobody would ever do. Whoever
 * asks for it by its name while the first save is under way is answered after it.
 */
async function keepPromise(context: OperatingContext, sessionId: SessionId): Promise<void> {
  const { runState } = context;
  const operation = promisedBefore(runState.current(), { sessionId });
  if (!operation) return;
  await runState.keep({ transaction: runState.current(), operation });
  takeUp(context, operation);
}

/**
 * What somebody else has promised who was lost gets a run of its own, which asks the gateway first. That may say that it has not
 * heard of what it is just being asked for: a call of a run before this one outlives it by seconds.
 */
function takeUp(context: OperatingContext, operation: Operation): void {
  const { ours, backgroundTasks } = context;
  if (ours.has(operation.sessionId)) return;
  ours.add(operation.sessionId);
  backgroundTasks.send(async () => {
    const left = workflowInfo().runStartTime.getTime() + CALL_IS_OVER_MS - Date.now();
    if (left > 0) await sleep(left, { summary: 'until no call of a lost run is under way' });
    await begin(context, operation);
  });
}

/**
 * What a gateway does when it is asked needs no run of its own. It gets one as soon as it waits for somebody: for a gateway
 * that gave no answer, or has put it into its queue, or for a hand.
 */
async function performHere(context: OperatingContext, promised: Operation): Promise<void> {
  const operation = operationContextOf(promised, {
    tellPayment: async (changed, beginBy) => {
      const { refused, ok } = await told(context, changed, beginBy);
      return refused ? { refused } : { kept: ok };
    },
  });
  await performAtOnce(operation);
  await condition(operation.hasTold);
  await begin(context, operation.current());
}

/** An operation tells how it stands now. */
function told(context: OperatingContext, operation: Operation, beginBy?: number) {
  return refusable(() => hearOf(context, operation, beginBy), context.runState.wasOvertaken);
}

async function hearOf(
  context: OperatingContext,
  told: Operation,
  beginBy: number | undefined,
): Promise<number> {
  const { runState } = context;
  await runState.loaded();
  const operation = newest(runState.current(), told);
  refuseBeginning(runState.current(), operation);
  const current = runState.current();
  const change = takeIn(alarmed(current, operation), operation, Date.now());
  // A run that was lost in the middle of its save has left the operation behind.
  const isKept = change === undefined && isKnown(current, operation);
  const kept = change ?? (isKept ? { transaction: current } : undefined);
  if (kept)
    await keepOperation(
      context,
      {
        ...withRestFreed({ ...kept, operation }, Date.now(), () =>
          newNames(operation.paymentReference),
        ),
        ...(change && beginBy && { beginBy }),
      },
      // Of several, each would wait for the merchant that the one before it calls.
      { callsAtOnce: context.ours.size <= 1 },
    );
  // What was begun at the gateway itself, or by a run that was lost, and is not over has nobody yet who watches it.
  if (kept && operation.version === 1 && !isFinal(operation)) takeUp(context, operation);
  return operation.version;
}

function newNames(reference: ReferenceNumber) {
  const id = sessionId(`${uuid4()}${uuid4()}`.replaceAll('-', '').slice(0, 40));
  if (id === undefined) throw new TypeError('Two UUIDs have forty hex digits.');
  const bytes = Uint8Array.from({ length: 8 }, (_, at) =>
    parseInt(id.slice(2 * at, 2 * at + 2), 16),
  );
  return { sessionId: id, referenceNumber: mintReferenceNumber(prefixOf(reference), bytes) };
}

/** What is told, or what counts of it where the payment knows more. Throws when nothing of it does. */
function newest(transaction: Transaction, told: Operation): Operation {
  if (!isOvertaken(transaction, told)) return told;
  const done = doneAfterAll(transaction, told);
  if (done) return done;
  throw overtaken();
}

/** The payment knows this version of it, and no later one. */
function isKnown({ operations }: Transaction, { sessionId, version }: Operation): boolean {
  const entry = operations?.find((one) => one.sessionId === sessionId);
  return entry?.version === version;
}

function alarmed(transaction: Transaction, operation: Operation): Transaction {
  return isEmergency(operation) ? raiseEmergency(transaction, operation, Date.now()) : transaction;
}

/**
 * What is not over goes on in a run of its own, without this one; a run that is open already goes on as it is. Where the
 * payment has heard more meanwhile, whoever told it has seen to it, and a run that knew less would have the money moved.
 */
async function begin({ runState, ours }: OperatingContext, operation: Operation): Promise<void> {
  try {
    if (isUnderWay(operation) && isKnown(runState.current(), operation)) await start(operation);
  } finally {
    ours.delete(operation.sessionId);
  }
}

async function start(operation: Operation): Promise<void> {
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
