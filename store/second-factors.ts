import { Schema, type Connection } from 'mongoose';
import type { User } from '../domain/user.ts';
import type { SealedPlace, Sealer } from './sealed.ts';
import type { FieldsOf } from './fields.ts';

/** The second factor of a person (contract/logins#second-factor). */
export interface SecondFactor {
  /** In Base32, as authenticators take it; sealed while it is kept. */
  readonly secret: string;
  /** The last step of 30 seconds whose code was taken: neither it nor one before it is taken again. */
  readonly lastStep: number;
  /** Hashes of the recovery codes that are left. */
  readonly recovery: readonly string[];
}

interface FactorDocument extends Partial<SecondFactor> {
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

type Whose = Pick<User, 'merchantId' | 'username'>;

const placeOf = ({ merchantId, username }: Whose): SealedPlace => ({
  collection: 'second_factors',
  record: [merchantId, username],
  field: 'secret',
});

const idOf = ({ merchantId, username }: Whose) => ({ merchantId, username });

export type SecondFactorStore = ReturnType<typeof secondFactorStore>;

export function secondFactorStore(connection: Connection, sealer: Sealer) {
  const model = connection.model<FactorDocument>('SecondFactor', schema);
  return {
    ensureIndexes: () => model.createIndexes(),

    /** The one that counts. */
    find: async (whose: Whose): Promise<SecondFactor | undefined> => {
      const found = await model.findOne(idOf(whose)).lean<FactorDocument>();
      const { secret, lastStep, recovery } = found ?? {};
      if (secret === undefined || lastStep === undefined) return undefined;
      return { secret: sealer.open(placeOf(whose), secret), lastStep, recovery: recovery ?? [] };
    },

    /** Begins to set one up, in place of one that was begun before. */
    begin: async (whose: Whose, secret: string): Promise<void> => {
      const pending = sealer.seal(placeOf(whose), secret);
      await model.updateOne(idOf(whose), { $set: { pending } }, { upsert: true });
    },

    /** The secret of the one that is being set up. */
    pending: async (whose: Whose): Promise<string | undefined> => {
      const found = await model.findOne(idOf(whose)).lean<FactorDocument>();
      return found?.pending === undefined ? undefined : sealer.open(placeOf(whose), found.pending);
    },

    /** From now on the one that was being set up counts; its first code was of this step. */
    confirm: async (whose: Whose, counts: SecondFactor): Promise<void> => {
      const { lastStep, recovery } = counts;
      const secret = sealer.seal(placeOf(whose), counts.secret);
      await model.updateOne(idOf(whose), {
        $set: { secret, lastStep, recovery: [...recovery] },
        $unset: { pending: 1 },
      });
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

    /** Puts new recovery codes in the place of all before. */
    setRecovery: async (whose: Whose, recovery: readonly string[]): Promise<void> => {
      await model.updateOne(idOf(whose), { $set: { recovery: [...recovery] } });
    },

    remove: async (whose: Whose): Promise<void> => {
      await model.deleteOne(idOf(whose));
    },
  };
}
