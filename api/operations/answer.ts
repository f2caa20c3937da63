import Joi from 'joi';
import { extended, object, oneOf } from '../infer.ts';
import {
  CHILD_STATES,
  OPERATION_KINDS,
  OPERATION_RESULTS,
} from '../../domain/operation/operation.ts';
import { REASON_CODES } from '../../domain/operation/reason.ts';
import { initiatorAnswer } from '../payments/answer.ts';
import { currencyText, moneyText, sessionIdText } from '../schema-parts.ts';
import { INTERNAL_KINDS, OPERATION_NAMES } from './schema.ts';

const text = Joi.string();

/** The child transaction that a refund, a capture or a void has left (contract/operations#answers). */
const childAnswer = object({
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  order_no: text.allow('').required(),
  session_id: sessionIdText.required(),
  state: text.valid(...CHILD_STATES).required(),
  is_reversed: Joi.boolean().valid(true),
});

const told = {
  operation: text.valid(...OPERATION_KINDS).required(),
  success: Joi.boolean().required(),
  amount: moneyText.required(),
  session_id: sessionIdText.required(),
  order_no: text.allow('').required(),
  txn: childAnswer.required(),
  reference_number: text.required(),
  pg_code: text.required(),
  pg_params: Joi.object().unknown().required(),
  pg_response: Joi.object().unknown().required(),
  initiator: initiatorAnswer,
  is_sandbox: Joi.boolean().required(),
  source: text.valid('input', 'pg').required(),
  extra: Joi.object().unknown(),
  reason: object({ code: text.valid(...REASON_CODES).required() }),
  timestamp_utc: text.required(),
  signature: text.pattern(/^[0-9a-f]{64}$/).required(),
};

const external = object({
  ...told,
  result: text.valid('success', 'queued').required(),
  order_no: text.allow('').required(),
  detail: text.required(),
});

/** The body of the webhook of an operation (contract/webhooks#operations). */
export const operationEvent = object({
  ...told,
  result: text.valid(...OPERATION_RESULTS).required(),
  order_no: text,
});

const internal = object({
  detail: text.required(),
  operation: text.valid(...INTERNAL_KINDS).required(),
  result: text.valid('success').required(),
});

/** What was done: with a child where a gateway or a wallet was asked, or in our own books alone. */
export const operationAnswer = oneOf(external, internal);

/** Nobody can say yet what comes of it; or a checker has to agree first. */
export const pendingAnswer = object({
  detail: text.required(),
  operation: text.valid(...OPERATION_KINDS).required(),
  result: text.valid('pending').required(),
  amount: moneyText,
  session_id: sessionIdText,
  order_no: text,
  reference_number: text,
  pg_code: text,
  approval: Joi.object().unknown(),
});

const failure = object({
  detail: text.required(),
  code: text.required(),
  operation: text.valid(...OPERATION_NAMES, 'operation_tracking'),
  result: text.valid('failed').required(),
  available: moneyText,
  pg_response: Joi.object().unknown(),
});

const fieldErrors = Joi.object().pattern(text, Joi.any());

/** Why nothing was done (contract/requests#errors); or the faults of the fields. */
export const refusedAnswer = oneOf(failure, fieldErrors);

/** The first request with the key is under way, or had another body. */
export const conflictAnswer = failure;

/** A refund to a wallet whose body is not right (contract/operations#refund-to-wallet). */
export const unprocessableAnswer = extended(failure, { errors: fieldErrors.required() });
