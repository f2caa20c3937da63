import Joi from 'joi';
import type { Operation } from '../openapi/operation.ts';
import { resultAnswer } from '../payments/answer.ts';
import { transactionAnswer } from './answer.ts';

const put = Joi.object({
  detail: Joi.string().required(),
  operation: Joi.string().valid('delete').required(),
  result: Joi.string().valid('success').required(),
});

/** What the merchant's people do with a payment (decisions.md 23). */
export const staffOperations = {
  'transactions.inquire': {
    tag: 'Payments',
    summary: 'Inquire payment status',
    description: 'Without a throttle. The webhook is told in any case.',
    errors: [400],
    answers: { 200: { description: 'How it stands now.', shape: resultAnswer } },
  },
  'transactions.notify': {
    tag: 'Payments',
    summary: 'Resend the webhook',
    description: 'A new event with how the payment stands now.',
    errors: [400],
    answers: { 200: { description: 'What is sent.', shape: resultAnswer } },
  },
  'transactions.delete': {
    tag: 'Payments',
    summary: 'Archive a payment',
    description:
      'It can be found only in the list of archived payments. For payments that are paid, authorized or cod.',
    errors: [400],
    answers: { 200: { description: 'It is archived.', shape: put } },
  },
  'transactions.restore': {
    tag: 'Payments',
    summary: 'Unarchive a payment',
    errors: [400],
    answers: { 200: { description: 'The payment as it was.', shape: transactionAnswer } },
  },
} satisfies Readonly<Record<string, Operation>>;
