import { createHash } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import type {
  Bulk,
  BulkRef,
  BulkState,
  Progress,
  RowResult,
  RowState,
} from '../domain/bulk/bulk.ts';
import type { RowRequest } from '../domain/bulk/row.ts';
import { sessionId, type MerchantId, type SessionId } from '../domain/ids.ts';
import type { FieldErrors } from '../domain/refusal.ts';
import { isDuplicate } from './connection.ts';

const needed = { type: String, required: true };

const bulkSchema = new Schema(
  {
    merchantId: needed,
    id: needed,
    // Merchants need not call it anything.
    name: { type: String },
    state: needed,
    total: { type: Number, required: true },
    createdAt: { type: Number, required: true },
    initiator: { type: Schema.Types.Mixed },
    seed: needed,
    discardAt: { type: Date },
  },
  { collection: 'bulks', versionKey: false, strict: 'throw', id: false },
);
bulkSchema.index({ merchantId: 1, id: 1 }, { unique: true });
bulkSchema.index({ merchantId: 1, createdAt: -1 });
// For the sweeper; few are in this state.
bulkSchema.index({ createdAt: 1 }, { partialFilterExpression: { state: 'scheduling' } });
bulkSchema.index({ discardAt: 1 }, { expireAfterSeconds: 0 });

const rowSchema = new Schema(
  {
    merchantId: needed,
    bulkId: needed,
    row: { type: Number, required: true },
    state: needed,
    request: needed,
    orderNo: { type: String },
    sessionId: { type: String },
    errors: { type: String },
    discardAt: { type: Date },
  },
  {
    collection: 'bulk_rows',
    versionKey: false,
    strict: 'throw',
    suppressReservedKeysWarning: true,
  },
);
rowSchema.index({ merchantId: 1, bulkId: 1, row: 1 }, { unique: true });
rowSchema.index({ merchantId: 1, bulkId: 1, state: 1, row: 1 });
rowSchema.index({ discardAt: 1 }, { expireAfterSeconds: 0 });

/** As it lies in the database: what merchants may fill as they like is text there. */
interface KeptRow {
  readonly merchantId: MerchantId;
  readonly bulkId: string;
  readonly row: number;
  readonly state: RowState;
  readonly request: string;
  readonly orderNo?: string;
  readonly sessionId?: SessionId;
  readonly errors?: string;
  readonly discardAt?: Date;
}

type KeptBulk = Bulk & { readonly seed: string; readonly discardAt?: Date };

/** A row that is to be made, with the session that it will have, however often that is tried. */
export interface PendingRow {
  readonly row: number;
  readonly sessionId: SessionId;
  readonly request: RowRequest;
}

/** What was uploaded halfway by a process that died is thrown away after so long. */
const UPLOAD_MS = 24 * 60 * 60 * 1000;

export type BulkStore = ReturnType<typeof bulkStore>;

/** Files of requests for payment, and their rows. */
export function bulkStore(connection: Connection) {
  const bulks = connection.model<KeptBulk>('Bulk', bulkSchema);
  const rows = connection.model<KeptRow>('BulkRow', rowSchema);
  const visible = { _id: 0, seed: 0, discardAt: 0 };
  return {
    ensureIndexes: async (): Promise<void> => {
      await bulks.createIndexes();
      await rows.createIndexes();
    },

    /** Begins an upload; false when there is a bulk of this id already. The sessions of its rows follow from the seed. */
    begin: async (bulk: Bulk, seed: string): Promise<boolean> => {
      try {
        await bulks.create({ ...bulk, seed, discardAt: new Date(bulk.createdAt + UPLOAD_MS) });
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    },

    addRows: async (
      bulk: Bulk,
      some: readonly { readonly row: number; readonly request: RowRequest }[],
    ): Promise<void> => {
      const discardAt = new Date(bulk.createdAt + UPLOAD_MS);
      const kept = some.map(({ row, request }) => {
        const { orderNo } = request.terms;
        return {
          ...rowsOf(bulk),
          row,
          state: 'pending' as const,
          request: JSON.stringify(request),
          ...(orderNo !== undefined && { orderNo }),
          discardAt,
        };
      });
      await rows.insertMany(kept, { ordered: false });
    },

    /** The upload is whole: from now on it is there, and stays. */
    accept: async (ref: BulkRef, total: number): Promise<void> => {
      await rows.updateMany(rowsOf(ref), { $unset: { discardAt: 1 } });
      await bulks.updateOne(
        { ...named(ref), state: 'uploading' },
        { $set: { state: 'scheduling', total }, $unset: { discardAt: 1 } },
      );
    },

    /** Throws an upload away that was not accepted. */
    discard: async (ref: BulkRef): Promise<void> => {
      await bulks.deleteOne({ ...named(ref), state: 'uploading' });
      await rows.deleteMany({ ...rowsOf(ref), discardAt: { $exists: true } });
    },

    find: async (ref: BulkRef): Promise<Bulk | undefined> =>
      (await bulks.findOne(named(ref), visible).lean<Bulk>()) ?? undefined,

    /** Those that were accepted, the newest first. */
    list: (merchantId: MerchantId, most: number): Promise<readonly Bulk[]> =>
      bulks
        .find({ merchantId, state: { $ne: 'uploading' } }, visible)
        .sort({ createdAt: -1 })
        .limit(most)
        .lean<Bulk[]>()
        .exec(),

    /** Those of all merchants that were accepted before `until` and of which no row was looked at, the oldest first. */
    unbegun: (until: number, most: number): Promise<readonly Bulk[]> =>
      bulks
        .find({ state: 'scheduling', createdAt: { $lt: until } }, visible)
        .sort({ createdAt: 1 })
        .limit(most)
        .lean<Bulk[]>()
        .exec(),

    /** Brings it from one of these states to another; undefined when it is in none of them. */
    move: async (
      ref: BulkRef,
      { from, to }: { readonly from: readonly BulkState[]; readonly to: BulkState },
    ): Promise<Bulk | undefined> =>
      (await bulks
        .findOneAndUpdate(
          { ...named(ref), state: { $in: from } },
          { $set: { state: to } },
          { new: true, projection: visible },
        )
        .lean<Bulk>()) ?? undefined,

    /** The next rows of which nothing has become yet. */
    pending: async (ref: BulkRef, most: number): Promise<readonly PendingRow[]> => {
      const seed = (await bulks.findOne(named(ref), { seed: 1 }).lean<KeptBulk>())?.seed;
      if (seed === undefined) return [];
      const found = await rows
        .find({ ...rowsOf(ref), state: 'pending' }, { _id: 0, row: 1, request: 1 })
        .sort({ row: 1 })
        .limit(most)
        .lean<KeptRow[]>();
      return found.map(({ row, request }) => ({
        row,
        sessionId: sessionOf(seed, row),
        request: JSON.parse(request) as RowRequest,
      }));
    },

    /** What has become of a row; it is said once, and said again it changes nothing. */
    conclude: async (
      ref: BulkRef,
      row: number,
      result: { readonly sessionId: SessionId } | { readonly errors: FieldErrors },
    ): Promise<void> => {
      const change =
        'sessionId' in result
          ? { state: 'dispatched', sessionId: result.sessionId }
          : { state: 'failed', errors: JSON.stringify(result.errors) };
      await rows.updateOne({ ...rowsOf(ref), row, state: 'pending' }, { $set: change });
    },

    progress: async (ref: BulkRef): Promise<Progress> => {
      const count = (state: RowState) => rows.countDocuments({ ...rowsOf(ref), state });
      const [pending, dispatched, failed] = await Promise.all([
        count('pending'),
        count('dispatched'),
        count('failed'),
      ]);
      return { pending, dispatched, failed };
    },

    /** The rows after one, in their order, as far as that many go. */
    results: async (
      ref: BulkRef,
      wanted: { readonly after: number; readonly most: number; readonly state?: RowState },
    ): Promise<readonly RowResult[]> => {
      const { after, most, state } = wanted;
      const filter = { ...rowsOf(ref), row: { $gt: after }, ...(state && { state }) };
      const found = await rows
        .find(filter, { _id: 0, row: 1, state: 1, orderNo: 1, sessionId: 1, errors: 1 })
        .sort({ row: 1 })
        .limit(most)
        .lean<KeptRow[]>();
      return found.map(({ row, state: one, orderNo, sessionId: session, errors }) => ({
        row,
        state: one,
        ...(orderNo !== undefined && { orderNo }),
        ...(session !== undefined && { sessionId: session }),
        ...(errors !== undefined && { errors: JSON.parse(errors) as FieldErrors }),
      }));
    },
  };
}

function rowsOf({ merchantId, id }: BulkRef) {
  return { merchantId, bulkId: id };
}

function named({ merchantId, id }: BulkRef) {
  return { merchantId, id };
}

/** Nobody who does not know the seed can tell it, and each try of a row has the same. */
function sessionOf(seed: string, row: number): SessionId {
  const id = sessionId(createHash('sha1').update(`${seed}/${row}`).digest('hex'));
  if (id === undefined) throw new TypeError('A SHA-1 is 40 hex digits.');
  return id;
}
