import type { Operation } from '../openapi/operation.ts';
import { resultAnswer } from './answer.ts';
import { cashBody, inquiryBody, walletBody } from './schema.ts';

const cash = {
  tag: 'Payments',
  summary: 'Acknowledge that a payment is made in cash',
  description:
    'The payment must offer a cash method, and must not be paid or canceled. A payment that is under way at a gateway is asked about first.',
  request: cashBody,
  fields: { pg_code: 'Which cash method; required only where the payment offers several.' },
  idempotent: true,
  errors: [423],
  answers: { 200: { description: 'It is to be paid in cash.', shape: resultAnswer } },
} as const satisfies Operation;

/** How a payment stands, and payments without a page (contract/api.md 5). */
export const paymentOperations = {
  'inquiry.ask': {
    tag: 'Payments',
    summary: 'Ask how a payment stands',
    description:
      'Asks every gateway that was tried, unless the payment is settled already. Gateways are asked ten minutes after the creation at the earliest, then half-hourly, and at most three times a day; in between the answer is 429.',
    request: inquiryBody,
    fields: {
      session_id: 'Decides which payment is meant.',
      order_no: 'Enough where only one payment has it.',
      notify_webhook_url: 'Post the answer as a webhook too, also when nothing has changed.',
      webhook_url:
        "Post it there instead of at the payment's own address. Used only with notify_webhook_url.",
    },
    errors: [404],
    answers: {
      200: { description: 'How it stands, as the webhook says it.', shape: resultAnswer },
    },
  },
  'wallet.pay': {
    tag: 'Payments',
    summary: "Have the customer's wallet pay it all",
    description:
      'The payment must name a customer_id, and must not be paid, canceled or over. Where the wallet has less than the amount nothing is taken; its customer can pay with it and another method on the checkout page.',
    request: walletBody,
    fields: {
      pg_code:
        'Which account with the wallet service; required only where the payment offers several.',
      payload: 'Which wallet, by its `wallet_code`; there is one.',
    },
    idempotent: true,
    errors: [423],
    answers: { 200: { description: 'It is paid.', shape: resultAnswer } },
  },
  'cash.acknowledge': cash,
  'cash.acknowledge-formerly': { ...cash, deprecated: true },
} satisfies Readonly<Record<string, Operation>>;
