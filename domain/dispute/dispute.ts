import type { ReferenceNumber } from '../ids.ts';
import type { Money } from '../money.ts';

/**
 * How a dispute stands. `inquiry`: the payer's bank only asks, and no money has moved. `open`: the payer's bank wants the money
 * back, and the merchant can answer. `review`: the answer is with the bank. `won`, `lost`: for and against the merchant.
 * `closed`: it came to nothing. None of them is final: a bank can begin again.
 */
export const DISPUTE_STATES = ['inquiry', 'open', 'review', 'closed', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** Money that a network has taken from the account because of a dispute, or has given back. */
export interface DisputeMovement {
  /** The network's own name for it: the same in every word on the dispute. */
  readonly name: string;
  readonly kind: 'taken' | 'returned';
  /** In the currency of the charge, as a rule. */
  readonly amount: Money;
  /** Epoch milliseconds, as the network says. */
  readonly at: number;
}

/** The payer's bank has taken a payment back, or asks about it; kept with its payment. Times are epoch milliseconds. */
export interface Dispute {
  /** What the network calls it. */
  readonly disputeId: string;
  /** Of the attempt whose money is disputed. */
  readonly referenceNumber: ReferenceNumber;
  readonly state: DisputeState;
  /** What is disputed, which may be a part of the charge. */
  readonly amount: Money;
  /** Why, in the network's own word. */
  readonly reason?: string;
  /** Until when the merchant can answer at the gateway. */
  readonly dueAt?: number;
  /** When the network said the newest that is known. */
  readonly saidAt: number;
  readonly movements: readonly DisputeMovement[];
  /** Every state that some word has told, where that is more than one, in the order of `DISPUTE_STATES`. */
  readonly heard?: readonly DisputeState[];
}

/** What a network says of a dispute, in our words. It names the payment by our reference, by its own name, or by both. */
export interface DisputeWord extends Omit<Dispute, 'referenceNumber' | 'heard'> {
  readonly paymentReference?: ReferenceNumber;
  /** What the network calls the payment. */
  readonly gatewayPayment?: string;
}

/** The same when it is known which attempt is meant. */
export interface DisputeReport extends DisputeWord {
  readonly paymentReference: ReferenceNumber;
}

const NEEDS_PERSON: ReadonlySet<DisputeState> = new Set(['inquiry', 'open', 'lost']);

/** A person has to answer it, or to learn that the money is gone. */
export function needsPerson({ state }: Pick<Dispute, 'state'>): boolean {
  return NEEDS_PERSON.has(state);
}
