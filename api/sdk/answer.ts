import Joi from 'joi';
import { extended, object, oneOf } from '../infer.ts';
import { DEVICE_WALLETS } from '../../domain/device-wallet/device-wallet.ts';
import type { JsonObject } from '../../domain/json.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import { cardAnswer } from '../cards/answer.ts';
import { currencyText, moneyText, sessionIdText, text, url } from '../schema-parts.ts';
import { billingAnswer, methodAnswer } from '../transactions/answer.ts';

/** How the last attempt ended, for the callbacks of the client libraries (contract/sdk#callback-data). */
export const callbackAnswer = object({
  status: Joi.string().valid('success', 'canceled', 'error').required(),
  message: Joi.string().required(),
  form_of_payment: Joi.string()
    .valid('redirect', 'card_onsite', 'token_pay', ...DEVICE_WALLETS)
    .required(),
  challenge_occurred: Joi.boolean().required(),
  session_id: sessionIdText.required(),
  order_no: Joi.string(),
  reference_number: Joi.string(),
  redirect_url: url,
  payment_gateway_info: object({
    pg_code: Joi.string().required(),
    pg_name: Joi.string().required(),
    pg_response: Joi.object().unknown(),
  }),
});

/** Nothing has ended yet. */
const noCallback = object({});
const none = Joi.array().max(0).required();

const payerMethod = extended(methodAnswer, {
  flow: Joi.string().valid('redirect', 'hosted_card').required(),
  can_save_card: Joi.boolean().required(),
  submit_url: url.required(),
  card_url: url,
  billing: billingAnswer.required(),
});

const payerCard = extended(cardAnswer, {
  pg: Joi.string().required(),
  submit_url: url.required(),
  delete_url: url.required(),
  cvv_url: url,
});

/** The customer's wallet, where it can pay a part of this transaction. */
const payerWallet = object({
  code: Joi.string().required(),
  provider_code: Joi.string().required(),
  name: Joi.string().required(),
  balance: moneyText.required(),
  balance_display: Joi.string().required(),
  currency_code: currencyText.required(),
  applicable_amount: moneyText.required(),
  applicable_display: Joi.string().required(),
  pg_code: Joi.string().required(),
});

const serviceKeys = {
  code: text(16).required(),
  pg_code: text(16).required(),
  name: Joi.string().required(),
  currency_code: currencyText.required(),
  fee: moneyText.required(),
  fee_description: Joi.string().allow('').required(),
  country_code: Joi.string().length(2),
  payment_url: url.required(),
  session_id: sessionIdText.required(),
  billing: billingAnswer.required(),
  payment_request: object({
    supportedMethods: url.required(),
    data: Joi.object<JsonObject>().unknown().required(),
  }),
};

/** What a payer's program needs to show the button of a wallet, and where what that hands over is sent. */
const payerService = oneOf(
  object({
    ...serviceKeys,
    flow: Joi.string().valid('apple_pay').required(),
    amount: moneyText.required(),
    domain: Joi.string(),
    merchant_id: Joi.string().required(),
    shop_name: Joi.string().required(),
    validation_url: url,
  }),
  object({
    ...serviceKeys,
    flow: Joi.string().valid('google_pay').required(),
    total_price: moneyText.required(),
    environment: Joi.string().valid('TEST', 'PRODUCTION').required(),
    merchant_id: Joi.string(),
    merchant_name: Joi.string().max(25).required(),
    gateway: Joi.string().required(),
    gateway_merchant_id: Joi.string().required(),
    tokenization_parameters: Joi.object().pattern(Joi.string(), Joi.string()).required(),
  }),
);

/** The transaction as the payer's own program may see it (contract/sdk#what-a-payer-may-see). */
export const payerAnswer = object({
  session_id: sessionIdText.required(),
  type: Joi.string().valid('e_commerce', 'payment_request').required(),
  state: Joi.string()
    .valid(...TRANSACTION_STATES)
    .required(),
  operation: Joi.string().valid('purchase', 'authorize').required(),
  amount: moneyText.required(),
  amount_display: Joi.string().required(),
  currency_code: currencyText.required(),
  payment_type: Joi.string().valid('one_off', 'save_card', 'auto_debit').required(),
  language: Joi.string().valid('en', 'ar').required(),
  customer_id: text(64),
  customer_phone: text(16),
  expiration_time: Joi.string().isoDate().required(),
  is_amount_editable: Joi.boolean().required(),
  disclaimer: Joi.string(),
  terms: object({
    text: Joi.string().required(),
    label: Joi.string().required(),
    url,
    url_label: Joi.string(),
  }),
  billing: billingAnswer.required(),
  cards: Joi.array().items(payerCard).required(),
  payment_methods: Joi.array().items(payerMethod).required(),
  payment_services: Joi.array().max(2).items(payerService).required(),
  flex_methods: none,
  wallets: Joi.array().max(1).items(payerWallet).required(),
  sdk_studio: Joi.object().unknown().required(),
  response: oneOf(callbackAnswer, noCallback).required(),
  cancel_url: url.required(),
});

/** Where the payer goes. */
export const submittedAnswer = object({
  status: Joi.string().valid('success').required(),
  message: Joi.string().required(),
  redirect_url: url.required(),
});

/** The bank wants the payer to confirm: its page has to be shown, and afterwards the transaction says how it ended. */
export const challengeAnswer = object({
  status: Joi.string().valid('3DS').required(),
  message: Joi.string().required(),
  html: Joi.string().required(),
  redirect_url: url.required(),
  reference_number: Joi.string().required(),
});

/** The gateway has not said yet what came of it. */
export const undecidedAnswer = object({
  status: Joi.string().valid('pending').required(),
  message: Joi.string().required(),
  form_of_payment: Joi.string()
    .valid('card_onsite', 'token_pay', ...DEVICE_WALLETS)
    .required(),
  session_id: sessionIdText.required(),
  reference_number: Joi.string().required(),
});

/** How a payment by a wallet of a device has ended, for the program that has to tell the wallet. */
export const walletPaidAnswer = object({
  approved: Joi.boolean().required(),
  message: Joi.string().required(),
  redirect_url: url,
  callback_payload: callbackAnswer.required(),
});

/** A merchant session as Apple has signed it: the browser alone reads it. */
export const appleSessionAnswer = Joi.object<JsonObject>().unknown().required();
