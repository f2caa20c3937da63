import type { OperationKind, OperationState } from '../../domain/operation/operation.ts';
import type { TransactionState } from '../../domain/transaction/states.ts';
import type { TimelineKind } from '../../domain/transaction/timeline.ts';
import type { Language } from '../../domain/language.ts';
import type { Amount, HiddenField } from '../pages/facts.ts';
import type { FormFacts } from './form.tsx';
import type { AlertKind } from '../../domain/transaction/transaction.ts';
import type { OfficeFrame } from './frame-facts.ts';

/** What a page tells after something was done, read from how things stand now and from nothing else. */
export interface Told {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly key: TellingKey;
  readonly operation?: OperationKind;
  readonly amount?: Amount;
}

export type TellingKey =
  | 'done'
  | 'awaiting'
  | 'queued'
  | 'unclear'
  | 'failed'
  | OtherAction
  | 'resendUnknown'
  | 'cashUnknown'
  | 'chargeUnknown'
  | 'created'
  | 'replayed';

/** What somebody may do with a payment now: as the API says, for this caller. */
export type PaymentAction = OperationKind | OtherAction;
type OtherAction =
  | 'cancel'
  | 'expire'
  | 'delete'
  | 'restore'
  | 'inquire'
  | 'notify'
  | 'resend'
  | 'cash'
  | 'charge';

export interface ActionLink {
  readonly action: PaymentAction;
  readonly href: string;
  readonly needsApproval: boolean;
}

export interface AttemptFacts {
  readonly referenceNumber: string;
  readonly gateway: string;
  readonly state: 'pending' | 'success' | 'failed' | 'canceled' | 'error' | 'cod';
  /** The payment is settled by it. */
  readonly isSettled?: true;
  readonly total: Amount;
  readonly fee?: Amount;
  readonly exchange?: { readonly from: Amount; readonly rate: string };
  readonly startedAt: string;
  readonly endedAt?: string;
  readonly channel?: string;
  readonly message?: string;
  readonly declineCode?: string;
  readonly advice?: 'soft' | 'hard' | 'do-not-retry';
  readonly card?: string;
  readonly gatewayReference?: string;
  /** Values of the gateway, as JSON in lines. */
  readonly parameters?: string;
  readonly response?: string;
}

export interface OfficeOperation {
  readonly sessionId: string;
  readonly kind: OperationKind;
  readonly state: OperationState;
  readonly amount: Amount;
  readonly toWallet: boolean;
  readonly byGateway: boolean;
  readonly referenceNumber: string;
  readonly gatewayReference?: string;
  readonly message?: string;
  /** The gateway has undone it after it was done. */
  readonly isUndone?: true;
  /** Why it was asked for: a code of ours, and words for staff. */
  readonly reason?: { readonly code: string; readonly note?: string };
  readonly askedBy?: string;
  readonly createdAt: string;
  readonly endedAt?: string;
}

/** A thing that happened. `facts` are what the API has said of it, in the order in which they are shown. */
export interface TimelineFact {
  readonly at: string;
  readonly kind: TimelineKind;
  readonly who?: string;
  readonly from?: string;
  readonly about: string;
  readonly gatewayName?: string;
  readonly amount?: Amount;
  readonly state?: string;
  readonly step?: string;
  readonly operation?: string;
  readonly type?: string;
  readonly result?: string;
  readonly message?: string;
  readonly reason?: string;
  readonly channel?: string;
  readonly action?: string;
  /** What was asked of the API, and what it answered. */
  readonly route?: string;
  readonly httpStatus?: number;
  readonly calls?: number;
  readonly needsApproval?: boolean;
  readonly isBreakGlass?: boolean;
  readonly lines?: readonly { readonly account: string; readonly amount: Amount }[];
  /** All of it, as the API names it. */
  readonly technical: readonly { readonly name: string; readonly value: string }[];
}

export interface DeliveryFacts {
  readonly id: string;
  readonly type: string;
  readonly state: 'queued' | 'sending' | 'delivered' | 'delivered_stay' | 'failed' | 'held';
  readonly url: string;
  readonly at: string;
  readonly calls: number;
  readonly answer?: string;
  /** Sends it again, for who may. */
  readonly replay?: { readonly form: FormFacts; readonly hidden: readonly HiddenField[] };
}

export interface MessageSent {
  readonly what: string;
  readonly channel: string;
  readonly state: 'wanted' | 'sent' | 'failed' | 'unknown' | 'dropped';
  readonly to: readonly string[];
  readonly at: string;
  readonly seenAt?: string;
  readonly error?: string;
}

/** A part that may be missing: `undefined` is not for this person, `failed` could not be read. */
export type PagePart<T> = readonly T[] | 'failed' | undefined;

export interface PaymentFacts extends OfficeFrame {
  readonly sessionId: string;
  readonly orderNo?: string;
  readonly state: TransactionState;
  readonly isRefundedWhole: boolean;
  readonly isSandbox: boolean;
  readonly isDeleted: boolean;
  readonly amount: Amount;
  readonly type: 'e_commerce' | 'payment_request';
  readonly kind: 'purchase' | 'authorize';
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly seenAt?: string;
  /** Why it cannot be paid any more, in the words of the API. */
  readonly whyInvalid?: string;
  readonly told?: Told;
  /** The page with the code of its link, to show or to print, while it can be paid by that. */
  readonly codeUrl?: string;
  readonly actions: readonly ActionLink[];
  /** Why there are none: the payment allows none now, or this person may do nothing with payments ever. */
  readonly noAction?: 'now' | 'ever';
  readonly money: {
    readonly fee?: Amount;
    /** Left out where a wallet has paid all. */
    readonly charged?: Amount;
    readonly byWallet?: Amount;
    readonly refundable: Amount;
    readonly capturable: Amount;
    readonly voidable: Amount;
    readonly refunded?: Amount;
    readonly why: readonly {
      readonly operation: OperationKind | 'cancel';
      readonly sentence: string;
    }[];
  };
  readonly customer: {
    readonly id?: string;
    readonly name?: string;
    readonly email?: string;
    readonly phones: readonly string[];
    readonly address?: string;
    readonly deliveryAddress?: string;
    readonly othersUrl?: string;
  };
  readonly attempts: readonly AttemptFacts[];
  readonly operations: readonly OfficeOperation[];
  readonly alerts: readonly {
    readonly kind: AlertKind;
    readonly at: string;
    readonly referenceNumber: string;
    readonly detail: string;
    /** Where it stands as a task, for who sees it as one. */
    readonly inboxUrl?: string;
    /** Who sees to it, or has. */
    readonly mark?: {
      readonly by: string;
      readonly isDone: boolean;
      readonly at: string;
      readonly note?: string;
    };
  }[];
  readonly timeline: PagePart<TimelineFact>;
  readonly moreTimelineUrl?: string;
  readonly webhooks: PagePart<DeliveryFacts>;
  readonly messages: PagePart<MessageSent>;
  readonly links: {
    readonly checkout?: string;
    readonly short?: string;
    /** Drawn by us, of the link that is shown. */
    readonly qrUrl?: string;
    readonly attachment?: string;
  };
  readonly invoiceNumber?: string;
  readonly unitCode?: string;
  /** Why ways to pay that were asked for are not offered, in the API's sentences. */
  readonly hiddenMethods?: readonly string[];
  readonly madeBy?: string;
  readonly customerLanguage: Language;
  readonly productType?: string;
  readonly vendorName?: string;
  readonly workflowId?: string;
  /** In the Temporal UI, for superusers, where it is wanted. */
  readonly workflowUrl?: string;
  /** And all runs of workflows that are about it. */
  readonly workflowsUrl?: string;
  /** What the merchant has said of it, as JSON in lines. */
  readonly extra?: string;
}
