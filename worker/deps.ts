import {
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  type Client,
} from '@temporalio/client';
import { createActivities } from '../activities/index.ts';
import type { Reach } from '../activities/sweeps.ts';
import type { TellOfFailure } from '../activities/webhooks.ts';
import type { Store } from '../store/index.ts';
import type { PostWebhook } from '../transports/webhook.ts';
import { reportedSignal } from '../workflows/messages.ts';
import { birthOf, resumeOf } from '../workflows/starts.ts';

/** How the activities reach people and systems that are not ours. */
export interface Outside {
  readonly post: PostWebhook;
  readonly tell: TellOfFailure;
}

/** The one place where store, transports and Temporal meet the activities. */
export function activitiesOf(store: Store, client: Client, outside: Outside) {
  return createActivities({ store, ...outside, reach: reachOf(store, client) });
}

function reachOf({ transactions }: Store, { workflow }: Client): Reach {
  return {
    startMissing: async (transaction) => {
      const { workflowId } = birthOf(transaction);
      if (await exists(workflowId)) return false;
      try {
        await workflow.start('transaction', birthOf(transaction));
        return true;
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return false;
        throw error;
      }
    },
    report: async (ref, report) => {
      const transaction = await transactions.find(ref);
      if (!transaction) return;
      await workflow.signalWithStart('transaction', {
        ...resumeOf(transaction),
        signal: reportedSignal,
        signalArgs: [report],
      });
    },
  };

  /** Asking costs the server less than a start that it refuses. */
  async function exists(workflowId: string): Promise<boolean> {
    try {
      await workflow.getHandle(workflowId).describe();
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }
}
