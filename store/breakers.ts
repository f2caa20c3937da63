import { Schema, type Connection } from 'mongoose';
import type { MerchantId, PgCode } from '../domain/ids.ts';
import { WELL, type Breaker } from '../domain/routing/breaker.ts';
import { isDuplicate } from './connection.ts';
import type { FieldsOf } from './fields.ts';

type Kept = Breaker & {
  readonly merchantId: MerchantId;
  readonly code: PgCode;
  readonly version: number;
};

const needed = { type: String, required: true };
const number = { type: Number, required: true };
const schema = new Schema(
  {
    merchantId: needed,
    code: needed,
    version: number,
    faults: { type: [Number], required: true },
    opened: number,
    openedAt: { type: Number },
    probedAt: { type: Number },
  } satisfies FieldsOf<Kept>,
  { collection: 'breakers', versionKey: false, strict: 'throw', id: false },
);
schema.index({ merchantId: 1, code: 1 }, { unique: true });

/**
 * The health of accounts, for all processes at once (domain/routing/breaker.ts). Only accounts that have lately given no answer
 * have a document.
 */
export function breakerStore(connection: Connection) {
  const model = connection.model<Kept>('Breaker', schema);

  async function kept(merchantId: MerchantId, code: PgCode): Promise<Kept> {
    const found = await model.findOne({ merchantId, code }, { _id: 0 }).lean<Kept>();
    return found ?? { merchantId, code, version: 0, ...WELL };
  }

  return {
    /** Of those of a merchant's accounts that are not known to be well. */
    list: async (merchantId: MerchantId): Promise<ReadonlyMap<PgCode, Breaker>> => {
      const found = await model.find({ merchantId }, { _id: 0 }).lean<Kept[]>();
      return new Map(found.map((one) => [one.code, one]));
    },

    /**
     * Changes what is known of an account, as `change` says; false, and nothing is changed, where it gives undefined. Two at the same
     * time follow each other.
     */
    change: async (
      merchantId: MerchantId,
      code: PgCode,
      change: (breaker: Breaker) => Breaker | undefined,
    ): Promise<boolean> => {
      for (;;) {
        const before = await kept(merchantId, code);
        const after = change(before);
        if (!after) return false;
        const { faults, opened, openedAt, probedAt } = after;
        const version = before.version + 1;
        const next = {
          merchantId,
          code,
          version,
          faults: [...faults],
          opened,
          ...(openedAt !== undefined && { openedAt }),
          ...(probedAt !== undefined && { probedAt }),
        };
        if (await written(next)) return true;
      }
    },

    /** How many accounts of all merchants have been taken off new attempts since then, and have not answered after that. */
    countOpened: (since: number): Promise<number> =>
      model.countDocuments({ openedAt: { $gte: since } }),

    /** It has answered: nothing bad is known of it any more. */
    forget: async (merchantId: MerchantId, code: PgCode): Promise<void> => {
      await model.deleteOne({ merchantId, code });
    },
  };

  async function written(next: Kept): Promise<boolean> {
    const { merchantId, code, version } = next;
    if (version > 1) {
      const { matchedCount } = await model.replaceOne(
        { merchantId, code, version: version - 1 },
        next,
      );
      return matchedCount > 0;
    }
    try {
      await model.create(next);
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }
}
