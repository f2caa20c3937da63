import Joi from 'joi';
import type { Money } from '../../domain/money.ts';
import { view } from '../../domain/transaction/move.ts';
import { refuseUnlessPayable } from '../../domain/transaction/payable.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { deleteForPayer } from '../cards/payers.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { noteFirstView } from '../payer.ts';
import { ANYBODY, PAYER, reply, route, undescribedRoute } from '../route.ts';
import {
  appleSessionAnswer,
  callbackAnswer,
  challengeAnswer,
  payerAnswer,
  submittedAnswer,
  undecidedAnswer,
  walletPaidAnswer,
} from './answer.ts';
import {
  cancelForPayer,
  chosenAmount,
  optionFor,
  payersTransaction,
  submitForPayer,
} from './commands.ts';
import { openToBrowsers, preflight } from './cors.ts';
import { offersFor, presentForPayer } from './present.ts';
import { appleSession, payOnDevice } from './device-wallet.ts';
import {
  appleSessionBody,
  applePayBody,
  googlePayBody,
  cancelBody,
  optionCheckBody,
  submitBody,
  submitTokenBody,
} from './schema.ts';
import { submitToken } from './token.ts';
import { submitTypedCard } from './typed-card.ts';
import { object, oneOf } from '../infer.ts';

const TERMS_ACCEPTED =
  'The payer has ticked the box beside the `terms` of the payment. Where there are some, nothing is paid without it: 400 on this field.';

const BROWSER =
  'What a script knows of the browser in which the payer waits. Some networks ask no bank for 3-D Secure without it, so that the bank declines.';

const TOTAL =
  'What the payer was shown: `billing.amount.value` of the method. Where another total is to be paid now, or by the time it is begun, nothing is charged, and the answer is 400.';

const CURRENCY =
  'The currency of that. Where another one is charged now, it is another total, whatever the number.';

const onDevice = {
  tag: 'Client library',
  description:
    'What the wallet has given goes on unchanged and pays once; one that has paid, or is being charged, is 409 `duplicate_request`.',
  sessionIn: 'body',
  emptyCounts: true,
  fields: {
    code: 'An account, where the one of `payment_services` is not meant.',
    amount: 'What stood on the sheet; where another amount is to be paid now, nothing is done.',
    currency_code: CURRENCY,
    browser: BROWSER,
    terms_accepted: TERMS_ACCEPTED,
    channel: 'The header `Channel` says the same.',
  },
  idempotent: true,
  errors: [404, 409, 423],
  answers: {
    200: {
      description:
        'Whether it is paid, which the wallet has to be told; or the page on which the payer has to confirm it.',
      shape: oneOf(walletPaidAnswer, challengeAnswer),
    },
    202: {
      description: 'The gateway has not answered. It may have charged it; do not pay again.',
      shape: undecidedAnswer,
    },
  },
} as const;

/** What the payer's browser or app may ask by the merchant's public key (contract/sdk#calls). */
export const sdkRoutes = [
  route('sdk.read', {
    method: 'GET',
    path: '/b/checkout/api/sdk/v1/pymt-txn/submit/:session_id',
    who: PAYER,
    tag: 'Client library',
    summary: 'Read a payment as its payer',
    description:
      'The first time the payment goes from *created* to *pending*. One that has expired is 400, but 423 as long as the gateway has not decided what was paid: read it again later.',
    query: {
      amount: {
        description:
          'Where the payer may choose the amount: what they have typed. `billing`, the methods and the wallet then say what that comes to; `amount` stays the whole.',
        schema: { type: 'string' },
      },
    },
    errors: [400, 423],
    answers: { 200: { description: 'What the payer may see.', shape: payerAnswer } },
    around: () => [openToBrowsers],
    handle: (deps) => async (ctx) => {
      const transaction = await payersTransaction(deps, ctx, ctx.params.session_id);
      refuseWhatIsLost(transaction);
      noteFirstView(deps, transaction);
      // The workflow hears of the look in a moment; the payer reads what it leads to.
      const seen = view(transaction, Date.now()) ?? transaction;
      const part = partAsked(seen, ctx.query['amount']);
      return presentForPayer(seen, deps.publicUrl, await offersFor(deps, seen), part);
    },
  }),
  route('sdk.viewed', {
    method: 'GET',
    path: '/b/checkout/api/sdk/v1/concur-payer-view/:session_id',
    who: PAYER,
    tag: 'Client library',
    summary: 'Record a payer view',
    description: 'For pages that were given `sdk_setup_preload_payload`.',
    answers: { 204: { description: 'It is *pending* from now on, if it was *created*.' } },
    around: () => [openToBrowsers],
    handle: (deps) => async (ctx) => {
      const transaction = await payersTransaction(deps, ctx, ctx.params.session_id);
      if (transaction.state === 'created') await deps.engine.viewed(transaction);
    },
  }),
  route('sdk.submit', {
    method: 'POST',
    path: '/b/checkout/api/sdk/v1/submit/:session_id',
    who: PAYER,
    tag: 'Client library',
    summary: 'Pay with one of the methods',
    body: submitBody,
    emptyCounts: true,
    fields: {
      pg_code: 'One of `payment_methods`.',
      wallet:
        'The wallet in `wallets` pays as much as it can, and `pg_code` the rest, if there is one.',
      wallet_amount:
        'What you have told the payer that the wallet pays; where that has changed nothing is done, and the answer is 400 on this field.',
      wallet_currency_code: 'The currency of that; of another one it is another amount.',
      total: TOTAL,
      currency_code: CURRENCY,
      customer_additional_phone: 'Becomes `customer_phone_2`.',
      card_reference:
        'What the frame at `card_url` of the method has told, for a card that was typed there: it is charged at once. Good once.',
      terms_accepted: TERMS_ACCEPTED,
      channel: '`mobile_sdk`: the payer comes back to an address at which web views close.',
    },
    idempotent: true,
    errors: [423],
    answers: {
      200: {
        description:
          'Where the payer goes, or the error callback when the gateway did not answer; to the same `Idempotency-Key` once more how that attempt has ended. With `card_reference` how it ended, or the page on which the payer has to confirm it.',
        shape: oneOf(submittedAnswer, callbackAnswer, challengeAnswer),
      },
      202: {
        description:
          'A card was typed, and the gateway has not answered. It may have charged it; do not pay again.',
        shape: undecidedAnswer,
      },
    },
    around: () => [openToBrowsers],
    handle: (deps) => async (ctx, body) => {
      const transaction = await payersTransaction(deps, ctx, ctx.params.session_id);
      const { card_reference: reference, ...chosen } = body.read();
      return reference === undefined
        ? reply(200, await submitForPayer(deps, ctx, transaction, chosen))
        : submitTypedCard(deps, ctx, transaction, { ...chosen, reference });
    },
  }),
  route('sdk.submit-token', {
    method: 'POST',
    path: '/b/checkout/api/sdk/v1/submit-token',
    who: PAYER,
    sessionIn: 'body',
    tag: 'Client library',
    summary: 'Pay with a saved card',
    description:
      'A card that needs its security code also needs `cvv_reference`: the code is typed in the frame of the gateway, and never sent here.',
    body: submitTokenBody,
    emptyCounts: true,
    fields: {
      token: 'One of `cards`.',
      cvv_reference: 'What the frame of the gateway gave; it is good once.',
      total: TOTAL,
      currency_code: CURRENCY,
      browser: BROWSER,
      terms_accepted: TERMS_ACCEPTED,
      channel: 'The header `Channel` says the same.',
    },
    idempotent: true,
    errors: [404, 423],
    answers: {
      200: {
        description: 'How it ended; or the page on which the payer has to confirm it.',
        shape: oneOf(callbackAnswer, challengeAnswer),
      },
      202: {
        description:
          'The gateway has not answered. It may have charged the card; do not pay again.',
        shape: undecidedAnswer,
      },
    },
    around: () => [openToBrowsers],
    handle: (deps) => (ctx, body) => submitToken(deps, ctx, body.read()),
  }),
  route('sdk.apple-session', {
    method: 'POST',
    path: '/b/checkout/api/sdk/v1/apay/validate-session',
    who: PAYER,
    audit: false,
    tag: 'Client library',
    summary: 'Get the merchant session for the sheet of Apple Pay',
    description:
      "What the browser's `onvalidatemerchant` waits for; it is handed over unread. The gateway of the account asks Apple for it.",
    body: appleSessionBody,
    emptyCounts: true,
    fields: {
      code: 'An account, where the one of `payment_services` is not meant.',
      validation_url: "As the browser's event says it; https at a host of Apple's.",
      domain:
        'From your server, by the private key: the domain of the page that has the button. By the public key it is the site that the browser names, and this is refused.',
    },
    sessionIn: 'body',
    limit: 'pages',
    errors: [404, 423, 502],
    answers: { 200: { description: 'The merchant session.', shape: appleSessionAnswer } },
    around: () => [openToBrowsers],
    handle: (deps) => (ctx, body) => appleSession(deps, ctx, body.read()),
  }),
  route('sdk.apple-pay', {
    method: 'POST',
    path: '/b/checkout/api/sdk/v1/apay/pay',
    who: PAYER,
    summary: 'Pay with what Apple Pay has handed over',
    body: applePayBody,
    ...onDevice,
    around: () => [openToBrowsers],
    handle: (deps) => (ctx, body) => {
      const { apple_pay_payload, ...fields } = body.read();
      return payOnDevice(deps, ctx, fields, {
        wallet: 'apple_pay',
        payload: apple_pay_payload.token,
        faultsAt: (token) => ({ apple_pay_payload: { token } }),
      });
    },
  }),
  route('sdk.google-pay', {
    method: 'POST',
    path: '/b/checkout/api/sdk/v1/gpay/pay',
    who: PAYER,
    summary: 'Pay with what Google Pay has handed over',
    body: googlePayBody,
    ...onDevice,
    around: () => [openToBrowsers],
    handle: (deps) => (ctx, body) => {
      const { google_pay_payload: payload, ...fields } = body.read();
      return payOnDevice(deps, ctx, fields, {
        wallet: 'google_pay',
        payload,
        faultsAt: (faults) => ({ google_pay_payload: faults }),
      });
    },
  }),
  route('sdk.delete-card', {
    method: 'DELETE',
    path: '/b/checkout/api/sdk/v1/card/:token',
    who: PAYER,
    sessionIn: 'query',
    tag: 'Client library',
    summary: 'Delete a saved card as its holder',
    description:
      'Only as long as the payment can be paid. A card of an agreement is `card_locked`.',
    query: {
      session_id: {
        description: 'The payment in which the card was offered.',
        required: true,
        schema: { type: 'string' },
      },
    },
    errors: [404, 423],
    answers: { 204: { description: 'It is deleted.' } },
    around: () => [openToBrowsers],
    handle: (deps) => async (ctx) => {
      const { session_id: session } = ctx.query;
      if (typeof session !== 'string' || session === '')
        throw new InvalidFields({ session_id: ['Send the session_id of the payment, once.'] });
      const transaction = await payersTransaction(deps, ctx, session);
      refuseUnlessPayable(transaction, Date.now());
      await deleteForPayer(deps, transaction, ctx.params.token);
    },
  }),
  route('sdk.cancel', {
    method: 'POST',
    path: '/b/checkout/api/sdk/v1/cancel/:session_id',
    who: PAYER,
    tag: 'Client library',
    summary: 'Cancel a payment as its payer',
    description:
      'Nobody can pay it any more, and the merchant is told. 423 while the gateway has not decided what the payer may have paid.',
    body: cancelBody,
    emptyCounts: true,
    errors: [423],
    answers: { 200: { description: 'The cancel callback.', shape: callbackAnswer } },
    around: () => [openToBrowsers],
    handle: (deps) => async (ctx, body) => {
      const transaction = await payersTransaction(deps, ctx, ctx.params.session_id);
      body.read();
      return cancelForPayer(deps, transaction);
    },
  }),
  route('sdk.option-check', {
    method: 'POST',
    path: '/b/checkout/api/sdk/v1/pre-payment-option-check/:session_id',
    who: PAYER,
    audit: false,
    tag: 'Client library',
    summary: 'Ask whether a method can be offered now',
    body: optionCheckBody,
    emptyCounts: true,
    answers: {
      200: {
        description: 'Whether it can.',
        shape: object({ is_available: Joi.boolean().required() }),
      },
    },
    around: () => [openToBrowsers],
    handle: (deps) => async (ctx, body) =>
      optionFor(deps, await payersTransaction(deps, ctx, ctx.params.session_id), body.read()),
  }),
];

/** Browsers ask without the key; they are told what the routes above take. */
export const preflightRoutes = [
  undescribedRoute('preflight.sdk', {
    method: 'OPTIONS',
    path: '/b/checkout/api/sdk/v1/*path',
    who: ANYBODY,
    around: () => [openToBrowsers],
    handle: () => preflight,
  }),
];

/** The part of the amount whose cost is asked for; throws a fault of the field where it is no amount that can be paid. */
function partAsked(transaction: Transaction, given: unknown): Money | undefined {
  return transaction.amountEditable === true && typeof given === 'string'
    ? chosenAmount(transaction, given)
    : undefined;
}

/** What is over tells how it ended, by its `response`; what has expired or was withdrawn has nothing to tell. */
function refuseWhatIsLost(transaction: Transaction): void {
  const { state } = transaction;
  if (isUnpaid(state) || state === 'expired' || state === 'invalided')
    refuseUnlessPayable(transaction, Date.now());
}
