import Joi from 'joi';
import { extended, object } from '../infer.ts';
import { OPERATION_KINDS, APPROVAL_STATES } from '../../domain/operation/operation.ts';
import { currencyText, moneyText, sessionIdText, url } from '../schema-parts.ts';
import { reasonAnswer } from '../operations/row.ts';

const text = Joi.string();
const person = object({
  id: Joi.number().integer().required(),
  username: text.required(),
});

/** A request that waits, or waited, for a person (contract/operations#approval). */
export const requestAnswer = object({
  id: sessionIdText.required(),
  number: Joi.number().integer().min(1),
  created: text.required(),
  requested_by: person,
  session_id: sessionIdText.required(),
  order_no: text,
  operation: text.valid(...OPERATION_KINDS).required(),
  amount: moneyText,
  operation_amount: moneyText.required(),
  currency_code: currencyText.required(),
  pg_code: text.required(),
  destination: text.valid('pg', 'wallet').required(),
  reference_number: text.required(),
  operation_reason: reasonAnswer,
  state: text.valid(...APPROVAL_STATES).required(),
  approvals_needed: Joi.number().integer().min(0).required(),
  approvals: Joi.array()
    .items(
      object({
        by: person.required(),
        at: text.required(),
        break_glass: Joi.boolean().valid(true),
        note: text,
      }),
    )
    .required(),
  decided_by: person,
  decided_at: text,
  reason: text,
  expires_at: text,
  result: Joi.object().unknown(),
  last_error: text,
});

const count = Joi.number().integer().min(0);

/** A request as a checker looks at it (contract/operations#what-a-checker-is-shown). */
export const requestDetail = extended(requestAnswer, {
  version: text.required(),
  context: object({
    refundable: moneyText.required(),
    refunded_before: moneyText.required(),
    payment_age_days: count,
    customer_payments_90d: count,
    customer_refunds_90d: count,
    maker_requests_today: count,
    card_expired: Joi.boolean(),
  }),
  you: object({
    may_decide: Joi.boolean().required(),
    may_break_glass: Joi.boolean().required(),
    may_give_up: Joi.boolean().required(),
    why_not: text,
    needs_step_up: Joi.boolean().required(),
  }).required(),
});

/** A page of requests, newest first (contract/requests#lists). */
export const requestPage = object({
  count: Joi.number().integer().min(0).required(),
  next: url.allow(null).required(),
  previous: url.allow(null).required(),
  results: Joi.array().items(requestAnswer).required(),
});
