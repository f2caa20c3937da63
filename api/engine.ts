import { randomUUID } from 'node:crypto';
import {
  isGrpcServiceError,
  WithStartWorkflowOperation,
  WorkflowExecutionAlreadyStartedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
  type Client,
  type Connection,
} from '@temporalio/client';
import type { UpdateDefinition } from '@temporalio/common';
import type { ReferenceNumber } from '../domain/ids.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Edit } from '../domain/transaction/edit.ts';
import type { Report } from '../domain/transaction/network.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import {
  cancelUpdate,
  editUpdate,
  reportedSignal,
  returnedSignal,
  submitUpdate,
  viewedSignal,
  type Answer,
  type Edited,
  type Submission,
  type Submitted,
} from '../workflows/messages.ts';
import { birthOf, resumeOf } from '../workflows/starts.ts';

/** Temporal or the worker did not answer in time. What was asked may still happen; asking again is safe. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}

/** All that the API may ask of workflows, in the business's words. Every call has a deadline. */
export interface Engine {
  /** Starts the workflow of a new transaction; a second start changes nothing. */
  readonly start: (transaction: Transaction) => Promise<void>;
  /** Throws a Refusal. The same `requestId` again gives the same answer. */
  readonly submit: (
    transaction: Transaction,
    submission: Submission,
    requestId: string,
  ) => Promise<Submitted>;
  readonly edit: (transaction: Transaction, edit: Edit) => Promise<Edited>;
  readonly cancel: (
    transaction: Transaction,
    referenceNumber: ReferenceNumber,
  ) => Promise<Transaction>;
  readonly report: (transaction: Transaction, report: Report) => Promise<void>;
  /** The browser came back: the gateway shall be asked. */
  readonly returned: (transaction: Transaction, referenceNumber: ReferenceNumber) => Promise<void>;
  readonly viewed: (transaction: Transaction) => Promise<void>;
  /** Rejects with `Unavailable` when Temporal does not answer. */
  readonly ping: () => Promise<void>;
}

export function engineOn(client: Client, connection: Connection, deadlineMs: number): Engine {
  const { workflow } = client;

  /** Runs one call against the deadline; a time-out and an unreachable server are `Unavailable`. */
  async function within<T>(call: () => Promise<T>, ms = deadlineMs): Promise<T> {
    try {
      return await connection.withDeadline(Date.now() + ms, call);
    } catch (error) {
      if (isOutage(error))
        throw new Unavailable('The engine did not answer in time.', { cause: error });
      throw error;
    }
  }

  /** Update-with-start: the open run answers, or a new run of the same id (decisions.md 8). */
  async function command<T, A>(
    transaction: Transaction,
    update: UpdateDefinition<Answer<T>, [A]>,
    { args, updateId }: { readonly args: A; readonly updateId: string },
  ): Promise<T> {
    const answer = await within(() =>
      workflow.executeUpdateWithStart(update, {
        updateId,
        args: [args],
        startWorkflowOperation: new WithStartWorkflowOperation(
          'transaction',
          resumeOf(transaction),
        ),
      }),
    );
    if (answer.refused) {
      const { code, detail, fields } = answer.refused;
      throw new Refusal(code, detail, fields);
    }
    return answer.ok;
  }

  async function signal(
    transaction: Transaction,
    message: Parameters<typeof workflow.signalWithStart>[1]['signal'],
    args: unknown[],
  ): Promise<void> {
    await within(() =>
      workflow.signalWithStart('transaction', {
        ...resumeOf(transaction),
        signal: message,
        signalArgs: args,
      }),
    );
  }

  return {
    start: async (transaction) => {
      try {
        await within(() => workflow.start('transaction', birthOf(transaction)));
      } catch (error) {
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      }
    },
    submit: (transaction, submission, requestId) =>
      command(transaction, submitUpdate, { args: submission, updateId: requestId }),
    edit: (transaction, edit) =>
      command(transaction, editUpdate, { args: edit, updateId: randomUUID() }),
    cancel: (transaction, referenceNumber) =>
      command(transaction, cancelUpdate, { args: { referenceNumber }, updateId: randomUUID() }),
    report: (transaction, report) => signal(transaction, reportedSignal, [report]),
    returned: (transaction, referenceNumber) =>
      signal(transaction, returnedSignal, [referenceNumber]),
    viewed: (transaction) => signal(transaction, viewedSignal, []),
    ping: () => within(async () => void (await connection.workflowService.getSystemInfo({})), 2000),
  };
}

/** gRPC status codes that mean "no answer": deadline, exhausted (too many updates in flight), unavailable. */
const OUTAGE_CODES: ReadonlySet<number> = new Set([1, 4, 8, 14]);

/** The client wraps what gRPC said, sometimes twice; the reason is at the bottom. */
function isOutage(error: unknown): boolean {
  if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) return true;
  if (isGrpcServiceError(error) && OUTAGE_CODES.has(error.code)) return true;
  return error instanceof Error && error.cause !== undefined && isOutage(error.cause);
}
