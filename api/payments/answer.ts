import Joi from 'joi';
import { extended, object, oneOf } from '../infer.ts';
import { THREE_DS_OUTCOMES } from '../../domain/card/three-ds.ts';
import { DISPUTE_STATES } from '../../domain/dispute/dispute.ts';
import { DISPUTE, SECOND_SUCCESS } from '../../domain/webhook/event-type.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import { agreementBody } from '../transactions/agreement.ts';
import { cardAnswer } from '../cards/answer.ts';
import { DEVICE_WALLETS } from '../../domain/device-wallet/device-wallet.ts';
import { CHILD_STATES } from '../../domain/operation/operation.ts';
import { currencyText, moneyText, sessionIdText, url } from '../schema-parts.ts';
import { acceptanceAnswer, droppedOff, walletTransactionAnswer } from '../transactions/answer.ts';

const text = Joi.string();

/** The user behind a payment or an operation. */
export const initiatorAnswer = object({
  id: Joi.number().integer().required(),
  username: text.required(),
  email: text.required(),
  first_name: text.allow('').required(),
  last_name: text.allow('').required(),
  phone: text.allow('').required(),
});

const child = object({
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  order_no: text.allow('').required(),
  session_id: sessionIdText.required(),
  state: text.valid(...CHILD_STATES).required(),
  voided_amount: moneyText,
  is_reversed: Joi.boolean().valid(true),
});
const children = Joi.array().items(child);

/** The card that a payment has brought: without the keys that have no value, and with one more. */
const tokenAnswer = extended(cardAnswer, {
  brand: text.max(32),
  name_on_card: text.max(64),
  is_preferred: Joi.boolean().valid(true),
  auto_debit_enabled: text.valid('true', 'false').required(),
});

const disputeAnswer = object({
  id: text.required(),
  reference_number: text.required(),
  state: text.valid(...DISPUTE_STATES).required(),
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  withdrawn_amount: moneyText,
  reason: text,
  respond_by: text,
});

/**
 * How a payment stands (contract/charges#payment-result): the body of the webhook, which inquiries and charges answer
 * too.
 */
export const resultAnswer = object({
  session_id: sessionIdText.required(),
  reference_number: text.required(),
  order_no: text,
  transaction_log_id: text,
  result: text.valid('pending', 'success', 'failed', 'canceled', 'error', 'cod').required(),
  state: text.valid(...new Set([...TRANSACTION_STATES, ...CHILD_STATES])).required(),
  is_reversed: Joi.boolean().valid(true),
  operation: text.valid('payment', 'authorization'),
  payment_type: text.valid('one_off', 'save_card', 'auto_debit').required(),
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  amount_details: object({
    currency_code: currencyText.required(),
    amount: moneyText.required(),
    fee: moneyText.required(),
    total: moneyText.required(),
    exchange_rate: text,
  }).required(),
  fee: moneyText,
  settled_amount: moneyText,
  paid_amount: moneyText,
  refunded_amount: moneyText,
  voided_amount: moneyText,
  remaining_amount: moneyText,
  transaction: children,
  transactions: children,
  customer_wallet_transactions: Joi.array().items(walletTransactionAnswer),
  gateway_account: text.required(),
  gateway_name: text.required(),
  gateway_response: Joi.object().unknown(),
  pg_params: Joi.object().unknown().required(),
  customer_id: text,
  customer_first_name: text,
  customer_last_name: text,
  customer_email: text,
  customer_phone: text,
  customer_birthdate: text,
  customer_address_line1: text,
  customer_address_line2: text,
  customer_address_city: text,
  customer_address_state: text,
  customer_address_country: text,
  customer_address_postal_code: text,
  extra: Joi.object().unknown(),
  capture_delivery_address: Joi.boolean(),
  capture_delivery_location: Joi.boolean(),
  ...droppedOff,
  initiator: initiatorAnswer,
  agreement: agreementBody,
  card_acceptance_criteria: acceptanceAnswer,
  three_ds: object({
    challenge: Joi.boolean().required(),
    version: text,
    eci: text.pattern(/^\d{2}$/),
    outcome: Joi.string().valid(...THREE_DS_OUTCOMES),
  }),
  token: tokenAnswer,
  is_sandbox: Joi.boolean().valid(true),
  message: text,
  disputes: Joi.array().items(disputeAnswer),
  dispute: disputeAnswer,
  alert: Joi.string().valid(SECOND_SUCCESS, DISPUTE),
  timestamp_utc: text.required(),
  signature: text.pattern(/^[0-9a-f]{64}$/).required(),
});

/** Whether it was charged nobody knows yet, because neither the engine nor the database answers. */
const begunAnswer = object({
  detail: text.required(),
  result: text.valid('pending').required(),
  session_id: sessionIdText.required(),
  order_no: text,
  reference_number: text.required(),
});

/** How a payment stands that the API has just charged: with what the gateway said, empty where it has said nothing. */
export const chargeAnswer = extended(resultAnswer, {
  pg_response: Joi.object().unknown().required(),
});

/** The payer's bank asks them before what their wallet has handed over is charged. */
export const deviceChallengeAnswer = object({
  status: text.valid('3DS').required(),
  method: text.valid('redirect').required(),
  redirect_url: url.required(),
  session_id: sessionIdText.required(),
  order_no: text,
  reference_number: text.required(),
  form_of_payment: text.valid(...DEVICE_WALLETS).required(),
  challenge_occurred: Joi.boolean().valid(true).required(),
});

/** The answer to a charge of which nobody knows yet what comes of it. */
export const pendingChargeAnswer = oneOf(chargeAnswer, begunAnswer);

/** The same of what no gateway is asked for. */
export const BEGUN = {
  description:
    'It was taken, and nobody can say yet what came of it: read the payment by its `session_id`, or wait for the webhook.',
  shape: begunAnswer,
} as const;
