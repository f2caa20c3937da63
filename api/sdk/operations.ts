import Joi from 'joi';
import type { Operation } from '../openapi/operation.ts';
import {
  callbackAnswer,
  challengeAnswer,
  payerAnswer,
  submittedAnswer,
  undecidedAnswer,
} from './answer.ts';
import { cancelBody, optionCheckBody, submitBody, submitTokenBody } from './schema.ts';

/** What the payer's browser or app may ask by the merchant's public key (contract/api.md 1.7). */
export const sdkOperations = {
  'sdk.read': {
    tag: 'Client library',
    summary: 'Read a payment as its payer',
    description:
      'The first time the payment goes from *created* to *pending*. One that has expired is 400.',
    errors: [400],
    answers: { 200: { description: 'What the payer may see.', shape: payerAnswer } },
  },
  'sdk.viewed': {
    tag: 'Client library',
    summary: 'Record a payer view',
    description: 'For pages that were given `sdk_setup_preload_payload`.',
    answers: { 204: { description: 'It is *pending* from now on, if it was *created*.' } },
  },
  'sdk.submit': {
    tag: 'Client library',
    summary: 'Pay with one of the methods',
    request: submitBody,
    fields: {
      pg_code: 'One of `payment_methods`.',
      wallet:
        'The wallet in `wallets` pays as much as it can, and `pg_code` the rest, if there is one.',
      wallet_amount:
        'What you have told the payer that the wallet pays; where that has changed nothing is done, and the answer is 400 on this field.',
      customer_additional_phone: 'Becomes `customer_phone_2`.',
      channel: '`mobile_sdk`: the payer comes back to an address at which web views close.',
    },
    idempotent: true,
    errors: [423],
    answers: {
      200: {
        description: 'Where the payer goes, or the error callback when the gateway did not answer.',
        shape: Joi.alternatives(submittedAnswer, callbackAnswer),
      },
    },
  },
  'sdk.submit-token': {
    tag: 'Client library',
    summary: 'Pay with a saved card',
    description:
      'A card that needs its security code also needs `cvv_reference`: the code is typed in the frame of the gateway, and never sent here.',
    request: submitTokenBody,
    fields: {
      token: 'One of `cards`.',
      cvv_reference: 'What the frame of the gateway gave; it is good once.',
      channel: 'The header `Channel` says the same.',
    },
    idempotent: true,
    errors: [404, 423],
    answers: {
      200: {
        description: 'How it ended; or the page on which the payer has to confirm it.',
        shape: Joi.alternatives(callbackAnswer, challengeAnswer),
      },
      202: {
        description:
          'The gateway has not answered. It may have charged the card; do not pay again.',
        shape: undecidedAnswer,
      },
    },
  },
  'sdk.delete-card': {
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
    errors: [404],
    answers: { 204: { description: 'It is deleted.' } },
  },
  'sdk.cancel': {
    tag: 'Client library',
    summary: 'Cancel a payment as its payer',
    description: 'Nobody can pay it any more, and the merchant is told.',
    request: cancelBody,
    answers: { 200: { description: 'The cancel callback.', shape: callbackAnswer } },
  },
  'sdk.option-check': {
    tag: 'Client library',
    summary: 'Ask whether a method can be offered now',
    request: optionCheckBody,
    answers: {
      200: {
        description: 'Whether it can.',
        shape: Joi.object({ is_available: Joi.boolean().required() }),
      },
    },
  },
} satisfies Readonly<Record<string, Operation>>;
