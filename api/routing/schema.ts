import Joi from 'joi';
import { currency, dateTime, identifier, slug, text } from '../schema-parts.ts';
import { object, type ValueOf } from '../infer.ts';

/** A payment that is not made (contract/routing#dry-run). */
export const trialBody = object({
  route: slug(16).required(),
  amount: text(24).required(),
  currency_code: currency.required(),
  type: Joi.string().valid('payment_request', 'e_commerce'),
  brand: text(32),
  bin: Joi.string()
    .pattern(/^\d{6,8}$/)
    .messages({ 'string.pattern.base': 'Use the first six to eight digits of the card.' }),
  at: dateTime,
  reference: identifier(64),
});
export type TrialBody = ValueOf<typeof trialBody>;
