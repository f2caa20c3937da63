/** The languages that a customer can read our pages in. */
export type Language = 'en' | 'ar';

/** An exact amount: `value` is the decimal text to show as it is, `currency` its ISO 4217 code. */
export interface Amount {
  readonly value: string;
  readonly currency: string;
}

/** What every page shows around its subject. */
export interface PageFrame {
  readonly language: Language;
  /** Where the same page is shown in the other language. */
  readonly languageToggleUrl: string;
  readonly stylesheetUrl: string;
  /** Missing when the link does not lead to a merchant that we know. */
  readonly merchantName?: string;
  readonly merchantLogoUrl?: string;
  readonly supportEmail?: string;
  readonly isSandbox: boolean;
  /** IANA name; dates are shown in UTC, and say so, without it. */
  readonly timeZone?: string;
}

export interface HiddenField {
  readonly name: string;
  readonly value: string;
}

export type MethodKind = 'card' | 'cash' | 'other';

export interface MethodFacts {
  /** The pg_code, sent back under the name `pg_code`. */
  readonly code: string;
  readonly name: string;
  readonly description?: string;
  readonly kind: MethodKind;
  readonly iconUrl?: string;
  readonly fee?: Amount;
  readonly feeDescription?: string;
  /** What is charged with this method, its fee included. */
  readonly total: Amount;
}

export interface OrderFacts {
  readonly orderNo?: string;
  readonly productType?: string;
  readonly vendorName?: string;
  /** ISO 8601. */
  readonly dueDatetime?: string;
  readonly customerName?: string;
  readonly customerEmail?: string;
  readonly customerPhone?: string;
}

export type ProblemKind =
  | 'declined'
  | 'canceled'
  | 'error'
  | 'method-required'
  | 'unavailable'
  | 'stale';

export interface ProblemFacts {
  readonly kind: ProblemKind;
  /** The gateway's own words for the customer. */
  readonly message?: string;
}

export interface CheckoutFacts extends PageFrame {
  readonly amount: Amount;
  readonly methods: readonly MethodFacts[];
  /** The code of the method that is chosen when the page opens. */
  readonly selected?: string;
  readonly formAction: string;
  readonly hidden: readonly HiddenField[];
  readonly order: OrderFacts;
  /** An editable field, sent back under the name `customer_phone_2`. */
  readonly customerPhone2?: { readonly value: string };
  /** ISO 8601. */
  readonly expiresAt: string;
  /** ISO 8601. */
  readonly now: string;
  /** Where the Cancel button posts the same hidden fields. */
  readonly cancelAction?: string;
  readonly problem?: ProblemFacts;
  /** The last attempt's reference. */
  readonly referenceNumber?: string;
}

export interface WaitingFacts extends PageFrame {
  readonly amount: Amount;
  readonly orderNo?: string;
  readonly refreshUrl: string;
  readonly refreshSeconds: number;
  /** ISO 8601: when the customer began to wait. */
  readonly startedAt: string;
  /** ISO 8601. */
  readonly now: string;
}

export type Outcome =
  | { readonly kind: 'paid' | 'authorized' | 'cod' | 'failed' | 'canceled' | 'expired' }
  /** Looks again at `refreshUrl` by itself. */
  | { readonly kind: 'pending'; readonly refreshUrl: string }
  /** The last try ended without money; `retryUrl` of the facts offers another. */
  | { readonly kind: 'attempted'; readonly result: 'failed' | 'canceled' };

/** A field of the gateway's answer, its label in the language of the page. */
export interface GatewayParameter {
  readonly label: string;
  readonly value: string;
}

export interface SummaryFacts extends PageFrame {
  readonly outcome: Outcome;
  readonly amount: Amount;
  readonly fee?: Amount;
  readonly total: Amount;
  /** ISO 8601. */
  readonly paymentDate?: string;
  readonly referenceNumber?: string;
  readonly orderNo?: string;
  readonly gatewayName?: string;
  readonly parameters?: readonly GatewayParameter[];
  /** The gateway's own words for the customer. */
  readonly message?: string;
  /** Shown only when the outcome is `attempted`. */
  readonly retryUrl?: string;
  readonly backToMerchantUrl?: string;
  /** `false`: the merchant's server could not be told yet. */
  readonly merchantNotified?: boolean;
}

export type MessageKind =
  | 'expired'
  | 'canceled'
  | 'not-found'
  | 'already-paid'
  | 'not-available'
  | 'paused'
  | 'error'
  | 'too-many'
  | 'unavailable';

export interface MessageFacts extends PageFrame {
  readonly kind: MessageKind;
  /** What the customer can quote, and an operator can look up. */
  readonly traceId?: string;
  /** A page that is safe to ask for again. */
  readonly retryUrl?: string;
  readonly backToMerchantUrl?: string;
}

export interface RedirectingFacts extends PageFrame {
  readonly url: string;
  readonly destination: 'gateway' | 'merchant';
}
