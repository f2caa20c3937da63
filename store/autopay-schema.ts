import { moneySchema } from './money.ts';
import type { Autopay, Cycle, PaidWith, Rhythm, Try } from '../domain/agreement/autopay.ts';
import { subdocument } from './fields.ts';

const text = { type: String };
const needed = { type: String, required: true };
const number = { type: Number, required: true };

const trySchema = subdocument<Try>({
  sessionId: needed,
  token: needed,
  pgCode: text,
  at: number,
  result: text,
  notBefore: { type: Number },
});

/** Of each form. */
const rhythmSchema = subdocument<Rhythm>({
  every: needed,
  days: { type: Number },
  months: { type: Number },
  day: { type: Number },
});

const cycleSchema = subdocument<Cycle>({
  name: needed,
  number,
  dueAt: number,
  state: needed,
  tries: { type: [trySchema], required: true },
  told: { type: [String], required: true },
  settledAt: { type: Number },
});

/** What the engine charges of an agreement by itself, as it is kept. */
export const autopaySchema = subdocument<Autopay>({
  rhythm: { type: rhythmSchema, required: true },
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
  paidWith: { type: [subdocument<PaidWith>({ token: needed, at: number })], default: undefined },
});
