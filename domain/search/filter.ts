import type { CurrencyCode } from '../currencies.ts';
import type { PgCode, SessionId } from '../ids.ts';
import type { Money } from '../money.ts';
import type { Refunded } from '../operation/amounts.ts';
import type { TransactionState } from '../transaction/states.ts';
import type { Alert, PaymentChannel } from '../transaction/transaction.ts';
import type { Kind, PaymentType, TransactionType } from '../transaction/type.ts';
import type { Term } from './terms.ts';

/** Half open, in epoch milliseconds. */
export interface HalfOpen {
  readonly from?: number;
  readonly until?: number;
}

export const TRANSACTION_ORDERS = ['-created', 'created', '-paid'] as const;
/** Newest first, oldest first, or last paid first, which shows only what was paid. */
export type TransactionOrder = (typeof TRANSACTION_ORDERS)[number];

/** Which transactions are looked for (contract/search#filters): only what fits all that is said; a list means any of it. */
export interface TransactionFilter {
  /** Of each of these groups at least one term. */
  readonly terms?: readonly (readonly Term[])[];
  readonly sessionIds?: readonly SessionId[];
  readonly states?: readonly TransactionState[];
  readonly types?: readonly TransactionType[];
  readonly kinds?: readonly Kind[];
  readonly paymentTypes?: readonly PaymentType[];
  readonly currencies?: readonly CurrencyCode[];
  /** Of an attempt, or of what settled it. */
  readonly pgCodes?: readonly PgCode[];
  readonly channels?: readonly PaymentChannel[];
  readonly created?: HalfOpen;
  readonly paid?: HalfOpen;
  /** Both included, and of one currency. */
  readonly amountFrom?: Money;
  readonly amountUntil?: Money;
  readonly orderNoStart?: string;
  /** Some alert, none, or one of these kinds. */
  readonly alert?: boolean | readonly Alert['kind'][];
  readonly refunded?: Refunded;
  /** An attempt that began then or before waits, and its gateway does not say that the payer is still there. */
  readonly pendingSince?: number;
  /** Whether the first call of the last webhook was not acknowledged, whatever came of later ones. */
  readonly webhookFailing?: boolean;
  readonly sandbox?: boolean;
  /** Only those that say the merchant's own name for their customer. */
  readonly identified?: true;
  /** Those that were archived, and no others. */
  readonly deleted?: true;
}
