import { Schema } from 'mongoose';
import { moneySchema } from './money.ts';
import type { Autopay, Cycle } from '../domain/agreement/autopay.ts';
import type { FieldsOf } from './fields.ts';

const text = { type: String };
const needed = { type: String, required: true };
const number = { type: Number, required: true };
const part = { _id: false, strict: 'throw', minimize: false } as const;

const trySchema = new Schema(
  { sessionId: needed, token: needed, at: number, result: text },
  { ...part },
);

const cycleSchema = new Schema(
  {
    name: needed,
    number,
    dueAt: number,
    state: needed,
    tries: { type: [trySchema], required: true },
    told: { type: [String], required: true },
    settledAt: { type: Number },
  } satisfies FieldsOf<Cycle>,
  { ...part },
);

/** What the engine charges of an agreement by itself, as it is kept. */
export const autopaySchema = new Schema(
  {
    rhythm: { type: Schema.Types.Mixed, required: true },
    startsOn: needed,
    endsOn: text,
    cycles: number,
    timeZone: needed,
    at: needed,
    publicUrl: needed,
    state: { type: String, required: true, enum: ['active', 'paused', 'ended'] },
    amount: { type: moneySchema, required: true },
    skipped: { type: [String], required: true },
    hurried: text,
    history: { type: [cycleSchema], required: true },
    lookAt: { type: Number },
    endedAs: text,
  } satisfies FieldsOf<Autopay>,
  { ...part },
);
