import type { Client, Connection } from '@temporalio/client';
import type { ReferenceNumber, SessionId } from '../domain/ids.ts';
import { standingDecision, type Decision } from '../domain/operation/approval.ts';
import type { Operation, OperationEntry } from '../domain/operation/operation.ts';
import type { PromiseRequest } from '../domain/operation/promise.ts';
import type { Attaching } from '../domain/transaction/attach.ts';
import { chargesAtOnce } from '../domain/transaction/charging.ts';
import type { CashCommand } from '../domain/transaction/cash.ts';
import type { Edit } from '../domain/transaction/edit.ts';
import { attemptOf, type DropOff, type Transaction } from '../domain/transaction/transaction.ts';
import type { Initiator } from '../domain/initiator.ts';
import type { Store } from '../store/index.ts';
import { commandsOn, type CommandSettings, type Payments } from './commands.ts';
import { beginningsOn, messagesOn, type Beginnings, type Messages } from './messages.ts';
import { ping, requestPatience } from './patience.ts';
import { runsOn } from './runs.ts';
import { limitPerName } from './limit-per-name.ts';
import {
  attachUpdate,
  askUpdate,
  cancelUpdate,
  cashUpdate,
  decideUpdate,
  deleteUpdate,
  dropOffUpdate,
  editUpdate,
  expireUpdate,
  operateUpdate,
  removeUpdate,
  restoreUpdate,
  retellUpdate,
  submitUpdate,
  unusableSignal,
  viewedSignal,
  type InquiryAnswer,
  type Edited,
  type Question,
  type Removed,
  type Retold,
  type Submission,
  type Submitted,
} from '../workflows/messages.ts';
import { firstRunOf, operationResumeOf, resumeOf } from '../workflows/starts.ts';

/**
 * All that the API may ask of workflows, in the business's words. Every call has a deadline. Commands carry it and are refused
 * afterwards. Those that move money (`submit`, `payCash`, `operate`, `decide`) throw `Unavailable` only when it has passed and nothing
 * stands of them; what stands without an answer is given as what it is, and `Undecided` is thrown where nobody knows
 * (contract/requests#unavailable).
 */
export interface Engine extends Messages, Beginnings {
  /**
   * Throws a Refusal. The same `requestId` again gives the same answer. `isNew`: the transaction was created for it, and has no run yet.
   * `isToldTaken`: where nobody knows whether it stands its caller is told that it was taken, and must not send it again.
   */
  readonly submit: (
    transaction: Transaction,
    submission: Submission,
    requestId: string,
    options?: { readonly isNew?: boolean; readonly isToldTaken?: boolean },
  ) => Promise<Submitted>;
  readonly edit: (transaction: Transaction, edit: Edit) => Promise<Edited>;
  readonly dropOff: (transaction: Transaction, said: DropOff) => Promise<Transaction>;
  /** Gives the transaction a file, in any state; the transaction as it is then. */
  readonly attach: (transaction: Transaction, attaching: Attaching) => Promise<Transaction>;
  /** For a payer, who may not while a gateway has not decided. The merchant is told after the answer. Throws a Refusal. */
  readonly cancel: (
    transaction: Transaction,
    referenceNumber: ReferenceNumber,
  ) => Promise<Transaction>;
  /** The same for the merchant, who may at any time before it is paid. */
  readonly cancelForServer: (
    transaction: Transaction,
    referenceNumber: ReferenceNumber,
  ) => Promise<Transaction>;
  /** Its time is over from now on (contract/transactions#expiry). Throws a Refusal. */
  readonly expire: (transaction: Transaction) => Promise<Transaction>;
  /** Archives what was paid, and removes for good what was not. Throws a Refusal. */
  readonly remove: (transaction: Transaction, by: Initiator | undefined) => Promise<Removed>;
  /**
   * Asks every gateway that was tried; the merchant's own calls are throttled. Throws a Refusal. What was told for this `requestId` is
   * not told again.
   */
  readonly ask: (
    transaction: Transaction,
    question: Question,
    requestId?: string,
  ) => Promise<InquiryAnswer>;
  /** Tells the merchant again, once for each `requestId`. Throws a Refusal. */
  readonly retell: (transaction: Transaction, requestId: string) => Promise<Retold>;
  /** Archives what was paid; throws a Refusal. */
  readonly archive: (transaction: Transaction) => Promise<Transaction>;
  readonly restore: (transaction: Transaction) => Promise<Transaction>;
  /** The customer pays in cash. Throws a Refusal. The same `requestId` again changes nothing. */
  readonly payCash: (
    transaction: Transaction,
    command: Omit<CashCommand, 'now'>,
  ) => Promise<Transaction>;
  /**
   * Sets the money of an operation aside, after which it goes on by itself; whoever tracks it by the same key gets the one that there is.
   * Throws a Refusal. The same `requestId` again gives the same answer.
   */
  readonly operate: (
    transaction: Transaction,
    request: Omit<PromiseRequest, 'now'>,
    requestId: string,
  ) => Promise<{ readonly operation: SessionId }>;
  /** A person decides about an operation. Throws a Refusal. The same `requestId` again gives the same answer. */
  readonly decide: (
    operation: Operation,
    decision: Decision,
    requestId: string,
  ) => Promise<Operation>;
  /** No method can be used any more. */
  readonly unusable: (transaction: Transaction, reason: string) => Promise<void>;
  readonly viewed: (transaction: Transaction) => Promise<void>;
  /** Rejects with `Unavailable` when Temporal does not answer. */
  readonly ping: () => Promise<void>;
}

interface EngineSettings extends Pick<CommandSettings, 'onInsisted' | 'hold' | 'ending'> {
  readonly store?: {
    readonly transactions: Payments;
    readonly operations: Pick<Store['operations'], 'find'>;
  };
}

/**
 * @param deadlineMs how long a call waits for its answer, and how long after it was sent a command may begin
 * @param store where a command is closed that nobody has answered, and what stands of it is read; without it commands may begin at any time
 */
export function engineOn(
  client: Client,
  connection: Connection,
  deadlineMs: number,
  { store, ...settings }: EngineSettings = {},
): Engine {
  const { workflow } = client;
  const patience = requestPatience(connection, deadlineMs);
  const runs = runsOn(workflow, patience);
  const { ask, command, decisive } = commandsOn({
    workflow,
    patience,
    payments: store?.transactions,
    ...settings,
  });
  const perPayment = limitPerName(OPERATIONS_AT_ONCE);

  return {
    ...messagesOn(runs),
    ...beginningsOn(runs.start),
    submit: (transaction, submission, requestId, { isNew = false, isToldTaken } = {}) => {
      const { referenceNumber, charge, wallet } = submission;
      // Where no money moves before the payer was at the network, pressing Pay again is what leads there.
      const movesMoney = wallet !== undefined || chargesAtOnce(submission);
      return decisive(
        transaction,
        (until) =>
          ask(['transaction', (isNew ? firstRunOf : resumeOf)(transaction)], submitUpdate, {
            args: [submission],
            until,
            requestId,
          }),
        (now) =>
          movesMoney && attemptOf(now, referenceNumber)
            ? { to: 'result', referenceNumber }
            : undefined,
        // On our pages payers are told to look or to press again; only a program is told that it was taken.
        { insists: isToldTaken ?? charge?.by === 'merchant' },
      );
    },
    edit: (transaction, edit) => command(transaction, editUpdate, [edit]),
    attach: (transaction, attaching) => command(transaction, attachUpdate, [attaching]),
    dropOff: (transaction, said) => command(transaction, dropOffUpdate, [said]),
    cancel: (transaction, referenceNumber) =>
      command(transaction, cancelUpdate, [{ referenceNumber }]),
    cancelForServer: (transaction, referenceNumber) =>
      command(transaction, cancelUpdate, [{ referenceNumber, whileProcessing: true }]),
    expire: (transaction) => command(transaction, expireUpdate, []),
    remove: (transaction, by) => command(transaction, removeUpdate, [{ by }]),
    ask: (transaction, question, requestId) =>
      command(transaction, askUpdate, [question], requestId === undefined ? {} : { requestId }),
    retell: (transaction, requestId) => command(transaction, retellUpdate, [], { requestId }),
    archive: (transaction) => command(transaction, deleteUpdate, []),
    restore: (transaction) => command(transaction, restoreUpdate, []),
    payCash: (transaction, cash) =>
      decisive(
        transaction,
        (until) => command(transaction, cashUpdate, [cash], { until }),
        (now) => (attemptOf(now, cash.referenceNumber) ? now : undefined),
      ),
    operate: (transaction, request, requestId) =>
      perPayment(transaction.sessionId, () =>
        decisive(
          transaction,
          (until) => command(transaction, operateUpdate, [request], { until, requestId }),
          (now) => entryIn(now, request) && { operation: request.sessionId },
        ),
      ),
    decide: (operation, decision, requestId) =>
      decisive(
        { merchantId: operation.merchantId, sessionId: operation.parentId },
        (until) =>
          ask(['operation', operationResumeOf(operation)], decideUpdate, {
            args: [decision],
            until,
            requestId,
          }),
        async () => {
          const kept = await store?.operations.find(operation);
          return (
            kept && standingDecision(kept, decision, { since: operation.version, now: Date.now() })
          );
        },
        // To try once more is not the same when it comes twice: the person looks, and says it again.
        { insists: decision.verdict !== 'retry' },
      ),
    unusable: async (transaction, reason) => {
      await runs.tell(['transaction', resumeOf(transaction)], unusableSignal, reason);
    },
    viewed: async (transaction) => {
      await runs.tell(['transaction', resumeOf(transaction)], viewedSignal);
    },
    ping: () => ping(connection),
  };
}

const entryIn = (
  { operations }: Transaction,
  { sessionId }: Pick<Operation, 'sessionId'>,
): OperationEntry | undefined => operations?.find((one) => one.sessionId === sessionId);

/** Of the ten updates that a run may have in flight, some are left to those that tell it of operations. */
const OPERATIONS_AT_ONCE = 5;
