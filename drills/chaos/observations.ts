import type { SessionId } from '../../domain/ids.ts';
import type { AttemptState } from '../../domain/transaction/transaction.ts';
import type { TransactionState } from '../../domain/transaction/states.ts';
import type { AttemptEnding } from '../../domain/routing/decision.ts';
import type { Scenario } from './scenario.ts';

/** All that can be known of a run when it is over, from everybody who saw something. */
export interface Observations {
  readonly sales: readonly SaleObservations[];
  /** References under which the network has payments or money, and which no document has. */
  readonly strays: readonly string[];
  /** Webhooks that were not signed as agreed, or are about nothing that was sold. */
  readonly forged: number;
  /** Workflows that ended otherwise than by returning. */
  readonly failedRuns: readonly string[];
  /** Workflows whose history a worker that begins anew cannot replay: they hang, or would. */
  readonly unreplayable: readonly string[];
  /** What merchants and payers met that they should not. */
  readonly complaints: readonly Complaint[];
  /** Processes that ended while they ran and nobody had killed them. */
  readonly falls: readonly string[];
  /** What the network told the engine, and the engine did not take. */
  readonly turnedAway: readonly string[];
}

export interface Complaint {
  readonly orderNo: string;
  readonly what: string;
}

export interface SaleObservations {
  readonly orderNo: string;
  readonly means: Scenario['means'];
  /** What was to be paid, such as "12.340 KWD". */
  readonly asked: string;
  /** The session that the merchant was told of. */
  readonly told?: string;
  readonly documents: readonly SaleDocument[];
  readonly run?: SaleRun;
  /** The network's payments of the document's attempts. */
  readonly payments: readonly SalePayment[];
  /** The network's ledger, such as "capture 12.340 KWD". */
  readonly moved: readonly string[];
  readonly heard: readonly HeardWebhook[];
  /** Milliseconds from the last kill until it was seen to be final; missing when it never was. */
  readonly finalAfterMs?: number;
}

export interface SaleDocument {
  readonly sessionId: SessionId;
  readonly state: TransactionState;
  readonly attempts: readonly SaleAttempt[];
  /** How many notices the merchant was promised. */
  readonly sequence: number;
  readonly alerts: readonly string[];
}

export interface SaleAttempt {
  readonly referenceNumber: string;
  readonly state: AttemptState;
  readonly unanswered: boolean;
  /** The account to which a route has led it. */
  readonly routedTo?: string;
  /** The attempt in whose place it has come, at another account. */
  readonly after?: { readonly referenceNumber: string; readonly ending: AttemptEnding };
}

/** The latest run of the transaction's workflow, and the state that its search attribute tells. */
export interface SaleRun {
  readonly isOpen: boolean;
  readonly state: string;
}

export interface SalePayment {
  readonly reference: string;
  readonly status: string;
}

/** A webhook that the merchant's server received and found rightly signed. */
export interface HeardWebhook {
  readonly eventId: string;
  readonly sequence: number;
  readonly result: string;
  /** Byte by byte; the same event must never come with another. */
  readonly body: string;
}
