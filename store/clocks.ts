import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import { isDuplicate } from './connection.ts';
import type { FieldsOf } from './fields.ts';

interface Clock {
  readonly merchantId: MerchantId;
  readonly ahead: number;
  /** Who moves it, and until when it is believed that they still do; epoch milliseconds. */
  readonly holder?: string;
  readonly heldUntil?: number;
}

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    ahead: { type: Number, required: true },
    holder: { type: String },
    heldUntil: { type: Number },
  } satisfies FieldsOf<Clock>,
  { collection: 'test_clocks', versionKey: false, strict: 'throw', id: false },
);
schema.index({ merchantId: 1 }, { unique: true });

/** How far the clock of a test merchant is ahead of ours, in milliseconds. In production nothing is ever written here. */
export function clockStore(connection: Connection) {
  const model = connection.model<Clock>('TestClock', schema);
  return {
    ahead: async (merchantId: MerchantId): Promise<number> =>
      (await model.findOne({ merchantId }).lean<Clock>())?.ahead ?? 0,

    /** Lets `holder` alone move it until then, or for longer than before; false while somebody else does. */
    hold: async (
      merchantId: MerchantId,
      holder: string,
      { now, until }: { readonly now: number; readonly until: number },
    ): Promise<boolean> => {
      const isFree = [{ heldUntil: { $exists: false } }, { heldUntil: { $lte: now } }, { holder }];
      try {
        await model.updateOne(
          { merchantId, $or: isFree },
          { $set: { holder, heldUntil: until }, $setOnInsert: { ahead: 0 } },
          { upsert: true },
        );
        return true;
      } catch (error) {
        // It is there and somebody else's, so that a second one was to be made.
        if (isDuplicate(error)) return false;
        throw error;
      }
    },

    release: async (merchantId: MerchantId, holder: string): Promise<void> => {
      await model.updateOne({ merchantId, holder }, { $unset: { holder: 1, heldUntil: 1 } });
    },

    /** Moves it forward; how far it is ahead then. */
    advance: async (merchantId: MerchantId, ms: number): Promise<number> => {
      const moved = await model
        .findOneAndUpdate(
          { merchantId },
          { $inc: { ahead: ms } },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<Clock>();
      return moved?.ahead ?? 0;
    },
  };
}
