import Joi from 'joi';
import { extended, object } from '../infer.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import { currencyText, moneyText, sessionIdText, url } from '../schema-parts.ts';
import { routedAttempt } from '../routing/answer.ts';
import { addressKeys, branding, transactionTerms } from './schema.ts';

const figure = object({
  display: Joi.string().required(),
  value: moneyText.required(),
  currency_code: currencyText.required(),
  label: Joi.string().required(),
});

/** What the payer will be charged with the first method (contract/transactions#answer). */
export const billingAnswer = object({
  amount: figure.required(),
  sub_total: figure.required(),
  fee: figure.required(),
});

/** One entry of `payment_methods` (contract/transactions#payment-methods). */
export const methodAnswer = object({
  code: Joi.string().required(),
  name: Joi.string().required(),
  pg: Joi.string().required(),
  type: Joi.string().required(),
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  fee: moneyText.required(),
  fee_description: Joi.string().allow('').required(),
  icon: url.required(),
  icons: object({ svg: url.required() }).required(),
  flow: Joi.string().valid('redirect').required(),
  redirect_url: url.allow(null).required(),
  branding_options: branding,
});

/** The same for a merchant's server, which is told both names. A payer is told the one in their language. */
const serverMethod = extended(methodAnswer, { name_ar: Joi.string() });

/** Codes that payers are not offered, and why; left out where there is none (contract/transactions#gateway-codes). */
export const hiddenMethods = Joi.array().items(
  object({ code: Joi.string().required(), why: Joi.string().required() }),
);

/** Where the payer wants it delivered, as they have said on the page. */
export const droppedOff = {
  delivery_address: object(addressKeys),
  delivery_location: object({
    latitude: Joi.number().min(-90).max(90).required(),
    longitude: Joi.number().min(-180).max(180).required(),
  }),
};

/** The days as text, however the request had them. */
export const acceptanceAnswer = object({ min_expiry_time: Joi.string().pattern(/^\d+$/) });

/** What a wallet has paid (contract/wallets#child). */
export const walletTransactionAnswer = object({
  provider_code: Joi.string().required(),
  amount: moneyText.required(),
  currency: currencyText.required(),
  operation_id: Joi.string().required(),
  wallet_response: Joi.object().unknown().required(),
  created_at: Joi.string().isoDate().required(),
  modified_at: Joi.string().isoDate().required(),
});

/** A transaction as create, retrieve and update give it: what the merchant said, and what became of it. */
export const transactionAnswer = extended(transactionTerms, {
  session_id: sessionIdText.required(),
  state: Joi.string()
    .valid(...TRANSACTION_STATES)
    .required(),
  operation: Joi.string().valid('purchase', 'authorize').required(),
  payment_type: Joi.string().valid('one_off', 'save_card', 'auto_debit').required(),
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  language: Joi.string().valid('en', 'ar').required(),
  expiration_time: Joi.string().required(),
  card_acceptance_criteria: acceptanceAnswer,
  checkout_url: url.required(),
  checkout_page_url: url.required(),
  billing: billingAnswer.required(),
  payment_methods: Joi.array().items(serverMethod).required(),
  hidden_payment_methods: hiddenMethods,
  settled_pg_code: Joi.string(),
  routed_attempts: Joi.array().items(routedAttempt),
  customer_wallet_transactions: Joi.array().items(walletTransactionAnswer),
  ...droppedOff,
  checkout_short_url: url,
  qr_code_url: url,
  attachment: url,
  attachment_short_url: url,
  is_deleted: Joi.boolean().valid(true),
});

/** A page of transactions, newest first (contract/requests#lists). */
export const transactionPage = object({
  count: Joi.number().integer().min(0).required(),
  next: url.allow(null).required(),
  previous: url.allow(null).required(),
  results: Joi.array().items(transactionAnswer).required(),
});
