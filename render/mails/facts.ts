import type { NotificationEvent } from '../../domain/notification/event.ts';
import type {
  DebitEvent,
  StaffEvent,
  TaskMailEvent,
} from '../../domain/notification/notification.ts';
import type { Amount, ExchangeFacts } from '../pages/facts.ts';
import type { MailBrand } from '../../domain/theme.ts';
import type { Language } from '../../domain/language.ts';
import type { MerchantClock } from '../calendar.ts';

/** What a mail is about; cash is told as a payment and has words of its own. */
export type MailKind = NotificationEvent | 'cash';

/** What a mail to a customer says. */
export interface CustomerMailFacts extends MerchantClock {
  readonly kind: MailKind;
  readonly merchantName: string;
  readonly brand?: MailBrand;
  readonly supportEmail?: string;
  readonly isSandbox: boolean;
  readonly customerFirstName?: string;
  readonly customerLastName?: string;
  /** What it is about: asked for, paid, reserved or given back. */
  readonly amount: Amount;
  readonly fee?: Amount;
  /** What was charged, where that is another figure. */
  readonly charged?: Amount;
  readonly exchange?: ExchangeFacts;
  readonly fromWallet?: Amount;
  readonly orderNo?: string;
  readonly invoiceNumber?: string;
  readonly referenceNumber?: string;
  readonly sessionId: string;
  readonly gatewayName?: string;
  /** ISO 8601. */
  readonly happenedAt?: string;
  /** ISO 8601, or a day. */
  readonly dueDatetime?: string;
  /** ISO 8601; only where there is still something to pay. */
  readonly expiresAt?: string;
  /** The page about it: to pay, or to look at. */
  readonly pageUrl: string;
  readonly invoiceUrl?: string;
  /** Where what was paid can be had as a PDF. */
  readonly receiptUrl?: string;
  readonly attachment?: { readonly name: string; readonly url: string };
}

/** What a mail to a customer says of a debit without them. */
export interface DebitMailFacts {
  readonly language: Language;
  readonly kind: DebitEvent;
  readonly merchantName: string;
  readonly brand?: MailBrand;
  readonly supportEmail?: string;
  readonly isSandbox: boolean;
  readonly customerName?: string;
  /** What is charged. */
  readonly amount: Amount;
  /** What was agreed on, where that is another figure. */
  readonly agreed?: Amount;
  /** What the charge has on top of it. */
  readonly fee?: Amount;
  /** The merchant's name for what was agreed on. */
  readonly agreementId: string;
  /** An ISO day. */
  readonly dueOn: string;
}

/** What such a mail is about; those of tasks have a form of their own. */
export type StaffMailKind = Exclude<StaffEvent, TaskMailEvent>;

/** What a mail to people of the merchant says: a heading in words, and facts by label. */
export interface StaffMailFacts extends MerchantClock {
  readonly kind: StaffMailKind;
  readonly merchantName: string;
  readonly lines: readonly (readonly [label: StaffLabel, value: string])[];
  /** Where the pages of the merchant's people are; left out where there are none. */
  readonly officeUrl?: string;
  /** Where this very mail leads, and who has it may do what it says, once. */
  readonly secretUrl?: string;
}

export type StaffLabel =
  | 'operation'
  | 'amount'
  | 'order'
  | 'payment'
  | 'removed'
  | 'request'
  | 'maker'
  | 'checker'
  | 'reason'
  | 'error'
  | 'why'
  | 'told'
  | 'answer'
  | 'next'
  | 'last'
  | 'receiver'
  | 'event'
  | 'calls'
  | 'endpoint'
  | 'failing'
  | 'report'
  | 'rows'
  | 'period'
  | 'kept'
  | 'reference'
  | 'gatewayPayment'
  | 'account'
  | 'paidBy'
  | 'dispute'
  | 'due'
  | 'person'
  | 'by'
  | 'browser'
  | 'network'
  | 'time';

/** A mail as it is sent. */
export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
