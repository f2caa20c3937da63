import { Schema } from 'mongoose';

/** Money as it is kept: whole minor units and the currency. */
export const moneySchema = new Schema(
  {
    minor: { type: Number, required: true, validate: Number.isSafeInteger },
    currency: { type: String, required: true },
  },
  { _id: false },
);
