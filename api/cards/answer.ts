import Joi from 'joi';
import { object } from '../infer.ts';

const text = Joi.string();
const flag = Joi.boolean().required();
const twoDigits = text.pattern(/^\d{2}$/).required();

/** A saved card (contract/cards#card). */
export const cardAnswer = object({
  token: text.max(50).required(),
  customer_id: text.max(64).required(),
  brand: text.max(32).allow(null).required(),
  name_on_card: text.max(64).allow(null).required(),
  number: text.pattern(/^\*{4} \d{4}$/).required(),
  expiry_month: twoDigits,
  expiry_year: twoDigits,
  is_expired: flag,
  will_expire_soon: flag,
  is_preferred: flag,
  cvv_required: flag,
  pg_code: text.required(),
  pg_name: text.required(),
  agreements: Joi.array().items(text).required(),
});

export const cardsAnswer = Joi.array().items(cardAnswer);
