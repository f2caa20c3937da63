import type { PaymentColumn } from '../../domain/saved-view.ts';
import type { TransactionState } from '../../domain/transaction/states.ts';
import type { Amount, HiddenField } from '../pages/facts.ts';
import type { FormFacts } from './form.tsx';
import type { AlertKind } from '../../domain/transaction/transaction.ts';
import type { OfficeFrame } from './frame-facts.ts';

/** What can be done to several payments at once, in the order of the buttons. */
export const SEVERAL_ACTS = ['resend', 'expire', 'cancel'] as const;
export type SeveralAct = (typeof SEVERAL_ACTS)[number];

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
  readonly paidAt?: string;
  readonly attempts: number;
  readonly unitCode?: string;
  readonly madeBy?: string;
  readonly alerts: readonly { readonly kind: AlertKind; readonly isHandled: boolean }[];
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

/** Filters of ours. */
export type QuickView = 'all' | 'open' | 'paid' | 'held' | 'lost' | 'alerts' | 'archived';

/** A view that somebody has kept. */
export interface SavedTab {
  readonly viewName: string;
  readonly href: string;
  readonly isHere: boolean;
  /** Who shares it; left out for one's own. */
  readonly by?: string;
}

/** The kept view that the list shows. */
export interface HereView {
  readonly viewId: string;
  readonly viewName: string;
  readonly isShared: boolean;
  /** Days are among its filters. */
  readonly withDates: boolean;
  readonly mayChange: boolean;
  readonly mayRemove: boolean;
}

/** What can be done about a view. */
export const VIEW_ACTS = ['save', 'change', 'remove'] as const;
export type ViewAct = (typeof VIEW_ACTS)[number];

/** What was sent about a view, of which nothing came. */
export interface ViewSent {
  readonly act: ViewAct;
  readonly name: string;
  readonly isShared: boolean;
  readonly withDates: boolean;
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly refusal?: string;
  readonly refusalCode?: string;
  readonly isUnknown?: boolean;
  /** The view that they have under this name, and may have meant. */
  readonly replaces?: string;
}

interface ViewsFacts {
  readonly quick: readonly {
    readonly name: QuickView;
    readonly href: string;
    readonly isHere: boolean;
  }[];
  readonly saved: readonly SavedTab[];
  readonly here?: HereView;
  readonly form: FormFacts;
  /** The address of the list, as it is kept and gone back to. */
  readonly query: string;
  /** Days are among it. */
  readonly hasDates: boolean;
  readonly sent?: ViewSent;
  /** What was done last. */
  readonly told?: ViewAct | 'columns';
}

/** What the list shows of each payment. */
interface ColumnsFacts {
  /** In this order, behind what the payment is called. */
  readonly shown: readonly PaymentColumn[];
  /** The address has chosen them. */
  readonly isInAddress: boolean;
  /** This person has columns of their own. */
  readonly hasOwn: boolean;
  readonly form: FormFacts;
}

export interface PaymentsFacts extends OfficeFrame {
  readonly views: ViewsFacts;
  readonly columns: ColumnsFacts;
  /** What this person may do to several of the rows at once; left out where that is nothing. */
  readonly several?: {
    readonly acts: readonly SeveralAct[];
    readonly areTicked: boolean;
    readonly tickAllUrl: string;
  };
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
  /** Nothing fits, and some payments are found neither by what is in them nor by whom. */
  readonly isSearchKeyLost?: true;
  /** Payments made until then may be missing: the installation has not made all of them searchable yet. */
  readonly completeAfter?: string;
  /** What is wrong with the filters, by parameter. */
  readonly faults: Readonly<Record<string, readonly string[]>>;
  readonly maySeePeople: boolean;
  readonly maySeeArchived: boolean;
  /** Where a payment is made, for who may. */
  readonly newUrl?: string;
  /** Where an export is asked for, for who may; with what is sent along. */
  readonly exportForm?: { readonly form: FormFacts; readonly hidden: readonly HiddenField[] };
  /** They may export, but not with these filters. */
  readonly isExportBarred?: boolean;
  readonly isExportAsked?: boolean;
  /** Currencies of the merchant; any other one can be typed into the address. */
  readonly currencies: readonly string[];
}
