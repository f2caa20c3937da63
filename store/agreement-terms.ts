import type { AgreementTerms, Seller } from '../domain/agreement/agreement.ts';
import { moneySchema } from './money.ts';
import { ANYTHING, subdocument } from './fields.ts';

const needed = { type: String, required: true };

const text = { type: String };

const sellerSchema = subdocument<Seller>({ name: text, shortName: text, categoryCode: text });
/** A day may be a number or a word. */
const extraParamsSchema = subdocument<NonNullable<AgreementTerms['extraParams']>>({
  paymentProcessingDay: ANYTHING,
});

/** The terms of an agreement as they are kept, here and in its transactions. */
export const termsSchema = subdocument<AgreementTerms>({
  id: needed,
  type: needed,
  amountVariability: { type: String },
  startDate: { type: String },
  expiryDate: { type: String },
  maxAmountPerCycle: { type: moneySchema },
  cycleIntervalDays: { type: Number },
  totalCycles: { type: Number },
  frequency: { type: String },
  seller: { type: sellerSchema },
  extraParams: { type: extraParamsSchema },
});
