import { Schema, type Connection } from 'mongoose';
import type { MerchantId, PgCode } from '../domain/ids.ts';
import { isDuplicate } from './connection.ts';
import { subdocument, type FieldsOf } from './fields.ts';

/** Which card; a merchant's accounts know each by its token. */
export interface CardKey {
  readonly merchantId: MerchantId;
  readonly pgCode: PgCode;
  readonly token: string;
}

interface CardTry {
  readonly tryId: string;
  readonly at: number;
}

interface CardTries extends CardKey {
  readonly version: number;
  /** Tries that were declined, and those of which nobody knows yet. */
  readonly tries: readonly CardTry[];
  readonly never: boolean;
}

const needed = { type: String, required: true };
const number = { type: Number, required: true };
const schema = new Schema(
  {
    merchantId: needed,
    pgCode: needed,
    token: needed,
    version: number,
    tries: {
      type: [subdocument<CardTry>({ tryId: needed, at: number })],
      required: true,
    },
    never: { type: Boolean, required: true },
  } satisfies FieldsOf<CardTries>,
  { collection: 'card_tries', versionKey: false, strict: 'throw', id: false },
);
schema.index({ merchantId: 1, pgCode: 1, token: 1 }, { unique: true });

export type CardTryStore = ReturnType<typeof cardTryStore>;

/** How often cards were tried in vain, whatever they were tried for: networks limit that (domain/agreement/retries.ts). */
export function cardTryStore(connection: Connection) {
  const model = connection.model<CardTries>('CardTries', schema);

  async function known({ merchantId, pgCode, token }: CardKey): Promise<CardTries> {
    const found = await model.findOne({ merchantId, pgCode, token }, { _id: 0 }).lean<CardTries>();
    return found ?? { merchantId, pgCode, token, version: 0, tries: [], never: false };
  }

  return {
    /** When the card was tried in vain, or is being tried; and whether it must not be tried any more. */
    standing: async (
      card: CardKey,
    ): Promise<{ readonly declined: readonly number[]; readonly never: boolean }> => {
      const { tries, never } = await known(card);
      return { declined: tries.map(({ at }) => at), never };
    },

    /**
     * Counts a try before it is made; false when `allows` says no to those that are counted already. Two at the same time
     * never both take the last one. Safe to repeat. Tries from before `forgets` count no more.
     */
    take: async (
      card: CardKey,
      { tryId, at }: { readonly tryId: string; readonly at: number },
      {
        allows,
        forgets,
      }: { readonly allows: (times: readonly number[]) => boolean; readonly forgets: number },
    ): Promise<boolean> => {
      for (;;) {
        const before = await known(card);
        if (before.tries.some((one) => one.tryId === tryId)) return true;
        const tries = before.tries.filter((one) => one.at > forgets);
        if (before.never || !allows(tries.map((one) => one.at))) return false;
        const { merchantId, pgCode, token } = card;
        const { version } = before;
        const after = { tries: [...tries, { tryId, at }], version: version + 1 };
        if (version > 0) {
          const { matchedCount } = await model.updateOne(
            { merchantId, pgCode, token, version },
            { $set: after },
          );
          if (matchedCount > 0) return true;
        } else if (await inserted({ merchantId, pgCode, token, never: false, ...after }))
          return true;
      }
    },

    /** It was paid, or never made: it does not count. Safe to repeat. */
    forget: async ({ merchantId, pgCode, token }: CardKey, tryId: string): Promise<void> => {
      await model.updateOne(
        { merchantId, pgCode, token, 'tries.tryId': tryId },
        { $pull: { tries: { tryId } }, $inc: { version: 1 } },
      );
    },

    /** Its network has said that it must not be tried any more. Safe to repeat. */
    forbid: async ({ merchantId, pgCode, token }: CardKey): Promise<void> => {
      await model.updateOne(
        { merchantId, pgCode, token },
        { $set: { never: true }, $inc: { version: 1 }, $setOnInsert: { tries: [] } },
        { upsert: true },
      );
    },
  };

  async function inserted(document: CardTries): Promise<boolean> {
    try {
      await model.create(document);
      return true;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }
}
