import type { Language } from '../../domain/language.ts';
import type { Advice } from '../../domain/card/decline.ts';
import type { DeclineReason } from '../../domain/card/decline-reason.ts';
import type { MoneyStanding } from '../../domain/transaction/receipt.ts';
import type { OperationKind } from '../../domain/operation/operation.ts';

/** An exact amount: `value` is the decimal text to show as it is, `currency` its ISO 4217 code. */
export interface Amount {
  readonly value: string;
  readonly currency: string;
}

/** The amount of the order in the currency in which it is charged. `rate` is the decimal text to show as it is. */
export interface ExchangeFacts {
  readonly from: Amount;
  readonly rate: string;
  readonly to: Amount;
}

/** What every page shows around its subject. */
export interface PageFrame {
  readonly language: Language;
  /** Where the same page is shown in the other language. */
  readonly languageToggleUrl: string;
  /** The id of a form that is sent along to there, so that what was typed and chosen is kept. */
  readonly languageForm?: string;
  readonly stylesheetUrl: string;
  readonly scriptUrl: string;
  /** Missing when the link does not lead to a merchant that we know. */
  readonly merchantName?: string;
  readonly merchantLogoUrl?: string;
  /** The picture in tabs of browsers. */
  readonly faviconUrl?: string;
  readonly supportEmail?: string;
  readonly isSandbox: boolean;
  /** Of the merchant's place, its IANA name; times are those of UTC without it, and say so. */
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
  /** Where the method charges in another currency. */
  readonly exchange?: ExchangeFacts;
  /** What is charged with this method, its fee included. */
  readonly total: Amount;
  /** It is a card that the customer has saved; `name` is its brand and its last four digits. */
  readonly saved?: SavedCardFacts;
  /** The network's frame for the card, or for its security code where it is a saved one; shown by script. */
  readonly frameUrl?: string;
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
  | 'stale'
  | 'amount-unreadable'
  | 'amount-decimals'
  | 'amount-nothing'
  | 'amount-too-much'
  | 'amount-not-by-method'
  | 'total-changed'
  | 'asked-changed'
  | 'terms-required'
  | 'phone-too-long'
  | 'phone-unreadable'
  | 'locked'
  | 'other-money'
  | 'page-open'
  | 'wallet-changed'
  | 'wallet-not-cash'
  | 'wallet-not-by-method';

export interface ProblemFacts extends GatewayWord {
  readonly kind: ProblemKind;
}

/** What a gateway has said of a try that failed. */
export interface GatewayWord {
  readonly decline?: DeclineFacts;
  /** The gateway's own words for the customer, in a language of its choice. */
  readonly message?: string;
}

/** What is known of a card's being declined: why, where its code says so, and what the network advises. */
export interface DeclineFacts {
  readonly reason?: DeclineReason;
  readonly advice: Advice;
}

/** Where the customer may pay less: what they typed last, and the most that they can pay. */
export interface EditableAmount {
  /** Sent back under the name `amount`. */
  readonly value: string;
  readonly most: Amount;
  /** Where the page for another amount is, for the script that shows what it comes to. */
  readonly totalsUrl: string;
  /** The totals of the page are for what stands in the field. */
  readonly isTotalled: boolean;
}

/** What the customer has to agree to. Sent back under the name `terms`, with the value `yes`, once it is ticked. */
export interface TermsFacts {
  readonly text: string;
  readonly url?: string;
  readonly accepted: boolean;
}

/** Where it will be delivered, as the customer said, and where that can be changed. */
export interface GivenDropOff {
  readonly address?: string;
  /** A place on the map, which is said in words only: nobody reads coordinates. */
  readonly hasPlace?: true;
  readonly changeUrl: string;
}

export interface CheckoutFacts extends PageFrame {
  /** What is to pay before any fee: with an editable amount, what was typed last. */
  readonly amount: Amount;
  readonly editableAmount?: EditableAmount;
  readonly methods: readonly MethodFacts[];
  readonly wallet?: WalletFacts;
  /** Wallets of the payer's device, whose buttons stand above the methods. */
  readonly services: readonly DeviceServiceFacts[];
  /** The code of the method that is chosen when the page opens; the first one where it says nothing. */
  readonly selected?: string;
  readonly formAction: string;
  readonly hidden: readonly HiddenField[];
  readonly order: OrderFacts;
  /** An editable field, sent back under the name `customer_phone_2`. */
  readonly customerPhone2?: { readonly value: string };
  readonly dropOff?: GivenDropOff;
  readonly disclaimer?: string;
  readonly terms?: TermsFacts;
  /** The card may be kept when the customer agrees; `only` has the codes of the methods with which. */
  readonly saveCard?: { readonly checked: boolean; readonly only: readonly string[] };
  /** The card will be charged again by this agreement. */
  readonly debits?: { readonly agreement: string };
  /** A card is saved and nothing is paid. */
  readonly savesOnly?: true;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** ISO 8601. */
  readonly now: string;
  /** This page, which says when the time is over. */
  readonly pageUrl: string;
  /** Where the Cancel button posts the form: to the question whether the payer means it. */
  readonly cancelAction?: string;
  /** The shop, for who does not pay now; the payment stays as it is. */
  readonly backToShopUrl?: string;
  /** Where the bill behind this payment is shown. */
  readonly invoiceUrl?: string;
  readonly problem?: ProblemFacts;
  /** The last attempt's reference. */
  readonly referenceNumber?: string;
  /** A file that the merchant gives the customer. */
  readonly attachment?: { readonly name: string; readonly url: string };
  /** A picture of `address`, for going on with another device. */
  readonly qrCode?: { readonly imageUrl: string; readonly address: string };
}

/** A wallet of the payer's device. */
export interface DeviceServiceFacts {
  readonly wallet: 'apple_pay' | 'google_pay';
  readonly name: string;
  readonly fee?: Amount;
  readonly feeDescription?: string;
  /** What the browser's PaymentRequest is made of, as JSON: `method` and `details`. */
  readonly sheet: string;
  /** What stands on the sheet, sent back under the name `sheet_total`. */
  readonly total: string;
  readonly payUrl: string;
  /** Where the browser gets Apple's word that the shop is who it says. */
  readonly sessionUrl?: string;
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
  | { readonly kind: MoneyStanding | 'cod' | 'failed' | 'canceled' | 'expired' }
  /** Looks again at `refreshUrl` by itself. */
  | { readonly kind: 'pending'; readonly refreshUrl: string };

/** A field of the gateway's answer, its label in the language of the page. */
export interface GatewayParameter {
  readonly label: string;
  readonly value: string;
}

export interface SummaryFacts extends PageFrame, GatewayWord {
  readonly outcome: Outcome;
  /** What was asked for, where the customer chose to pay a part of it. */
  readonly orderAmount?: Amount;
  /** What was to be paid, before the fee and with what a wallet pays of it, in the currency of the order. */
  readonly amount: Amount;
  /** Of what a wallet has left of it. */
  readonly exchange?: ExchangeFacts;
  readonly fee?: Amount;
  /** What was paid in all; the amount, where wallet and charge are of two currencies. */
  readonly total: Amount;
  /** What the customer's wallet has paid of it, and what was charged besides. */
  readonly wallet?: { readonly paid: Amount; readonly charged: Amount };
  /** ISO 8601. */
  readonly paymentDate?: string;
  readonly referenceNumber?: string;
  readonly orderNo?: string;
  readonly gatewayName?: string;
  readonly parameters?: readonly GatewayParameter[];
  readonly backToMerchantUrl?: string;
  /** Where the bill behind this payment is shown. */
  readonly invoiceUrl?: string;
  /** A PDF of what was paid; only where money was taken or held. */
  readonly receiptUrl?: string;
  /** What was done to the money since. */
  readonly afterwards?: Afterwards;
  /** `false`: the merchant's server could not be told yet. */
  readonly merchantNotified?: boolean;
}

/** Decimals and percentages as they are to be shown; the currency is the bill's. */
export interface BillRow {
  readonly description: string;
  readonly sku: string;
  readonly quantity: string;
  readonly unitPrice: string;
  /** Left out when there is none. */
  readonly discount?: Share;
  readonly tax?: Share;
  readonly total: string;
}

/** A part of an amount; `rate` when it was given as a percentage. */
export interface Share {
  readonly amount: string;
  readonly rate?: string;
}

export type BillStatus = 'sent' | 'paid' | 'overdue' | 'canceled';

/** What an invoice says, on the page and on paper. */
export interface BillFacts {
  readonly number: string;
  readonly status: BillStatus;
  /** ISO 8601. */
  readonly createdAt: string;
  /** `YYYY-MM-DD`. */
  readonly dueDate: string;
  /** ISO 8601, when the merchant named a time of day. */
  readonly dueDatetime?: string;
  readonly customerName?: string;
  readonly currency: string;
  readonly rows: readonly BillRow[];
  readonly subtotal: string;
  readonly discount?: Share;
  readonly tax?: Share;
  readonly shipping?: Share;
  readonly shippingMethod?: string;
  readonly total: string;
  /** Name, company and address, line by line; empty when nothing is known. */
  readonly billTo: readonly string[];
  readonly shipTo: readonly string[];
  /** Who sells, line by line; empty where the merchant has said nothing for it. */
  readonly seller: readonly string[];
  /** Below the sums. */
  readonly memo?: string;
}

export interface InvoiceFacts extends PageFrame {
  readonly bill: BillFacts;
  readonly pdfUrl: string;
  /** Where it can be paid; left out when it cannot. */
  readonly payUrl?: string;
  /** A picture of the address where it can be paid, for another device and for paper. */
  readonly qrCodeUrl?: string;
}

export type MessageKind =
  | 'expired'
  | 'canceled'
  | 'not-found'
  | 'unknown-return'
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
}

/** One refund, capture or void of a payment. */
export interface OperationFacts {
  readonly kind: OperationKind;
  /** False: the gateway has it and does it later. */
  readonly isDone: boolean;
  /** A refund to the customer's wallet at the merchant. */
  readonly toWallet?: true;
  /** ISO 8601. */
  readonly at: string;
  readonly referenceNumber: string;
  readonly amount: Amount;
}

/** What was done to the money of a payment since. Sums count what is done; those of nothing are left out. */
export interface Afterwards {
  readonly operations: readonly OperationFacts[];
  readonly refunded?: Amount;
  readonly captured?: Amount;
  readonly voided?: Amount;
  /** What the customer has paid after all refunds. */
  readonly net: Amount;
}

/** What there is to know of a card that the customer has saved. */
export interface SavedCardFacts {
  /** Month and year, such as `03/27`. */
  readonly expiry: string;
  /** The gateway's page asks for its security code before it is charged. */
  readonly asksCvv: boolean;
  /** Where it can be removed; left out where an agreement needs it. */
  readonly removeUrl?: string;
}

/** The question before a payment is canceled. */
export interface CancelQuestionFacts extends PageFrame {
  readonly amount: Amount;
  readonly orderNo?: string;
  /** A card is saved and nothing is paid. */
  readonly savesOnly?: true;
  /** ISO 8601: until when it can be paid if it is not canceled. */
  readonly expiresAt: string;
  /** Where it is canceled. */
  readonly formAction: string;
  /** Back to the form, as it was left. */
  readonly keepUrl: string;
  readonly backToShopUrl?: string;
}

/** The question before a saved card is removed. */
export interface CardRemovalFacts extends PageFrame {
  readonly card: string;
  readonly expiry: string;
  readonly formAction: string;
  /** Back to the checkout page. */
  readonly keepUrl: string;
}

/** The customer's wallet, which can pay a part or all of it. Sent back under the name `wallet`, with the value `yes`. */
export interface WalletFacts {
  readonly balance: Amount;
  /** What it pays of the amount when it is chosen, and what it leaves. */
  readonly pays: Amount;
  readonly rest: Amount;
  readonly isChosen: boolean;
  /** The methods as they are for what is left, in the order of the others. */
  readonly methods: readonly MethodFacts[];
}
