import Joi from 'joi';
import { pageQuery } from '../lists/page.ts';
import { currencyCode } from '../../domain/currencies.ts';
import { OPERATION_KINDS, APPROVAL_STATES } from '../../domain/operation/operation.ts';
import { dateTime, slug, text } from '../schema-parts.ts';
import { object, type ValueOf } from '../infer.ts';

/** The query of the list (contract/operations#approval). What is left out does not matter. */
export const requestQuery = object({
  state: Joi.string().valid(...APPROVAL_STATES),
  operation: Joi.string().valid(...OPERATION_KINDS),
  session_id: text(128),
  pg_code: slug(16),
  currency_code: Joi.string().custom((value: string) => {
    if (currencyCode(value) === undefined) throw new Error('Use a currency code of ISO 4217.');
    return value;
  }),
  created_after: dateTime,
  created_before: dateTime,
  ...pageQuery,
});
export type RequestQuery = ValueOf<typeof requestQuery>;

/** What may be said with a decision. */
export const decisionBody = object({
  reason: text(500),
  note: text(500),
  version: text(64),
  break_glass: Joi.boolean(),
});
export type DecisionBody = ValueOf<typeof decisionBody>;
