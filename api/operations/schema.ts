import Joi from 'joi';
import type { JsonObject } from '../../domain/json.ts';
import { OPERATION_KINDS, type RefundDestination } from '../../domain/operation/operation.ts';
import { freeObject, text } from '../fragments.ts';
import type { Identifiers } from '../payments/lookup.ts';

/** Those of our own books, for which no gateway is asked (contract/operations#states). */
export const INTERNAL_KINDS = ['cancel', 'expire', 'delete'] as const;
export type InternalKind = (typeof INTERNAL_KINDS)[number];

/** What can be done to a payment by this route (contract/operations#states). */
export const OPERATION_NAMES = [...OPERATION_KINDS, ...INTERNAL_KINDS] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

export interface OperationBody extends Identifiers {
  readonly operation: OperationName;
  readonly amount?: string;
  readonly extra?: JsonObject;
  readonly destination?: RefundDestination;
}

/** The body of an operation (contract/operations#request). How many decimals an amount may have, its currency says. */
export const operationBody = Joi.object<OperationBody, true>({
  operation: Joi.string()
    .valid(...OPERATION_NAMES)
    .required(),
  session_id: text(128),
  order_no: text(128),
  amount: Joi.string()
    .max(24)
    .pattern(/^\d{1,13}(?:\.\d+)?$/)
    .messages({
      'string.pattern.base':
        'A valid amount is required: at most 13 digits with an optional decimal point, no sign.',
    }),
  extra: freeObject(16_384),
  destination: Joi.string().valid('pg', 'wallet'),
});

/** The operation that a body names, before anything else of it is looked at. */
export function operationIn(body: Readonly<Record<string, unknown>>): OperationName | undefined {
  return OPERATION_NAMES.find((name) => name === body['operation']);
}

export function isInternal(name: OperationName): name is InternalKind {
  return INTERNAL_KINDS.some((one) => one === name);
}
