import type { AgreementRef } from '../domain/agreement/agreement.ts';
import type { Cycle, CycleNews, CycleState } from '../domain/agreement/autopay.ts';
import type { Running } from '../domain/agreement/look.ts';
import type { ChargeOutcome } from '../domain/agreement/outcome.ts';
import type { SessionId } from '../domain/ids.ts';
import type { Money } from '../domain/money.ts';

/** One period of an agreement, for the engine. */
export interface CycleRef extends AgreementRef {
  readonly period: string;
}

/** A try that was promised, and until when this step of its cycle may begin to charge it. */
export interface ChargeOfTry {
  readonly sessionId: SessionId;
  /** Epoch milliseconds; undefined: at any time. */
  readonly beginBy: number | undefined;
}

/** What a try is charged by; activities/cycle-payments.ts has it. */
export interface CyclePayments {
  /**
   * Makes the payment of a try, once, and has the card charged. Safe to repeat: the session says which. What cannot begin in time
   * is not charged, and throws, so that the step is taken anew.
   */
  readonly charge: (agreement: Running, cycle: Cycle, made: ChargeOfTry) => Promise<ChargeOutcome>;
  readonly outcome: (agreement: Running, sessionId: SessionId) => Promise<ChargeOutcome>;
  /** The same, after the payment of the try was closed: whoever is not paying it now cannot begin to. Safe to repeat. */
  readonly close: (agreement: Running, sessionId: SessionId) => Promise<ChargeOutcome>;
  /** Until when the card of a declined try must rest, as its network has said. */
  readonly restUntil: (agreement: Running, sessionId: SessionId) => Promise<number | undefined>;
  /** Whether a payment of this period would be taken by its account, as both are now. */
  readonly isPossible: (agreement: Running, cycle: Cycle) => Promise<boolean>;
}

/** What a customer is told of a cycle. The id of the customer is for whoever writes to them, and for no log. */
export interface CustomerNews extends AgreementRef {
  readonly news: CycleNews;
  readonly customerId: string;
  readonly period: string;
  readonly dueAt: number;
}

/** Tells a customer; worker/deps.ts gives it. */
export type TellCustomer = (news: CustomerNews) => Promise<void>;

/** Makes the agreement's Schedule as the agreement says; engine/agreement-schedules.ts has it. Safe to repeat. */
export interface Arranging {
  readonly arrange: (agreement: Running) => Promise<void>;
  /** Whether an operator has paused its Schedule: nothing is charged then. */
  readonly isHeld: (agreement: Running) => Promise<boolean>;
}

/** What must have a run, and what an operator reads of it. */
export interface CycleStart extends CycleRef {
  readonly number: number;
  readonly dueAt: number;
  readonly amount: Money;
  /** How far the test clock of the merchant is ahead, in milliseconds. */
  readonly ahead: number;
}

/** What a run waits for, or what its period has come to. */
export type Advanced =
  | { readonly until: number; readonly for: string; readonly tries: number }
  | { readonly over: CycleState; readonly tries: number };

export interface CycleDeps extends CyclePayments, Arranging {
  /** The whole installation is paused: nothing is charged then. */
  readonly paused: boolean;
  readonly tellCustomer: TellCustomer;
}
