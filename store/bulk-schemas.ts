import { Schema } from 'mongoose';
import type { KeptBulk, KeptRow } from './bulks.ts';
import type { FieldsOf } from './fields.ts';

const needed = { type: String, required: true };

export const bulkSchema = new Schema(
  {
    merchantId: needed,
    id: needed,
    // Merchants need not call it anything.
    name: { type: String },
    state: needed,
    total: { type: Number, required: true },
    createdAt: { type: Number, required: true },
    initiator: { type: Schema.Types.Mixed },
    legacy: { type: Boolean },
    seed: needed,
    fileHash: { type: String },
    report: { type: String },
    unheardSince: { type: Number },
  } satisfies FieldsOf<KeptBulk>,
  { collection: 'bulks', versionKey: false, strict: 'throw', id: false },
);
bulkSchema.index({ merchantId: 1, id: 1 }, { unique: true });
bulkSchema.index({ merchantId: 1, createdAt: -1 });
// For the sweeper.
bulkSchema.index({ state: 1, createdAt: 1 });
bulkSchema.index({ unheardSince: 1 }, { sparse: true });

export const rowSchema = new Schema(
  {
    merchantId: needed,
    bulkId: needed,
    row: { type: Number, required: true },
    state: needed,
    request: needed,
    orderNo: { type: String },
    sessionId: { type: String },
    errors: { type: String },
  } satisfies FieldsOf<KeptRow>,
  {
    collection: 'bulk_rows',
    versionKey: false,
    strict: 'throw',
    suppressReservedKeysWarning: true,
  },
);
rowSchema.index({ merchantId: 1, bulkId: 1, row: 1 }, { unique: true });
rowSchema.index({ merchantId: 1, bulkId: 1, state: 1, row: 1 });
