import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { FieldsOf } from './fields.ts';

interface Counter {
  readonly merchantId: MerchantId;
  readonly name: string;
  readonly last: number;
}

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    name: { type: String, required: true },
    last: { type: Number, required: true },
  } satisfies FieldsOf<Counter>,
  { collection: 'counters', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, name: 1 }, { unique: true });

/** Whole numbers that a merchant's things are called by. */
export type CounterStore = ReturnType<typeof counterStore>;

export function counterStore(connection: Connection) {
  const model = connection.model<Counter>('Counter', schema);
  return {
    /** Takes so many numbers in a row, never given before, and gives the first one. What is not used is lost. */
    take: async (merchantId: MerchantId, name: string, count: number): Promise<number> => {
      const { last } = await model
        .findOneAndUpdate(
          { merchantId, name },
          { $inc: { last: count } },
          { upsert: true, returnDocument: 'after' },
        )
        .orFail()
        .lean<Counter>();
      return last - count + 1;
    },
  };
}
