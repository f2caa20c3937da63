import type { Context } from 'koa';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { ApiDeps } from '../deps.ts';
import { extended, oneOf } from '../infer.ts';
import { pagesDoc } from '../lists/page.ts';
import { chargeAnswer, deviceChallengeAnswer, pendingChargeAnswer } from '../payments/answer.ts';
import { ADD_PAYMENTS, CHANGE_PAYMENTS, reply, route, SERVER, VIEW_PAYMENTS } from '../route.ts';
import { payerAnswer } from '../sdk/answer.ts';
import { preloadFor } from '../sdk/preload.ts';
import { transactionAnswer, transactionPage } from './answer.ts';
import { createByRequest, editTransaction, found, foundByAnyId } from './commands.ts';
import { detailAnswer, presentDetail } from './detail.ts';
import { chargeAtOnce } from './one-step.ts';
import { transactionsPage } from './page.ts';
import { presentRemoved, removedAnswer } from './removed.ts';
import { searchAnswer } from './row.ts';
import { searchDoc } from './search-query.ts';
import { searchPage } from './search.ts';
import { presentTransaction } from './present.ts';
import { previewAnswer, previewByRequest } from './preview.ts';
import { creationBody, transactionBody } from './schema.ts';
import { timelineAnswer, timelineDoc, timelineFor } from './timeline.ts';

/** What a field means to the merchant, where its name and shape do not say it. */
const FIELDS = {
  type: 'Never changes. The plugin of that name must be enabled.',
  amount:
    'Text, such as "12.340"; a JSON number is read too. No more decimals than the currency has.',
  currency_code: 'A code of ISO 4217 that is active for the merchant.',
  pg_codes:
    'The gateway accounts that the payer may choose among, in the order in which they are shown.',
  customer_id: "The merchant's own name for the customer.",
  customer_email: 'Required when `notifications.email` asks for e-mail.',
  customer_phone:
    'Required when `notifications.sms` or `notifications.whatsapp` asks for messages.',
  customer_phone_2: 'The payer may change it on the page.',
  customer_birthdate: 'A day in the past, YYYY-MM-DD.',
  order_no: 'Need not be unique.',
  notifications: 'Which messages the customer gets, by channel.',
  expiration_time: 'How long it can be paid, from its creation: "[days ]HH:MM:SS".',
  due_datetime: 'A reminder only: it can be paid after that.',
  language: "The language of the payer's pages.",
  extra:
    "The merchant's own object: kept, given back, posted with the webhook. At most 16 kB and 16 levels.",
  redirect_url: "Where the payer's browser goes when it is over.",
  webhook_url: 'Where the signed result is posted.',
  capture_delivery_address:
    'The page asks for an address before the payment. Needs `capture_delivery_location`.',
  capture_delivery_location: 'The page asks for a place on the map before the payment.',
  unit_code: 'The unit of the merchant that sells.',
  attachment_upload_url:
    'The `file_url` of an upload of yours, in place of the file itself, which comes as `attachment` in a form.',
  generate_qr_code: 'Gives `qr_code_url`, and shows the code on the checkout page.',
  include_sdk_setup_preload: 'Gives `sdk_setup_preload_payload`, for the client library.',
  shortify_attachment_url: 'Gives `attachment_short_url`, when there is a file.',
  shortify_checkout_url: 'Gives `checkout_short_url`.',
  preload_checkout_page: 'Changes nothing: the page needs no warming up.',
  initiator_id:
    'The user in whose name a key creates it. A user who creates it is always the initiator themselves.',
} as const;

const transaction = (description: string) => ({
  description,
  shape: extended(transactionAnswer, { sdk_setup_preload_payload: payerAnswer }),
});

/** Create, retrieve, list by order number, PUT and PATCH of payment transactions. */
export const transactionRoutes = [
  route('transactions.create', {
    method: 'POST',
    path: '/b/checkout/v1/pymt-txn',
    who: SERVER,
    permissions: ADD_PAYMENTS,
    byType: 'add',
    uses: 'pg_codes',
    file: 'attachment',
    creates: true,
    tag: 'Payments',
    summary: 'Create a payment',
    description:
      'Gives a `checkout_url` to which the merchant sends the payer. With `payment_instrument` it is charged at once instead.',
    body: creationBody,
    fields: {
      ...FIELDS,
      payment_instrument:
        'With what it is paid at once; needs exactly one code in `pg_codes`. `token`: a saved card of `customer_id` that needs no security code, as `{"token"}`. `apple_pay`, `google_pay`: what the wallet has handed over, unchanged. `wallet`: the wallet of `customer_id` pays it all, as `{}` or `{"wallet_code"}`. The answer is then how the payment stands; a decline is 400 with `session_id` and `state`.',
    },
    idempotent: true,
    errors: [404, 423],
    answers: {
      200: {
        description: "It is made, and the payer's bank asks them before it is charged.",
        shape: deviceChallengeAnswer,
      },
      201: {
        description: 'The payment, ready to be paid; or how it stands, when it was charged.',
        shape: oneOf(transaction('').shape, chargeAnswer),
      },
      202: {
        description: 'The gateway has not answered. It may have charged the card.',
        shape: pendingChargeAnswer,
      },
    },
    handle: (deps) => async (ctx) => {
      const { transaction, instrument } = await createByRequest(deps, ctx);
      if (instrument) return chargeAtOnce(deps, ctx, transaction, instrument);
      return reply(201, await shown(deps, ctx, transaction));
    },
  }),
  route('transactions.preview', {
    method: 'POST',
    path: '/b/checkout/v1/transactions/preview',
    who: SERVER,
    permissions: ADD_PAYMENTS,
    byType: 'add',
    uses: 'pg_codes',
    creates: true,
    audit: false,
    tag: 'Payments',
    summary: 'Preview a payment',
    description:
      'What creating it would answer now: every fault, or by each method what the payer would be charged. Nothing is made or kept; whether a card or a wallet of `payment_instrument` can pay is not asked.',
    body: creationBody,
    fields: FIELDS,
    errors: [404, 423],
    answers: {
      200: { description: 'What it would come to.', shape: previewAnswer },
    },
    handle: (deps) => (ctx) => previewByRequest(deps, ctx),
  }),
  route('transactions.read', {
    method: 'GET',
    path: '/b/checkout/v1/pymt-txn/:session_id',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    tag: 'Payments',
    summary: 'Retrieve a payment',
    query: {
      include_sdk_setup_preload: {
        description: '`true` gives `sdk_setup_preload_payload`.',
        schema: { type: 'boolean', default: false },
      },
    },
    answers: { 200: transaction('The payment as it is now.') },
    handle: (deps) => async (ctx) => shown(deps, ctx, await found(deps, ctx, 'view')),
  }),
  route('transactions.list', {
    method: 'GET',
    path: '/b/checkout/v1/pymt-txn',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    tag: 'Payments',
    summary: 'List the payments of an order, or archived ones',
    query: {
      order_no: {
        description: 'The order number. Required, unless `deleted` is true.',
        schema: { type: 'string', maxLength: 128 },
      },
      deleted: {
        description: 'True: archived payments, the latest first, for who may delete.',
        schema: { type: 'boolean', default: false },
      },
      ...pagesDoc,
    },
    answers: { 200: { description: 'A page of payments, newest first.', shape: transactionPage } },
    handle: (deps) => (ctx) => transactionsPage(ctx, `${PATH}/`, deps),
  }),
  route('transactions.search', {
    method: 'GET',
    path: '/b/checkout/v1/transactions',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    limit: 'search',
    tag: 'Payments',
    summary: 'Search payments',
    description:
      'All payments that fit what is asked for, newest first, page by page by `next`. Lists of values have commas between. A page looks at 20,000 payments at most: one that is not full for that has `searched_until`, and its `next` goes on from there. A parameter that does not exist is 400.',
    query: searchDoc,
    errors: [400],
    answers: { 200: { description: 'A page of them.', shape: searchAnswer } },
    handle: (deps) => (ctx) => searchPage(deps, ctx, '/b/checkout/v1/transactions/'),
  }),
  route('transactions.detail', {
    method: 'GET',
    path: '/b/checkout/v1/transactions/:session_id',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    tag: 'Payments',
    summary: 'Retrieve a payment with all that was done',
    description:
      'Every attempt and operation, what is left of its money and why nothing can be done, its alerts, and what you may do now. The id of an operation leads to its payment.',
    answers: { 200: { description: 'How it stands in every respect.', shape: detailAnswer } },
    handle: (deps) => async (ctx) => presentDetail(deps, ctx, await foundByAnyId(deps, ctx)),
  }),
  route('transactions.removed', {
    method: 'GET',
    path: '/b/checkout/v1/transactions/:session_id/removed',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    tag: 'Payments',
    summary: 'Retrieve what is kept of a removed payment',
    description:
      'How it stood when it was removed for good, when and by whom, and by what its money can be found: attempts, ledger entries, and money that came later with what was done about it. Nothing of its customer.',
    answers: { 200: { description: 'What is kept of it.', shape: removedAnswer } },
    handle: (deps) => (ctx) => presentRemoved(deps, ctx),
  }),
  route('transactions.timeline', {
    method: 'GET',
    path: '/b/checkout/v1/transactions/:session_id/timeline',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    limit: 'search',
    tag: 'Payments',
    summary: 'Retrieve what happened to a payment',
    description:
      'Attempts, callbacks, operations, votes, ledger entries, webhooks, messages and requests, oldest first, page by page by `next`. The audit log is in it for who has `audit.view`, and to whom messages went for who has `customer.view`. The id of an operation leads to its payment.',
    query: timelineDoc,
    errors: [400],
    answers: { 200: { description: 'A page of it, oldest first.', shape: timelineAnswer } },
    handle: (deps) => async (ctx) => {
      const transaction = await foundByAnyId(deps, ctx);
      const path = `/b/checkout/v1/transactions/${transaction.sessionId}/timeline/`;
      return timelineFor(deps, ctx, { transaction, path });
    },
  }),
  route('transactions.replace', {
    method: 'PUT',
    path: '/b/checkout/v1/pymt-txn/:session_id',
    who: SERVER,
    permissions: CHANGE_PAYMENTS,
    uses: 'pg_codes',
    file: 'attachment',
    tag: 'Payments',
    summary: 'Replace a payment',
    description: 'Only while it is unpaid. Fields that are left out go back to their defaults.',
    body: transactionBody,
    fields: FIELDS,
    errors: [423],
    answers: { 200: transaction('The payment after the change.') },
    handle: (deps) => async (ctx) => shown(deps, ctx, await editTransaction(deps, ctx, 'whole')),
  }),
  route('transactions.change', {
    method: 'PATCH',
    path: '/b/checkout/v1/pymt-txn/:session_id',
    who: SERVER,
    permissions: CHANGE_PAYMENTS,
    uses: 'pg_codes',
    file: 'attachment',
    tag: 'Payments',
    summary: 'Change some fields of a payment',
    description:
      'Only while it is unpaid. Fields that are left out stay; null or an empty text clears an optional one.',
    body: transactionBody.fork(['type', 'amount', 'currency_code', 'pg_codes'], (one) =>
      one.optional(),
    ),
    fields: FIELDS,
    errors: [423],
    answers: { 200: transaction('The payment after the change.') },
    handle: (deps) => async (ctx) => shown(deps, ctx, await editTransaction(deps, ctx, 'partial')),
  }),
];

const PATH = '/b/checkout/v1/pymt-txn';

/** With what the merchant hands on to the client library, when it is asked for. */
async function shown(deps: ApiDeps, ctx: Context, transaction: Transaction) {
  return {
    ...presentTransaction(transaction, deps.publicUrl),
    ...(await preloadFor(deps, ctx, transaction)),
  };
}
