import { Schema, type Connection, type Types } from 'mongoose';
import { defined } from '../domain/json.ts';
import type { User } from '../domain/user.ts';
import type { Leave, SealedPlace, Sealer } from './sealed.ts';
import type { FieldsOf } from './fields.ts';

/** One that is being set up. */
export interface PendingFactor {
  readonly secret: string;
  /** As it is kept; names this one among others. */
  readonly sealed: string;
}

/** The second factor of a person (contract/logins#second-factor). */
export interface SecondFactor {
  /** In Base32, as authenticators take it; sealed while it is kept. */
  readonly secret: string;
  /** The last step of 30 seconds whose code was taken: neither it nor one before it is taken again. */
  readonly lastStep: number;
  /** Hashes of the recovery codes that are left, under the secret. */
  readonly recovery: readonly string[];
  /** The secret as it is kept; names this one among others. */
  readonly sealed: string;
}

interface FactorDocument extends Partial<Omit<SecondFactor, 'sealed'>> {
  readonly merchantId: string;
  readonly username: string;
  /** The secret of one that is being set up, sealed; what counts until then goes on. */
  readonly pending?: string;
}

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    username: { type: String, required: true },
    secret: { type: String },
    pending: { type: String },
    lastStep: { type: Number },
    recovery: { type: [String], default: undefined },
  } satisfies FieldsOf<FactorDocument>,
  { collection: 'second_factors', versionKey: false, strict: 'throw' },
);
schema.index({ username: 1 }, { unique: true });

const NONE = { $exists: false } as const;

type Whose = Pick<User, 'merchantId' | 'username'>;

const placeOf = ({ merchantId, username }: Pick<FactorDocument, keyof Whose>): SealedPlace => ({
  collection: 'second_factors',
  record: [merchantId, username],
  field: 'secret',
});

const idOf = ({ merchantId, username }: Whose) => ({ merchantId, username });

export type SecondFactorStore = ReturnType<typeof secondFactorStore>;

export function secondFactorStore(connection: Connection, sealer: Sealer) {
  const model = connection.model<FactorDocument>('SecondFactor', schema);
  return {
    /** The one that counts. */
    find: async (whose: Whose): Promise<SecondFactor | undefined> => {
      const found = await model.findOne(idOf(whose)).lean<FactorDocument>();
      const { secret, lastStep, recovery } = found ?? {};
      if (secret === undefined || lastStep === undefined) return undefined;
      const opened = sealer.open(placeOf(whose), secret);
      return { secret: opened, lastStep, recovery: recovery ?? [], sealed: secret };
    },

    /** Begins to set one up, in place of one that was begun before. */
    begin: async (whose: Whose, secret: string): Promise<void> => {
      const pending = sealer.seal(placeOf(whose), secret);
      await model.updateOne(idOf(whose), { $set: { pending } }, { upsert: true });
    },

    /** The one that is being set up. */
    pending: async (whose: Whose): Promise<PendingFactor | undefined> => {
      const found = await model.findOne(idOf(whose)).lean<FactorDocument>();
      const sealed = found?.pending;
      return sealed === undefined
        ? undefined
        : { secret: sealer.open(placeOf(whose), sealed), sealed };
    },

    /**
     * From now on the one that was being set up counts, and its first code was of this step; false when it is being set up no more,
     * because somebody was quicker or has begun another.
     */
    confirm: async (
      whose: Whose,
      { sealed }: Pick<PendingFactor, 'sealed'>,
      { lastStep, recovery }: Pick<SecondFactor, 'lastStep' | 'recovery'>,
    ): Promise<boolean> => {
      const { modifiedCount } = await model.updateOne(
        { ...idOf(whose), pending: sealed },
        { $set: { secret: sealed, lastStep, recovery: [...recovery] }, $unset: { pending: 1 } },
      );
      return modifiedCount === 1;
    },

    /** Takes the code of a step; false when it, or a later one, was taken before. */
    take: async (whose: Whose, step: number): Promise<boolean> => {
      const { modifiedCount } = await model.updateOne(
        { ...idOf(whose), secret: { $exists: true }, lastStep: { $lt: step } },
        { $set: { lastStep: step } },
      );
      return modifiedCount === 1;
    },

    /** Takes a recovery code; false when somebody was quicker. */
    spend: async (whose: Whose, hash: string): Promise<boolean> => {
      const { modifiedCount } = await model.updateOne(
        { ...idOf(whose), recovery: hash },
        { $pull: { recovery: hash } },
      );
      return modifiedCount === 1;
    },

    /** Puts new recovery codes in the place of all before; false when it is not this one that counts any more. */
    setRecovery: async (
      whose: Whose,
      { sealed }: Pick<SecondFactor, 'sealed'>,
      recovery: readonly string[],
    ): Promise<boolean> => {
      const { matchedCount } = await model.updateOne(
        { ...idOf(whose), secret: sealed },
        { $set: { recovery: [...recovery] } },
      );
      return matchedCount === 1;
    },

    /** Removes whatever there is, also what no key opens any more. */
    forget: async (whose: Whose): Promise<void> => {
      await model.deleteOne(idOf(whose));
    },

    /** Removes this one, and no other; without one, what is being set up. */
    remove: async (whose: Whose, one: Pick<SecondFactor, 'sealed'> | undefined): Promise<void> => {
      await model.deleteOne({ ...idOf(whose), secret: one?.sealed ?? NONE });
    },

    /** Seals all that is not yet sealed with the first key, also what is being set up; gives of how many people that was. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      for await (const { _id } of model.find({}, { _id: 1 }).lean().cursor())
        if (await resealed(_id, leave)) count += 1;
      return count;
    },
  };

  /** Until nobody was quicker: who confirms meanwhile takes over what the old key has sealed. */
  async function resealed(_id: Types.ObjectId, leave: Leave): Promise<boolean> {
    for (;;) {
      const found = await model.findOne({ _id }).lean<FactorDocument>();
      if (!found) return false;
      const { secret, pending } = found;
      const anew = defined({
        secret: secret && sealer.renew(placeOf(found), secret, leave),
        pending: pending && sealer.renew(placeOf(found), pending, leave),
      });
      if (Object.keys(anew).length === 0) return false;
      const { modifiedCount } = await model.updateOne(
        { _id, secret: secret ?? NONE, pending: pending ?? NONE },
        { $set: anew },
      );
      if (modifiedCount === 1) return true;
    }
  }
}
