import type { OperationKind } from '../../domain/operation/operation.ts';
import type { Amount } from './facts.ts';

/** One refund, capture or void of a payment. */
export interface OperationFacts {
  readonly kind: OperationKind;
  /** False: the gateway has it and does it later. */
  readonly isDone: boolean;
  /** A refund to the customer's wallet at the merchant. */
  readonly toWallet?: true;
  /** ISO 8601. */
  readonly at: string;
  readonly referenceNumber: string;
  readonly amount: Amount;
}

/** What was done to the money of a payment since. Sums count what is done; those of nothing are left out. */
export interface Afterwards {
  readonly operations: readonly OperationFacts[];
  readonly refunded?: Amount;
  readonly captured?: Amount;
  readonly voided?: Amount;
  /** What the customer has paid in the end. */
  readonly net: Amount;
}
