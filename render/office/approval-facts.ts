import type { ApprovalState, OperationKind } from '../../domain/operation/operation.ts';
import type { ReasonCode } from '../../domain/operation/reason.ts';
import type { StepUpBy } from '../../domain/single-sign-on.ts';
import type { Amount, HiddenField } from '../pages/facts.ts';
import type { AlertKind } from '../../domain/transaction/transaction.ts';
import type { OfficeFrame } from './frame-facts.ts';
import type { FormFacts } from './form.tsx';
import type { StepUpAsked } from './step-up.tsx';

/** What a person can do about a request, by the API's names. */
export const VERDICTS = ['approve', 'reject', 'withdraw', 'retry', 'giveUp'] as const;
export type RequestVerdict = (typeof VERDICTS)[number];

/** Facts that are marked where they have changed under the reader. */
export const WATCHED = ['remains', 'back', 'votes', 'payment', 'alerts'] as const;
export type Watched = (typeof WATCHED)[number];

/** What a checker should look at first. */
export type Warning =
  | { readonly key: 'back'; readonly amount: Amount }
  | { readonly key: 'old' | 'maker'; readonly count: number }
  | { readonly key: 'customer'; readonly payments: number; readonly refunds: number }
  | { readonly key: 'alert'; readonly alert: AlertKind }
  | { readonly key: 'expired' };

export interface VoteFacts {
  readonly by: string;
  readonly at: string;
  readonly note?: string;
  readonly isAlone: boolean;
}

/** A request for an operation as somebody decides on it. */
export interface ApprovalFacts extends OfficeFrame {
  readonly number?: number;
  readonly kind: OperationKind;
  readonly state: ApprovalState;
  /** Left out for a program. */
  readonly maker?: string;
  readonly amount: Amount;
  /** What the payment came to. */
  readonly payment?: Amount;
  readonly toWallet: boolean;
  /** No real money is in it. */
  readonly isSandbox: boolean;
  readonly customerName?: string;
  /** What it was paid with, where that is a card. */
  readonly card?: string;
  readonly reason?: ReasonCode;
  readonly reasonNote?: string;
  readonly remains?: Amount;
  readonly back?: Amount;
  readonly orderNo?: string;
  /** For who may look at it. */
  readonly paymentUrl?: string;
  readonly paidAt?: string;
  readonly methodName?: string;
  readonly warnings: readonly Warning[];
  readonly needed: number;
  readonly votes: readonly VoteFacts[];
  readonly expiresAt?: string;
  /** Whole hours that are left. */
  readonly hoursLeft?: number;
  /** What this person can do now, in the order of the buttons. */
  readonly offers: readonly RequestVerdict[];
  /** Why they can not decide, where somebody can. */
  readonly whyNot?: 'own' | 'voted' | 'reader' | 'payment';
  /** Where one yes counts for all in an emergency, for who can do that now. */
  readonly breakGlassUrl?: string;
  readonly form: FormFacts;
  /** What the form sends along: which version was shown, and what stood there. */
  readonly hidden: readonly HiddenField[];
  /** As it was typed. */
  readonly comment: string;
  readonly commentFaults?: readonly string[];
  /** Why nothing was decided, in the API's words. */
  readonly refusal?: string;
  /** By which the API knows it. */
  readonly refusalCode?: string;
  /** Something changed since it was shown; these facts are among it. */
  readonly changed?: readonly Watched[];
  /** They have to show once more who they are, by this. */
  readonly stepUp?: StepUpAsked;
  /** They will have to, to approve: the field stands in the form before they are asked. */
  readonly stepUpAhead?: StepUpBy;
  /** Whether the decision was taken nobody knows: the form asks again under the same number. */
  readonly isUnknown?: boolean;
  /** Something was just pressed, and this is what has become of it. */
  readonly isNews: boolean;
  /** The gateway has it in its queue. */
  readonly isQueued: boolean;
  /** The gateway has refused it, or undone it, after it had said yes. */
  readonly isTakenBack: boolean;
  readonly decidedBy?: string;
  readonly decisionReason?: string;
  /** What the gateway said. */
  readonly message?: string;
  readonly gatewayReference?: string;
  /** The next request that waits for this person; `none` where there is no other. Left out while there is something to decide here. */
  readonly next?: { readonly href: string } | 'none';
}
