import { Schema } from 'mongoose';
import { OPERATION_KINDS, OPERATION_STATES } from '../domain/operation/operation.ts';
import { moneySchema } from './money.ts';

const text = { type: String };
const needed = { type: String, required: true };

/** What a transaction keeps of an operation. */
export const operationSchema = new Schema(
  {
    sessionId: needed,
    version: { type: Number, required: true },
    kind: { type: String, required: true, enum: OPERATION_KINDS },
    amount: { type: moneySchema, required: true },
    destination: needed,
    state: { type: String, required: true, enum: OPERATION_STATES },
    source: needed,
    referenceNumber: needed,
    trackingKey: text,
    createdAt: { type: Number, required: true },
  },
  { _id: false, strict: 'throw' },
);
