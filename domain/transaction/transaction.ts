import type { AgreementTerms } from '../agreement/agreement.ts';
import type { ChargeSchedule } from '../agreement/schedule.ts';
import type { Attachment } from '../attachment.ts';
import type { CardFacts, CardKeeping, ChargedCard } from '../card/card.ts';
import type { Decline } from '../card/decline.ts';
import type { ThreeDs } from '../card/three-ds.ts';
import type { CurrencyCode } from '../currencies.ts';
import type { Address, Customer, ShippingAddress } from '../customer.ts';
import type { DeviceWallet } from '../device-wallet/device-wallet.ts';
import type { Dispute } from '../dispute/dispute.ts';
import type { Exchange } from '../exchange.ts';
import type { JsonObject } from '../json.ts';
import type { MerchantId, PgCode, ReferenceNumber, SessionId, ShortCode } from '../ids.ts';
import type { Money } from '../money.ts';
import type { PromisedEntry } from '../operation/operation.ts';
import type { FeeRule } from '../fee.ts';
import type { Initiator } from '../initiator.ts';
import type { WalletPart } from '../wallet/wallet-part.ts';
import type { PgParams } from '../webhook/pg-params.ts';
import type { Routing } from '../routing/decision.ts';
import type { TransactionState } from './states.ts';
import type { Language } from '../language.ts';
import type { TransactionType, Kind, PaymentType } from './type.ts';

/** A place on the map, in degrees. */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/** What the payer says of the delivery, when the merchant asks for it. */
export interface DropOff {
  readonly address?: Address;
  readonly place?: Place;
}

/** What the merchant may say about a transaction and may change while it is unpaid. */
export interface Terms {
  readonly amount: Money;
  readonly pgCodes: readonly PgCode[];
  readonly customer: Customer;
  readonly language: Language;
  readonly expirationSeconds: number;
  readonly orderNo?: string;
  readonly billingAddress?: Address;
  readonly shippingAddress?: ShippingAddress;
  readonly notifications?: JsonObject;
  readonly emailRecipients?: readonly string[];
  readonly dueDatetime?: string;
  readonly extra?: JsonObject;
  readonly redirectUrl?: string;
  readonly webhookUrl?: string;
  readonly productType?: string;
  readonly vendorName?: string;
  readonly cardAcceptanceCriteria?: JsonObject;
  readonly brandingOptions?: JsonObject;
  readonly loyalty?: JsonObject;
  /** The page asks for an address before it asks for money; then it asks for the place, too. */
  readonly captureDeliveryAddress?: boolean;
  readonly captureDeliveryLocation?: boolean;
  readonly attachment?: Attachment;
  readonly handouts?: Handouts;
  readonly unitCode?: string;
  /** Who made it, when that is known. */
  readonly initiator?: Initiator;
}

/** What only a transaction of the old endpoints has (contract/old-endpoints#request). */
export interface LegacyTerms {
  /** Told when it was made; the first attempt has it. */
  readonly referenceNumber: ReferenceNumber;
  /** A part of the customer's address, where it was too little for a billing address. */
  readonly address?: Partial<Address>;
  /** Fields that mean something to the merchant alone; the disclosure gives them back. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** What the merchant asked for to give away: a code to scan, and the codes of short links (`store/short-links.ts`). */
export interface Handouts {
  readonly qrCode?: true;
  readonly checkoutCode?: ShortCode;
  readonly attachmentCode?: ShortCode;
}

/** A gateway account as it was when the money was set: what the payer was shown is what is charged. */
export interface PaymentMethod {
  readonly pgCode: PgCode;
  readonly name: string;
  readonly nameAr?: string;
  readonly gateway: string;
  readonly gatewayName: string;
  readonly offline: boolean;
  readonly kind: Kind;
  /** In the currency of the charge, which is the exchange's where there is one. */
  readonly fee: Money;
  /** What the fee follows from, for a payer who chooses another amount. */
  readonly feeRule?: FeeRule;
  readonly feeDescription?: string;
  readonly feeDescriptionAr?: string;
  /** Where the account charges in another currency than the transaction's. Refund, capture and void fail then. */
  readonly exchange?: Exchange;
  readonly multipleAttempts: boolean;
  readonly sandbox: boolean;
  /** The least step of what the gateway charges in this currency, in minor units, where that is more than one. */
  readonly amountStep?: number;
  /** How the account keeps cards; left out where it keeps none. */
  readonly savesCards?: CardKeeping;
  /** When the gateway is asked by itself; left out where there is nothing to ask. */
  readonly inquiry?: InquirySettings;
  /** Of an account behind a route: only rules for smaller sums lead to it, or it cannot charge the whole exactly. */
  readonly partsOnly?: true;
  /** Of a route: the accounts for which it stands, in the order of its rules. What else it says is as with the first. */
  readonly accounts?: readonly AccountMethod[];
}

/** An account behind a route. Payers know it by the route's name. */
export type AccountMethod = Omit<PaymentMethod, 'accounts'>;

/** What a network is told of who pays. */
export interface PayerFacts extends Pick<Customer, 'email' | 'firstName' | 'lastName' | 'phone'> {
  readonly billing?: Address;
  readonly shipping?: ShippingAddress;
}

/**
 * What the network of an attempt is told besides the money, as it was when the attempt began. A network takes another body
 * under the same key for a mistake, and the order, its customer and the language may change between two tries.
 */
export interface AttemptRequest {
  /** In which the payer reads. */
  readonly language: Language;
  /** Where the API was reached from outside; return and callback URLs are built from it. */
  readonly publicUrl: string;
  readonly expiresAt: number;
  /** The order number, by which the payer knows what they pay for. */
  readonly description?: string;
  readonly payer?: PayerFacts;
  /** By which dates the merchant charges the saved card; only where nobody is there who could be asked. */
  readonly schedule?: ChargeSchedule;
}

/** From where the payer pressed Pay; our own page where nothing is said. */
export type PaymentChannel = 'web_sdk' | 'mobile_sdk' | 'hosted' | 'api';

export type AttemptState = 'pending' | 'success' | 'failed' | 'canceled' | 'error' | 'cod';

/**
 * One try at a network. `total` (amount and fee) is what the network is asked for, in the currency of `exchange` where
 * there is one: rate and amounts are those of the attempt, however often it is repeated.
 */
export interface Attempt {
  readonly referenceNumber: ReferenceNumber;
  readonly pgCode: PgCode;
  /** The account as it was when the attempt began; the transaction may offer other methods since. */
  readonly gateway: string;
  readonly kind: Kind;
  readonly sandbox: boolean;
  readonly inquiry?: InquirySettings;
  readonly state: AttemptState;
  readonly total: Money;
  readonly fee: Money;
  readonly exchange?: Exchange;
  readonly idempotencyKey: string;
  /** What its network is told besides; left out where no network is asked. */
  readonly request?: AttemptRequest;
  readonly createdAt: number;
  readonly concludedAt?: number;
  readonly pageUrl?: string;
  readonly gatewayReference?: string;
  /** What the network calls the payment that was made on its page, where that has another name than the page. */
  readonly gatewayPayment?: string;
  readonly message?: string;
  readonly pgParams?: PgParams;
  readonly gatewayResponse?: JsonObject;
  /** No page could be had, and nothing can have come of it: the network was not reached, or has refused us. */
  readonly unopened?: 'unsent' | 'refused';
  /** We ended the attempt and the network has not said how it ended there: it is asked about it all the same. */
  readonly unanswered?: true;
  /** Pending, and the payer has done their part: the network has not decided, or has not said. */
  readonly processing?: true;
  /** Its page was to be closed for another attempt, which did not begin, or no answer came: who cancels it there was not the payer. */
  readonly givesWay?: true;
  readonly inquired?: InquiryRecord;
  readonly channel?: PaymentChannel;
  /** What a wallet pays of it; `total` is without that. */
  readonly wallet?: WalletPart;
  /** The card is to be kept when it succeeds, and how. */
  readonly savesCard?: CardKeeping;
  /** The card that it has brought. */
  readonly card?: CardFacts;
  /** The saved card with which it pays. */
  readonly charges?: ChargedCard;
  /** The card was typed in the network's frame, so asking for the payment may have charged it. */
  readonly cardGiven?: true;
  /** The wallet of the payer's device that pays it; what it has handed over is kept elsewhere, and not for long. */
  readonly deviceWallet?: DeviceWallet;
  /** Why the network has declined the card. */
  readonly decline?: Decline;
  /** Why the card was refused that the payer has tried last on the network's page, which stayed open. */
  readonly lastRefusal?: Pick<Attempt, 'message' | 'decline'>;
  /** What the network says of 3-D Secure; left out where there was none. */
  readonly threeDs?: ThreeDs;
  /** How it came to its account, where the payer chose a route. */
  readonly routing?: Routing;
}

export const ALERT_KINDS = [
  'amount-mismatch',
  'late-money',
  'second-success',
  'manual-action-required',
  'break-glass',
  'reference-mismatch',
  'dispute',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Something that a person has to look at; it never changes the state by itself. */
export interface Alert {
  readonly kind: AlertKind;
  readonly referenceNumber: ReferenceNumber;
  readonly at: number;
  readonly detail: string;
  /** What the network has reported in place of what was asked for, where an attempt is not successful by it. */
  readonly charged?: Money;
}

/**
 * The last notice to the merchant and what came of it; it decides where the payer goes
 * (contract/webhooks#where-the-payer-goes).
 */
export interface NoticeState {
  readonly sequence: number;
  readonly referenceNumber: ReferenceNumber;
  readonly status: 'pending' | 'delivered' | 'delivered_stay' | 'failed' | 'none';
}

/** A code of the request that payers are not offered: nothing behind it can charge exactly this amount. */
export interface HiddenMethod {
  readonly pgCode: PgCode;
  /** In a sentence. */
  readonly why: string;
}

/** One transaction: what a `session_id` names. Times are epoch milliseconds. */
export interface Transaction extends Terms {
  readonly sessionId: SessionId;
  readonly merchantId: MerchantId;
  /** Counts saves. The document never goes back to an older one. */
  readonly version: number;
  readonly state: TransactionState;
  readonly type: TransactionType;
  readonly kind: Kind;
  readonly paymentType: PaymentType;
  /** By which `auto_debit` is paid: as it is kept, where the customer has paid by it before. It never changes. */
  readonly agreement?: AgreementTerms;
  /** Asks for the money of this invoice; then amount and terms never change (contract/invoices#creating). */
  readonly invoiceNumber?: string;
  readonly methods: readonly PaymentMethod[];
  /** The others of its codes; with another amount they may be offered. */
  readonly hiddenMethods?: readonly HiddenMethod[];
  readonly createdAt: number;
  readonly expiresAt: number;
  /** False: nothing happens at `expiresAt` until the payer tries to pay (contract/transactions#expiry). */
  readonly expiresByTimer: boolean;
  readonly seenAt?: number;
  /** The payer may choose to pay less (a setting of the plugin when the transaction was made). */
  readonly amountEditable?: boolean;
  /** Made of a row of this bulk (`domain/bulk/bulk.ts`). */
  readonly bulkId?: string;
  /** Made by one of the old endpoints, or of a row that asked for the same: a single attempt, and a disclosure in place of the webhook. */
  readonly legacy?: LegacyTerms;
  /** What the payer has said so far. */
  readonly dropOff?: DropOff;
  readonly attempts: readonly Attempt[];
  readonly settledPgCode?: PgCode;
  readonly settledAmount?: Money;
  readonly paidAmount?: Money;
  /** What was done to its money afterwards, oldest first. */
  readonly operations?: readonly PromisedEntry[];
  /** What payers' banks have taken back, or ask about, in the order in which it became known. */
  readonly disputes?: readonly Dispute[];
  /** Counts the notices to the merchant. */
  readonly sequence: number;
  readonly notice?: NoticeState;
  readonly alerts: readonly Alert[];
  /** Money that a further attempt takes goes back by itself (a setting of the merchant when the transaction was made). */
  readonly returnsSecond?: true;
  /** When inquiries of the merchant made us ask gateways, within the last day: what the throttle counts. */
  readonly inquiredAt?: readonly number[];
  /** The last request under which the merchant was told again how it stands: the same one again tells nobody. */
  readonly retoldFor?: string;
  /** Archived by the merchant's people: nobody else sees it any more, and it can be restored. */
  readonly deletedAt?: number;
  /** Why no method of it could be used any more. */
  readonly invalidationReason?: string;
}

/** Who is meant: no query and no command goes without the merchant. */
export interface TransactionRef {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
}

/** The currency in which the merchant asks for the money; a method with an exchange charges in another one. */
export function currencyOf(transaction: Transaction): CurrencyCode {
  return transaction.amount.currency;
}

/** The method behind a code, when the transaction offers it, or has it as an account behind a route. */
export function methodOf(
  { methods }: Pick<Transaction, 'methods'>,
  pgCode: PgCode,
): PaymentMethod | undefined {
  return (
    offeredMethod({ methods }, pgCode) ??
    methods.flatMap(({ accounts = [] }) => accounts).find((method) => method.pgCode === pgCode)
  );
}

/** The method behind a code that a payer may choose. */
export function offeredMethod(
  { methods }: Pick<Transaction, 'methods'>,
  pgCode: PgCode,
): PaymentMethod | undefined {
  return methods.find((method) => method.pgCode === pgCode);
}

/** Whether a method stands for several accounts. */
export function isRoute({ accounts }: PaymentMethod): boolean {
  return accounts !== undefined;
}

/** The method that the payer chose for an attempt: its account, or the route that led there. */
export function chosenCode({ routing, pgCode }: Pick<Attempt, 'routing' | 'pgCode'>): PgCode {
  return routing?.route ?? pgCode;
}

/** The attempt that a network may still decide; at most one at a time. */
export function pendingAttempt({ attempts }: Transaction): Attempt | undefined {
  return attempts.findLast((attempt) => attempt.state === 'pending');
}

export function attemptOf<One extends Pick<Attempt, 'referenceNumber'>>(
  { attempts }: { readonly attempts: readonly One[] },
  referenceNumber: ReferenceNumber,
): One | undefined {
  return attempts.find((attempt) => attempt.referenceNumber === referenceNumber);
}

/** An account speaks for its own attempts only: the secret of one must not decide payments of another. */
export function isAttemptOf(
  transaction: Transaction,
  claim: {
    readonly merchantId: MerchantId;
    readonly pgCode: PgCode;
    readonly referenceNumber: ReferenceNumber;
  },
): boolean {
  const attempt = attemptOf(transaction, claim.referenceNumber);
  return transaction.merchantId === claim.merchantId && attempt?.pgCode === claim.pgCode;
}

/**
 * When a gateway is asked by itself what became of an attempt, in whole seconds (contract/attempts#automatic-inquiry). A
 * setting of the account, so that the sandbox and tests use seconds where a real gateway uses minutes.
 */
export interface InquirySettings {
  /** From the beginning of the attempt to the first call: the time that the gateway gives its payers, and a margin. */
  readonly firstAfterSeconds: number;
  /** The pauses before the first calls, one for each; the first pause comes on top of `firstAfterSeconds`. */
  readonly gapsSeconds: readonly number[];
  /** The pause before each further call, while the gateway has not decided. */
  readonly repeatEverySeconds: number;
  /** From the beginning of the attempt to the last call. */
  readonly giveUpAfterSeconds: number;
}

/** What the calls have found until now; it is kept with the attempt, so that a further run goes on where one ended. */
export interface InquiryRecord {
  readonly calls: number;
  readonly heard: Heard;
  /** When the last answer, or none, was there. Epoch milliseconds. */
  readonly at: number;
  /** The merchant has been told that the attempt is undecided. */
  readonly told?: true;
  /** Its page was to be closed then: nobody shall pay there any more. */
  readonly closing?: true;
}

/**
 * What a call has found. `open`: the gateway's page still waits for the payer. `without-success`: a failure that may
 * still be overtaken. `mismatch`: a success with other money than was asked. `silence`: no answer that can be used.
 */
export type Heard =
  | 'decided'
  | 'open'
  | 'pending'
  | 'unheard-of'
  | 'without-success'
  | 'mismatch'
  | 'silence';
