import Joi from 'joi';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { OPERATION_KINDS } from '../../domain/operation/operation.ts';
import { REASON_CODES } from '../../domain/operation/reason.ts';
import { freeObject, text } from '../schema-parts.ts';
import { object, type ValueOf } from '../infer.ts';

/** Those of our own books, for which no gateway is asked (contract/operations#states). */
export const INTERNAL_KINDS = ['cancel', 'expire', 'delete'] as const;
export type InternalKind = (typeof INTERNAL_KINDS)[number];

/** What can be done to a payment by this route (contract/operations#states). */
export const OPERATION_NAMES = [...OPERATION_KINDS, ...INTERNAL_KINDS] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

/** Why it is asked for; `other` says nothing without a note. */
const operationReason = object({
  code: Joi.string()
    .valid(...REASON_CODES)
    .required(),
  note: text(500),
});

/** The body of an operation (contract/operations#request). How many decimals an amount may have, its currency says. */
export const operationBody = object({
  operation: Joi.string()
    .valid(...OPERATION_NAMES)
    .required(),
  session_id: text(128),
  order_no: text(128),
  amount: Joi.string()
    .max(24)
    .pattern(/^\d{1,13}(?:\.\d+)?$/)
    .messages({
      'string.pattern.base': fieldSentence('amount-digits'),
    }),
  extra: freeObject(16_384),
  reason: operationReason,
  destination: Joi.string().valid('pg', 'wallet'),
});
export type OperationBody = ValueOf<typeof operationBody>;

/** The operation that a body names, before anything else of it is looked at. */
export function operationIn(body: Readonly<Record<string, unknown>>): OperationName | undefined {
  return OPERATION_NAMES.find((name) => name === body['operation']);
}

export function isInternal(name: OperationName): name is InternalKind {
  return INTERNAL_KINDS.some((one) => one === name);
}
