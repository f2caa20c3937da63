import type { Operation } from '../openapi/operation.ts';
import { methodsAnswer } from './answer.ts';
import { methodsBody } from './schema.ts';

/** What the list of payment methods promises. */
export const paymentMethodOperations = {
  'payment-methods.list': {
    tag: 'Payment methods',
    summary: 'List the payment methods',
    description:
      'The active gateway accounts that fit every field of the question, and of a list any one item. Users see those that they may use.',
    request: methodsBody,
    fields: {
      plugin: 'The `type` of the payments to be made.',
      currencies: 'Accounts that accept one of these; those that convert it are not among them.',
      customer_id:
        'Fills `customer_payment_methods` with the codes that this customer has paid with.',
      tokenizable: 'True: accounts that save cards. False asks for nothing.',
      auto_debit: 'True: accounts that save cards and debit by themselves.',
      pg_names: 'Accounts of one of these gateways.',
    },
    answers: {
      200: {
        description: 'In the order of the merchant, then by code.',
        shape: methodsAnswer,
      },
    },
  },
} satisfies Readonly<Record<string, Operation>>;
