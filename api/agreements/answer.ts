import Joi from 'joi';

const text = Joi.string();
const count = Joi.number().integer().min(0);
const dateTime = text.isoDate();
const orNull = (schema: Joi.Schema) => schema.allow(null).required();

const cycle = Joi.object({
  period: text.required(),
  number: count.required(),
  due_datetime: dateTime.required(),
  state: text
    .valid('coming', 'trying', 'paid', 'failed', 'skipped', 'missed', 'unknown')
    .required(),
  tries: Joi.array()
    .items(
      Joi.object({
        session_id: text.required(),
        tried: dateTime.required(),
        result: text
          .valid('pending', 'paid', 'soft', 'hard', 'do-not-retry', 'error', 'unknown')
          .required(),
      }),
    )
    .required(),
});

const autopay = Joi.object({
  state: text.valid('active', 'paused', 'ended').required(),
  ended_as: orNull(text),
  amount: text.required(),
  currency_code: text.required(),
  interval_days: orNull(count),
  interval_months: orNull(count),
  payment_processing_day: orNull(count),
  start_date: text.required(),
  end_date: orNull(text),
  time_zone: text.required(),
  charge_at: text.required(),
  total_cycles: count.required(),
  next_cycle: orNull(
    Joi.object({
      period: text.required(),
      number: count.required(),
      due_datetime: dateTime.required(),
    }),
  ),
  skipped: Joi.array().items(text).required(),
  cycles: Joi.array().items(cycle).required(),
});

/** An agreement, and what the engine charges of it by itself. */
export const agreementAnswer = Joi.object({
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
  ended: orNull(dateTime),
  autopay: orNull(autopay),
});

export const agreementsAnswer = Joi.object({
  count: count.required(),
  next: orNull(text),
  previous: orNull(text),
  results: Joi.array().items(agreementAnswer).required(),
});

export const clockAnswer = Joi.object({ now: dateTime.required(), agreements: count.required() });
