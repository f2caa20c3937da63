import { Schema, type Connection } from 'mongoose';
import type { FieldsOf } from './fields.ts';

interface Mark {
  readonly name: string;
  readonly at: number;
}

const schema = new Schema(
  {
    name: { type: String, required: true },
    at: { type: Number, required: true },
  } satisfies FieldsOf<Mark>,
  { collection: 'marks', versionKey: false, strict: 'throw' },
);
schema.index({ name: 1 }, { unique: true });

/** How far a sweeping job has come, in epoch milliseconds. Marks only move forward. */
export type WatermarkStore = ReturnType<typeof watermarkStore>;

export function watermarkStore(connection: Connection) {
  const model = connection.model<Mark>('Mark', schema);
  return {
    get: async (name: string): Promise<number> =>
      (await model.findOne({ name }).lean<Mark>())?.at ?? 0,
    advance: async (name: string, at: number): Promise<void> => {
      await model.updateOne({ name }, { $max: { at } }, { upsert: true });
    },
  };
}
