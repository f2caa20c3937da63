import type { ReferenceNumber } from '../ids.ts';
import type { JsonObject } from '../json.ts';
import type { Money } from '../money.ts';
import type { PgParams } from '../webhook/pg-params.ts';
import type { OperationKind } from './operation.ts';

/**
 * What a network says of an operation, in our words. `queued`: it will be done later, or refused. `reversed`: it was done, and
 * the network has undone it since, as when the bank of the card does not take a refund.
 */
export interface OperationReport {
  readonly kind: OperationKind;
  /** Our name for it; an operation done at the network itself has none of ours. */
  readonly referenceNumber?: ReferenceNumber;
  readonly paymentReference: ReferenceNumber;
  readonly result: 'done' | 'queued' | 'declined' | 'reversed';
  /** A gateway that has only taken it in may name none. */
  readonly amount?: Money;
  /** The network's own name for the operation. */
  readonly gatewayReference: string;
  /** A capture after which nothing is held any more. */
  readonly endsHold?: true;
  /** What the network calls the payment that it was done to, where it says so. */
  readonly gatewayPayment?: string;
  readonly message?: string;
  readonly pgParams?: PgParams;
  readonly gatewayResponse?: JsonObject;
}

/** The same as a network says it that may name the payment by its own name alone. */
export interface OperationWord extends Omit<OperationReport, 'paymentReference'> {
  readonly paymentReference?: ReferenceNumber;
}
