import type { CurrencyCode } from '../currencies.ts';
import type { JsonObject } from '../json.ts';
import type { MerchantId, PgCode, ReferenceNumber, SessionId } from '../ids.ts';
import type { Money } from '../money.ts';
import type { PgParams } from '../webhook/pg-params.ts';
import type { TransactionState } from './states.ts';

export type TransactionType = 'e_commerce' | 'payment_request';
export type Language = 'en' | 'ar';
/** `purchase` charges at once, `authorize` only holds. On the wire the field is `operation`. */
export type Kind = 'purchase' | 'authorize';
export interface Address {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly state?: string;
  readonly country: string;
  readonly postalCode?: string;
}

export interface ShippingAddress extends Address {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string;
}

export interface Customer {
  readonly id?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly phone2?: string;
  readonly birthdate?: string;
}

/** What the merchant may say about a transaction and may change while it is unpaid. */
export interface Terms {
  readonly amount: Money;
  readonly pgCodes: readonly PgCode[];
  readonly customer: Customer;
  readonly language: Language;
  readonly expirationSeconds: number;
  readonly orderNo?: string;
  readonly billingAddress?: Address;
  readonly shippingAddress?: ShippingAddress;
  readonly notifications?: JsonObject;
  readonly emailRecipients?: readonly string[];
  readonly dueDatetime?: string;
  readonly extra?: JsonObject;
  readonly redirectUrl?: string;
  readonly webhookUrl?: string;
  readonly productType?: string;
  readonly vendorName?: string;
  readonly cardAcceptanceCriteria?: JsonObject;
  readonly brandingOptions?: JsonObject;
  readonly loyalty?: JsonObject;
}

/** A gateway account as it was when the money was set: what the payer was shown is what is charged. */
export interface PaymentMethod {
  readonly pgCode: PgCode;
  readonly name: string;
  readonly nameAr?: string;
  readonly gateway: string;
  readonly gatewayName: string;
  readonly offline: boolean;
  readonly kind: Kind;
  readonly fee: Money;
  readonly feeDescription?: string;
  readonly multipleAttempts: boolean;
  readonly sandbox: boolean;
}

export type AttemptState = 'pending' | 'success' | 'failed' | 'canceled' | 'error' | 'cod';

/** One try at a network. `total` (amount and fee) is what the network is asked for. */
export interface Attempt {
  readonly referenceNumber: ReferenceNumber;
  readonly pgCode: PgCode;
  /** The account as it was when the attempt began; the transaction may offer other methods since. */
  readonly gateway: string;
  readonly kind: Kind;
  readonly sandbox: boolean;
  readonly state: AttemptState;
  readonly total: Money;
  readonly fee: Money;
  readonly idempotencyKey: string;
  readonly createdAt: number;
  readonly concludedAt?: number;
  readonly pageUrl?: string;
  readonly gatewayReference?: string;
  readonly message?: string;
  readonly pgParams?: PgParams;
  readonly gatewayResponse?: JsonObject;
}

/** Something that a person has to look at; it never changes the state by itself. */
export interface Alert {
  readonly kind: 'amount-mismatch' | 'late-money' | 'second-success';
  readonly referenceNumber: ReferenceNumber;
  readonly at: number;
  readonly detail: string;
}

/** The last notice to the merchant and what came of it; it decides where the payer goes (events-and-pages.md 1.7). */
export interface NoticeState {
  readonly sequence: number;
  readonly referenceNumber: ReferenceNumber;
  readonly status: 'sending' | 'delivered' | 'delivered_stay' | 'failed' | 'none';
}

/** One transaction: what a `session_id` names. Times are epoch milliseconds. */
export interface Transaction extends Terms {
  readonly sessionId: SessionId;
  readonly merchantId: MerchantId;
  /** Counts saves. The document never goes back to an older one. */
  readonly version: number;
  readonly state: TransactionState;
  readonly type: TransactionType;
  readonly kind: Kind;
  readonly paymentType: 'one_off';
  readonly methods: readonly PaymentMethod[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** False: nothing happens at `expiresAt` until the payer tries to pay (contract/api.md 1.8). */
  readonly expiresByTimer: boolean;
  readonly seenAt?: number;
  readonly attempts: readonly Attempt[];
  readonly settledPgCode?: PgCode;
  readonly settledAmount?: Money;
  readonly paidAmount?: Money;
  /** Counts the notices to the merchant. */
  readonly sequence: number;
  readonly notice?: NoticeState;
  readonly alerts: readonly Alert[];
}

/** Who is meant: no query and no command goes without the merchant. */
export interface TransactionRef {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
}

/** The currency of all money of a transaction. */
export function currencyOf(transaction: Transaction): CurrencyCode {
  return transaction.amount.currency;
}

/** The method behind a code, when the transaction offers it. */
export function methodOf(transaction: Transaction, pgCode: PgCode): PaymentMethod | undefined {
  return transaction.methods.find((method) => method.pgCode === pgCode);
}

/** The attempt that a network may still decide; at most one at a time. */
export function pendingAttempt({ attempts }: Transaction): Attempt | undefined {
  return attempts.findLast((attempt) => attempt.state === 'pending');
}

export function attemptOf(
  { attempts }: Transaction,
  referenceNumber: ReferenceNumber,
): Attempt | undefined {
  return attempts.find((attempt) => attempt.referenceNumber === referenceNumber);
}

/** An account speaks for its own attempts only: the secret of one must not decide payments of another. */
export function isAttemptOf(
  transaction: Transaction,
  claim: {
    readonly merchantId: MerchantId;
    readonly pgCode: PgCode;
    readonly referenceNumber: ReferenceNumber;
  },
): boolean {
  const attempt = attemptOf(transaction, claim.referenceNumber);
  return transaction.merchantId === claim.merchantId && attempt?.pgCode === claim.pgCode;
}
