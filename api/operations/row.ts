import Joi from 'joi';
import { isoUtc } from '../../domain/duration.ts';
import { defined } from '../../domain/json.ts';
import { toDecimal } from '../../domain/money.ts';
import {
  APPROVAL_STATES,
  OPERATION_KINDS,
  OPERATION_STATES,
  type Operation,
} from '../../domain/operation/operation.ts';
import { url } from '../fragments.ts';
import { extended, object } from '../infer.ts';
import { currencyText, moneyText, sessionIdText } from '../transactions/answer.ts';

const text = Joi.string();
const time = Joi.string().isoDate();

/** A refund, a capture or a void, whatever became of it. */
export const operationRow = object({
  session_id: sessionIdText.required(),
  operation: text.valid(...OPERATION_KINDS).required(),
  state: text.valid(...OPERATION_STATES).required(),
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  destination: text.valid('pg', 'wallet').required(),
  source: text.valid('input', 'pg').required(),
  reference_number: text.required(),
  payment_reference: text.required(),
  gateway_reference: text,
  message: text.allow(''),
  initiator: object({ id: Joi.number().required(), username: text.required() }),
  approval: text.valid(...APPROVAL_STATES),
  created: time.required(),
  ended: time,
});

/** A page of the list of all (contract/search#operations). */
export const operationPage = object({
  next: url.allow(null).required(),
  results: Joi.array()
    .items(
      extended(operationRow, {
        payment_session_id: sessionIdText.required(),
        order_no: text,
        pg_code: text.required(),
        is_sandbox: Joi.boolean().required(),
      }),
    )
    .required(),
  searched_until: time,
});

/** An operation as a line among those of its payment. */
export function presentOperationRow(operation: Operation) {
  const { amount, initiator, approval, concludedAt } = operation;
  return defined({
    session_id: operation.sessionId,
    operation: operation.kind,
    state: operation.state,
    amount: toDecimal(amount),
    currency_code: amount.currency,
    destination: operation.destination,
    source: operation.source,
    reference_number: operation.referenceNumber,
    payment_reference: operation.paymentReference,
    gateway_reference: operation.gatewayReference,
    message: operation.message,
    initiator: initiator && { id: initiator.id, username: initiator.username },
    approval: approval?.state,
    created: isoUtc(operation.createdAt),
    ended: concludedAt === undefined ? undefined : isoUtc(concludedAt),
  });
}

/** The same among those of all payments. */
export function presentFoundOperation(operation: Operation) {
  const { parentId, parentOrderNo, pgCode, sandbox } = operation;
  return {
    ...presentOperationRow(operation),
    payment_session_id: parentId,
    ...(parentOrderNo !== undefined && { order_no: parentOrderNo }),
    pg_code: pgCode,
    is_sandbox: sandbox,
  };
}
