import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { Unit } from '../domain/unit.ts';
import { subdocument, type FieldsOf } from './fields.ts';
import { overrideFields } from './plugin-fields.ts';
import type { SettingsCache } from './settings-cache.ts';

const schema = new Schema(
  {
    merchantId: { type: String, required: true },
    code: { type: String, required: true },
    name: { type: String, required: true },
    logo: { type: String },
    favicon: { type: String },
    accent: { type: String },
    overrides: { type: subdocument<Unit['overrides']>(overrideFields), required: true },
  } satisfies FieldsOf<Unit>,
  { collection: 'units', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ merchantId: 1, code: 1 }, { unique: true });

export function unitStore(connection: Connection, settings: SettingsCache) {
  const model = connection.model<Unit>('Unit', schema);
  const { kept, writing } = settings.of(model.collection.name);
  return {
    ensureIndexes: () => model.createIndexes(),

    /** Creates or replaces a unit. */
    put: writing(async (unit: Unit): Promise<void> => {
      const { merchantId, code } = unit;
      await model.replaceOne({ merchantId, code }, unit, { upsert: true });
    }),

    find: kept(
      async (merchantId: MerchantId, code: string): Promise<Unit | undefined> =>
        (await model.findOne({ merchantId, code }, { _id: 0 }).lean<Unit>()) ?? undefined,
    ),

    /** All units of a merchant, by code. */
    list: (merchantId: MerchantId): Promise<readonly Unit[]> =>
      model.find({ merchantId }, { _id: 0 }).sort({ code: 1 }).lean<Unit[]>().exec(),
  };
}
