import type { TransactionState } from '../../domain/transaction/states.ts';
import type { Amount } from '../pages/facts.ts';
import type { OfficeFrame } from './frame-facts.ts';
import type { AttemptFacts, OfficeOperation, TimelineFact } from './payment-facts.ts';

/** What is kept of a payment that was removed for good. */
export interface RemovedFacts extends OfficeFrame {
  readonly sessionId: string;
  readonly orderNo?: string;
  readonly invoiceNumber?: string;
  /** How it stood. */
  readonly state: TransactionState;
  readonly amount: Amount;
  readonly type: 'e_commerce' | 'payment_request';
  readonly createdAt: string;
  readonly removedAt: string;
  /** Left out where a program did it. */
  readonly removedBy?: string;
  readonly attempts: readonly AttemptFacts[];
  readonly operations: readonly OfficeOperation[];
  /** Money that came for it afterwards. */
  readonly late: readonly {
    readonly amount: Amount;
    readonly at: string;
    readonly referenceNumber: string;
    /** What the gateway calls it. */
    readonly gatewayPayment?: string;
  }[];
  /** Entries of the ledger and disputes, oldest first. */
  readonly booked: readonly TimelineFact[];
}
