import assert from 'node:assert/strict';
import type { AgreementTerms } from '../../domain/agreement/agreement.ts';
import type { CardFacts, ChargedCard } from '../../domain/card/card.ts';
import type { ThreeDs } from '../../domain/card/three-ds.ts';
import { shortCode } from '../../domain/ids.ts';
import type {
  Operation,
  OperationEntry,
  PromisedEntry,
  Approval,
} from '../../domain/operation/operation.ts';
import type { Tombstone } from '../../domain/transaction/tombstone.ts';
import type {
  Address,
  Attempt,
  PaymentMethod,
  ShippingAddress,
  Transaction,
  InquirySettings,
} from '../../domain/transaction/transaction.ts';
import type { Initiator } from '../../domain/user.ts';
import type { WalletPart } from '../../domain/wallet/wallet-part.ts';
import {
  amountOf,
  CREATED_AT,
  CARD,
  codeOf,
  kwd,
  referenceOf,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { useDatabase } from './database.ts';

/*
 * `Required` makes the compiler ask for each field, also for one that is new: what a schema lacks would be refused with
 * every save, and its payment would stand still.
 */

const ADDRESS: Required<Address> = {
  line1: 'Block 4',
  line2: 'Street 12',
  city: 'Hawally',
  state: 'Hawally',
  country: 'KW',
  postalCode: '30000',
};
const SHIPPING: Required<ShippingAddress> = {
  ...ADDRESS,
  firstName: 'Sara',
  lastName: 'Al-Ali',
  email: 'sara@example.test',
  phone: '+96550000001',
};
const LAYLA: Required<Initiator> = {
  id: 35,
  username: 'layla',
  email: 'layla@example.test',
  firstName: 'Layla',
  lastName: 'Ops',
  phone: '+96550000002',
};
const INQUIRY: InquirySettings = {
  firstAfterSeconds: 10,
  gapsSeconds: [60],
  repeatEverySeconds: 60,
  giveUpAfterSeconds: 600,
};
const EXCHANGE = { from: kwd('12.500'), rate: '3.25', to: amountOf('40.63', 'USD') };
const TERMS: Required<AgreementTerms> = {
  id: 'A-1',
  type: 'recurring',
  amountVariability: 'fixed',
  startDate: '2026-01-01',
  expiryDate: '2027-01-01',
  maxAmountPerCycle: kwd('100'),
  cycleIntervalDays: 30,
  totalCycles: 12,
  frequency: 'monthly',
  seller: { name: 'Pearl', shortName: 'P', categoryCode: '5411' },
  extraParams: { paymentProcessingDay: 1 },
};
const CARD_FACTS: Required<CardFacts> = {
  token: 'tok_1',
  lastFour: '1881',
  expiry: { year: 2039, month: 3 },
  brand: 'VISA',
  holder: 'SARA',
};
const CHARGED: Required<ChargedCard> = {
  ...CARD_FACTS,
  cvvRequired: false,
  autoDebit: true,
  by: 'merchant',
  agreements: ['A-1'],
  agreementUuid: '5c0a1b8e-7d43-5f0e-9d3f-2b8f6f1f0a11',
  untold: true,
};
const METHOD: Required<PaymentMethod> = {
  pgCode: CARD,
  name: 'Card',
  nameAr: 'بطاقة',
  gateway: 'sandbox',
  gatewayName: 'Sandbox',
  offline: false,
  kind: 'purchase',
  fee: kwd('2'),
  feeRule: { type: 'fixed', values: { KWD: '2' } },
  feeDescription: 'Card fee',
  feeDescriptionAr: 'رسوم',
  exchange: EXCHANGE,
  multipleAttempts: true,
  sandbox: false,
  savesCards: { cvvRequired: true, autoDebit: false },
  inquiry: INQUIRY,
};
const PART: Required<WalletPart> = {
  amount: kwd('3'),
  sessionId: sessionOf('e1'),
  state: 'spent',
  receipt: {
    operationId: 7,
    accountId: 'a',
    balance: kwd('1'),
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
  },
};
const THREE_DS: Required<ThreeDs> = {
  challenge: true,
  version: '2.2.0',
  eci: '05',
  outcome: 'authenticated',
};
const ATTEMPT: Required<Attempt> = {
  referenceNumber: referenceOf('demoWHOLE1'),
  pgCode: CARD,
  gateway: 'sandbox',
  kind: 'purchase',
  sandbox: false,
  inquiry: INQUIRY,
  state: 'canceled',
  total: amountOf('42.63', 'USD'),
  fee: amountOf('2.00', 'USD'),
  exchange: EXCHANGE,
  idempotencyKey: 'a key',
  createdAt: CREATED_AT,
  concludedAt: CREATED_AT + 1,
  pageUrl: 'https://network.example.test/pay/1',
  gatewayReference: 'pay_1',
  message: 'Declined',
  pgParams: { auth_code: 'A83921' },
  gatewayResponse: { status: 'DECLINED', nothing: {} },
  unanswered: true,
  inquired: { calls: 2, at: CREATED_AT, heard: 'open', told: true },
  channel: 'web_sdk',
  wallet: PART,
  savesCard: { cvvRequired: true, autoDebit: false },
  card: CARD_FACTS,
  charges: CHARGED,
  decline: { code: 'insufficient_funds', advice: 'soft' },
  processing: true,
  threeDs: THREE_DS,
};
const ENTRY: Required<OperationEntry> = {
  sessionId: sessionOf('c1'),
  version: 2,
  kind: 'refund',
  amount: kwd('3'),
  destination: 'wallet',
  state: 'awaiting',
  source: 'input',
  referenceNumber: referenceOf('demoWHOLE2'),
  paymentReference: referenceOf('demoWHOLE1'),
  trackingKey: 'a-key',
  asksForAll: true,
  createdAt: CREATED_AT,
};
const APPROVAL: Required<Approval> = {
  state: 'pending',
  needed: 2,
  votes: [{ by: LAYLA, at: CREATED_AT, breakGlass: true }],
  decidedBy: LAYLA,
  decidedAt: CREATED_AT,
  reason: 'Seen',
  expiresAt: CREATED_AT + 1,
  manualMs: 5,
  lastError: 'The gateway declined.',
  retries: 1,
};
const OPERATION: Required<Operation> = {
  ...ENTRY,
  merchantId: SHOP,
  parentId: sessionOf('a1'),
  parentOrderNo: 'ORD-1',
  pgCode: CARD,
  gateway: 'sandbox',
  sandbox: false,
  gatewayPayment: 'pay_1',
  idempotencyKey: 'a key',
  customerId: 'sara',
  extra: { reason: { $any: 'a.b' } },
  initiator: LAYLA,
  channel: 'staff',
  approval: APPROVAL,
  alert: 'Look at it.',
  concludedAt: CREATED_AT + 2,
  gatewayReference: 'op_1',
  message: 'Queued',
  pgParams: { result: 'QUEUED' },
  gatewayResponse: { id: 'op_1' },
};
const PROMISED: Required<PromisedEntry> = { ...ENTRY, whole: OPERATION };
const CODE = shortCode('abcdefgh');
const TRANSACTION: Required<Transaction> = {
  sessionId: sessionOf('a1'),
  merchantId: SHOP,
  version: 1,
  state: 'pending',
  type: 'payment_request',
  kind: 'purchase',
  paymentType: 'auto_debit',
  agreement: TERMS,
  invoiceNumber: 'INV-1',
  amount: kwd('12.500'),
  pgCodes: [CARD, codeOf('cash')],
  methods: [METHOD],
  customer: {
    id: 'sara',
    firstName: 'سارة',
    lastName: 'Al-Ali',
    email: 'sara@example.test',
    phone: '+96550000001',
    phone2: '+96550000002',
    birthdate: '1990-01-01',
  },
  language: 'ar',
  expirationSeconds: 3600,
  orderNo: 'ORD-1',
  billingAddress: ADDRESS,
  shippingAddress: SHIPPING,
  notifications: { email: ['paid'], sms: [] },
  emailRecipients: ['ops@example.test'],
  dueDatetime: '2026-02-01T00:00:00Z',
  extra: { branch: { $ref: 'x', 'a.b': {} } },
  redirectUrl: 'https://shop.example.test/thanks',
  webhookUrl: 'https://shop.example.test/webhook',
  productType: 'pearls',
  vendorName: 'Pearl Shop',
  cardAcceptanceCriteria: { min_expiry_time: 30 },
  brandingOptions: { color: '#fff' },
  loyalty: { $id: '1' },
  captureDeliveryAddress: true,
  captureDeliveryLocation: true,
  attachment: { file: 'f.pdf', name: 'bill.pdf' },
  handouts: { qrCode: true, ...(CODE && { checkoutCode: CODE, attachmentCode: CODE }) },
  unitCode: 'salmiya',
  initiator: LAYLA,
  createdAt: CREATED_AT,
  expiresAt: CREATED_AT + 3_600_000,
  expiresByTimer: true,
  seenAt: CREATED_AT + 1,
  amountEditable: true,
  bulkId: 'bulk-1',
  legacy: {
    referenceNumber: referenceOf('demoWHOLE3'),
    address: { city: 'Hawally' },
    fields: { shelf: '4' },
  },
  dropOff: { address: ADDRESS, place: { latitude: 29.3, longitude: 48 } },
  attempts: [ATTEMPT],
  settledPgCode: CARD,
  settledAmount: kwd('12.500'),
  paidAmount: kwd('12.750'),
  operations: [PROMISED],
  sequence: 2,
  notice: { sequence: 2, referenceNumber: referenceOf('demoWHOLE1'), status: 'delivered' },
  alerts: [
    { kind: 'late-money', referenceNumber: referenceOf('demoWHOLE1'), at: CREATED_AT, detail: 'x' },
  ],
  inquiredAt: [CREATED_AT, CREATED_AT + 1],
  deletedAt: CREATED_AT + 5,
  invalidationReason: 'No method is left.',
};
const TOMBSTONE: Required<Tombstone> = {
  merchantId: SHOP,
  sessionId: sessionOf('a1'),
  orderNo: 'ORD-1',
  invoiceNumber: 'INV-1',
  type: 'e_commerce',
  state: 'canceled',
  version: 4,
  amount: kwd('12.500'),
  attempts: [
    {
      referenceNumber: referenceOf('demoWHOLE1'),
      pgCode: CARD,
      gateway: 'sandbox',
      state: 'failed',
      total: kwd('12.750'),
      createdAt: CREATED_AT,
      gatewayReference: 'pay_1',
      kind: 'purchase',
      sandbox: false,
      fee: kwd('0.250'),
      exchange: EXCHANGE,
    },
  ],
  operations: [ENTRY],
  settledPgCode: CARD,
  settledAmount: kwd('12.500'),
  alerts: [{ kind: 'late-money', referenceNumber: referenceOf('demoWHOLE1') }],
  createdAt: CREATED_AT,
  deletedAt: CREATED_AT + 1,
  deletedBy: { id: 35, username: 'layla' },
  lateMoney: [
    { referenceNumber: referenceOf('demoWHOLE1'), charged: kwd('12.750'), at: CREATED_AT },
  ],
};

describe('a document that has every field that it can have', () => {
  const database = useDatabase();

  it('is kept as it is: a transaction, when it is created and with each change', async () => {
    const { transactions } = database().store;
    await transactions.insert(TRANSACTION);
    assert.deepEqual(await transactions.find(TRANSACTION), TRANSACTION);
    const changed = { ...TRANSACTION, version: 2 };
    await transactions.save(changed);
    assert.deepEqual(await transactions.find(TRANSACTION), changed);
  });

  it('is kept as it is: an operation, when it is created and with each change', async () => {
    const { operations } = database().store;
    await operations.insert(OPERATION);
    assert.deepEqual(await operations.find(OPERATION), OPERATION);
    const changed = { ...OPERATION, version: 3 };
    await operations.save(changed);
    assert.deepEqual(await operations.find(OPERATION), changed);
  });

  it('is kept as it is: what remains of a transaction', async () => {
    const { tombstones } = database().store;
    await tombstones.insert(TOMBSTONE);
    assert.deepEqual(await tombstones.find(TOMBSTONE), TOMBSTONE);
  });
});
