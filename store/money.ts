import type { Money } from '../domain/money.ts';
import { subdocument } from './fields.ts';

/** Money as it is kept: whole minor units and the currency. */
export const moneySchema = subdocument<Money>({
  minor: { type: Number, required: true, validate: Number.isSafeInteger },
  currency: { type: String, required: true },
});
