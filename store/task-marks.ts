import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { TaskMark } from '../domain/tasks/mark.ts';
import type { Atomically } from './atomically.ts';
import { isDuplicate } from './connection.ts';
import { subdocument, type FieldsOf } from './fields.ts';
import type { NewEvent, WebhookEventStore } from './webhook-events.ts';

const needed = { type: String, required: true };
const number = { type: Number, required: true };

const schema = new Schema(
  {
    merchantId: needed,
    taskId: needed,
    state: { type: String, required: true, enum: ['taken', 'handled'] },
    by: {
      type: subdocument<TaskMark['by']>({ id: number, username: needed }),
      required: true,
    },
    at: number,
    note: { type: String },
    version: number,
  } satisfies FieldsOf<TaskMark>,
  { collection: 'task_marks', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, taskId: 1 }, { unique: true });

/** Who sees to tasks, and who has. Tasks themselves are kept nowhere (docs/decisions/0030). */
export function taskMarkStore(
  connection: Connection,
  atomically: Atomically,
  webhookEvents: Pick<WebhookEventStore, 'freeze'>,
) {
  const model = connection.model<TaskMark>('TaskMark', schema);

  async function write(mark: TaskMark, before: TaskMark | undefined): Promise<boolean> {
    if (!before) {
      await model.create(mark);
      return true;
    }
    const { merchantId, taskId, version } = before;
    const { modifiedCount } = await model.replaceOne({ merchantId, taskId, version }, mark);
    return modifiedCount === 1;
  }

  return {
    /** The marks of these tasks, by their ids. */
    of: async (
      merchantId: MerchantId,
      taskIds: readonly string[],
    ): Promise<ReadonlyMap<string, TaskMark>> => {
      const found = await model
        .find({ merchantId, taskId: { $in: taskIds } }, { _id: 0 })
        .lean<TaskMark[]>();
      return new Map(found.map((mark) => [mark.taskId, mark]));
    },

    /**
     * Writes it in place of the one before, or of none, together with the events that tell of it or not at all; false where
     * somebody else was quicker.
     */
    put: async (
      mark: TaskMark,
      before: TaskMark | undefined,
      events: readonly NewEvent[] = [],
    ): Promise<boolean> => {
      try {
        return await atomically(async () => {
          const isWritten = await write(mark, before);
          if (isWritten) for (const event of events) await webhookEvents.freeze(event);
          return isWritten;
        });
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },

    /** Takes it away; false where somebody else has changed it. */
    remove: async ({ merchantId, taskId, version }: TaskMark): Promise<boolean> => {
      const { deletedCount } = await model.deleteOne({ merchantId, taskId, version });
      return deletedCount === 1;
    },
  };
}
