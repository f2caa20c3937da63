import Joi from 'joi';
import { BULK_COMMANDS, BULK_STATES, ROW_STATES } from '../../domain/bulk/bulk.ts';
import { problemWith, url } from '../schema-parts.ts';
import { extended, object } from '../infer.ts';

const count = Joi.number().integer().min(0).required();

const bulkAnswer = object({
  bulk_id: Joi.string()
    .pattern(/^[0-9a-f]{32}$/)
    .required(),
  name: Joi.string().max(128).allow('').required(),
  state: Joi.string()
    .valid(...BULK_STATES)
    .required(),
  total: count,
  created_at: Joi.string().required(),
  initiator: object({ id: Joi.number().required(), username: Joi.string().required() }),
  legacy: Joi.boolean().valid(true),
});

const counts = {
  rows: count,
  valid: count,
  invalid: count,
  sums: Joi.array().items(
    object({ currency_code: Joi.string().required(), amount: Joi.string().required() }),
  ),
  error_counts: Joi.object().pattern(Joi.string(), Joi.number().integer()).required(),
  unknown_columns: Joi.array().items(Joi.string().allow('')).required(),
};

const report = {
  ...counts,
  errors: Joi.array()
    .items(object({ row: count, errors: Joi.object().required() }))
    .required(),
};

export const dryRunAnswer = object({ dry_run: Joi.boolean().required(), ...report });
const fieldErrors = Joi.object().pattern(Joi.string(), Joi.array().items(Joi.string()));
/** The report of a file with rows at fault, a file that cannot be read, or faults of the query. */
export const refusedRows = problemWith(report);
export const refusedUpload = Joi.alternatives(refusedRows, problemWith({}), fieldErrors);
export const uploadAnswer = extended(bulkAnswer, report);
const number = Joi.number().integer().min(0);
export const bulksAnswer = Joi.array()
  .items(extended(bulkAnswer, { pending: number, dispatched: number, failed: number }))
  .required();
export const progressAnswer = extended(bulkAnswer, {
  pending: count,
  dispatched: count,
  failed: count,
  actions: Joi.array()
    .items(Joi.string().valid(...BULK_COMMANDS, 'confirm'))
    .required(),
  confirm_by: Joi.string(),
  per_minute: number,
  expected_end: Joi.string(),
  report: object(counts),
});

export const rowsAnswer = Joi.array()
  .items(
    object({
      row: count,
      state: Joi.string()
        .valid(...ROW_STATES, 'left_out')
        .required(),
      order_no: Joi.string(),
      session_id: Joi.string(),
      checkout_url: url,
      errors: Joi.object(),
    }),
  )
  .required();
