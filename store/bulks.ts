import { createHash } from 'node:crypto';
import type { Connection, QueryFilter } from 'mongoose';
import {
  BULK_UNDER_WAY,
  type Bulk,
  type BulkRef,
  type BulkState,
  type BulkProgress,
  type CellsOfRow,
  type RowResult,
  type RowState,
  type WrongRow,
} from '../domain/bulk/bulk.ts';
import type { BulkReport } from '../domain/bulk/report.ts';
import type { RowRequest } from '../domain/bulk/row.ts';
import { sessionId, type MerchantId, type SessionId } from '../domain/ids.ts';
import type { FieldErrors } from '../domain/refusal.ts';
import {
  BULKS_BY_STATE,
  bulkSchema,
  FAILED_BULKS,
  refusedRowSchema,
  ROWS_BY_STATE,
  rowSchema,
  type KeptBulk,
  type KeptRefusedRow,
  type KeptRow,
} from './bulk-schemas.ts';
import { isDuplicate } from './connection.ts';
import { following, type PageOf } from './cursors.ts';

/** What an upload was and came to, for one who sends it again. */
export interface Taking {
  /** Tells it from another one, in hex. */
  readonly fileHash: string;
  readonly report: BulkReport;
}

/** A row that is to be made, with the session that it will have, however often that is tried. */
export interface PendingRow {
  readonly row: number;
  readonly sessionId: SessionId;
  readonly request: RowRequest;
}

/** Twice as long as a request may take to come (Node's `requestTimeout`): an upload older than this has no process. */
const ABANDONED_MS = 10 * 60 * 1000;

/** Files of requests for payment, and their rows. */
export function bulkStore(connection: Connection) {
  const bulks = connection.model<KeptBulk>('Bulk', bulkSchema);
  const rows = connection.model<KeptRow>('BulkRow', rowSchema);
  const refused = connection.model<KeptRefusedRow>('BulkRefusedRow', refusedRowSchema);
  const visible = { _id: 0, seed: 0, fileHash: 0, report: 0, columns: 0, unheardSince: 0 };
  const forgetRows = async (bulk: BulkRef): Promise<void> => {
    await rows.deleteMany(rowsOf(bulk));
    await refused.deleteMany(rowsOf(bulk));
  };
  const oldest = (filter: QueryFilter<KeptBulk>, most: number): Promise<readonly Bulk[]> =>
    bulks.find(filter, visible).sort({ createdAt: 1 }).limit(most).lean<Bulk[]>().exec();
  return {
    /**
     * Begins an upload; false when there is a bulk of this id already. The sessions of its rows follow from the seed. An
     * upload of this id whose process has died gives its place.
     */
    begin: async (bulk: Bulk, seed: string): Promise<boolean> => {
      const createdAt = { $lt: bulk.createdAt - ABANDONED_MS };
      const abandoned = { ...named(bulk), state: 'uploading' as const, createdAt };
      const { matchedCount } = await bulks.replaceOne(abandoned, { ...bulk, seed });
      if (matchedCount === 0)
        try {
          await bulks.create({ ...bulk, seed });
        } catch (error) {
          if (isDuplicate(error)) return false;
          throw error;
        }
      // Only the upload that has the place gets here, before it has any row.
      await forgetRows(bulk);
      return true;
    },

    addRows: async (
      bulk: Bulk,
      some: readonly {
        readonly row: number;
        readonly request: RowRequest;
        readonly cells?: CellsOfRow;
      }[],
    ): Promise<void> => {
      const kept = some.map(({ row, request, cells }) => {
        const { orderNo } = request.terms;
        return {
          ...rowsOf(bulk),
          row,
          state: 'pending' as const,
          request: JSON.stringify(request),
          ...(cells && { cells: JSON.stringify(cells) }),
          ...(orderNo !== undefined && { orderNo }),
        };
      });
      await rows.insertMany(kept, { ordered: false });
    },

    /** Keeps rows at fault that are left out, for who wants to correct them. */
    addRefused: async (bulk: Bulk, some: readonly WrongRow[]): Promise<void> => {
      const kept = some.map(({ row, cells = [], errors }) => ({
        ...rowsOf(bulk),
        row,
        cells: JSON.stringify(cells),
        errors: JSON.stringify(errors),
      }));
      await refused.insertMany(kept, { ordered: false });
    },

    /**
     * The upload is whole: from now on it is there, and stays, or waits until it is confirmed. False when another one has taken its
     * place. It is one write, and no row is touched: there is no moment at which only a part of it is accepted.
     */
    accept: async (
      bulk: Bulk,
      { fileHash, report }: Taking,
      columns: readonly string[] = [],
      state: 'scheduling' | 'unconfirmed' = 'scheduling',
    ): Promise<boolean> => {
      const taken = {
        total: report.valid,
        fileHash,
        report: JSON.stringify(report),
        columns: JSON.stringify(columns),
      };
      const { matchedCount } = await bulks.updateOne(draftOf(bulk), {
        $set: { state, ...taken },
      });
      return matchedCount === 1;
    },

    /** From now on it stays, and its rows are made; undefined when it does not wait for that, or is being thrown away. */
    confirm: async (ref: BulkRef): Promise<Bulk | undefined> =>
      (await bulks
        .findOneAndUpdate(
          { ...named(ref), state: 'unconfirmed' },
          { $set: { state: 'scheduling' } },
          { returnDocument: 'after', projection: visible },
        )
        .lean<Bulk>()) ?? undefined,

    /**
     * Throws an upload away that was not accepted, or not confirmed, with all its rows. Its place is taken first, so that nobody accepts
     * or confirms it meanwhile, and is given back last: whoever dies between leaves a draft, which is found again.
     */
    discard: async (bulk: Bulk): Promise<void> => {
      const createdAt = Math.max(Date.now(), bulk.createdAt + 1);
      const { matchedCount } = await bulks.updateOne(
        bulk.state === 'unconfirmed' ? { ...draftOf(bulk), state: 'unconfirmed' } : draftOf(bulk),
        { $set: { createdAt, state: 'uploading' } },
      );
      if (matchedCount === 0) return;
      await forgetRows(bulk);
      await bulks.deleteOne(draftOf({ ...bulk, createdAt }));
    },

    /** Uploads of all merchants that began before `until` and were never accepted, or never confirmed, the oldest first. */
    abandoned: (until: number, most: number): Promise<readonly Bulk[]> =>
      oldest({ state: { $in: ['uploading', 'unconfirmed'] }, createdAt: { $lt: until } }, most),

    /** What an accepted upload was; undefined for one that is not accepted yet. */
    taking: async (ref: BulkRef): Promise<Taking | undefined> => {
      const kept = await bulks.findOne(named(ref), { fileHash: 1, report: 1 }).lean<KeptBulk>();
      if (kept?.fileHash === undefined || kept.report === undefined) return undefined;
      return { fileHash: kept.fileHash, report: JSON.parse(kept.report) as BulkReport };
    },

    find: async (ref: BulkRef): Promise<Bulk | undefined> =>
      (await bulks.findOne(named(ref), visible).lean<Bulk>()) ?? undefined,

    /** Those that were accepted, the newest first; behind one of them where that is said. */
    list: (
      merchantId: MerchantId,
      most: number,
      behind?: Pick<Bulk, 'id' | 'createdAt'>,
    ): Promise<readonly Bulk[]> =>
      bulks
        .find(
          {
            merchantId,
            state: { $nin: ['uploading', 'unconfirmed'] },
            ...(behind && {
              createdAt: { $lte: behind.createdAt },
              $or: [{ createdAt: { $lt: behind.createdAt } }, { id: { $lt: behind.id } }],
            }),
          },
          visible,
        )
        .sort({ createdAt: -1, id: -1 })
        .limit(most)
        .lean<Bulk[]>()
        .exec(),

    /** Those of all merchants that were accepted before `until` and of which no row was looked at, the oldest first. */
    notStarted: (until: number, most: number): Promise<readonly Bulk[]> =>
      oldest({ state: 'scheduling', createdAt: { $lt: until } }, most),

    /** A page of those of all merchants whose rows are to be made. */
    underWay: (page: PageOf): Promise<readonly Bulk[]> =>
      bulks
        .find({ state: { $in: BULK_UNDER_WAY }, ...following('id', page) }, visible)
        .hint(BULKS_BY_STATE)
        .sort({ createdAt: 1, id: 1 })
        .limit(page.limit)
        .lean<Bulk[]>()
        .exec(),

    /** Those of a user of which some rows made nothing, the newest first, and so many at most. */
    failedOf: (merchantId: MerchantId, userId: number, most: number): Promise<readonly Bulk[]> =>
      bulks
        .find({ merchantId, 'initiator.id': userId, failed: { $gt: 0 } }, visible)
        .hint(FAILED_BULKS)
        .sort({ createdAt: -1 })
        .limit(most)
        .lean<Bulk[]>()
        .exec(),

    /**
     * Brings it from one of these states to another; undefined when it is in none of them. What somebody has `saidAt` a
     * time is kept as unheard until its run looks; of what is done it is kept how many rows have `failed`.
     */
    move: async (
      ref: BulkRef,
      {
        from,
        to,
        saidAt,
        failed = 0,
      }: {
        readonly from: readonly BulkState[];
        readonly to: BulkState;
        readonly saidAt?: number;
        readonly failed?: number;
      },
    ): Promise<Bulk | undefined> =>
      (await bulks
        .findOneAndUpdate(
          { ...named(ref), state: { $in: from } },
          {
            $set: {
              state: to,
              ...(saidAt !== undefined && { unheardSince: saidAt }),
              ...(failed > 0 && { failed }),
            },
          },
          { returnDocument: 'after', projection: visible },
        )
        .lean<Bulk>()) ?? undefined,

    /** The bulk, for its run: in one step, so that what is said a moment later stays unheard. */
    hear: async (ref: BulkRef): Promise<Bulk | undefined> =>
      (await bulks
        .findOneAndUpdate(
          named(ref),
          { $unset: { unheardSince: 1 } },
          { returnDocument: 'after', projection: visible },
        )
        .lean<Bulk>()) ?? undefined,

    /** Those of all merchants of which something was said before `until` that no run has heard, the oldest first. */
    unheard: (until: number, most: number): Promise<readonly Bulk[]> =>
      bulks
        .find({ unheardSince: { $lt: until } }, visible)
        .sort({ unheardSince: 1 })
        .limit(most)
        .lean<Bulk[]>()
        .exec(),

    /** The next rows of which nothing has become yet; those after one where that is said. */
    pending: async (ref: BulkRef, most: number, after = 0): Promise<readonly PendingRow[]> => {
      const seed = (await bulks.findOne(named(ref), { seed: 1 }).lean<KeptBulk>())?.seed;
      if (seed === undefined) return [];
      const found = await rows
        .find(
          { ...rowsOf(ref), state: 'pending', row: { $gt: after } },
          { _id: 0, row: 1, request: 1 },
        )
        .sort({ row: 1 })
        .limit(most)
        .lean<Required<Pick<KeptRow, 'row' | 'request'>>[]>();
      return found.map(({ row, request }) => ({
        row,
        sessionId: sessionOf(seed, row),
        request: JSON.parse(request) as RowRequest,
      }));
    },

    /**
     * What has become of a row; it is said once, and said again it changes nothing. What was asked for is forgotten: whoever removes the
     * payment for good has nothing of its customer kept (contract/bulk#rows). Of one that failed the cells stay, to be corrected.
     */
    conclude: async (
      ref: BulkRef,
      row: number,
      result: { readonly endedAt: number } & (
        | { readonly sessionId: SessionId }
        | { readonly errors: FieldErrors }
      ),
    ): Promise<void> => {
      const { endedAt } = result;
      const change =
        'sessionId' in result
          ? {
              $set: { state: 'dispatched', endedAt, sessionId: result.sessionId },
              $unset: { request: 1, cells: 1 },
            }
          : {
              $set: { state: 'failed', endedAt, errors: JSON.stringify(result.errors) },
              $unset: { request: 1 },
            };
      await rows.updateOne({ ...rowsOf(ref), row, state: 'pending' }, change);
    },

    /**
     * Forgets what was asked for in rows of which nothing has become, where nothing will any more (contract/bulk#rows). Safe to repeat;
     * another try goes on where one was cut off.
     */
    forgetPending: async (ref: BulkRef): Promise<void> => {
      await rows
        .updateMany(
          { ...rowsOf(ref), state: 'pending', request: { $exists: true } },
          { $unset: { request: 1, cells: 1 } },
        )
        .hint(ROWS_BY_STATE);
    },

    progress: async (ref: BulkRef): Promise<BulkProgress> => {
      const count = (state: RowState) => rows.countDocuments({ ...rowsOf(ref), state });
      const [pending, dispatched, failed] = await Promise.all([
        count('pending'),
        count('dispatched'),
        count('failed'),
      ]);
      return { pending, dispatched, failed };
    },

    /**
     * The same of several bulks of one merchant, by their ids. What is made is what is left of the rows that there are, so that of one that
     * is done next to nothing is counted.
     */
    progressOfEach: async (
      merchantId: MerchantId,
      some: readonly Pick<Bulk, 'id' | 'total'>[],
    ): Promise<ReadonlyMap<string, BulkProgress>> => {
      const counted = await rows.aggregate<{
        readonly _id: { readonly bulkId: string; readonly state: 'pending' | 'failed' };
        readonly count: number;
      }>([
        {
          $match: {
            merchantId,
            bulkId: { $in: some.map(({ id }) => id) },
            state: { $in: ['pending', 'failed'] },
          },
        },
        { $group: { _id: { bulkId: '$bulkId', state: '$state' }, count: { $sum: 1 } } },
      ]);
      const countOf = (id: string, state: 'pending' | 'failed') =>
        counted.find(({ _id: one }) => one.bulkId === id && one.state === state)?.count ?? 0;
      return new Map(
        some.map(({ id, total }) => {
          const [pending, failed] = [countOf(id, 'pending'), countOf(id, 'failed')];
          return [id, { pending, dispatched: total - pending - failed, failed }];
        }),
      );
    },

    /** When something had become of the rows of which that happened last, in epoch milliseconds; so many at most. */
    lastEnds: async (ref: BulkRef, most: number): Promise<readonly number[]> => {
      const found = await rows
        .find({ ...rowsOf(ref), state: { $in: ['dispatched', 'failed'] } }, { _id: 0, endedAt: 1 })
        .sort({ row: -1 })
        .limit(most)
        .lean<Pick<KeptRow, 'endedAt'>[]>();
      return found.flatMap(({ endedAt }) => (endedAt === undefined ? [] : [endedAt]));
    },

    /** The columns of the file, in their order; none before it is taken. */
    columnsOf: async (ref: BulkRef): Promise<readonly string[]> => {
      const found = await bulks.findOne(named(ref), { columns: 1 }).lean<KeptBulk>();
      return found?.columns === undefined ? [] : (JSON.parse(found.columns) as readonly string[]);
    },

    /** The rows after one that were left out or have failed, in their order, as far as that many go. */
    wrongRows: async (
      ref: BulkRef,
      { after, most }: { readonly after: number; readonly most: number },
    ): Promise<readonly WrongRow[]> => {
      const further = { ...rowsOf(ref), row: { $gt: after } };
      const shown = { _id: 0, row: 1, cells: 1, errors: 1 };
      const [failed, left] = await Promise.all([
        rows
          .find({ ...further, state: 'failed' }, shown)
          .sort({ row: 1 })
          .limit(most)
          .lean<KeptRow[]>(),
        refused.find(further, shown).sort({ row: 1 }).limit(most).lean<KeptRefusedRow[]>(),
      ]);
      const leftOut = left.map((one) => ({ ...one, isLeftOut: true as const }));
      return [...failed.map((one) => ({ ...one, isLeftOut: undefined })), ...leftOut]
        .toSorted((a, b) => a.row - b.row)
        .slice(0, most)
        .map(({ row, isLeftOut, cells, errors = '{}' }) => ({
          row,
          ...(isLeftOut && { isLeftOut }),
          ...(cells !== undefined && { cells: JSON.parse(cells) as CellsOfRow }),
          errors: JSON.parse(errors) as FieldErrors,
        }));
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

/** One upload of a bulk and no other: two of the same id began at different times. */
function draftOf(bulk: Bulk) {
  return { ...named(bulk), state: 'uploading' as const, createdAt: bulk.createdAt };
}

/** Nobody who does not know the seed can tell it, and each try of a row has the same. */
function sessionOf(seed: string, row: number): SessionId {
  const id = sessionId(createHash('sha1').update(`${seed}/${row}`).digest('hex'));
  if (id === undefined) throw new TypeError('A SHA-1 is 40 hex digits.');
  return id;
}
