import Joi from 'joi';
import { isTimeZone } from '../../domain/agreement/calendar.ts';
import { isIsoDate } from '../../domain/duration.ts';
import { MOST_REPORT_COLUMNS } from '../../domain/report/columns.ts';
import { FORMATS, INTERVALS, PREFIX, SOURCES } from '../../domain/report/report.ts';
import { REPORT_PLUGINS } from '../../domain/report/selection.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import { date, email, readable, slug, text } from '../schema-parts.ts';
import { pageLimit, pageOffset } from '../lists/page.ts';
import { object, type ValueOf } from '../infer.ts';

const FIRST_DATE = '1970-01-01';
/** In every time zone its instants are of years that can be printed. */
const LAST_DATE = '9998-12-31';
/** Temporal's calendars end with the year 2100, and six yearly instants are written ahead. */
const LAST_START = '2090-12-31';

const dateUntil = (last: string) =>
  readable(
    (value) => (isIsoDate(value) && value >= FIRST_DATE && value <= last) || undefined,
    `Use a date of the form YYYY-MM-DD, from ${FIRST_DATE} to ${last}.`,
  );

/** The query of the list of files. What else is sent is ignored (contract/reports#list). */
export const filesQuery = object({
  created_after: date,
  created_before: date,
  interval: Joi.string().valid(...INTERVALS),
  source: Joi.string().valid(...SOURCES),
  limit: pageLimit(200),
  offset: pageOffset,
});
export type FilesQuery = ValueOf<typeof filesQuery>;

/** A column as a merchant asks for it (contract/reports#columns). */
const column = object({
  kind: Joi.string().valid('common', 'config_field', 'gateway_response', 'static').required(),
  name: slug(50).required(),
  label_en: text(100),
  label_ar: text(100),
  is_active: Joi.boolean(),
  order: Joi.number().integer().min(0).max(1000),
  path: text(200),
  value: text(200),
});
export type ColumnBody = ValueOf<typeof column>;

/** What every report has, whoever makes it. */
const layout = {
  file_format: Joi.string().valid(...FORMATS),
  language: Joi.string().valid('en', 'ar'),
  bom: Joi.boolean(),
  add_breakdown_columns: Joi.boolean(),
  columns: Joi.array().items(column).min(1).max(MOST_REPORT_COLUMNS),
  file_name_prefix: Joi.string()
    .pattern(PREFIX)
    .allow('')
    .messages({ 'string.pattern.base': 'Use at most 50 letters, digits, "-" and "_".' }),
  emails: Joi.array().items(email).max(20),
  send_by_email: Joi.boolean(),
  plugins: listOf(REPORT_PLUGINS),
};

/** A report that somebody asks for: the transactions that fit all that is said. */
export const exportBody = object({
  ...layout,
  created_after: dateUntil(LAST_DATE),
  created_before: dateUntil(LAST_DATE),
  type: listOf(['e_commerce', 'payment_request']),
  state: listOf(TRANSACTION_STATES),
  pg_code: Joi.array().items(slug(16)).min(1).max(50),
  currency_code: Joi.array()
    .items(Joi.string().pattern(/^[A-Z]{3}$/))
    .min(1)
    .max(50)
    .messages({ 'string.pattern.base': 'Use currency codes of ISO 4217, such as KWD.' }),
  order_no: text(128),
  unit_code: slug(50),
});
export type ExportBody = ValueOf<typeof exportBody>;

const plan = {
  ...layout,
  /** None: of all plugins. */
  plugins: layout.plugins.min(0),
  interval: Joi.string().valid(...INTERVALS),
  start_date: dateUntil(LAST_START),
  cut_off_time: Joi.string()
    .pattern(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
    .messages({ 'string.pattern.base': 'Use a time of day of the form HH:MM.' }),
  is_active: Joi.boolean(),
  time_zone: readable(
    (value) => isTimeZone(value) || undefined,
    'Use a name of the IANA list, such as Asia/Kuwait.',
  ).max(64),
};

export const scheduleBody = object({
  ...plan,
  interval: plan.interval.required(),
  start_date: plan.start_date.required(),
  cut_off_time: plan.cut_off_time.required(),
});
export type NewScheduleBody = ValueOf<typeof scheduleBody>;

/** A report that is made by itself; in a change, what is left out stays. */
export const scheduleChange = object(plan);
export type ScheduleBody = ValueOf<typeof scheduleChange>;
export type LayoutBody = Pick<ScheduleBody, keyof typeof layout>;

function listOf<const V extends string>(values: readonly V[]) {
  return Joi.array()
    .items(Joi.string().valid(...values))
    .min(1)
    .max(values.length)
    .unique();
}
