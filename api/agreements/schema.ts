import Joi from 'joi';
import { AUTOPAY_ENDS, AUTOPAY_STATES } from '../../domain/agreement/autopay.ts';
import { instant, someOf } from '../lists/filters.ts';
import { pageQuery } from '../lists/page.ts';
import { slug, text } from '../schema-parts.ts';
import { object, type ValueOf } from '../infer.ts';

const count = (most: number) => Joi.number().integer().min(1).max(most);

/** What a merchant asks the engine to charge by itself. */
export const autopayBody = object({
  amount: Joi.string().max(24).required(),
  start_date: text(10),
  end_date: text(10),
  interval_days: count(366),
  interval_months: count(12),
  payment_processing_day: count(31),
  total_cycles: count(999),
  time_zone: text(64),
  charge_at: text(5),
});
export type AutopayBody = ValueOf<typeof autopayBody>;

/** The card of the same customer that is charged from now on, and the account that keeps it. */
export const cardBody = object({ token: text(50).required(), pg_code: slug(50) });
export type CardBody = ValueOf<typeof cardBody>;

/** The query of the list. What is left out does not matter. */
export const agreementQuery = object({
  q: text(128),
  customer_id: text(64),
  type: Joi.string().valid('sandbox', 'production'),
  state: Joi.string().valid('active', 'ended'),
  agreement_id: text(128),
  autopay: someOf([...AUTOPAY_STATES, 'none']),
  ended_as: someOf(AUTOPAY_ENDS),
  due_after: instant,
  due_before: instant,
  ...pageQuery,
});

export const clockBody = object({
  days: count(31).required(),
});
