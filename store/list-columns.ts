import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import {
  VIEW_PAGES,
  type ListColumns,
  type PaymentColumn,
  type ViewPage,
} from '../domain/saved-view.ts';
import type { FieldsOf } from './fields.ts';

const text = { type: String, required: true };
const schema = new Schema(
  {
    merchantId: text,
    userId: { type: Number, required: true },
    page: { ...text, enum: VIEW_PAGES },
    columns: { type: [String], required: true },
  } satisfies FieldsOf<ListColumns>,
  { collection: 'list_columns', versionKey: false, strict: 'throw' },
);
schema.index({ merchantId: 1, userId: 1, page: 1 }, { unique: true });

/** Which columns people want to see in lists. */
export function listColumnStore(connection: Connection) {
  const model = connection.model<ListColumns>('ListColumns', schema);
  return {
    find: async (
      merchantId: MerchantId,
      userId: number,
      page: ViewPage,
    ): Promise<readonly PaymentColumn[] | undefined> =>
      (await model.findOne({ merchantId, userId, page }, { _id: 0 }).lean<ListColumns>())?.columns,

    /** Keeps them in the place of those before; none at all means what the list shows by itself. */
    put: async ({ columns, ...whose }: ListColumns): Promise<void> => {
      if (columns.length === 0) await model.deleteOne(whose);
      else await model.updateOne(whose, { $set: { columns } }, { upsert: true });
    },
  };
}
