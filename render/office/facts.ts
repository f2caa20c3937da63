import type { ALERT_KINDS } from '../../domain/transaction/transaction.ts';
import type { OperationKind, OperationState } from '../../domain/operation/operation.ts';
import type { TransactionState } from '../../domain/transaction/states.ts';
import type { TimelineKind } from '../../domain/transaction/timeline.ts';
import type { Language } from '../../domain/language.ts';
import type { Amount } from '../pages/facts.ts';
import type { FormFacts } from './form.tsx';

/** What a form sends along unseen, beside what every form carries. */
export interface Hidden {
  readonly name: string;
  readonly value: string;
}

/** A part of the office that a person may open. */
export type Section = 'inbox' | 'payments' | 'new-payment';

/** What stands around every page of the office. */
export interface OfficeFrame {
  readonly language: Language;
  /** The same page in the other language. */
  readonly otherLanguageUrl: string;
  readonly stylesheetUrl: string;
  readonly merchantName: string;
  /** IANA; UTC where the merchant has named none. */
  readonly timeZone?: string;
  /** Who is logged in. */
  readonly personName: string;
  /** What they may open. */
  readonly sections: readonly { readonly name: Section; readonly href: string }[];
  readonly current?: Section;
  readonly logOut: FormFacts;
  readonly isPaused?: boolean;
}

export type AlertKind = (typeof ALERT_KINDS)[number];

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
  | 'cancel'
  | 'expire'
  | 'delete'
  | 'restore'
  | 'inquire'
  | 'notify'
  | 'resend'
  | 'resendUnknown'
  | 'created'
  | 'replayed';

/** A payment as a row of the list. */
export interface PaymentRow {
  readonly href: string;
  readonly sessionId: string;
  readonly orderNo?: string;
  readonly invoiceNumber?: string;
  readonly state: TransactionState;
  readonly amount: Amount;
  /** Shown beside the state. */
  readonly refunded?: Amount;
  readonly isRefundedWhole?: boolean;
  readonly customerName?: string;
  /** An e-mail address, telephone number or id, for who may see it. */
  readonly customerContact?: string;
  readonly methodName?: string;
  readonly card?: string;
  readonly createdAt: string;
  readonly attempts: number;
  readonly unitCode?: string;
  readonly madeBy?: string;
  readonly alerts: readonly AlertKind[];
  readonly isApprovalPending?: boolean;
  readonly isSandbox?: boolean;
  readonly isDeleted?: boolean;
}

/** Every filter that the form has, under the name of the API's parameter. */
export const FILTERS = [
  'state',
  'type',
  'created_after',
  'created_before',
  'paid_after',
  'paid_before',
  'currency_code',
  'amount_min',
  'amount_max',
  'order_no',
  'invoice_number',
  'reference_number',
  'gateway_reference',
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_id',
  'last4',
  'card_brand',
  'pg_code',
  'unit_code',
  'refunded',
  'webhook',
  'has_alert',
  'sandbox',
  'deleted',
] as const;
export type FilterName = (typeof FILTERS)[number];

/** A filter that is in use, and the list without it. */
export interface Chip {
  readonly name: string;
  readonly value: string;
  readonly href: string;
}

export interface PaymentsFacts extends OfficeFrame {
  /** What is asked for, as the form has it. */
  readonly asked: Readonly<Partial<Record<string, string>>>;
  readonly chips: readonly Chip[];
  /** How the box was read; the address asks for that alone. */
  readonly readings: readonly Chip[];
  readonly rows: readonly PaymentRow[];
  readonly count?: { readonly number: number; readonly isMore: boolean };
  readonly nextUrl?: string;
  /** Where this is not the first page. */
  readonly firstUrl?: string;
  readonly searchedUntil?: string;
  /** What is wrong with the filters, by parameter. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly maySeePeople: boolean;
  readonly maySeeArchived: boolean;
  /** Where a payment is made, for who may. */
  readonly newUrl?: string;
  /** Where an export is asked for, for who may; with what is sent along. */
  readonly exportForm?: { readonly form: FormFacts; readonly hidden: readonly Hidden[] };
  /** They may export, but not with these filters. */
  readonly isExportBarred?: boolean;
  readonly isExportAsked?: boolean;
  /** Currencies of the merchant; any other one can be typed into the address. */
  readonly currencies: readonly string[];
}

/** What somebody may do with a payment now: as the API says, for this caller. */
export type PaymentAction =
  | OperationKind
  | 'cancel'
  | 'expire'
  | 'delete'
  | 'restore'
  | 'inquire'
  | 'notify'
  | 'resend';

export interface ActionLink {
  readonly action: PaymentAction;
  readonly href: string;
  readonly needsApproval: boolean;
}

export interface AttemptFacts {
  readonly referenceNumber: string;
  readonly gateway: string;
  readonly state: 'pending' | 'success' | 'failed' | 'canceled' | 'error' | 'cod';
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
  readonly replay?: { readonly form: FormFacts; readonly hidden: readonly Hidden[] };
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
  readonly told?: Told;
  readonly actions: readonly ActionLink[];
  readonly money: {
    readonly fee?: Amount;
    readonly charged?: Amount;
    readonly refundable: Amount;
    readonly capturable: Amount;
    readonly voidable: Amount;
    readonly refunded?: Amount;
    readonly why: readonly { readonly operation: OperationKind; readonly sentence: string }[];
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
  readonly madeBy?: string;
  readonly customerLanguage: Language;
  readonly productType?: string;
  readonly vendorName?: string;
  readonly workflowId?: string;
  /** In the Temporal UI, for superusers, where it is wanted. */
  readonly workflowUrl?: string;
  /** What the merchant has said of it, as JSON in lines. */
  readonly extra?: string;
}

/** A question before something is done to a payment. */
export interface DialogFacts extends OfficeFrame {
  readonly action: PaymentAction;
  readonly paymentUrl: string;
  readonly orderNo?: string;
  readonly sessionId: string;
  readonly state: TransactionState;
  readonly isRefundedWhole: boolean;
  readonly payment: Amount;
  readonly isSandbox: boolean;
  /** All that is left, as the API says. */
  readonly left?: Amount;
  readonly methodName?: string;
  readonly needsApproval: boolean;
  /** The API takes a reason. */
  readonly takesReason: boolean;
  readonly form: FormFacts;
  /** As it was typed; all that is left at first. */
  readonly values: { readonly amount?: string; readonly reason?: string; readonly note?: string };
  /** By which a message can be sent. */
  readonly channels: readonly string[];
  readonly faults: Readonly<Record<string, readonly string[]>>;
  /** Why nothing was done, where it is of no field. */
  readonly refusal?: string;
  /** It cannot be done now: there is no form. */
  readonly isBarred?: boolean;
  /** Whether it was done nobody knows: the form asks again under the same number. */
  readonly isUnknown?: boolean;
}

export interface NewPaymentFacts extends OfficeFrame {
  readonly form: FormFacts;
  readonly methods: readonly {
    readonly code: string;
    readonly name: string;
    readonly isSandbox: boolean;
  }[];
  readonly currencies: readonly string[];
  readonly channels: readonly string[];
  /** As it was typed. */
  readonly values: Readonly<Partial<Record<string, string>>>;
  readonly picked: { readonly methods: readonly string[]; readonly channels: readonly string[] };
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly refusal?: string;
  readonly isUnknown?: boolean;
}
