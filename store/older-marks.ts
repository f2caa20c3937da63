import type { Connection } from 'mongoose';
import { isUnderWay, type Operation } from '../domain/operation/operation.ts';

/** How many documents were marked. */
export interface Marked {
  readonly operations: number;
  readonly webhooks: number;
}

type Unmarked = Pick<
  Operation,
  'merchantId' | 'sessionId' | 'version' | 'state' | 'alert' | 'approval'
>;

/**
 * Marks that documents of releases before the reviver do not have, and by which it finds what may have lost its run. Where
 * a document is saved meanwhile, the save has marked it.
 */
export function olderMarks(connection: Connection) {
  const operations = connection.model<Unmarked & { readonly underWay?: true }>('Operation');
  const events = connection.model<{ readonly unsettled?: true }>('WebhookEvent');

  async function markOperations(): Promise<number> {
    const unmarked = operations
      .find(
        {
          underWay: { $exists: false },
          $or: [
            { state: { $in: ['promised', 'queued'] } },
            { 'approval.state': { $in: ['pending', 'manual_action_required'] } },
          ],
        },
        { _id: 0, merchantId: 1, sessionId: 1, version: 1, state: 1, alert: 1, approval: 1 },
      )
      .lean<Unmarked>()
      .cursor();
    let marked = 0;
    for await (const operation of unmarked) {
      if (!isUnderWay(operation)) continue;
      const { merchantId, sessionId, version } = operation;
      const { modifiedCount } = await operations.updateOne(
        { merchantId, sessionId, version },
        { $set: { underWay: true } },
      );
      marked += modifiedCount;
    }
    return marked;
  }

  /** Those that were never called, or once in vain. */
  async function markWebhooks(): Promise<number> {
    const unmarked: object = {
      unsettled: { $exists: false },
      verdict: { $in: [null, 'failed'] },
      'calls.1': { $exists: false },
    };
    const { modifiedCount } = await events.updateMany(unmarked, { $set: { unsettled: true } });
    return modifiedCount;
  }

  return {
    /** Sets all that are missing; safe to repeat, at any time and beside everything else. */
    set: async (): Promise<Marked> => ({
      operations: await markOperations(),
      webhooks: await markWebhooks(),
    }),
  };
}
