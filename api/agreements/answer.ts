import Joi from 'joi';
import { object } from '../infer.ts';

const text = Joi.string();
const count = Joi.number().integer().min(0);
const dateTime = text.isoDate();

const cycle = object({
  period: text.required(),
  number: count.required(),
  due_datetime: dateTime.required(),
  state: text
    .valid('coming', 'trying', 'paid', 'failed', 'skipped', 'missed', 'unknown')
    .required(),
  tries: Joi.array()
    .items(
      object({
        session_id: text.required(),
        tried: dateTime.required(),
        result: text
          .valid('pending', 'paid', 'soft', 'hard', 'do-not-retry', 'error', 'unknown')
          .required(),
      }),
    )
    .required(),
});

const autopay = object({
  state: text.valid('active', 'paused', 'ended').required(),
  ended_as: text.allow(null).required(),
  amount: text.required(),
  currency_code: text.required(),
  interval_days: count.allow(null).required(),
  interval_months: count.allow(null).required(),
  payment_processing_day: count.allow(null).required(),
  start_date: text.required(),
  end_date: text.allow(null).required(),
  time_zone: text.required(),
  charge_at: text.required(),
  total_cycles: count.required(),
  next_cycle: object({
    period: text.required(),
    number: count.required(),
    due_datetime: dateTime.required(),
  })
    .allow(null)
    .required(),
  skipped: Joi.array().items(text).required(),
  cycles: Joi.array().items(cycle).required(),
});

/** An agreement, and what the engine charges of it by itself. */
export const agreementAnswer = object({
  uuid: text.required(),
  customer_id: text.required(),
  type: text.valid('sandbox', 'production').required(),
  state: text.valid('active', 'ended').required(),
  agreement: Joi.object().unknown().required(),
  pg_code: text.required(),
  token: text.required(),
  session_id: text.required(),
  charges: count.required(),
  created: dateTime.required(),
  ended: dateTime.allow(null).required(),
  autopay: autopay.allow(null).required(),
});

export const agreementsAnswer = object({
  count: count.required(),
  next: text.allow(null).required(),
  previous: text.allow(null).required(),
  results: Joi.array().items(agreementAnswer).required(),
});

export const clockAnswer = object({ now: dateTime.required(), agreements: count.required() });
