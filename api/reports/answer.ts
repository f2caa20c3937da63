import Joi from 'joi';
import { FORMATS, REPORT_STATUSES, SOURCES } from '../../domain/report/report.ts';
import { object } from '../infer.ts';

const text = Joi.string();
const count = Joi.number().integer().min(0);
const dateTime = text.isoDate();

const downloadAction = object({
  method: text.valid('GET').required(),
  url: text.required(),
});

const record = {
  encrypted_id: text.required(),
  report_name: text.required(),
  interval: text.valid('', 'daily', 'weekly', 'monthly', 'yearly').required(),
  source: text.valid(...SOURCES).required(),
  file_format: text.valid(...FORMATS).required(),
  records_amount: count.required(),
  status: text.valid(...REPORT_STATUSES).required(),
  generated_at: dateTime.allow(null).required(),
  created_at: dateTime.required(),
};

export const filesAnswer = object({
  count: count.required(),
  next: text.allow(null).required(),
  previous: text.allow(null).required(),
  results: Joi.array()
    .items(object({ ...record, download_action: downloadAction.required() }))
    .required(),
});

export const reportAnswer = object({
  ...record,
  created_after: dateTime.allow(null).required(),
  created_before: dateTime.required(),
  emails: Joi.array().items(text).required(),
  send_by_email: Joi.boolean().required(),
  expires_at: dateTime.allow(null).required(),
  bytes: count.allow(null).required(),
  totals: Joi.array()
    .items(
      object({
        pg_code: text.required(),
        account: text.required(),
        currency_code: text.required(),
        amount: text.required(),
      }),
    )
    .required(),
  download_action: downloadAction.allow(null).required(),
});

const column = object({
  kind: text.required(),
  name: text.required(),
  label_en: text.required(),
  label_ar: text.required(),
  path: text,
  value: text,
});

export const scheduleAnswer = object({
  id: text.required(),
  is_active: Joi.boolean().required(),
  interval: text.valid('daily', 'weekly', 'monthly', 'yearly').required(),
  start_date: text.required(),
  cut_off_time: text.required(),
  time_zone: text.required(),
  next_report: object({
    created_after: dateTime.required(),
    created_before: dateTime.required(),
  })
    .allow(null)
    .required(),
  last_report: object({
    encrypted_id: text.required(),
    report_name: text.required(),
    status: text.valid(...REPORT_STATUSES).required(),
    generated_at: dateTime.allow(null).required(),
    created_at: dateTime.required(),
  })
    .allow(null)
    .required(),
  plugins: Joi.array().items(text).required(),
  file_format: text.valid(...FORMATS).required(),
  language: text.valid('en', 'ar').required(),
  bom: Joi.boolean().required(),
  columns: Joi.array().items(column).required(),
  file_name_prefix: text.allow('').required(),
  emails: Joi.array().items(text).required(),
  send_by_email: Joi.boolean().required(),
  created_at: dateTime.required(),
});

export const schedulesAnswer = object({
  count: count.required(),
  next: text.allow(null).required(),
  previous: text.allow(null).required(),
  results: Joi.array().items(scheduleAnswer).required(),
});

export const columnsAnswer = object({ results: Joi.array().items(column).required() });
