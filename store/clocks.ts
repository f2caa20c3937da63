import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';

interface Clock {
  readonly merchantId: MerchantId;
  readonly ahead: number;
}

const schema = new Schema(
  { merchantId: { type: String, required: true }, ahead: { type: Number, required: true } },
  { collection: 'test_clocks', versionKey: false, strict: 'throw', id: false },
);
schema.index({ merchantId: 1 }, { unique: true });

export type ClockStore = ReturnType<typeof clockStore>;

/** How far the clock of a test merchant is ahead of ours, in milliseconds. In production nothing is ever written here. */
export function clockStore(connection: Connection) {
  const model = connection.model<Clock>('TestClock', schema);
  return {
    ensureIndexes: () => model.createIndexes(),

    ahead: async (merchantId: MerchantId): Promise<number> =>
      (await model.findOne({ merchantId }).lean<Clock>())?.ahead ?? 0,

    /** Moves it forward; how far it is ahead then. */
    advance: async (merchantId: MerchantId, ms: number): Promise<number> => {
      const moved = await model
        .findOneAndUpdate({ merchantId }, { $inc: { ahead: ms } }, { upsert: true, new: true })
        .lean<Clock>();
      return moved?.ahead ?? 0;
    },
  };
}
