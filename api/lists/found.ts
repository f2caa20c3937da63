import Joi from 'joi';
import { object } from '../infer.ts';
import type { QueryDoc } from '../route.ts';
import { bool } from './filters.ts';

/** What a page says beside its rows and where it goes on (contract/search#pages). */
export const foundAnswer = {
  searched_until: Joi.string().isoDate(),
  understood_as: Joi.array().items(
    object({ field: Joi.string().required(), value: Joi.string().required() }),
  ),
  count: Joi.number().integer().min(0),
  count_more: Joi.boolean().valid(true),
};

/** What programs are told of the parameter by which they ask how many there are. */
export const countDoc = {
  description:
    'True: `count`, up to 1,000; `count_more` where there are more. Left out where `q` is read in several ways.',
  schema: bool,
} as const satisfies QueryDoc;
