import Joi from 'joi';
import { object } from '../infer.ts';

/** What a page says beside its rows and where it goes on (contract/search#pages). */
export const foundAnswer = {
  searched_until: Joi.string().isoDate(),
  search_key_lost: Joi.boolean().valid(true),
  index_complete: Joi.boolean().valid(false),
  index_complete_after: Joi.string().isoDate(),
  understood_as: Joi.array().items(
    object({ field: Joi.string().required(), value: Joi.string().required() }),
  ),
  count: Joi.number().integer().min(0),
  count_more: Joi.boolean().valid(true),
};
