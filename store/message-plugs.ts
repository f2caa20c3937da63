import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { PlugSettings, TextChannel } from '../domain/notification/plug.ts';
import type { Leave, SealedPlace, Sealer } from './sealed.ts';
import { ANYTHING, subdocument, type FieldsOf } from './fields.ts';

/** Whose plug: a merchant's, or that of one of its units. */
export interface PlugKey {
  readonly merchantId: MerchantId;
  readonly unitCode?: string;
  readonly channel: TextChannel;
}

type KeptPlug = PlugKey & { readonly settings: PlugSettings; readonly token?: string };

const text = { type: String };
const settingsSchema = subdocument<PlugSettings>({
  url: text,
  from: text,
  country: text,
  namespace: text,
  approved: ANYTHING,
});

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    unitCode: { type: String },
    channel: { type: String, required: true },
    settings: { type: settingsSchema, required: true },
    token: { type: String },
  } satisfies FieldsOf<KeptPlug>,
  { collection: 'message_plugs', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ merchantId: 1, unitCode: 1, channel: 1 }, { unique: true });

const placeOf = ({ merchantId, unitCode = '', channel }: PlugKey): SealedPlace => ({
  collection: 'message_plugs',
  record: [merchantId, unitCode, channel],
  field: 'token',
});

/** The filter for one plug; no unit is none, not any. */
const only = ({ merchantId, unitCode, channel }: PlugKey) => ({
  merchantId,
  unitCode: unitCode ?? null,
  channel,
});

export function plugStore(connection: Connection, sealer: Sealer) {
  const model = connection.model<KeptPlug>('MessagePlug', schema);
  return {
    /** Creates or replaces a plug; its token is sealed. */
    put: async (key: PlugKey, settings: PlugSettings, token: string | undefined): Promise<void> => {
      const kept: KeptPlug = {
        ...key,
        settings,
        ...(token !== undefined && { token: sealer.seal(placeOf(key), token) }),
      };
      await model.replaceOne(only(key), kept, { upsert: true });
    },

    /** Whether there was one. */
    remove: async (key: PlugKey): Promise<boolean> =>
      (await model.deleteOne(only(key))).deletedCount === 1,

    /** All plugs of a merchant, without their tokens. */
    list: async (
      merchantId: MerchantId,
    ): Promise<readonly (PlugKey & { readonly settings: PlugSettings })[]> =>
      model
        .find({ merchantId }, { _id: 0, token: 0 })
        .sort({ channel: 1, unitCode: 1 })
        .lean<(PlugKey & { settings: PlugSettings })[]>(),

    /** The unit's own plug, else the merchant's, with its token; for the transport only. Undefined where there is none. */
    open: async ({
      merchantId,
      unitCode,
      channel,
    }: PlugKey): Promise<(PlugSettings & { readonly token?: string }) | undefined> => {
      const found = await model
        .find({ merchantId, channel, unitCode: { $in: [unitCode ?? null, null] } }, { _id: 0 })
        .lean<KeptPlug[]>();
      const own = found.find((one) => one.unitCode !== undefined) ?? found[0];
      if (!own) return undefined;
      const { token, settings } = own;
      return {
        ...settings,
        ...(token !== undefined && { token: sealer.open(placeOf(own), token) }),
      };
    },

    /** Seals every token that is not yet sealed with the first key; gives how many those were. */
    reseal: async (leave: Leave): Promise<number> => {
      let count = 0;
      const sealed = { token: { $exists: true } };
      for await (const kept of model.find(sealed, { _id: 0 }).lean<KeptPlug[]>().cursor()) {
        const { token = '' } = kept;
        const anew = sealer.renew(placeOf(kept), token, leave);
        if (anew === undefined) continue;
        // Somebody who writes at the same time writes with the first key, and wins.
        const { modifiedCount } = await model.updateOne(
          { ...only(kept), token },
          { $set: { token: anew } },
        );
        count += modifiedCount;
      }
      return count;
    },
  };
}
