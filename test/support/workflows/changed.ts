import { upsertMemo } from '@temporalio/workflow';
import * as released from '../../../workflows/index.ts';
import type { TransactionStart } from '../../../workflows/messages.ts';

/** Our workflow, and one command before all others: the kind of change that histories must betray. */
export async function transaction(start: TransactionStart) {
  upsertMemo({ changed: true });
  return released.transaction(start);
}
