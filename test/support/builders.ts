import assert from 'node:assert/strict';
import type { Agreement } from '../../domain/agreement/agreement.ts';
import type { GatewayAccount, GatewayTraits } from '../../domain/account.ts';
import type { SavedCard } from '../../domain/card/card.ts';
import { currencyCode } from '../../domain/currencies.ts';
import {
  merchantId,
  pgCode,
  referenceNumber,
  sessionId,
  type MerchantId,
  type PgCode,
  type ReferenceNumber,
  type SessionId,
} from '../../domain/ids.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import type { Merchant } from '../../domain/merchant.ts';
import { add, parseMoney, zero, type Money } from '../../domain/money.ts';
import { entryOf, type Operation, type OperationEntry } from '../../domain/operation/operation.ts';
import type { AttemptReport, ReportOutcome } from '../../domain/transaction/network.ts';
import type { Attempt, PaymentMethod, Transaction } from '../../domain/transaction/transaction.ts';

/** The instant at which the tests' transactions are created: 2026-01-15, nine o'clock in UTC. */
export const CREATED_AT = Date.UTC(2026, 0, 15, 9);

/** A day in milliseconds, which is also how long a transaction of `aTransaction` lives. */
export const DAY_MS = 24 * 60 * 60 * 1000;

export const SHOP = aMerchantId('pearl-shop');
export const CARD = codeOf('card');

/** Dinars and fils, read exactly: `kwd('12.500')`. */
export function kwd(text: string): Money {
  return amountOf(text, 'KWD');
}

/** An amount of any currency; a text that is none fails the test that wrote it. */
export function amountOf(text: string, currency: string): Money {
  const code = currencyCode(currency);
  assert.ok(code, `${currency} is no currency`);
  const parsed = parseMoney(text, code);
  assert.ok(!('fault' in parsed), `${text} is no amount of ${currency}`);
  return parsed;
}

/** A session id that ends in the hex digits given: `sessionOf('7')`. */
export function sessionOf(tail: string): SessionId {
  return minted(sessionId(tail.padStart(40, '0')), tail);
}

export function aMerchantId(text: string): MerchantId {
  return minted(merchantId(text), text);
}

export function codeOf(text: string): PgCode {
  return minted(pgCode(text), text);
}

export function referenceOf(text: string): ReferenceNumber {
  return minted(referenceNumber(text), text);
}

/** A method without a fee, in dinars, at the sandbox gateway. */
export function aMethod(given: Partial<PaymentMethod> = {}): PaymentMethod {
  return {
    pgCode: CARD,
    name: 'Card',
    gateway: 'sandbox',
    gatewayName: 'Sandbox',
    offline: false,
    kind: 'purchase',
    fee: kwd('0'),
    multipleAttempts: true,
    sandbox: false,
    ...given,
  };
}

/** Ten dollars that an account in dinars charges as 3.066, with a fee of 0.046: what a method or an attempt says of it. */
export function inDinars() {
  const exchange = {
    from: amountOf('10.00', 'USD'),
    rate: '0.3066',
    to: kwd('3.066'),
  };
  return { exchange, fee: kwd('0.046') } as const;
}

/** A pending attempt by card. The total follows from amount and fee; the key from the reference. */
export function anAttempt({
  amount = kwd('12.500'),
  ...given
}: Partial<Attempt> & { readonly amount?: Money } = {}): Attempt {
  const fee = given.fee ?? zero(amount.currency);
  const reference = given.referenceNumber ?? referenceOf('demoAAAAAA');
  return {
    referenceNumber: reference,
    pgCode: CARD,
    state: 'pending',
    fee,
    total: add(amount, fee),
    gateway: 'sandbox',
    kind: 'purchase',
    sandbox: false,
    idempotencyKey: `key:${reference}`,
    createdAt: CREATED_AT,
    ...given,
  };
}

/** A new transaction of 12.500 dinars by card, open for a day, whose merchant listens for webhooks. */
export function aTransaction(given: Partial<Transaction> = {}): Transaction {
  const amount = given.amount ?? kwd('12.500');
  const methods = given.methods ?? [aMethod({ fee: zero(amount.currency) })];
  return {
    sessionId: sessionOf('a1'),
    merchantId: SHOP,
    version: 1,
    state: 'created',
    type: 'e_commerce',
    kind: 'purchase',
    paymentType: 'one_off',
    amount,
    pgCodes: methods.map(({ pgCode: code }) => code),
    methods,
    customer: {},
    language: 'en',
    expirationSeconds: DAY_MS / 1000,
    webhookUrl: 'https://shop.example.test/webhook',
    createdAt: CREATED_AT,
    expiresAt: CREATED_AT + DAY_MS,
    expiresByTimer: true,
    attempts: [],
    sequence: 0,
    alerts: [],
    ...given,
  };
}

/** A refund of 3.000 dinars that was done, of `aTransaction`, asked for by a program. */
export function anOperation(given: Partial<Operation> = {}): Operation {
  const child = given.sessionId ?? sessionOf('c1');
  const kind = given.kind ?? 'refund';
  return {
    sessionId: child,
    merchantId: SHOP,
    parentId: sessionOf('a1'),
    version: 2,
    kind,
    amount: kwd('3.000'),
    destination: 'pg',
    state: 'done',
    source: 'input',
    referenceNumber: referenceOf('demoRRRRRR'),
    pgCode: CARD,
    gateway: 'sandbox',
    sandbox: false,
    paymentReference: referenceOf('demoAAAAAA'),
    idempotencyKey: `${sessionOf('a1')}:${child}:${kind}`,
    channel: 'api',
    createdAt: CREATED_AT,
    ...given,
  };
}

/** What a transaction remembers of `anOperation`. */
export function anEntry(given: Partial<Operation> = {}): OperationEntry {
  return entryOf(anOperation(given));
}

/** An unpaid invoice of one item for 12.500 dinars, due a month after its creation. */
export function anInvoice(given: Partial<Invoice> = {}): Invoice {
  const none = kwd('0');
  const price = kwd('12.500');
  const figures = {
    discount: none,
    totalExclTax: price,
    taxAmount: none,
    totalInclTax: price,
  };
  return {
    sessionId: sessionOf('a1'),
    merchantId: SHOP,
    invoiceId: 7,
    number: 'INV-7',
    status: 'sent',
    createdAt: CREATED_AT,
    dueDate: '2026-02-14',
    dueAt: Date.UTC(2026, 1, 15),
    ...figures,
    subtotal: price,
    shippingTax: none,
    shippingInclTax: none,
    items: [
      {
        id: 1,
        sku: 'PEARL-1',
        description: 'Pearl',
        quantity: '1',
        unitPrice: price,
        quantityPrice: price,
        ...figures,
      },
    ],
    ...given,
  };
}

/** The same transaction of a merchant who gave no webhook URL. */
export function untold({ webhookUrl: _webhookUrl, ...transaction }: Transaction): Transaction {
  return transaction;
}

/** A network's word on an attempt: `aReport(attempt, { result: 'failed' })`; by default, success for its total. */
export function aReport(
  { referenceNumber: reference, total }: Pick<Attempt, 'referenceNumber' | 'total'>,
  outcome: ReportOutcome = {
    result: 'success',
    kind: 'purchase',
    charged: total,
  },
): AttemptReport {
  return { referenceNumber: reference, outcome };
}

/** A merchant with both plugins, all currencies, and webhooks switched on. */
export function aMerchant(given: Partial<Merchant> = {}): Merchant {
  return {
    id: SHOP,
    name: 'Pearl Shop',
    referencePrefix: 'demo',
    currencies: [],
    plugins: {
      e_commerce: { enabled: true },
      payment_request: { enabled: true },
    },
    expiresByTimer: true,
    webhooks: {
      enabled: true,
      scheme: 'standard',
      pgParamsFormat: 'labelled',
      timeoutSeconds: 15,
      userAgent: 'Tests/1',
    },
    ...given,
  };
}

/** An active account for both plugins that takes dinars, charges at once and adds no fee. */
export function anAccount(given: Partial<GatewayAccount> = {}): GatewayAccount {
  return {
    code: CARD,
    merchantId: SHOP,
    gateway: 'sandbox',
    name: 'Card',
    active: true,
    sandbox: false,
    plugins: ['e_commerce', 'payment_request'],
    currencies: ['KWD'],
    defaultCurrency: kwd('0').currency,
    kind: 'purchase',
    operations: [],
    tokenizable: false,
    autoDebit: false,
    cvvRequired: true,
    paymentServices: [],
    tags: [],
    order: 0,
    multipleAttempts: true,
    ...given,
  };
}

/** What the connector of `anAccount` can do. */
export function someTraits(given: Partial<GatewayTraits> = {}): GatewayTraits {
  return {
    slug: 'sandbox',
    name: 'Sandbox',
    offline: false,
    kinds: ['purchase', 'authorize'],
    operations: ['refund', 'void'],
    captures: 'many',
    tokenization: true,
    autoDebit: true,
    cvv: true,
    paymentServices: ['apple_pay'],
    afterSilence: { by: 'inquiry' },
    ...given,
  };
}

/** A Visa of `c-1` that ends in 1881 and is good through March 2027, saved and last used at `CREATED_AT`. */
export function aCard(given: Partial<SavedCard> = {}): SavedCard {
  return {
    token: 'tok_1',
    lastFour: '1881',
    expiry: { year: 2027, month: 3 },
    brand: 'VISA',
    holder: 'Sara Al-Ali',
    cvvRequired: true,
    autoDebit: false,
    merchantId: SHOP,
    customerId: 'c-1',
    pgCode: CARD,
    gateway: 'sandbox',
    sandbox: false,
    agreements: [],
    createdAt: CREATED_AT,
    usedAt: CREATED_AT,
    ...given,
  };
}

/** The agreement A-1 of `c-1`, created and first paid at `CREATED_AT` by the card of `aCard`. Nothing limits it. */
export function anAgreement(given: Partial<Agreement> = {}): Agreement {
  return {
    uuid: '5c0a1b8e-7d43-5f0e-9d3f-2b8f6f1f0a11',
    merchantId: SHOP,
    customerId: 'c-1',
    sandbox: false,
    transactionType: 'e_commerce',
    version: 1,
    state: 'active',
    terms: { id: 'A-1', type: 'other' },
    pgCode: CARD,
    token: 'tok_1',
    boundAt: CREATED_AT,
    firstSessionId: sessionOf('f1'),
    charges: [],
    paid: [],
    createdAt: CREATED_AT,
    ...given,
  };
}

function minted<T>(id: T | undefined, text: string): T {
  assert.ok(id !== undefined, `${text} cannot be an id`);
  return id;
}
