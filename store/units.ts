import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { Unit } from '../domain/unit.ts';
import type { Atomically } from './atomically.ts';
import { subdocument, type FieldsOf } from './fields.ts';
import { overrideFields } from './plugin-fields.ts';
import { replaceSeen } from './replace-seen.ts';
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

export function unitStore(
  connection: Connection,
  { settings, atomically }: { readonly settings: SettingsCache; readonly atomically: Atomically },
) {
  const model = connection.model<Unit>('Unit', schema);
  const { kept, writing } = settings.of(model.collection.name);
  const find = async (merchantId: MerchantId, code: string): Promise<Unit | undefined> =>
    (await model.findOne({ merchantId, code }, { _id: 0 }).lean<Unit>()) ?? undefined;
  return {
    /** Creates a unit, or replaces the one that was seen; false where it is otherwise by now. */
    put: writing((unit: Unit, seen?: Unit): Promise<boolean> => {
      const { merchantId, code } = unit;
      return replaceSeen(atomically, {
        seen,
        read: () => find(merchantId, code),
        write: () => model.replaceOne({ merchantId, code }, unit, { upsert: true }),
      });
    }),

    find: kept(find),

    /** All units of a merchant, by code. */
    list: (merchantId: MerchantId): Promise<readonly Unit[]> =>
      model.find({ merchantId }, { _id: 0 }).sort({ code: 1 }).lean<Unit[]>().exec(),
  };
}
