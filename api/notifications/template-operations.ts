import { CHANNELS } from '../../domain/notification/notification.ts';
import type { Operation } from '../openapi/operation.ts';
import { pageOf, templateAnswer } from './answer.ts';
import { pagesDoc } from '../lists/page-doc.ts';
import { templateBody, wordsBody } from './template-schema.ts';

const string = { type: 'string' };
const shape = templateAnswer;
const fields = {
  subject: 'Of an e-mail, which must have one.',
  text: 'With placeholders such as `{{amount}}`.',
  html: 'Of an e-mail, in place of the text where HTML is shown: a part of a document, without scripts.',
};

/** What a merchant says in place of our own words (contract/events-and-pages.md 5.4). */
export const templateOperations = {
  'templates.list': {
    tag: 'Messages',
    summary: 'List templates',
    query: {
      channel: { description: 'By which they go.', schema: { ...string, enum: [...CHANNELS] } },
      template_id: { description: 'Their name.', schema: string },
      unit_code: { description: 'Whose they are.', schema: string },
      language: { description: 'Of their words.', schema: { ...string, enum: ['en', 'ar'] } },
      ...pagesDoc,
    },
    answers: { 200: { description: 'A page of them.', shape: pageOf(shape) } },
  },
  'templates.read': {
    tag: 'Messages',
    summary: 'Read a template',
    answers: { 200: { description: 'What it says.', shape } },
  },
  'templates.create': {
    tag: 'Messages',
    summary: 'Create a template',
    description:
      'From then on it is what customers read. A placeholder that nothing ever stands for is refused by its name.',
    request: templateBody,
    fields: {
      ...fields,
      template_id:
        'Which message: `paid-email`, `created-sms`, `communication-notification-email` and the like.',
      unit_code: 'Only for payments of this unit.',
      language: 'Of its words; English when it is left out.',
    },
    idempotent: true,
    answers: { 201: { description: 'It is kept.', shape } },
  },
  'templates.replace': {
    tag: 'Messages',
    summary: 'Replace a template',
    request: wordsBody,
    fields,
    answers: { 200: { description: 'What it says now.', shape } },
  },
  'templates.delete': {
    tag: 'Messages',
    summary: 'Delete a template',
    description: 'Then our own words are sent again.',
    answers: { 204: { description: 'It is forgotten.' } },
  },
} satisfies Readonly<Record<string, Operation>>;
