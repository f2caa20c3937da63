import { Schema } from 'mongoose';
import type { FieldsOf } from './fields.ts';
import type { Bulk, RowState } from '../domain/bulk/bulk.ts';
import type { MerchantId, SessionId } from '../domain/ids.ts';
import { initiatorSchema } from './transaction-parts.ts';

const needed = { type: String, required: true };

/** For tasks: by who has started them, those of which some rows made nothing. */
export const FAILED_BULKS = 'failed_by_initiator';

/** Those of all merchants that stand in some way, by when their uploads were begun. */
export const BULKS_BY_STATE = { state: 1, createdAt: 1 } as const;

export const bulkSchema = new Schema(
  {
    merchantId: needed,
    id: needed,
    // Merchants need not call it anything.
    name: { type: String },
    state: needed,
    total: { type: Number, required: true },
    createdAt: { type: Number, required: true },
    initiator: { type: initiatorSchema },
    failed: { type: Number },
    legacy: { type: Boolean },
    seed: needed,
    fileHash: { type: String },
    report: { type: String },
    columns: { type: String },
    unheardSince: { type: Number },
  } satisfies FieldsOf<KeptBulk>,
  { collection: 'bulks', versionKey: false, strict: 'throw', id: false },
);
bulkSchema.index({ merchantId: 1, id: 1 }, { unique: true });
bulkSchema.index({ merchantId: 1, createdAt: -1, id: -1 });
bulkSchema.index(
  { merchantId: 1, 'initiator.id': 1, createdAt: -1 },
  { name: FAILED_BULKS, partialFilterExpression: { failed: { $gt: 0 } } },
);
// For the sweeper and the reviver.
bulkSchema.index(BULKS_BY_STATE);
bulkSchema.index({ unheardSince: 1 }, { sparse: true });

/** The rows of a bulk that stand in some way, in their order. */
export const ROWS_BY_STATE = { merchantId: 1, bulkId: 1, state: 1, row: 1 } as const;

export const rowSchema = new Schema(
  {
    merchantId: needed,
    bulkId: needed,
    row: { type: Number, required: true },
    state: needed,
    request: { type: String },
    orderNo: { type: String },
    sessionId: { type: String },
    errors: { type: String },
    cells: { type: String },
    endedAt: { type: Number },
  } satisfies FieldsOf<KeptRow>,
  {
    collection: 'bulk_rows',
    versionKey: false,
    strict: 'throw',
    suppressReservedKeysWarning: true,
  },
);
rowSchema.index({ merchantId: 1, bulkId: 1, row: 1 }, { unique: true });
rowSchema.index(ROWS_BY_STATE);

/** Rows at fault that were left out of what was taken; nothing is made of them. */
export const refusedRowSchema = new Schema(
  {
    merchantId: needed,
    bulkId: needed,
    row: { type: Number, required: true },
    cells: needed,
    errors: needed,
  } satisfies FieldsOf<KeptRefusedRow>,
  {
    collection: 'bulk_refused_rows',
    versionKey: false,
    strict: 'throw',
    suppressReservedKeysWarning: true,
  },
);
refusedRowSchema.index({ merchantId: 1, bulkId: 1, row: 1 }, { unique: true });

/** As it lies in the database: what merchants may fill as they like is text there. */
export interface KeptRow {
  readonly merchantId: MerchantId;
  readonly bulkId: string;
  readonly row: number;
  readonly state: RowState;
  /** What is to be made of it, until something has become of it, or nothing will. */
  readonly request?: string;
  readonly orderNo?: string;
  readonly sessionId?: SessionId;
  readonly errors?: string;
  /** As it came, until a payment was made of it. */
  readonly cells?: string;
  /** When something had become of it, in epoch milliseconds. */
  readonly endedAt?: number;
}

export type KeptRefusedRow = Required<
  Pick<KeptRow, 'merchantId' | 'bulkId' | 'row' | 'cells' | 'errors'>
>;

export type KeptBulk = Bulk & {
  readonly seed: string;
  /** What was found in the file, as text. Those that were not accepted yet have neither. */
  readonly report?: string;
  readonly fileHash?: string;
  /** Names of the columns of the file, as text. */
  readonly columns?: string;
  /** Somebody has paused, resumed or canceled it then, in epoch milliseconds, and its run has not looked since. */
  readonly unheardSince?: number;
};
