import Joi from 'joi';
import { OPERATION_KINDS, type OperationKind } from '../../domain/operation/operation.ts';
import { readerOf } from '../shapes.ts';

/** An operation as the sandbox network describes it (docs/simulator.md). */
export interface NetworkOperation {
  readonly id: string;
  readonly kind: OperationKind;
  readonly payment_id: string;
  readonly merchant_reference: string;
  readonly status: 'DONE' | 'DECLINED' | 'QUEUED';
  readonly amount: string;
  readonly currency: string;
  readonly code?: string;
  readonly message?: string;
}

const text = Joi.string().max(500);
const schema = Joi.object<NetworkOperation, true>({
  id: text.required(),
  kind: Joi.string()
    .valid(...OPERATION_KINDS)
    .required(),
  payment_id: text.required(),
  merchant_reference: text.required(),
  // Any other word is no answer: nobody may take it for done, or for failed.
  status: Joi.string().valid('DONE', 'DECLINED', 'QUEUED').required(),
  amount: text.required(),
  currency: text.required(),
  code: text,
  message: text,
}).required();

/** Reads an operation that came from outside. An answer of another shape is no answer (`unknown`). */
export const networkOperation = readerOf('The network')(schema);
