import Joi from 'joi';
import { CHANNELS } from '../../domain/notification/notification.ts';
import { slug, text } from '../schema-parts.ts';
import { pageQuery } from '../lists/page.ts';
import { paragraphs } from './schema.ts';
import { object, type ValueOf } from '../infer.ts';

const words = {
  subject: text(200),
  text: paragraphs(10_000),
  html: paragraphs(100_000),
};

/** What a template says. */
export const wordsBody = object({ ...words, text: words.text.required() });

const language = Joi.string().valid('en', 'ar');

/** The body of a new template. */
export const templateBody = object({
  template_id: text(100).required(),
  unit_code: slug(50),
  language,
  ...words,
  text: words.text.required(),
});

export const templateQuery = object({
  channel: Joi.string().valid(...CHANNELS),
  template_id: text(100),
  unit_code: slug(50),
  language,
  ...pageQuery,
});
export type TemplateQuery = ValueOf<typeof templateQuery>;
