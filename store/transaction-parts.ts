import type { Attachment } from '../domain/attachment.ts';
import type { CardFacts, CardExpiry, CardKeeping, ChargedCard } from '../domain/card/card.ts';
import type { Decline } from '../domain/card/decline.ts';
import type { ThreeDs } from '../domain/card/three-ds.ts';
import { DISPUTE_STATES, type Dispute, type DisputeMovement } from '../domain/dispute/dispute.ts';
import type { Exchange } from '../domain/exchange.ts';
import type { FeeRule } from '../domain/fee.ts';
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type Approval,
  type OperationEntry,
  type Vote,
} from '../domain/operation/operation.ts';
import type {
  AccountMethod,
  Alert,
  Attempt,
  DropOff,
  HiddenMethod,
  Handouts,
  InquiryRecord,
  InquirySettings,
  LegacyTerms,
  NoticeState,
  PaymentMethod,
  Place,
  AttemptRequest,
  PayerFacts,
} from '../domain/transaction/transaction.ts';
import type { Address, Customer, ShippingAddress } from '../domain/customer.ts';
import type { Considered, Routing, SkippedRule, Before } from '../domain/routing/decision.ts';
import type { RemovedAttempt } from '../domain/transaction/tombstone.ts';
import type { Initiator } from '../domain/initiator.ts';
import type { WalletPart, WalletReceipt } from '../domain/wallet/wallet-part.ts';
import { PG_PARAM_KEYS, type PgParams } from '../domain/webhook/pg-params.ts';
import { ANYTHING, each, subdocument, type FieldsOf } from './fields.ts';
import { moneySchema } from './money.ts';

/** The objects in the document of a transaction, and in others that have the same. */

const text = { type: String };
const needed = { type: String, required: true };
const number = { type: Number };
const flag = { type: Boolean };

const exchangeSchema = subdocument<Exchange>({
  from: { type: moneySchema, required: true },
  rate: needed,
  to: { type: moneySchema, required: true },
});

const keepingSchema = subdocument<CardKeeping>({
  cvvRequired: flag,
  autoDebit: flag,
});

const inquirySchema = subdocument<InquirySettings>({
  firstAfterSeconds: number,
  gapsSeconds: { type: [Number], default: undefined },
  repeatEverySeconds: number,
  giveUpAfterSeconds: number,
});

/** Rules of other forms have other fields; values are by currency. */
export const feeRuleSchema = subdocument<FeeRule>({
  description: text,
  descriptionAr: text,
  chargeDefaultCurrency: flag,
  type: text,
  value: text,
  values: ANYTHING,
});

const methodFields = {
  pgCode: needed,
  name: needed,
  nameAr: text,
  gateway: needed,
  gatewayName: needed,
  offline: { type: Boolean, required: true },
  kind: needed,
  fee: { type: moneySchema, required: true },
  feeRule: { type: feeRuleSchema },
  feeDescription: text,
  feeDescriptionAr: text,
  exchange: { type: exchangeSchema },
  multipleAttempts: { type: Boolean, required: true },
  sandbox: { type: Boolean, required: true },
  amountStep: number,
  partsOnly: flag,
  savesCards: { type: keepingSchema },
  inquiry: { type: inquirySchema },
} satisfies FieldsOf<AccountMethod>;

export const hiddenMethodSchema = subdocument<HiddenMethod>({ pgCode: needed, why: needed });

export const methodSchema = subdocument<PaymentMethod>({
  ...methodFields,
  accounts: { type: [subdocument<AccountMethod>(methodFields)], default: undefined },
});

const addressFields = {
  line1: text,
  line2: text,
  city: text,
  state: text,
  country: text,
  postalCode: text,
} satisfies FieldsOf<Address>;

export const addressSchema = subdocument<Address>(addressFields);

export const shippingSchema = subdocument<ShippingAddress>({
  ...addressFields,
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
});

export const customerSchema = subdocument<Customer>({
  id: text,
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  phone2: text,
  birthdate: text,
});

export const attachmentSchema = subdocument<Attachment>({
  file: text,
  name: text,
});

export const handoutsSchema = subdocument<Handouts>({
  qrCode: flag,
  checkoutCode: text,
  attachmentCode: text,
});

export const initiatorSchema = subdocument<Initiator>({
  id: number,
  username: text,
  email: text,
  firstName: text,
  lastName: text,
  phone: text,
});

export const legacyTermsSchema = subdocument<LegacyTerms>({
  referenceNumber: text,
  address: { type: subdocument<Partial<Address>>(addressFields) },
  fields: ANYTHING,
});

export const dropOffSchema = subdocument<DropOff>({
  address: { type: addressSchema },
  place: { type: subdocument<Place>({ latitude: number, longitude: number }) },
});

export const noticeSchema = subdocument<NoticeState>({
  sequence: number,
  referenceNumber: text,
  status: text,
});

export const alertSchema = subdocument<Alert>({
  kind: needed,
  referenceNumber: needed,
  at: number,
  detail: needed,
  charged: { type: moneySchema },
});

const movementSchema = subdocument<DisputeMovement>({
  name: needed,
  kind: { type: String, required: true, enum: ['taken', 'returned'] },
  amount: { type: moneySchema, required: true },
  at: { type: Number, required: true },
});

/** What a dispute is, in the document of its payment and in the word of a network. */
export const disputePaths = {
  disputeId: needed,
  state: { type: String, required: true, enum: DISPUTE_STATES },
  amount: { type: moneySchema, required: true },
  reason: text,
  dueAt: number,
  saidAt: { type: Number, required: true },
  movements: { type: [movementSchema], required: true },
} as const satisfies FieldsOf<Omit<Dispute, 'referenceNumber' | 'heard'>>;

export const disputeSchema = subdocument<Dispute>({
  ...disputePaths,
  referenceNumber: needed,
  heard: { type: [String], default: undefined },
});

const receiptSchema = subdocument<WalletReceipt>({
  operationId: number,
  accountId: text,
  balance: { type: moneySchema },
  createdAt: number,
  updatedAt: number,
});

const walletPartSchema = subdocument<WalletPart>({
  amount: { type: moneySchema, required: true },
  sessionId: needed,
  state: needed,
  receipt: { type: receiptSchema },
});

export const expirySchema = subdocument<CardExpiry>({
  year: number,
  month: number,
});

const cardFields = {
  token: text,
  lastFour: text,
  expiry: { type: expirySchema },
  brand: text,
  holder: text,
} satisfies FieldsOf<CardFacts>;

export const cardSchema = subdocument<CardFacts>(cardFields);

const chargedSchema = subdocument<ChargedCard>({
  ...cardFields,
  cvvRequired: flag,
  autoDebit: flag,
  by: text,
  agreements: { type: [String], default: undefined },
  agreementUuid: text,
  untold: flag,
});

export const declineSchema = subdocument<Decline>({
  code: text,
  advice: text,
  notBefore: { type: Number },
});

export const threeDsSchema = subdocument<ThreeDs>({
  challenge: flag,
  version: text,
  eci: text,
  outcome: text,
});

export const pgParamsSchema = subdocument<PgParams>(each(PG_PARAM_KEYS, text));

const inquiredSchema = subdocument<InquiryRecord>({
  calls: number,
  heard: text,
  at: number,
  told: flag,
  closing: flag,
});

const requestSchema = subdocument<AttemptRequest>({
  language: text,
  publicUrl: text,
  expiresAt: number,
  description: text,
  payer: {
    type: subdocument<PayerFacts>({
      email: text,
      firstName: text,
      lastName: text,
      phone: text,
      billing: { type: addressSchema },
      shipping: { type: shippingSchema },
    }),
  },
  schedule: text,
});

const routingSchema = subdocument<Routing>({
  route: needed,
  rule: text,
  press: needed,
  after: { type: subdocument<Before>({ referenceNumber: needed, ending: needed }) },
  skipped: { type: [subdocument<SkippedRule>({ rule: needed, why: needed })], required: true },
  accounts: {
    type: [subdocument<Considered>({ pgCode: needed, verdict: needed, why: needed })],
    required: true,
  },
});

const lastRefusalSchema = subdocument<Pick<Attempt, 'message' | 'decline'>>({
  message: text,
  decline: { type: declineSchema },
});

export const attemptSchema = subdocument<Attempt>({
  referenceNumber: needed,
  pgCode: needed,
  gateway: needed,
  kind: needed,
  sandbox: { type: Boolean, required: true },
  inquiry: { type: inquirySchema },
  state: needed,
  total: { type: moneySchema, required: true },
  fee: { type: moneySchema, required: true },
  exchange: { type: exchangeSchema },
  idempotencyKey: needed,
  request: { type: requestSchema },
  createdAt: { type: Number, required: true },
  concludedAt: number,
  pageUrl: text,
  gatewayReference: text,
  gatewayPayment: text,
  message: text,
  pgParams: { type: pgParamsSchema },
  gatewayResponse: ANYTHING,
  unopened: text,
  unanswered: flag,
  processing: flag,
  givesWay: flag,
  threeDs: { type: threeDsSchema },
  inquired: { type: inquiredSchema },
  channel: text,
  wallet: { type: walletPartSchema },
  savesCard: { type: keepingSchema },
  card: { type: cardSchema },
  charges: { type: chargedSchema },
  cardGiven: flag,
  deviceWallet: text,
  decline: { type: declineSchema },
  lastRefusal: { type: lastRefusalSchema },
  routing: { type: routingSchema },
});

/** What is kept of an attempt when its transaction is removed. */
export const removedAttemptSchema = subdocument<RemovedAttempt>({
  referenceNumber: needed,
  pgCode: needed,
  gateway: needed,
  state: needed,
  total: { type: moneySchema, required: true },
  createdAt: { type: Number, required: true },
  gatewayReference: text,
  gatewayPayment: text,
  kind: text,
  sandbox: flag,
  fee: { type: moneySchema },
  exchange: { type: exchangeSchema },
  decline: { type: declineSchema },
  unanswered: flag,
});

const voteSchema = subdocument<Vote>({
  by: { type: initiatorSchema },
  at: number,
  breakGlass: flag,
  note: text,
});

export const approvalSchema = subdocument<Approval>({
  state: text,
  number,
  needed: number,
  votes: { type: [voteSchema], default: undefined },
  decidedBy: { type: initiatorSchema },
  decidedAt: number,
  reason: text,
  expiresAt: number,
  manualMs: number,
  lastError: text,
  retries: number,
  retriedAt: number,
  retryBelow: { type: moneySchema },
});

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
  givenUp: flag,
  asksForAll: flag,
  createdAt: { type: Number, required: true },
  reversedAt: number,
  reversedBeforeTold: flag,
  endsHold: flag,
  reasonCode: text,
} as const satisfies FieldsOf<OperationEntry>;

export const entrySchema = subdocument<OperationEntry>(entryFields);

/** The same while it may be promised only; the operation is text, because of what merchants may fill as they like. */
export const promisedSchema = subdocument<PromisedText>({
  ...entryFields,
  whole: text,
});

/** An entry as the document of its transaction has it. */
export type PromisedText = OperationEntry & { readonly whole?: string };
