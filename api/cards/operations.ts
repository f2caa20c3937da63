import type { Operation, QueryDoc } from '../openapi/operation.ts';
import { cardsAnswer } from './answer.ts';
import { cardsBody } from './schema.ts';

const owner: Readonly<Record<string, QueryDoc>> = {
  customer_id: {
    description: 'Whose cards.',
    required: true,
    schema: { type: 'string', maxLength: 64 },
  },
  type: {
    description: 'Cards of the sandbox and of production never stand in one list.',
    required: true,
    schema: { enum: ['sandbox', 'production'] },
  },
};
const answers = {
  200: {
    description: 'The preferred card first, which is the one that paid last; then the newest.',
    shape: cardsAnswer,
  },
};
const description =
  'Expired cards are among them and say so. A customer without cards is no error. Only API keys may ask.';

/** What the routes about saved cards promise (contract/api.md 4.5). */
export const cardOperations = {
  'cards.list': {
    tag: 'Cards',
    summary: 'List the saved cards of a customer',
    description,
    request: cardsBody,
    fields: {
      type: 'Cards of the sandbox and of production never stand in one list.',
      pg_codes: 'Only cards of these gateway accounts.',
      agreement_id: 'Only the latest card that this agreement is charged to.',
    },
    answers,
  },
  'cards.list-by-query': {
    tag: 'Cards',
    summary: 'List the saved cards of a customer, asked by address',
    description,
    query: {
      ...owner,
      pg_codes: {
        description: 'Only cards of these gateway accounts: several times, or with commas between.',
        schema: { type: 'string' },
      },
      agreement_id: {
        description: 'Only the latest card that this agreement is charged to.',
        schema: { type: 'string', maxLength: 128 },
      },
    },
    answers,
  },
  'cards.delete': {
    tag: 'Cards',
    summary: 'Delete a saved card',
    description:
      'It cannot be used any more. A card that an unfinished agreement is charged to is refused with `card_locked`.',
    query: owner,
    answers: { 204: { description: 'It is deleted.' } },
  },
} satisfies Readonly<Record<string, Operation>>;
