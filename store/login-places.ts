import { Schema, type Connection } from 'mongoose';
import type { OfficeLogin } from '../domain/office-login.ts';
import type { FieldsOf } from './fields.ts';

/** Where somebody has logged in. */
export type LoginOrigin = Pick<OfficeLogin, 'merchantId' | 'username' | 'network' | 'browser'>;

/** In place of a browser: a password was right there, by whatever program. */
const ANY_PROGRAM = '*';

/** A place that was not seen for so long is a new one. */
const KEPT_SECONDS = 180 * 24 * 60 * 60;

const text = { type: String, required: true };
const schema = new Schema(
  {
    merchantId: text,
    username: text,
    network: text,
    browser: text,
    seenAt: { type: Date, required: true },
  } satisfies FieldsOf<LoginOrigin & { readonly seenAt: Date }>,
  { collection: 'login_places', versionKey: false, strict: 'throw' },
);
schema.index({ username: 1, network: 1, browser: 1 }, { unique: true });
schema.index({ seenAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });

export function loginPlaceStore(connection: Connection) {
  const model = connection.model<LoginOrigin & { readonly seenAt: Date }>('LoginPlace', schema);
  return {
    /**
     * Writes down where somebody has logged in: `first` where nothing was known of them, `new` where they were not in this network with
     * this browser before, else `known`.
     */
    see: async (
      { merchantId, username, network, browser }: LoginOrigin,
      at: number,
    ): Promise<'first' | 'new' | 'known'> => {
      const whose = { merchantId, username };
      const before = await model.exists({ ...whose, browser: { $ne: ANY_PROGRAM } });
      const { upsertedCount } = await model.updateOne(
        { ...whose, network, browser },
        { $set: { seenAt: new Date(at) } },
        { upsert: true },
      );
      if (upsertedCount === 0) return 'known';
      return before ? 'new' : 'first';
    },

    /** Their password was right in this network, also where that was no login by a browser. */
    letIn: async (whose: Omit<LoginOrigin, 'browser'>, at: number): Promise<void> => {
      await model.updateOne(
        { ...whose, browser: ANY_PROGRAM },
        { $set: { seenAt: new Date(at) } },
        { upsert: true },
      );
    },

    /** Whether somebody of this name was let in from the network in the last 180 days. */
    isKnown: async (username: string, network: string): Promise<boolean> =>
      (await model.exists({ username, network })) !== null,
  };
}
