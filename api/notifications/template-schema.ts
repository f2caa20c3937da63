import Joi from 'joi';
import { CHANNELS, type MessageChannel } from '../../domain/notification/notification.ts';
import type { TemplateWords } from '../../domain/notification/stored-template.ts';
import { slug, text } from '../fragments.ts';
import { pageQuery, type PageQuery } from '../lists/page.ts';
import { paragraphs } from './schema.ts';

const words = {
  subject: text(200),
  text: paragraphs(10_000),
  html: paragraphs(100_000),
};

/** What a template says. */
export const wordsBody = Joi.object<TemplateWords, true>({ ...words, text: words.text.required() });

export interface TemplateBody extends TemplateWords {
  readonly template_id: string;
  readonly unit_code?: string;
  readonly language?: 'en' | 'ar';
}

const language = Joi.string().valid('en', 'ar');

/** The body of a new template. */
export const templateBody = Joi.object<TemplateBody, true>({
  template_id: text(100).required(),
  unit_code: slug(50),
  language,
  ...words,
  text: words.text.required(),
});

export interface TemplateQuery extends PageQuery {
  readonly channel?: MessageChannel;
  readonly template_id?: string;
  readonly unit_code?: string;
  readonly language?: 'en' | 'ar';
}

export const templateQuery = Joi.object<TemplateQuery, true>({
  channel: Joi.string().valid(...CHANNELS),
  template_id: text(100),
  unit_code: slug(50),
  language,
  ...pageQuery,
});
