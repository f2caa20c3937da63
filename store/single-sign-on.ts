import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import { SSO_MODES, type SingleSignOn } from '../domain/single-sign-on.ts';
import type { FieldsOf } from './fields.ts';
import type { Leave, SealedPlace, Sealer } from './sealed.ts';
import type { SettingsCache } from './settings-cache.ts';

interface Kept extends SingleSignOn {
  /** Sealed. */
  readonly clientSecret: string;
}

const text = { type: String, required: true };
const schema = new Schema(
  {
    merchantId: text,
    mode: { ...text, enum: SSO_MODES },
    issuer: text,
    clientId: text,
    emergencyUserId: { type: Number },
    version: { type: Number, required: true },
    clientSecret: text,
  } satisfies FieldsOf<Kept>,
  { collection: 'single_sign_on', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1 }, { unique: true });

const placeOf = (merchantId: MerchantId): SealedPlace => ({
  collection: 'single_sign_on',
  record: [merchantId],
  field: 'clientSecret',
});

export type SingleSignOnStore = ReturnType<typeof singleSignOnStore>;

/** How the people of merchants log in by issuers of their own (contract/logins#single-sign-on). */
export function singleSignOnStore(connection: Connection, sealer: Sealer, settings: SettingsCache) {
  const model = connection.model<Kept>('SingleSignOn', schema);
  const { kept, writing } = settings.of(model.collection.name);
  return {
    /** The settings, without the secret. */
    find: kept(
      async (merchantId: MerchantId): Promise<SingleSignOn | undefined> =>
        (await model.findOne({ merchantId }, { _id: 0, clientSecret: 0 }).lean<SingleSignOn>()) ??
        undefined,
    ),

    /** Whether any merchant has it. */
    isAnywhere: kept(
      async (): Promise<boolean> => (await model.exists({ mode: { $ne: 'off' } })) !== null,
    ),

    /** By which we show the issuer who we are; for asking it only. */
    secret: async (merchantId: MerchantId): Promise<string | undefined> => {
      const found = await model.findOne({ merchantId }, { clientSecret: 1 }).lean<Kept>();
      return found ? sealer.open(placeOf(merchantId), found.clientSecret) : undefined;
    },

    /**
     * Writes the settings in the place of those of the version before, with the secret that was kept where none is given; false when
     * somebody was quicker.
     */
    save: writing(async (sso: SingleSignOn, clientSecret?: string): Promise<boolean> => {
      const { merchantId, emergencyUserId, ...fields } = sso;
      const before = sso.version - 1;
      const secret = clientSecret !== undefined && {
        clientSecret: sealer.seal(placeOf(merchantId), clientSecret),
      };
      if (before === 0) {
        if (!secret) throw new TypeError('The first settings come with their secret.');
        // Before it is written: a duplicate would end the database transaction that this may be a part of.
        if (await model.exists({ merchantId })) return false;
        await model.create({ ...sso, ...secret });
        return true;
      }
      const { modifiedCount } = await model.updateOne(
        { merchantId, version: before },
        {
          $set: { ...fields, ...secret, ...(emergencyUserId !== undefined && { emergencyUserId }) },
          ...(emergencyUserId === undefined && { $unset: { emergencyUserId: 1 } }),
        },
      );
      return modifiedCount === 1;
    }),

    /** Seals every secret that is not yet sealed with the first key; gives how many those were. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      const some = { merchantId: 1, clientSecret: 1 } as const;
      for await (const { merchantId, clientSecret } of model.find({}, some).lean().cursor()) {
        const anew = sealer.renew(placeOf(merchantId), clientSecret, leave);
        if (anew === undefined) continue;
        // Somebody who writes at the same time writes with the first key, and wins.
        const { modifiedCount } = await model.updateOne(
          { merchantId, clientSecret },
          { $set: { clientSecret: anew } },
        );
        count += modifiedCount;
      }
      return count;
    },
  };
}
