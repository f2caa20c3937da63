import Joi from 'joi';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { PAYMENT_COLUMNS, VIEW_PAGES } from '../../domain/saved-view.ts';
import { identifier, text } from '../schema-parts.ts';
import { object } from '../infer.ts';

const page = Joi.string().valid(...VIEW_PAGES);
const columns = Joi.array()
  .items(Joi.string().valid(...PAYMENT_COLUMNS))
  .unique()
  .messages({ 'array.unique': fieldSentence('column-once') });

export const viewBody = object({
  page: page.required(),
  /** Two that look the same would be two tabs of which nobody knows which is which. */
  name: identifier(60)
    .pattern(/[\p{L}\p{N}\p{P}\p{S}]/u)
    .messages({ 'string.pattern.base': fieldSentence('name-seen') })
    .required(),
  query: text(2000),
  columns: columns.min(1),
  shared: Joi.boolean(),
});

export const viewAnswer = object({
  id: Joi.string().required(),
  page: page.required(),
  name: Joi.string().required(),
  query: Joi.string().allow('').required(),
  columns,
  shared: Joi.boolean().required(),
  created: Joi.string().isoDate().required(),
  by: object({
    id: Joi.number().integer().required(),
    username: Joi.string().required(),
  }).required(),
  you: object({
    may_change: Joi.boolean().required(),
    may_remove: Joi.boolean().required(),
  }).required(),
});

export const listColumnsBody = object({ page: page.required(), columns: columns.required() });

export const listColumnsAnswer = object({ page: page.required(), columns: columns.required() });

export const viewList = object({
  results: Joi.array().items(viewAnswer).required(),
  columns: object({ payments: columns }).required(),
});
