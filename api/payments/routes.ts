import type { Context } from 'koa';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { ADD_PAYMENTS, reply, route, SERVER } from '../route.ts';
import { oneOf } from '../infer.ts';
import {
  BEGUN,
  chargeAnswer,
  deviceChallengeAnswer,
  pendingChargeAnswer,
  resultAnswer,
} from './answer.ts';
import { autoDebit } from './auto-debit.ts';
import { acknowledgeCash } from './cash.ts';
import { payByDeviceWallet } from './device-wallet.ts';
import { failedResult } from './failed.ts';
import { inquire } from './inquiry.ts';
import { chargeBody, signerOf } from './result-body.ts';
import { autoDebitBody, cashBody, deviceWalletBody, inquiryBody, walletBody } from './schema.ts';
import { payByWallet } from './wallet.ts';

const inCash = {
  tag: 'Payments',
  summary: 'Acknowledge that a payment is made in cash',
  description:
    'The payment must offer a cash method, and must not be paid or canceled. A payment that is under way at a gateway is asked about first.',
  body: cashBody,
  fields: { pg_code: 'Which cash method; required only where the payment offers several.' },
  idempotent: true,
  errors: [423],
  answers: { 200: { description: 'It is to be paid in cash.', shape: chargeAnswer }, 202: BEGUN },
} as const;

const byCard = {
  tag: 'Payments',
  summary: 'Charge a saved card without the customer',
  description:
    'The payment must be unpaid and of the same customer and gateway account as the card. An `auto_debit` payment is charged by its agreement: the customer must have paid by it with this card, it must not have ended, and it must allow the amount and one more cycle. A `one_off` payment needs a card that asks for no security code. What is refused or declined is 400 with `result: "failed"` and a `code`: `no_cit`, `agreement_violation`, `card_expired`, `cvv_required`, `gateway_declined`, `gateway_error`.',
  body: autoDebitBody,
  fields: { token: 'The `token` of a saved card, as the webhook and the list of cards give it.' },
  idempotent: true,
  errors: [423],
  answers: {
    200: { description: 'It is paid.', shape: chargeAnswer },
    202: {
      description:
        'The gateway has not answered: it is asked again, and the webhook tells what has become of it. Do not charge by another payment meanwhile.',
      shape: pendingChargeAnswer,
    },
  },
} as const;

const byDeviceWallet = {
  tag: 'Payments',
  body: deviceWalletBody,
  fields: {
    pg_code: 'Which account; required only where the payment offers several that take this wallet.',
    payload:
      'What the wallet has given, unchanged. Only its outside is looked at: what is in it, the network alone can read. It pays once; it is kept sealed until the gateway has answered, for 15 minutes at most.',
    payer_device:
      'Of the payer, as your page and the request to your server have it: their IP address, two headers of their browser, and what a script knows of its screen. Some networks ask no bank for 3-D Secure without it, so that the bank declines.',
  },
  idempotent: true,
  errors: [409, 423],
  answers: {
    200: {
      description:
        'It is paid; or `status: "3DS"` and the page on which the payer\'s bank asks them, to which the payer has to be sent.',
      shape: oneOf(chargeAnswer, deviceChallengeAnswer),
    },
    202: {
      description:
        'The gateway has not answered: it is asked again, and the webhook tells what has become of it. Do not charge anew meanwhile.',
      shape: pendingChargeAnswer,
    },
  },
} as const;

const DEVICE_WALLET_RULES =
  'The payment must be `one_off` and unpaid, and one of its accounts must have the service. A payload that has paid, or is being charged, is 409 `duplicate_request`. What is refused or declined is 400 with `result: "failed"` and a `code`, such as `gateway_declined`.';

/** How a payment stands, and payments without a page (contract/charges#routes). */
export const paymentRoutes = [
  route('inquiry.ask', {
    method: 'POST',
    path: '/b/pbl/v2/inquiry',
    who: SERVER,
    permissions: ['payment.inquiry'],
    tag: 'Payments',
    summary: 'Get payment status',
    description:
      'Asks every gateway that was tried, unless the payment is settled already. Gateways are asked ten minutes after the creation at the earliest, then half-hourly, and at most three times a day; in between the answer is 429.',
    body: inquiryBody,
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
    within: () => [failedResult],
    handle: (deps) => (ctx, body) => inquire(deps, ctx, body.read()),
  }),
  route('apple-pay.pay', {
    method: 'POST',
    path: '/b/pbl/v2/payment/apple-pay',
    who: SERVER,
    permissions: ADD_PAYMENTS,
    summary: 'Charge what Apple Pay has handed over',
    description: `\`payload\` is the \`token\` of Apple's payment: \`paymentData\`, \`paymentMethod\`, \`transactionIdentifier\`. ${DEVICE_WALLET_RULES}`,
    ...byDeviceWallet,
    within: () => [failedResult],
    handle: (deps) => (ctx, body) => payByDeviceWallet(deps, ctx, 'apple_pay', body.read()),
  }),
  route('google-pay.pay', {
    method: 'POST',
    path: '/b/pbl/v2/payment/google-pay',
    who: SERVER,
    permissions: ADD_PAYMENTS,
    summary: 'Charge what Google Pay has handed over',
    description: `\`payload\` is Google's \`PaymentData\`, asked for with the tokenization type PAYMENT_GATEWAY. ${DEVICE_WALLET_RULES}`,
    ...byDeviceWallet,
    within: () => [failedResult],
    handle: (deps) => (ctx, body) => payByDeviceWallet(deps, ctx, 'google_pay', body.read()),
  }),
  route('wallet.pay', {
    method: 'POST',
    path: '/b/pbl/v2/payment/wallet',
    who: SERVER,
    permissions: ADD_PAYMENTS,
    tag: 'Payments',
    summary: "Have the customer's wallet pay it all",
    description:
      'The payment must name a customer_id, and must not be paid, canceled or over. Where the wallet has less than the amount nothing is taken; its customer can pay with it and another method on the checkout page.',
    body: walletBody,
    fields: {
      pg_code:
        'Which account with the wallet service; required only where the payment offers several.',
      payload: 'Which wallet, by its `wallet_code`; there is one.',
    },
    idempotent: true,
    errors: [423],
    answers: { 200: { description: 'It is paid.', shape: chargeAnswer }, 202: BEGUN },
    within: () => [failedResult],
    handle: (deps) => (ctx, body) => charged(deps, ctx, () => payByWallet(deps, ctx, body.read())),
  }),
  route('auto-debit.charge', {
    method: 'POST',
    path: '/b/pbl/v2/payment/auto-debit',
    who: SERVER,
    permissions: ADD_PAYMENTS,
    creates: true,
    ...byCard,
    within: () => [failedResult],
    handle: (deps) => (ctx, body) => autoDebit(deps, ctx, body.read()),
  }),
  route('auto-debit.charge-by-alias', {
    method: 'POST',
    path: '/b/pbl/v2/auto-debit',
    who: SERVER,
    permissions: ADD_PAYMENTS,
    creates: true,
    ...byCard,
    within: () => [failedResult],
    handle: (deps) => (ctx, body) => autoDebit(deps, ctx, body.read()),
  }),
  route('cash.acknowledge', {
    method: 'POST',
    path: '/b/pbl/v2/payment/cash',
    who: SERVER,
    // By itself, and not with the right to change payments: it says that money is taken which no network has seen.
    permissions: ['payment.cash'],
    ...inCash,
    within: () => [failedResult],
    handle: (deps) => (ctx, body) =>
      charged(deps, ctx, () => acknowledgeCash(deps, ctx, body.read())),
  }),
  route('cash.acknowledge-formerly', {
    method: 'POST',
    path: '/b/pbl/v2/cash-payment',
    who: SERVER,
    permissions: ['payment.cash'],
    ...inCash,
    deprecated: () => ({
      since: '2026-11-01',
      sunset: '2027-12-31',
      successor: '/b/pbl/v2/payment/cash/',
    }),
    within: () => [failedResult],
    handle: (deps) => (ctx, body) =>
      charged(deps, ctx, () => acknowledgeCash(deps, ctx, body.read())),
  }),
];

/** Charges, and answers how the payment stands then. */
async function charged(deps: ApiDeps, ctx: Context, charge: () => Promise<Transaction>) {
  const signer = await signerOf(deps.store, merchantOf(ctx));
  return reply(200, chargeBody(await charge(), signer));
}
