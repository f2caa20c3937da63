import type { Operation } from '../openapi/operation.ts';
import { accountsAnswer, entriesAnswer, finalizationAnswer, operationAnswer } from './answer.ts';
import { accountsBody, entriesBody, operationsBody } from './schema.ts';

const pagination =
  'The `next` or `previous` of a page, or a beginning: `per_page` from 1 to 50, 20 by itself. Newest first.';

/** What merchants may know of their customers' wallets (contract/api.md 5.6). */
export const walletOperations = {
  'wallet.accounts': {
    tag: 'Wallets',
    summary: 'List the wallets of a customer',
    description:
      'One for each currency that something was refunded in. A list without any is no error.',
    request: accountsBody,
    fields: { pagination },
    answers: { 200: { description: 'Newest first.', shape: accountsAnswer } },
  },
  'wallet.entries': {
    tag: 'Wallets',
    summary: "List the entries of a customer's wallet",
    description: 'They are never changed. A customer without a wallet in the currency is an error.',
    request: entriesBody,
    fields: {
      session_id: 'Of the payment.',
      date_from: 'A date, from its beginning in UTC, or a date and time.',
      date_to: 'A date, up to its end in UTC, or a date and time; inclusive.',
      pagination,
    },
    answers: { 200: { description: 'Newest first.', shape: entriesAnswer } },
  },
  'wallet.operations': {
    tag: 'Wallets',
    summary: 'Read one operation of a wallet',
    request: operationsBody,
    fields: { operation_id: 'A number, or the same as text.' },
    answers: { 200: { description: 'With the entries that it made.', shape: operationAnswer } },
  },
  'wallet.finalization': {
    tag: 'Wallets',
    summary: 'Ask how a payment ended',
    description: 'For who holds money of a customer for it. Nobody is asked, and nothing changes.',
    answers: { 200: { description: 'How it stands.', shape: finalizationAnswer } },
  },
} satisfies Readonly<Record<string, Operation>>;
