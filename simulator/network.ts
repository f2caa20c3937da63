import type { Callbacks } from './callbacks.ts';
import type { Checkout } from './checkout.ts';
import type { FaultBook } from './fault-book.ts';
import type { TypedCard } from './outcomes.ts';
import type { Records } from './records.ts';
import type { TypedReferences } from './typed-references.ts';

/** What every route may use. */
export interface Network {
  readonly records: Records;
  readonly callbacks: Callbacks;
  readonly checkout: Checkout;
  /** Security codes and cards that were typed in our frames. */
  readonly cvv: TypedReferences<true>;
  readonly cards: TypedReferences<TypedCard>;
  readonly faults: FaultBook;
  /** Whether tests may order faults and act as customers. */
  readonly control: boolean;
  readonly now: () => Date;
  /** The network's own address, without a slash at its end. */
  readonly base: () => string;
}
