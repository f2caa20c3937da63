import type { CurrencyCode } from '../currencies.ts';
import type { PgCode, ReferenceNumber, SessionId } from '../ids.ts';
import type { Money } from '../money.ts';
import type {
  OperationKind,
  OperationSource,
  OperationState,
  RefundDestination,
} from '../operation/operation.ts';
import type { ReasonCode } from '../operation/reason.ts';
import type { TransactionType } from '../transaction/type.ts';
import type { HalfOpen } from './filter.ts';

/** Which operations are looked for (contract/search#operations): only what fits all that is said; a list means any of it. */
export interface OperationFilter {
  /** Its own, or that of its payment. */
  readonly sessionId?: SessionId;
  readonly parentId?: SessionId;
  readonly referenceNumber?: ReferenceNumber;
  /** What the gateway calls it. */
  readonly gatewayReference?: string;
  /** Of its payment. */
  readonly orderNo?: string;
  /** Exactly one of these. */
  readonly amounts?: readonly Money[];
  readonly kinds?: readonly OperationKind[];
  readonly states?: readonly OperationState[];
  readonly pgCodes?: readonly PgCode[];
  readonly currencies?: readonly CurrencyCode[];
  readonly destinations?: readonly RefundDestination[];
  readonly sources?: readonly OperationSource[];
  /** The number of the user who asked for it. */
  readonly initiatorId?: number;
  readonly reasons?: readonly ReasonCode[];
  readonly created?: HalfOpen;
  readonly ended?: HalfOpen;
  /** Both included, and of one currency. */
  readonly amountFrom?: Money;
  readonly amountUntil?: Money;
  /** Of payments of these types. */
  readonly types?: readonly TransactionType[];
}
