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
import { REASON_CODES } from '../../domain/operation/reason.ts';
import { currencyText, moneyText, sessionIdText, url } from '../schema-parts.ts';
import { extended, object } from '../infer.ts';
import { foundAnswer } from '../lists/found.ts';

const text = Joi.string();
const time = Joi.string().isoDate();

/** Why it was asked for; the note for people alone (contract/operations#reason). */
export const reasonAnswer = object({
  code: text.valid(...REASON_CODES).required(),
  note: text,
});

/** What is told of an operation wherever one is. */
export const briefOperation = {
  session_id: sessionIdText.required(),
  operation: text.valid(...OPERATION_KINDS).required(),
  state: text.valid(...OPERATION_STATES).required(),
  amount: moneyText.required(),
  currency_code: currencyText.required(),
  destination: text.valid('pg', 'wallet').required(),
  source: text.valid('input', 'pg').required(),
  reference_number: text.required(),
};

/** A refund, a capture or a void, whatever became of it. */
export const operationRow = object({
  ...briefOperation,
  payment_reference: text.required(),
  gateway_reference: text,
  message: text.allow(''),
  is_reversed: Joi.boolean().valid(true),
  initiator: object({ id: Joi.number().required(), username: text.required() }),
  reason: reasonAnswer,
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
  ...foundAnswer,
});

/** Who reads it: notes are for the merchant's people. */
export interface Reader {
  readonly maySeeNotes: boolean;
}

/** An operation as a line among those of its payment. */
export function presentOperationRow(operation: Operation, to: Reader) {
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
    is_reversed: operation.reversedAt === undefined ? undefined : (true as const),
    initiator: initiator && { id: initiator.id, username: initiator.username },
    reason: presentReason(operation, to),
    approval: approval?.state,
    created: isoUtc(operation.createdAt),
    ended: concludedAt === undefined ? undefined : isoUtc(concludedAt),
  });
}

/** Why it was asked for, as this reader may know it; undefined where nobody has said. */
export function presentReason({ reasonCode, reasonNote }: Operation, { maySeeNotes }: Reader) {
  return (
    reasonCode && {
      code: reasonCode,
      ...(maySeeNotes && reasonNote !== undefined && { note: reasonNote }),
    }
  );
}

/** The same among those of all payments. */
export function presentFoundOperation(operation: Operation, to: Reader) {
  const { parentId, parentOrderNo, pgCode, sandbox } = operation;
  return {
    ...presentOperationRow(operation, to),
    payment_session_id: parentId,
    ...(parentOrderNo !== undefined && { order_no: parentOrderNo }),
    pg_code: pgCode,
    is_sandbox: sandbox,
  };
}
