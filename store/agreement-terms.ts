import type { AgreementTerms } from '../domain/agreement/agreement.ts';
import { Schema } from 'mongoose';
import { moneySchema } from './money.ts';
import type { FieldsOf } from './fields.ts';

const needed = { type: String, required: true };

/** The terms of an agreement as they are kept, here and in its transactions. */
export const termsSchema = new Schema(
  {
    id: needed,
    type: needed,
    amountVariability: { type: String },
    startDate: { type: String },
    expiryDate: { type: String },
    maxAmountPerCycle: { type: moneySchema },
    cycleIntervalDays: { type: Number },
    totalCycles: { type: Number },
    frequency: { type: String },
    seller: { type: Schema.Types.Mixed },
    extraParams: { type: Schema.Types.Mixed },
  } satisfies FieldsOf<AgreementTerms>,
  { _id: false, strict: 'throw', minimize: false },
);
