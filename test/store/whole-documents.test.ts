import assert from 'node:assert/strict';
import type { GatewayAccount } from '../../domain/account.ts';
import type { AgreementTerms } from '../../domain/agreement/agreement.ts';
import type { Bulk } from '../../domain/bulk/bulk.ts';
import type { CardFacts, ChargedCard } from '../../domain/card/card.ts';
import type { ThreeDs } from '../../domain/card/three-ds.ts';
import type { Dispute, DisputeReport } from '../../domain/dispute/dispute.ts';
import type { FeeRule } from '../../domain/fee.ts';
import { shortCode } from '../../domain/ids.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { countryCode } from '../../domain/countries.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { PlugSettings } from '../../domain/notification/plug.ts';
import type {
  Operation,
  OperationEntry,
  PromisedEntry,
  Approval,
} from '../../domain/operation/operation.ts';
import type { SavedView } from '../../domain/saved-view.ts';
import type { TaskMark } from '../../domain/tasks/mark.ts';
import { alertTasks, STUCK_MS, stuckTasks } from '../../domain/tasks/task.ts';
import { NO_APPROVAL } from '../../domain/operation/policy.ts';
import type { OperationReport } from '../../domain/operation/report.ts';
import type { PluginSettings } from '../../domain/plugins.ts';
import type { Layout, ReportOrder } from '../../domain/report/report.ts';
import type { ReportSchedule } from '../../domain/report/schedule.ts';
import type { ReportFilter } from '../../domain/report/selection.ts';
import type { PaymentRoute } from '../../domain/routing/route.ts';
import type { AttemptReport } from '../../domain/transaction/network.ts';
import type { Tombstone } from '../../domain/transaction/tombstone.ts';
import type {
  AccountMethod,
  Attempt,
  PaymentMethod,
  Transaction,
  InquirySettings,
} from '../../domain/transaction/transaction.ts';
import type { Address, ShippingAddress } from '../../domain/customer.ts';
import type { Unit } from '../../domain/unit.ts';
import type { Initiator } from '../../domain/initiator.ts';
import type { WalletPart } from '../../domain/wallet/wallet-part.ts';
import { PG_PARAM_KEYS, type PgParams } from '../../domain/webhook/pg-params.ts';
import { each } from '../../store/fields.ts';
import type { NewEvent } from '../../store/webhook-events.ts';
import type { WebhookReplay } from '../../store/webhook-replays.ts';
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

/**
 * The compiler asks for each field, also for one that is new, and for those of the objects in it: what a schema refuses
 * would be refused with every save, and its payment would stand still.
 */
type Whole<Value> = Value extends string | number | boolean
  ? Value
  : Value extends readonly (infer One)[]
    ? readonly Whole<One>[]
    : string extends keyof Value
      ? Value
      : {
          readonly [Name in keyof Value]-?: Whole<Exclude<Value[Name], undefined>>;
        };

const ADDRESS: Whole<Address> = {
  line1: 'Block 4',
  line2: 'Street 12',
  city: 'Hawally',
  state: 'Hawally',
  country: 'KW',
  postalCode: '30000',
};
const SHIPPING: Whole<ShippingAddress> = {
  ...ADDRESS,
  firstName: 'Sara',
  lastName: 'Al-Ali',
  email: 'sara@example.test',
  phone: '+96550000001',
};
const LAYLA: Whole<Initiator> = {
  id: 35,
  username: 'layla',
  email: 'layla@example.test',
  firstName: 'Layla',
  lastName: 'Ops',
  phone: '+96550000002',
};
const INQUIRY: Whole<InquirySettings> = {
  firstAfterSeconds: 10,
  gapsSeconds: [60],
  repeatEverySeconds: 60,
  giveUpAfterSeconds: 600,
};
const EXCHANGE = {
  from: kwd('12.500'),
  rate: '3.25',
  to: amountOf('40.63', 'USD'),
};
const TERMS: Whole<AgreementTerms> = {
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
const CARD_FACTS: Whole<CardFacts> = {
  token: 'tok_1',
  lastFour: '1881',
  expiry: { year: 2039, month: 3 },
  brand: 'VISA',
  holder: 'SARA',
};
const CHARGED: Whole<ChargedCard> = {
  ...CARD_FACTS,
  cvvRequired: false,
  autoDebit: true,
  by: 'merchant',
  agreements: ['A-1'],
  agreementUuid: '5c0a1b8e-7d43-5f0e-9d3f-2b8f6f1f0a11',
  untold: true,
};
const FEE: Whole<FeeRule> = {
  description: 'Card fee',
  descriptionAr: 'رسوم',
  chargeDefaultCurrency: true,
  type: 'fixed',
  values: { KWD: '2' },
};
const PG_PARAMS: Whole<PgParams> = each(PG_PARAM_KEYS, 'A83921');
const ACCOUNT_METHOD: Whole<AccountMethod> = {
  pgCode: CARD,
  name: 'Card',
  nameAr: 'بطاقة',
  gateway: 'sandbox',
  gatewayName: 'Sandbox',
  offline: false,
  kind: 'purchase',
  fee: kwd('2'),
  feeRule: FEE,
  feeDescription: 'Card fee',
  feeDescriptionAr: 'رسوم',
  exchange: EXCHANGE,
  multipleAttempts: true,
  amountStep: 10,
  partsOnly: true,
  sandbox: false,
  savesCards: { cvvRequired: true, autoDebit: false },
  inquiry: INQUIRY,
};
const METHOD: Whole<PaymentMethod> = { ...ACCOUNT_METHOD, accounts: [ACCOUNT_METHOD] };
const PART: Whole<WalletPart> = {
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
const THREE_DS: Whole<ThreeDs> = {
  challenge: true,
  version: '2.2.0',
  eci: '05',
  outcome: 'authenticated',
};
const ATTEMPT: Whole<Attempt> = {
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
  request: {
    language: 'ar',
    publicUrl: 'https://pay.example.test',
    expiresAt: CREATED_AT + 2,
    description: 'ORD-1',
    payer: {
      email: 'mona@example.test',
      firstName: 'Mona',
      lastName: 'Ali',
      phone: '+96560000000',
      billing: ADDRESS,
      shipping: SHIPPING,
    },
    schedule: 'fixed',
  },
  createdAt: CREATED_AT,
  concludedAt: CREATED_AT + 1,
  pageUrl: 'https://network.example.test/pay/1',
  gatewayReference: 'pay_1',
  gatewayPayment: 'psp_1',
  message: 'Declined',
  pgParams: PG_PARAMS,
  gatewayResponse: { status: 'DECLINED', nothing: {} },
  unopened: 'unsent',
  unanswered: true,
  inquired: { calls: 2, at: CREATED_AT, heard: 'open', told: true, closing: true },
  channel: 'web_sdk',
  wallet: PART,
  savesCard: { cvvRequired: true, autoDebit: false },
  card: CARD_FACTS,
  charges: CHARGED,
  cardGiven: true,
  deviceWallet: 'google_pay',
  decline: { code: 'insufficient_funds', advice: 'soft', notBefore: CREATED_AT },
  lastRefusal: {
    message: 'Refused',
    decline: { code: 'insufficient_funds', advice: 'soft', notBefore: CREATED_AT },
  },
  processing: true,
  givesWay: true,
  threeDs: THREE_DS,
  routing: {
    route: codeOf('cards'),
    rule: 'dinars',
    press: referenceOf('demoWHOLE3'),
    after: { referenceNumber: referenceOf('demoWHOLE3'), ending: 'refused' },
    skipped: [{ rule: 'dollars', why: 'It is for USD, not for KWD.' }],
    accounts: [{ pgCode: CARD, verdict: 'chosen', why: 'Its place in the rule.' }],
  },
};
const ENTRY: Whole<OperationEntry> = {
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
  givenUp: true,
  asksForAll: true,
  createdAt: CREATED_AT,
  reversedAt: CREATED_AT + 8,
  reversedBeforeTold: true,
  endsHold: true,
  reasonCode: 'duplicate',
};
const APPROVAL: Whole<Approval> = {
  state: 'pending',
  needed: 2,
  votes: [{ by: LAYLA, at: CREATED_AT, breakGlass: true, note: 'Seen' }],
  number: 7,
  decidedBy: LAYLA,
  decidedAt: CREATED_AT,
  reason: 'Seen',
  expiresAt: CREATED_AT + 1,
  manualMs: 5,
  lastError: 'The gateway declined.',
  retries: 1,
  retriedAt: CREATED_AT + 2,
  retryBelow: kwd('100'),
};
const MARK: Whole<TaskMark> = {
  merchantId: SHOP,
  taskId: 'stuck:1',
  state: 'handled',
  by: { id: LAYLA.id, username: LAYLA.username },
  at: CREATED_AT,
  note: 'Given back',
  version: 4,
};
const VIEW: Whole<SavedView> = {
  merchantId: SHOP,
  id: 'view-1',
  userId: LAYLA.id,
  username: LAYLA.username,
  page: 'payments',
  name: 'Paid',
  query: 'state=paid',
  columns: ['amount', 'paid'],
  isShared: true,
  createdAt: CREATED_AT,
};
const OPERATION: Whole<Operation> = {
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
  reasonNote: 'Ordered twice',
  channel: 'staff',
  approval: APPROVAL,
  alert: 'Look at it.',
  concludedAt: CREATED_AT + 2,
  gatewayReference: 'op_1',
  message: 'Queued',
  pgParams: PG_PARAMS,
  gatewayResponse: { id: 'op_1' },
};
const DISPUTE: Whole<Dispute> = {
  disputeId: 'du_1',
  referenceNumber: referenceOf('demoWHOLE1'),
  state: 'won',
  amount: kwd('12.500'),
  reason: 'fraudulent',
  dueAt: CREATED_AT + 9,
  saidAt: CREATED_AT + 5,
  movements: [
    { name: 'txn_1', kind: 'taken', amount: kwd('12.500'), at: CREATED_AT + 3 },
    {
      name: 'txn_2',
      kind: 'returned',
      amount: kwd('12.500'),
      at: CREATED_AT + 4,
    },
  ],
  heard: ['open', 'won'],
};
const PROMISED: Whole<PromisedEntry> = { ...ENTRY, whole: OPERATION };
const ROUTE: Whole<PaymentRoute> = {
  code: codeOf('cards'),
  merchantId: SHOP,
  name: 'Cards',
  nameAr: 'بطاقات',
  active: true,
  rules: [
    {
      name: 'dinars',
      when: {
        currencies: [kwd('1').currency],
        amountFrom: kwd('1'),
        amountBelow: kwd('2'),
        brands: ['VISA'],
        bins: [{ from: '400000', to: '499999' }],
        times: { days: ['sun'], from: '08:00', until: '16:00' },
      },
      accounts: [{ pgCode: CARD, share: 100 }],
    },
  ],
};
const CODE = shortCode('abcdefgh');
assert.ok(CODE);
const TRANSACTION: Whole<Transaction> = {
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
  hiddenMethods: [{ pgCode: codeOf('cash'), why: 'Cash cannot charge this.' }],
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
  handouts: { qrCode: true, checkoutCode: CODE, attachmentCode: CODE },
  unitCode: 'salmiya',
  initiator: LAYLA,
  createdAt: CREATED_AT,
  expiresAt: CREATED_AT + 3_600_000,
  expiresByTimer: true,
  seenAt: CREATED_AT + 1,
  amountEditable: true,
  returnsSecond: true,
  bulkId: 'bulk-1',
  legacy: {
    referenceNumber: referenceOf('demoWHOLE3'),
    address: ADDRESS,
    fields: { shelf: '4' },
  },
  dropOff: { address: ADDRESS, place: { latitude: 29.3, longitude: 48 } },
  attempts: [ATTEMPT],
  settledPgCode: CARD,
  settledAmount: kwd('12.500'),
  paidAmount: kwd('12.750'),
  operations: [PROMISED],
  disputes: [DISPUTE],
  sequence: 2,
  notice: {
    sequence: 2,
    referenceNumber: referenceOf('demoWHOLE1'),
    status: 'delivered',
  },
  alerts: [
    {
      kind: 'late-money',
      referenceNumber: referenceOf('demoWHOLE1'),
      at: CREATED_AT,
      detail: 'x',
      charged: kwd('12.500'),
    },
  ],
  inquiredAt: [CREATED_AT, CREATED_AT + 1],
  retoldFor: 'a-request',
  deletedAt: CREATED_AT + 5,
  invalidationReason: 'No method is left.',
};
const PLUGIN: Whole<PluginSettings> = {
  enabled: true,
  apiAccess: false,
  allowedNetworks: ['192.0.2.0/24'],
  webhookUrl: 'https://shop.example.test/webhook',
  supportEmail: 'help@example.test',
  redirectUrl: 'https://shop.example.test/thanks',
  expirationSeconds: 600,
  currency: 'KWD',
  amountEditable: true,
  disclaimer: { en: 'No refunds', ar: 'لا استرداد' },
  terms: {
    text: { en: 'Terms', ar: 'الشروط' },
    url: 'https://shop.example.test/terms',
  },
  receipts: false,
};
const KUWAIT = countryCode('KW') ?? assert.fail();
const MERCHANT: Whole<Merchant> = {
  id: SHOP,
  name: 'Pearl Shop',
  nameAr: 'متجر اللؤلؤ',
  supportEmail: 'help@example.test',
  staffLanguage: 'ar',
  supportPhone: '+96522000000',
  logo: 'logo.png',
  favicon: 'icon.png',
  accent: '#0c5049',
  country: KUWAIT,
  legal: {
    address: ['Block 4, Street 12', 'Kuwait City'],
    taxNumber: '300000000000003',
    registrationNumber: '401122',
    memo: 'Goods stay ours until they are paid.',
  },
  referencePrefix: 'demo',
  currencies: ['KWD'],
  plugins: {
    e_commerce: PLUGIN,
    payment_request: PLUGIN,
    invoice: PLUGIN,
    legacy: { ...PLUGIN, asksForDelivery: true, customFields: ['shelf'] },
    bulk: PLUGIN,
  },
  expiresByTimer: true,
  paused: true,
  webhooks: {
    enabled: true,
    scheme: 'standard',
    pgParamsFormat: 'flat',
    timeoutSeconds: 5,
    userAgent: 'Sarraf',
    notifyOnFailure: false,
    emails: ['ops@example.test'],
    operationsUrl: 'https://shop.example.test/operations',
    notifyApiOperations: false,
    mitWebhooks: false,
  },
  operationsApproval: {
    ...NO_APPROVAL,
    from: { KWD: 1000 },
    pgCodes: [CARD],
    whitelistedUserIds: [35],
    stepUpFrom: { KWD: 5000 },
    reasonRequired: true,
  },
  secondSuccess: 'refund',
  strictAgreements: true,
  secondFactor: 'all',
  timeZone: 'Asia/Kuwait',
  walletPolicy: {
    currencies: [kwd('1').currency],
    highestCredit: [kwd('10')],
    highestBalance: [kwd('100')],
  },
};
const { enabled: _enabled, ...OVERRIDES } = PLUGIN;
const UNIT: Whole<Unit> = {
  merchantId: SHOP,
  code: 'salmiya',
  name: 'Salmiya',
  logo: 'logo.png',
  favicon: 'favicon.png',
  accent: '#0c5049',
  overrides: OVERRIDES,
};
const ACCOUNT: Whole<GatewayAccount> = {
  code: CARD,
  merchantId: SHOP,
  gateway: 'sandbox',
  name: 'Card',
  nameAr: 'بطاقة',
  active: true,
  sandbox: true,
  plugins: ['e_commerce'],
  currencies: ['KWD'],
  defaultCurrency: kwd('1').currency,
  kind: 'purchase',
  operations: ['refund'],
  tokenizable: true,
  autoDebit: true,
  cvvRequired: true,
  multipleAttempts: true,
  fee: FEE,
  exchange: { rates: { USD: '0.3' } },
  paymentServices: ['apple_pay'],
  tags: ['retail'],
  order: 3,
  credentialsExpireOn: '2027-01-31',
  inquiry: INQUIRY,
};
const FILTER: Whole<ReportFilter> = {
  types: ['e_commerce'],
  plugins: ['legacy'],
  states: ['paid'],
  pgCodes: [CARD],
  currencies: [kwd('1').currency],
  orderNo: 'ORD-1',
  unitCode: 'salmiya',
};
const LAYOUT: Whole<Layout> = {
  format: 'csv',
  language: 'en',
  columns: [
    {
      name: 'shelf',
      labelEn: 'Shelf',
      labelAr: 'رف',
      source: { kind: 'config_field', path: 'shelf' },
    },
    {
      name: 'house',
      labelEn: 'House',
      labelAr: 'بيت',
      source: { kind: 'static', value: 'Pearl' },
    },
  ],
  bom: true,
};
const SCHEDULE: Whole<ReportSchedule> = {
  merchantId: SHOP,
  id: 'rs_1',
  version: 1,
  state: 'active',
  initiator: LAYLA,
  plan: {
    interval: 'daily',
    startsOn: '2026-01-01',
    cutOff: '00:00',
    timeZone: 'Asia/Kuwait',
    prefix: 'pearl_',
    filter: FILTER,
    layout: LAYOUT,
    emails: ['ops@example.test'],
    sentByMail: true,
  },
  reportedUntil: CREATED_AT,
  pausedAt: CREATED_AT,
  owed: [{ name: '2026-01-01', span: { after: CREATED_AT, until: CREATED_AT + 1 } }],
  lookAt: CREATED_AT,
  createdAt: CREATED_AT,
};
const ORDER: Whole<ReportOrder> = {
  id: 'a'.repeat(40),
  merchantId: SHOP,
  name: 'pearl',
  source: 'auto',
  interval: 'daily',
  scheduleId: 'rs_1',
  selection: { ...FILTER, after: CREATED_AT, until: CREATED_AT + 1 },
  layout: LAYOUT,
  initiator: LAYLA,
  emails: ['ops@example.test'],
  sentByMail: true,
  createdAt: CREATED_AT,
};
const REPLAY: Whole<WebhookReplay> = {
  merchantId: SHOP,
  id: 'wr_1',
  filter: {
    state: 'failed',
    type: 'payment.paid',
    sessionId: 'a1',
    endpointId: 'we_1',
    real: true,
    createdFrom: CREATED_AT,
    createdUntil: CREATED_AT + 1,
  },
  state: 'running',
  sent: 2,
  after: { at: CREATED_AT, id: 'e1' },
  createdAt: CREATED_AT,
  endedAt: CREATED_AT + 2,
};
const PLUG: Whole<PlugSettings> = {
  url: 'https://provider.example.test',
  from: 'Pearl',
  country: 'KW',
  namespace: 'n',
  approved: { paid: 'paid_1' },
};
const CALLBACK = {
  merchantId: SHOP,
  pgCode: CARD,
  referenceNumber: referenceOf('demoWHOLE1'),
};
const SAID = {
  gatewayReference: 'pay_1',
  gatewayPayment: 'psp_1',
  message: 'Done',
  pgParams: PG_PARAMS,
  gatewayResponse: { status: 'CAPTURED', nothing: {} },
};
const REPORT: Whole<AttemptReport> = {
  ...SAID,
  referenceNumber: CALLBACK.referenceNumber,
  outcome: { result: 'success', kind: 'purchase', charged: kwd('1') },
  card: CARD_FACTS,
  decline: { code: 'insufficient_funds', advice: 'soft', notBefore: CREATED_AT },
  threeDs: THREE_DS,
};
const OPERATION_REPORT: Whole<OperationReport> = {
  ...SAID,
  kind: 'refund',
  referenceNumber: referenceOf('demoWHOLE2'),
  paymentReference: CALLBACK.referenceNumber,
  result: 'queued',
  amount: kwd('1'),
  endsHold: true,
};
const { referenceNumber: _ofDispute, heard: _heard, ...DISPUTED } = DISPUTE;
const DISPUTE_REPORT: Whole<DisputeReport> = {
  ...DISPUTED,
  paymentReference: CALLBACK.referenceNumber,
  gatewayPayment: 'pi_1',
};
const FIGURES = {
  discount: kwd('1'),
  totalExclTax: kwd('2'),
  taxAmount: kwd('3'),
  totalInclTax: kwd('5'),
};
const INVOICE: Whole<Invoice> = {
  ...FIGURES,
  sessionId: sessionOf('a1'),
  merchantId: SHOP,
  invoiceId: 7,
  number: 'INV-1',
  status: 'sent',
  createdAt: CREATED_AT,
  dueDate: '2026-02-14',
  dueAt: CREATED_AT,
  companyName: 'Pearl Ltd',
  items: [
    {
      ...FIGURES,
      id: 1,
      sku: 'PEARL-1',
      description: 'Pearl',
      quantity: '1',
      unitPrice: kwd('3'),
      quantityPrice: kwd('3'),
      discountPercentage: '5',
      taxRate: '10',
    },
  ],
  subtotal: kwd('3'),
  discountPercentage: '5',
  taxRate: '10',
  shippingExclTax: kwd('1'),
  shippingMethod: 'Post',
  shippingTaxRate: '5',
  shippingTax: kwd('1'),
  shippingInclTax: kwd('2'),
};
const BULK: Whole<Bulk> = {
  merchantId: SHOP,
  id: 'bulk-1',
  name: 'January',
  state: 'uploading',
  total: 2,
  createdAt: CREATED_AT,
  initiator: LAYLA,
  failed: 1,
  legacy: true,
};
const TOMBSTONE: Whole<Tombstone> = {
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
      gatewayPayment: 'psp_1',
      kind: 'purchase',
      sandbox: false,
      fee: kwd('0.250'),
      exchange: EXCHANGE,
      decline: { code: 'insufficient_funds', advice: 'soft', notBefore: CREATED_AT },
      unanswered: true,
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
    {
      referenceNumber: referenceOf('demoWHOLE1'),
      gatewayPayment: 'psp_2',
      charged: kwd('12.750'),
      at: CREATED_AT,
    },
  ],
  disputes: [DISPUTE],
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

  it('has in a list of tasks all that tasks are derived from, and no more', async () => {
    const { search } = database().store;
    for (const order of ['-alerted', '-created'] as const) {
      const { results } = await search.tasks(SHOP, { deleted: true }, { order, limit: 1 });
      const payment = results[0]?.payment;
      assert.ok(payment, order);
      const later = CREATED_AT + 2 * STUCK_MS;
      assert.deepEqual(stuckTasks(payment, later), stuckTasks(TRANSACTION, later));
      assert.deepEqual(alertTasks(payment), alertTasks(TRANSACTION));
      const { attempts, operations, ...rest } = payment;
      const pairs = [
        [TRANSACTION, rest],
        [TRANSACTION.attempts[0], attempts[0]],
        [TRANSACTION.operations?.[0], operations?.[0]],
      ] as const;
      for (const [whole = {}, some = {}] of pairs)
        for (const [name, value] of Object.entries(some))
          assert.deepEqual(value, Reflect.get(whole, name), name);
      // What is long, and what is personal, stays where it is.
      assert.doesNotMatch(JSON.stringify(payment), /gatewayResponse|pgParams|customer|whole/u);
    }
  });

  it('is kept as it is: what is noted of a task', async () => {
    const { taskMarks } = database().store;
    await taskMarks.put(MARK, undefined);
    assert.deepEqual((await taskMarks.of(SHOP, [MARK.taskId])).get(MARK.taskId), MARK);
    // Who changes what somebody else has changed meanwhile, changes nothing.
    assert.equal(await taskMarks.put({ ...MARK, version: 5 }, MARK), true);
    assert.equal(await taskMarks.put({ ...MARK, version: 5 }, MARK), false);
    assert.deepEqual(
      [await taskMarks.remove(MARK), await taskMarks.put(MARK, undefined)],
      [false, false],
    );
  });

  it('is kept with the events that tell of it: what is noted of a task, or neither is', async () => {
    const { taskMarks, webhookEvents } = database().store;
    const mark = { ...MARK, taskId: 'told' };
    assert.equal(await taskMarks.put(mark, undefined, [alertEventNamed('first')]), true);
    assert.equal(await taskMarks.put(mark, undefined, [alertEventNamed('second')]), false);
    assert.equal(
      await taskMarks.put(mark, { ...mark, version: 7 }, [alertEventNamed('third')]),
      false,
    );
    const kept = await webhookEvents.listOf(SHOP, sessionOf('e'));
    assert.deepEqual(
      kept.map(({ name, type }) => [name, type]),
      [['first', 'alert.handled']],
    );
  });

  it('is kept as it is: a saved view, and one with as little as it can have', async () => {
    const { savedViews } = database().store;
    const { columns: _, ...plain } = VIEW;
    const least = { ...plain, id: 'view-2', name: 'All', query: '', isShared: false };
    for (const view of [VIEW, least]) assert.deepEqual(await savedViews.add(view), view);
    assert.deepEqual(await savedViews.own(SHOP, VIEW.userId), [VIEW, least]);
    assert.deepEqual(await savedViews.sharedWith(SHOP, VIEW.userId + 1), [VIEW]);
    assert.equal(await savedViews.replace({ ...plain, name: 'Other' }), 'kept');
    assert.deepEqual(await savedViews.find(SHOP, VIEW.id), { ...plain, name: 'Other' });
    assert.equal(await savedViews.replace({ ...least, name: 'Other' }), 'named');
    assert.equal(await savedViews.replace({ ...least, userId: 9 }), 'gone');
  });

  it('is kept as it is: which columns somebody wants to see, until they want none of their own', async () => {
    const { listColumns } = database().store;
    const all = { merchantId: SHOP, userId: LAYLA.id, page: 'payments' } as const;
    for (const columns of [['amount', 'paid'], ['alert'], []] as const) {
      await listColumns.put({ ...all, columns });
      const kept = columns.length === 0 ? undefined : columns;
      assert.deepEqual(await listColumns.find(SHOP, LAYLA.id, 'payments'), kept);
    }
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

  it('is kept as it is: an invoice', async () => {
    const { invoices } = database().store;
    const transaction = {
      ...TRANSACTION,
      sessionId: sessionOf('b1'),
      attempts: [],
    };
    const { legacy: _legacy, ...issued } = transaction;
    await invoices.insert({
      invoice: { ...INVOICE, sessionId: sessionOf('b1') },
      transaction: issued,
    });
    assert.deepEqual(await invoices.find(issued), {
      ...INVOICE,
      sessionId: sessionOf('b1'),
    });
  });

  it('is kept as it is: settings of a merchant', async () => {
    const { merchants, units, gatewayAccounts, plugs, routes } = database().store;
    await merchants.put(MERCHANT, 'key');
    assert.deepEqual(await merchants.find(SHOP), MERCHANT);
    await units.put(UNIT);
    assert.deepEqual(await units.find(SHOP, UNIT.code), UNIT);
    await gatewayAccounts.put(ACCOUNT, {});
    assert.deepEqual(await gatewayAccounts.list(SHOP), [ACCOUNT]);
    await gatewayAccounts.put({ ...ACCOUNT, inquiry: 'never' }, {});
    assert.deepEqual(await gatewayAccounts.list(SHOP), [{ ...ACCOUNT, inquiry: 'never' }]);
    await routes.put(ROUTE);
    assert.deepEqual(await routes.list(SHOP), [ROUTE]);
    const key = {
      merchantId: SHOP,
      unitCode: UNIT.code,
      channel: 'sms',
    } as const;
    await plugs.put(key, PLUG, undefined);
    assert.deepEqual(await plugs.list(SHOP), [{ ...key, settings: PLUG }]);
  });

  it('is kept as it is: reports and their schedules', async () => {
    const { reports, reportSchedules } = database().store;
    await reportSchedules.insert(SCHEDULE);
    assert.deepEqual(await reportSchedules.find(SCHEDULE), SCHEDULE);
    await reportSchedules.save(SCHEDULE);
    assert.deepEqual(await reportSchedules.find(SCHEDULE), {
      ...SCHEDULE,
      version: 2,
    });
    const report = await reports.want(ORDER);
    assert.deepEqual(await reports.find(ORDER), report);
    const sums = [
      { pgCode: CARD, account: 'sales', currency: kwd('1').currency, sum: '9999999999999999.999' },
    ] as const;
    const { tries } = (await reports.begin(ORDER)) ?? report;
    await reports.finish(ORDER, {
      tries,
      at: CREATED_AT,
      rows: 1,
      size: 2,
      sums,
    });
    assert.deepEqual((await reports.find(ORDER))?.sums, sums);
  });

  it('is kept as it is: what gateways, merchants and files have sent', async () => {
    const { inbox, webhookReplays, bulks } = database().store;
    const receivedAt = CREATED_AT;
    const ofAttempt = {
      ...CALLBACK,
      gatewayEventId: 'e1',
      receivedAt,
      report: REPORT,
      asks: true,
      givenUp: true,
      signaledRun: 'run-1',
    } as const;
    await inbox.receive(ofAttempt);
    assert.deepEqual(await inbox.receive(ofAttempt), {
      ...ofAttempt,
      signaled: false,
    });
    const ofOperation = {
      ...CALLBACK,
      gatewayEventId: 'e2',
      receivedAt,
      operation: OPERATION_REPORT,
    };
    await inbox.receive(ofOperation);
    assert.deepEqual(await inbox.receive(ofOperation), {
      ...ofOperation,
      signaled: false,
    });
    const ofDispute = {
      ...CALLBACK,
      gatewayEventId: 'e3',
      receivedAt,
      dispute: DISPUTE_REPORT,
      unplaced: true,
    } as const;
    await inbox.receive(ofDispute);
    assert.deepEqual(await inbox.receive(ofDispute), {
      ...ofDispute,
      signaled: false,
    });
    await webhookReplays.insert(REPLAY);
    assert.deepEqual(await webhookReplays.find(REPLAY), REPLAY);
    await bulks.begin(BULK, 'seed');
    assert.deepEqual(await bulks.find(BULK), BULK);
  });
});

function alertEventNamed(name: string): NewEvent {
  return {
    merchantId: SHOP,
    sessionId: sessionOf('e'),
    sequence: 0,
    name,
    endpointId: 'whe_1',
    url: 'https://shop.example/',
    payload: { event_type: 'alert.handled' },
    createdAt: CREATED_AT,
  };
}
