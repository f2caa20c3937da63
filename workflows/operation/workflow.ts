import {
  allHandlersFinished,
  condition,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { refuseLate } from '../../domain/begin-by.ts';
import {
  decide,
  expireRequest,
  isDecisionLate,
  isUnclear,
  late,
} from '../../domain/operation/approval.ts';
import { forgotten, hearOperation, QUEUE_PATIENCE_MS } from '../../domain/operation/hear.ts';
import { askedAt, type Operation, type OperationState } from '../../domain/operation/operation.ts';
import { changedMeanwhile } from '../../domain/operation/overtaken.ts';
import { answersWith } from '../commands.ts';
import { decideUpdate, operationReportedSignal } from '../messages.ts';
import { inquireBeforehand, inquireOperation, tellPayment } from '../proxies.ts';
import { operationDetails, operationStanding } from '../visibility.ts';
import { operationContextOf, type OperationContext } from './state.ts';
import { askWhatBecame, perform } from './perform.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * One refund, capture or void that waits for somebody: for checkers, for a gateway that does not say what it has done, for
 * its queue, or for a hand. What a gateway does when it is asked needs no run of its own (workflows/transaction/operations.ts).
 * Its payment keeps it and is told of each change before anybody else. Later words of the gateway or of a person open short
 * further runs of the same id, which begin with what was kept; one that knows less than the payment ends, once what was said to
 * it is heard by what was kept. Returns the state it ended in.
 */
export async function operation(given: Operation): Promise<OperationState> {
  const context = operationContextOf(given, { tellPayment, changed: show });
  setCurrentDetails(operationDetails(given));
  listen(context);
  // A later run begins with what people were told of before.
  if (given.version === 1) context.tell(undefined);
  let question = questionBefore(given);
  // Another run may have asked for it by this one.
  let askedKey = given.idempotencyKey;
  for (;;) {
    const current = context.current();
    if (context.isOvertaken()) {
      await condition(() => allHandlersFinished() && context.hasTold());
      return context.current().state;
    }
    if (current.state === 'promised') {
      const { idempotencyKey } = current;
      await perform(context, question, { isNewKey: idempotencyKey !== askedKey });
      question = inquireOperation;
      askedKey = idempotencyKey;
    } else if (current.state === 'queued' && current.alert === undefined) {
      await watchQueue(context, current);
    } else if (isWaiting(current)) {
      await waitForPerson(context, current);
    } else {
      const isOver = () => allHandlersFinished() && context.hasTold();
      if (isOver()) return current.state;
      await condition(() => isOver() || hasChanged(context, current));
    }
  }
}

/** Only what its payment begins before a checker has decided is unheard of at the gateway for certain. */
function questionBefore({ state }: Operation): typeof inquireOperation | undefined {
  if (state === 'promised') return inquireBeforehand;
  const isNew = state === 'awaiting' && workflowInfo().parent !== undefined;
  return isNew ? undefined : inquireOperation;
}

function listen(context: OperationContext): void {
  answersWith(async () => false)(
    decideUpdate,
    async (decision, beginBy) => {
      await context.change((operation) => {
        refuseLate(beginBy, Date.now());
        if (isDecisionLate(operation, decision, Date.now())) throw late();
        return decide(operation, decision, Date.now());
      }, beginBy);
      if (context.isOvertaken()) throw changedMeanwhile();
      return context.current();
    },
    'A person approves, rejects, cancels, or has it tried again.',
  );
  setHandler(
    operationReportedSignal,
    (report) => context.hear((operation) => hearOperation(operation, report, Date.now())),
    { description: 'The gateway reported what became of it.' },
  );
}

function show(before: Operation, after: Operation): void {
  const standing = operationStanding(after);
  const looksDifferent = JSON.stringify(operationStanding(before)) !== JSON.stringify(standing);
  if (looksDifferent) upsertSearchAttributes(standing);
  setCurrentDetails(operationDetails(after));
}

function hasChanged(context: OperationContext, before: Operation): boolean {
  return context.isOvertaken() || context.current() !== before;
}

/** Somebody has to decide, or to lend a hand, and has until then. */
function isWaiting({ approval }: Operation): boolean {
  return approval?.state === 'pending' || approval?.state === 'manual_action_required';
}

async function waitForPerson(context: OperationContext, waiting: Operation): Promise<void> {
  const { state, expiresAt = 0 } = waiting.approval ?? {};
  const summary = state === 'pending' ? 'until a checker decides' : 'until somebody lends a hand';
  const left = expiresAt - Date.now();
  if (left > 0) await condition(() => hasChanged(context, waiting), left, { summary });
  else if (isUnclear(waiting)) await condition(() => hasChanged(context, waiting));
  await context.change((operation) => expireRequest(operation, Date.now()));
}

/**
 * Asked daily; the callback is quicker. After two weeks it is an operator's task (contract/operations#queued-refunds).
 */
async function watchQueue(context: OperationContext, queued: Operation): Promise<void> {
  const since = askedAt(queued);
  const summary = 'until the gateway is asked about its queue';
  const isAnswered = await condition(() => hasChanged(context, queued), DAY_MS, { summary });
  if (isAnswered) return;
  await askWhatBecame(context);
  if (Date.now() - since >= QUEUE_PATIENCE_MS)
    await context.change((operation) =>
      operation.state === 'queued' ? forgotten(operation) : undefined,
    );
}
