import { Schema } from 'mongoose';
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type OperationEntry,
  type PromisedEntry,
} from '../domain/operation/operation.ts';
import { moneySchema } from './money.ts';
import type { Exchange } from '../domain/exchange.ts';
import type { Attempt, PaymentMethod } from '../domain/transaction/transaction.ts';
import type { WalletPart } from '../domain/wallet/wallet-part.ts';
import type { FieldsOf } from './fields.ts';

/** The shapes inside the document of a transaction. */

/** Empty objects that others have sent stay: what is read must be what was written, or it looks like somebody else's. */
const PART = { _id: false, strict: 'throw', minimize: false } as const;

const { Mixed } = Schema.Types;
const text = { type: String };
const needed = { type: String, required: true };
const time = { type: Number };

const exchangeSchema = new Schema(
  {
    from: { type: moneySchema, required: true },
    rate: needed,
    to: { type: moneySchema, required: true },
  } satisfies FieldsOf<Exchange>,
  PART,
);

export const methodSchema = new Schema(
  {
    pgCode: needed,
    name: needed,
    nameAr: text,
    gateway: needed,
    gatewayName: needed,
    offline: { type: Boolean, required: true },
    kind: needed,
    fee: { type: moneySchema, required: true },
    feeRule: { type: Mixed },
    feeDescription: text,
    feeDescriptionAr: text,
    exchange: { type: exchangeSchema },
    multipleAttempts: { type: Boolean, required: true },
    sandbox: { type: Boolean, required: true },
    savesCards: { type: Mixed },
    inquiry: { type: Mixed },
  } satisfies FieldsOf<PaymentMethod>,
  PART,
);

const walletPartSchema = new Schema(
  {
    amount: { type: moneySchema, required: true },
    sessionId: needed,
    state: needed,
    receipt: { type: Mixed },
  } satisfies FieldsOf<WalletPart>,
  PART,
);

export const attemptSchema = new Schema(
  {
    referenceNumber: needed,
    pgCode: needed,
    gateway: needed,
    kind: needed,
    sandbox: { type: Boolean, required: true },
    inquiry: { type: Mixed },
    state: needed,
    total: { type: moneySchema, required: true },
    fee: { type: moneySchema, required: true },
    exchange: { type: exchangeSchema },
    idempotencyKey: needed,
    createdAt: { type: Number, required: true },
    concludedAt: time,
    pageUrl: text,
    gatewayReference: text,
    message: text,
    pgParams: { type: Mixed },
    gatewayResponse: { type: Mixed },
    unanswered: { type: Boolean },
    processing: { type: Boolean },
    threeDs: { type: Mixed },
    inquired: { type: Mixed },
    channel: text,
    wallet: { type: walletPartSchema },
    savesCard: { type: Mixed },
    card: { type: Mixed },
    charges: { type: Mixed },
    decline: { type: Mixed },
  } satisfies FieldsOf<Attempt>,
  PART,
);

/** What transaction and operation both keep of an operation: the fields of `OperationEntry`. */
export const entryFields = {
  sessionId: needed,
  version: { type: Number, required: true },
  kind: { type: String, required: true, enum: OPERATION_KINDS },
  amount: { type: moneySchema, required: true },
  destination: needed,
  state: { type: String, required: true, enum: OPERATION_STATES },
  source: needed,
  referenceNumber: needed,
  paymentReference: text,
  trackingKey: text,
  asksForAll: { type: Boolean },
  createdAt: { type: Number, required: true },
} as const satisfies FieldsOf<OperationEntry>;

export const operationSchema = new Schema(entryFields, PART);

/** The same while it may be promised only; the operation is text, because of what merchants may fill as they like. */
export const promisedSchema = new Schema(
  { ...entryFields, whole: text } satisfies FieldsOf<PromisedEntry>,
  PART,
);
