import type { MerchantId, PgCode, SessionId } from '../ids.ts';
import type { Money } from '../money.ts';
import type { TransactionType } from '../transaction/type.ts';
import type { Autopay } from './autopay.ts';

export const AGREEMENT_TYPES = [
  'recurring',
  'unscheduled',
  'installment',
  'event_based',
  'other',
] as const;
export type AgreementType = (typeof AGREEMENT_TYPES)[number];

export const FREQUENCIES = [
  'irregular',
  'daily',
  'weekly',
  'semi_monthly',
  'monthly',
  'quarterly',
  'semi_annually',
  'yearly',
  'other',
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface Seller {
  readonly name?: string;
  readonly shortName?: string;
  readonly categoryCode?: string;
}

/**
 * What customer and merchant have agreed on, as the merchant said it at the first payment (contract/agreements#terms).
 */
export interface AgreementTerms {
  /** The merchant's name for it, unique for one customer. */
  readonly id: string;
  readonly type: AgreementType;
  readonly amountVariability?: 'fixed' | 'variable';
  /** ISO dates; the agreement is good through the whole of the last one. */
  readonly startDate?: string;
  readonly expiryDate?: string;
  /** In the currency of the first payment. */
  readonly maxAmountPerCycle?: Money;
  readonly cycleIntervalDays?: number;
  /** How often the merchant may charge it; the first payment, which the customer made, is not counted. */
  readonly totalCycles?: number;
  readonly frequency?: Frequency;
  readonly seller?: Seller;
  readonly extraParams?: { readonly paymentProcessingDay?: number | string };
}

export type AgreementState = 'active' | 'ended';

/**
 * An agreement after its first payment: from then on its card can be charged without the customer. `uuid` is its name
 * in workflow and schedule ids, where no customer's id may stand (contract/agreements#cycles). Times are epoch
 * milliseconds.
 */
export interface Agreement {
  readonly uuid: string;
  readonly merchantId: MerchantId;
  readonly customerId: string;
  readonly sandbox: boolean;
  /** Of the payment that the customer made. */
  readonly transactionType: TransactionType;
  /** Counts saves; a change is written only on top of the version that it was made from. */
  readonly version: number;
  readonly state: AgreementState;
  readonly terms: AgreementTerms;
  /** The account and the token of the one card that it is charged to; a later payment by the customer can change both. */
  readonly pgCode: PgCode;
  readonly token: string;
  /** When the customer began to pay by that card, or the merchant named it: what came later decides, however it is told. */
  readonly boundAt: number;
  /** The payment that the customer made. */
  readonly firstSessionId: SessionId;
  /** The sessions that have charged it, or are about to: what `totalCycles` counts. A declined one is taken out again. */
  readonly charges: readonly SessionId[];
  /** Those of them that are paid: with the last of its cycles an agreement is over. */
  readonly paid: readonly SessionId[];
  /** Given when the engine charges it by itself. */
  readonly autopay?: Autopay;
  readonly createdAt: number;
  readonly endedAt?: number;
  /** Said where it did not end by itself: their word stands against who is paying at that moment. */
  readonly endedBy?: 'merchant';
}

/** Whose agreement is meant, by the name that the merchant gave it. */
export type AgreementName = Pick<Agreement, 'merchantId' | 'customerId' | 'sandbox'> & {
  readonly id: string;
};

/** Which agreement is meant: no query goes without the merchant. */
export type AgreementRef = Pick<Agreement, 'merchantId' | 'uuid'>;
