import { Schema, type Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import {
  SCHEDULE_STATES,
  type ReportSchedule,
  type SchedulePlan,
  type ScheduleRef,
} from '../domain/report/schedule.ts';
import type { ReportPeriod } from '../domain/report/calendar.ts';
import type { ReportFilter } from '../domain/report/selection.ts';
import { isDuplicate } from './connection.ts';
import { subdocument, type FieldsOf } from './fields.ts';
import { filterFields, layoutSchema } from './report-parts.ts';
import { initiatorSchema } from './transaction-parts.ts';

const needed = { type: String, required: true };
const number = { type: Number };

const text = { type: String };

const planSchema = subdocument<SchedulePlan>({
  interval: text,
  startsOn: text,
  cutOff: text,
  timeZone: text,
  prefix: text,
  filter: { type: subdocument<ReportFilter>(filterFields) },
  layout: { type: layoutSchema },
  emails: { type: [String], default: undefined },
  sentByMail: { type: Boolean },
});

const periodSchema = subdocument<ReportPeriod>({
  name: text,
  span: { type: subdocument<ReportPeriod['span']>({ after: number, until: number }) },
});

const schema = new Schema(
  {
    merchantId: needed,
    id: needed,
    version: { type: Number, required: true },
    state: { type: String, required: true, enum: SCHEDULE_STATES },
    plan: { type: planSchema, required: true },
    initiator: { type: initiatorSchema },
    reportedUntil: number,
    owed: { type: [periodSchema], default: undefined },
    pausedAt: number,
    lookAt: number,
    createdAt: { type: Number, required: true },
  } satisfies FieldsOf<ReportSchedule>,
  {
    collection: 'report_schedules',
    versionKey: false,
    strict: 'throw',
    minimize: false,
    id: false,
  },
);
schema.index({ id: 1 }, { unique: true });
schema.index({ merchantId: 1, createdAt: -1 });
schema.index({ lookAt: 1 }, { partialFilterExpression: { lookAt: { $exists: true } } });

const plain = { _id: 0 } as const;

/** Reports that are made by themselves. One that is deleted is hidden until its Temporal Schedule is gone, too. */
export function reportScheduleStore(connection: Connection) {
  const model = connection.model<ReportSchedule>('ReportSchedule', schema);
  const shown = { state: { $ne: 'deleted' } } as const;
  return {
    /** Writes a new one down; one of the same id stays as it is. */
    insert: async (schedule: ReportSchedule): Promise<void> => {
      try {
        await model.create(schedule);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    },

    /** As its merchant may see it. */
    find: async ({ merchantId, id }: ScheduleRef): Promise<ReportSchedule | undefined> =>
      (await model.findOne({ merchantId, id, ...shown }, plain).lean<ReportSchedule>()) ??
      undefined,

    /** Also one that is deleted, for who has to clear up after it. */
    findAny: async ({ merchantId, id }: ScheduleRef): Promise<ReportSchedule | undefined> =>
      (await model.findOne({ merchantId, id }, plain).lean<ReportSchedule>()) ?? undefined,

    /** Writes the next version of what was read. False when somebody else was faster. */
    save: async (schedule: ReportSchedule): Promise<boolean> => {
      const { merchantId, id, version } = schedule;
      const { modifiedCount } = await model.replaceOne(
        { merchantId, id, version },
        { ...schedule, version: version + 1 },
      );
      return modifiedCount === 1;
    },

    remove: async ({ merchantId, id }: ScheduleRef): Promise<void> => {
      await model.deleteOne({ merchantId, id, state: 'deleted' });
    },

    /** Those of a merchant, newest first. */
    list: (merchantId: MerchantId): Promise<readonly ReportSchedule[]> =>
      model
        .find({ merchantId, ...shown }, plain)
        .sort({ createdAt: -1 })
        .lean<ReportSchedule[]>()
        .exec(),

    /** Those of all merchants at which somebody had to look before this instant and has not, the longest waiting first. */
    unseen: (before: number, limit: number): Promise<readonly ReportSchedule[]> =>
      model
        .find({ lookAt: { $lt: before } }, plain)
        .sort({ lookAt: 1 })
        .limit(limit)
        .lean<ReportSchedule[]>()
        .exec(),
  };
}
