import { createHash, randomBytes } from 'node:crypto';
import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import { CONTACT_COLUMNS } from '../domain/report/columns.ts';
import {
  INTERVALS,
  KEPT_MS,
  REPORT_STATUSES,
  SOURCES,
  type Interval,
  type Report,
  type ReportOrder,
  type ReportRef,
  type Source,
  type WrittenReport,
} from '../domain/report/report.ts';
import type { RowsTotal } from '../domain/report/totals.ts';
import type { Selection } from '../domain/report/selection.ts';
import type { TransactionType } from '../domain/transaction/type.ts';
import { isDuplicate } from './connection.ts';
import { subdocument, type FieldsOf } from './fields.ts';
import { filterFields, layoutSchema } from './report-parts.ts';
import { initiatorSchema } from './transaction-parts.ts';

const text = { type: String };
const needed = { type: String, required: true };
const number = { type: Number };
const count = { type: Number, required: true };

const selectionSchema = subdocument<Selection>({ ...filterFields, after: number, until: number });
const rowsTotalSchema = subdocument<RowsTotal>({
  pgCode: text,
  account: text,
  currency: text,
  sum: text,
});

/** For tasks: by who has asked for them, those that could not be made. */
const FAILED = 'failed_by_initiator';

const schema = new Schema(
  {
    id: needed,
    merchantId: needed,
    encryptedId: needed,
    name: needed,
    source: { type: String, required: true, enum: SOURCES },
    interval: { type: String, enum: INTERVALS },
    scheduleId: text,
    selection: { type: selectionSchema, required: true },
    layout: { type: layoutSchema, required: true },
    initiator: { type: initiatorSchema },
    emails: { type: [String], required: true },
    sentByMail: { type: Boolean },
    createdAt: count,
    status: { type: String, required: true, enum: REPORT_STATUSES },
    tries: count,
    rows: count,
    finishedAt: number,
    expiresAt: number,
    size: number,
    sums: { type: [rowsTotalSchema], default: undefined },
  } satisfies FieldsOf<Report>,
  { collection: 'reports', versionKey: false, strict: 'throw', minimize: false, id: false },
);
schema.index({ id: 1 }, { unique: true });
schema.index({ encryptedId: 1 }, { unique: true });
schema.index({ merchantId: 1, status: 1, createdAt: -1 });
schema.index(
  { scheduleId: 1, 'selection.until': -1 },
  { partialFilterExpression: { scheduleId: { $exists: true } } },
);
schema.index(
  { merchantId: 1, 'initiator.id': 1, createdAt: -1 },
  { name: FAILED, partialFilterExpression: { status: 'failed' } },
);
// For the sweep: what nobody writes, and what nobody may have any more.
schema.index({ createdAt: 1 }, { partialFilterExpression: { status: 'in_progress' } });
schema.index({ expiresAt: 1 }, { partialFilterExpression: { status: 'finished' } });

/** Which finished reports somebody wants to see, in epoch milliseconds, both ends included. */
export interface ReportQuery {
  readonly from?: number;
  readonly until?: number;
  readonly interval?: Interval;
  readonly source?: Source;
  /** Only those that have no transactions of other types. */
  readonly types?: readonly TransactionType[];
  /** Only those that do not say how to reach customers. */
  readonly withoutContacts?: boolean;
}

const plain = { _id: 0 } as const;

/** The id of the report that a schedule makes of what was until an instant: always the same. */
export function reportIdOf(scheduleId: string, until: number): string {
  return createHash('sha256').update(`${scheduleId}/${until}`).digest('hex').slice(0, 40);
}

/** Reports, without their files. A try to write one is known by its number: only the last one may say what it has written. */
export function reportStore(connection: Connection) {
  const model = connection.model<Report>('Report', schema);
  const find = async ({ merchantId, id }: ReportRef): Promise<Report | undefined> =>
    (await model.findOne({ merchantId, id }, plain).lean<Report>()) ?? undefined;

  return {
    /** Writes down that a report is wanted. When it was wanted before, that one is given and nothing is written. */
    want: async (order: ReportOrder): Promise<Report> => {
      const encryptedId = randomBytes(24).toString('base64url');
      const fresh: Report = { ...order, encryptedId, status: 'in_progress', tries: 0, rows: 0 };
      try {
        await model.create(fresh);
        return fresh;
      } catch (error) {
        const known = isDuplicate(error) ? await find(order) : undefined;
        if (!known) throw error;
        return known;
      }
    },

    find,

    /** By the name that merchants know. */
    findByName: async (merchantId: MerchantId, encryptedId: string): Promise<Report | undefined> =>
      (await model.findOne({ merchantId, encryptedId }, plain).lean<Report>()) ?? undefined,

    /** Of the periods of a schedule the last one that has a report, whatever became of it. */
    lastOf: async (merchantId: MerchantId, scheduleId: string): Promise<Report | undefined> =>
      (await model
        .findOne({ merchantId, scheduleId }, plain)
        .sort({ 'selection.until': -1 })
        .lean<Report>()) ?? undefined,

    /** Begins another try; undefined when the report is over. */
    begin: async ({ merchantId, id }: ReportRef): Promise<Report | undefined> =>
      (await model
        .findOneAndUpdate(
          { merchantId, id, status: 'in_progress' },
          { $inc: { tries: 1 }, $set: { rows: 0 } },
          { returnDocument: 'after', projection: plain },
        )
        .lean<Report>()) ?? undefined,

    /** How far this try has come. False when another one has begun since, or the report is over. */
    advance: async (
      { merchantId, id }: ReportRef,
      { tries, rows }: Pick<Report, 'tries' | 'rows'>,
    ): Promise<boolean> => {
      const { matchedCount } = await model.updateOne(
        { merchantId, id, tries, status: 'in_progress' },
        { $set: { rows } },
      );
      return matchedCount === 1;
    },

    /** The file of this try is the report's. False when another one has begun since, or the report is over. */
    finish: async (
      { merchantId, id }: ReportRef,
      { tries, at, ...written }: WrittenReport & { readonly tries: number; readonly at: number },
    ): Promise<boolean> => {
      const end = { ...written, status: 'finished', finishedAt: at, expiresAt: at + KEPT_MS };
      const { modifiedCount } = await model.updateOne(
        { merchantId, id, tries, status: 'in_progress' },
        { $set: end },
      );
      return modifiedCount === 1;
    },

    /** Ends a report as one that could not be made. */
    fail: async ({ merchantId, id }: ReportRef, at: number): Promise<void> => {
      await model.updateOne(
        { merchantId, id, status: 'in_progress' },
        { $set: { status: 'failed', finishedAt: at } },
      );
    },

    /** Its file is gone. */
    expire: async ({ merchantId, id }: ReportRef): Promise<void> => {
      await model.updateOne(
        { merchantId, id, status: 'finished' },
        { $set: { status: 'expired' } },
      );
    },

    /** The finished ones of a merchant, newest first, and how many there are. */
    listFinished: async (
      merchantId: MerchantId,
      { from, until, interval, source, types, withoutContacts }: ReportQuery,
      { limit, offset }: { readonly limit: number; readonly offset: number },
    ): Promise<{ readonly count: number; readonly results: readonly Report[] }> => {
      const filter = {
        merchantId,
        status: 'finished' as const,
        ...((from !== undefined || until !== undefined) && {
          createdAt: {
            ...(from !== undefined && { $gte: from }),
            ...(until !== undefined && { $lte: until }),
          },
        }),
        ...(interval && { interval }),
        ...(source && { source }),
        // A report that names no types has all of them.
        ...(types && {
          'selection.types': { $exists: true, $not: { $elemMatch: { $nin: types } } },
        }),
        ...(withoutContacts && { 'layout.columns.source.field': { $nin: CONTACT_COLUMNS } }),
      };
      const [found, results] = await Promise.all([
        model.countDocuments(filter),
        model
          .find(filter, plain)
          .sort({ createdAt: -1, id: 1 })
          .skip(offset)
          .limit(limit)
          .lean<Report[]>(),
      ]);
      return { count: found, results };
    },

    /** Those of a user that could not be made, the newest first, and so many at most. */
    failedOf: (merchantId: MerchantId, userId: number, most: number): Promise<readonly Report[]> =>
      model
        .find({ merchantId, 'initiator.id': userId, status: 'failed' }, plain)
        .hint(FAILED)
        .sort({ createdAt: -1 })
        .limit(most)
        .lean<Report[]>()
        .exec(),

    /** How many of a merchant are written now or wait for it. */
    underWay: (merchantId: MerchantId): Promise<number> =>
      model.countDocuments({ merchantId, status: 'in_progress' }).exec(),

    /** Those of all merchants that are not over and were wanted before an instant, oldest first. */
    wantedUntil: (until: number, limit: number): Promise<readonly Report[]> =>
      model
        .find({ status: 'in_progress', createdAt: { $lte: until } }, plain)
        .sort({ createdAt: 1 })
        .limit(limit)
        .lean<Report[]>()
        .exec(),

    /** Those of all merchants whose time is over. */
    overdue: (now: number, limit: number): Promise<readonly Report[]> =>
      model
        .find({ status: 'finished', expiresAt: { $lte: now } }, plain)
        .sort({ expiresAt: 1 })
        .limit(limit)
        .lean<Report[]>()
        .exec(),
  };
}
