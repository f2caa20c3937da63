import { WithStartWorkflowOperation, WorkflowNotFoundError, type Client } from '@temporalio/client';
import { runThatTells, type TellPayment } from '../activities/operations.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Operation } from '../domain/operation/operation.ts';
import type { Store } from '../store/index.ts';
import { turnstile } from '../temporal/turnstile.ts';
import { operationChangedUpdate } from '../workflows/messages.ts';
import { resumeOf, transactionIdOf } from '../workflows/starts.ts';

/** Of the ten updates that a run takes at once, these; the API has the others. */
const TOLD_AT_ONCE = 4;

/** Reaches the open run of the payment, or opens a new one. The same version is told once, however often it is tried. */
export function notifyTransaction(
  transactions: Pick<Store['transactions'], 'find'>,
  { workflow }: Client,
): TellPayment {
  const perPayment = turnstile(TOLD_AT_ONCE);
  return (operation, beginBy) =>
    perPayment(operation.parentId, async () => {
      const { merchantId, parentId, sessionId, version } = operation;
      // By the run, too: another one may tell of the same version otherwise, and must hear that it was overtaken.
      const updateId = `${sessionId}/${version}/${runThatTells()}`;
      const update = { updateId, args: argumentsOf(operation, beginBy) };
      const answer = (await toOpenRun(parentId, update)) ?? (await toNewRun());
      return answer.refused ? { refused: answer.refused } : { kept: true };

      async function toNewRun() {
        const transaction = await transactions.find({ merchantId, sessionId: parentId });
        if (!transaction) throw new Error(`There is no payment ${parentId}.`);
        return workflow.executeUpdateWithStart(operationChangedUpdate, {
          ...update,
          startWorkflowOperation: new WithStartWorkflowOperation(
            'transaction',
            resumeOf(transaction),
          ),
        });
      }
    });

  /** Undefined where none is open. */
  async function toOpenRun(
    parentId: SessionId,
    update: { readonly updateId: string; readonly args: [Operation, number?] },
  ) {
    try {
      const run = workflow.getHandle(transactionIdOf(parentId));
      return await run.executeUpdate(operationChangedUpdate, update);
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    }
  }
}

function argumentsOf(operation: Operation, beginBy: number | undefined): [Operation, number?] {
  return beginBy === undefined ? [operation] : [operation, beginBy];
}
