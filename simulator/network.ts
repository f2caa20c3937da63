import type { Callbacks } from './callbacks.ts';
import type { Checkout } from './checkout.ts';
import type { CvvReferences } from './cvv-references.ts';
import type { FaultBook } from './fault-book.ts';
import type { Records } from './records.ts';

/** What every route may use. */
export interface Network {
  readonly records: Records;
  readonly callbacks: Callbacks;
  readonly checkout: Checkout;
  readonly cvv: CvvReferences;
  readonly faults: FaultBook;
  /** Whether tests may order faults and act as customers. */
  readonly control: boolean;
  readonly now: () => Date;
  /** The network's own address, without a slash at its end. */
  readonly base: () => string;
}
