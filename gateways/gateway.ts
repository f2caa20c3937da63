import type { GatewayTraits } from '../domain/account.ts';
import type { ChargeSchedule } from '../domain/agreement/schedule.ts';
import type { ChargedBy } from '../domain/card/card.ts';
import type { DeviceWallet } from '../domain/device-wallet/device-wallet.ts';
import type { DeviceWalletTerms } from '../domain/device-wallet/terms.ts';
import type { DisputeWord } from '../domain/dispute/dispute.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import type { OperationKind } from '../domain/operation/operation.ts';
import type { OperationReport } from '../domain/operation/report.ts';
import type { Inquired, Opened, AttemptReport } from '../domain/transaction/network.ts';
import type { Kind } from '../domain/transaction/type.ts';
import type { ReferenceNumber } from '../domain/ids.ts';
import type { Language } from '../domain/language.ts';
import type { PayerBrowser } from '../domain/payer-browser.ts';
import type { SettlementRow } from '../domain/settlement/settlement.ts';
import type { Address, ShippingAddress } from '../domain/customer.ts';

/** Settings of an account as the operator stored them; each connector checks them with its own joi schema. */
export type AccountSettings = Readonly<Record<string, unknown>>;

/** How an attempt is named when its network is asked about it. */
export interface AttemptNames {
  readonly referenceNumber: ReferenceNumber;
  /** What the network calls its page or payment, once it has said so. */
  readonly gatewayReference?: string;
  /** What it calls the payment, where that has another name than its page. */
  readonly gatewayPayment?: string;
  /** When the attempt began, in epoch milliseconds: nothing of it is older. */
  readonly askedAt: number;
}

/** What a network is told of who pays; it weighs the risk by it, and a bank may ask less of a payer whom it knows. */
export interface Payer {
  /** The same for every payment of one customer of one merchant, and tells nobody who they are: a network's name for them. */
  readonly reference?: string;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  /** International, `+` and digits. */
  readonly phone?: string;
  readonly billing?: Address;
  readonly shipping?: ShippingAddress;
  /** From where they ask for a charge, and in which browser; only of networks whose traits have `payerDevice`, and where it is known. */
  readonly ip?: string;
  readonly browser?: PayerBrowser;
}

/** What a network is asked to prepare. The key is durable before the call; it and all the rest are the same on every try. */
export interface OpenRequest {
  readonly referenceNumber: ReferenceNumber;
  readonly idempotencyKey: string;
  readonly total: Money;
  readonly kind: Kind;
  readonly language: Language;
  readonly description?: string;
  readonly payer?: Payer;
  /** When the attempt began, and until when it may be paid here, in epoch milliseconds. */
  readonly askedAt: number;
  readonly expiresAt: number;
  /** The network shall keep the card and name its token in its report; only said to gateways whose traits have tokenization. */
  readonly saveCard?: true;
  /** The network's own one-time word for the card that was typed in its frame: it is charged at once. */
  readonly cardReference?: string;
  /** Where the network sends the browser afterwards; never evidence. */
  readonly returnUrl: string;
  /** Where the network posts its signed result. */
  readonly notifyUrl: string;
}

/** A saved card that a network shall charge. The key is durable before the call and the same on every try. */
export interface ChargeRequest extends Omit<OpenRequest, 'saveCard' | 'cardReference'> {
  readonly token: string;
  /** Whoever is not the customer cannot answer a challenge. */
  readonly by: ChargedBy;
  /** By which dates a merchant charges; left out where the customer does. */
  readonly schedule?: ChargeSchedule;
  /** The network's own one-time word that the security code was typed at its side. */
  readonly cvvReference?: string;
  /** The network's page shall ask the customer for the security code. */
  readonly asksCvv?: true;
}

/**
 * What the wallet of a payer's device has handed over, which a network shall charge. The key is durable before the call; it and the
 * payload are the same on every try.
 */
export interface DeviceWalletRequest extends Omit<OpenRequest, 'saveCard'> {
  readonly wallet: DeviceWallet;
  /** As the device has given it: its outer keys were checked, and what is inside only the network can read. */
  readonly payload: JsonObject;
}

/** A page of a shop wants to show the sheet of a wallet. */
export interface DeviceWalletSession {
  /** The site on which the button is. */
  readonly domain: string;
  /** What stands on the sheet. */
  readonly shopName: string;
}

/** What a network is asked to do with the money of a payment. The key is durable before the call and the same always. */
export interface OperationRequest {
  readonly kind: OperationKind;
  readonly idempotencyKey: string;
  /** Our name for the operation, and for the payment. */
  readonly referenceNumber: ReferenceNumber;
  readonly paymentReference: ReferenceNumber;
  /** What the network calls the payment. */
  readonly gatewayPayment?: string;
  /** Left out for a void, which takes all. */
  readonly amount?: Money;
  readonly extra?: JsonObject;
  /** When it was first asked for, in epoch milliseconds. */
  readonly askedAt: number;
}

/** A saved card that its network shall forget. */
export interface KeptCard {
  readonly token: string;
  /** As `Payer.reference` was when the card was saved. */
  readonly payerReference?: string;
}

/** A callback as it came in: the body byte by byte, because the signature covers the bytes. */
export interface RawCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** Epoch milliseconds: old signatures are refused. */
  readonly receivedAt: number;
}

export type ReadCallback =
  | {
      readonly step: 'report';
      readonly eventId: string;
      readonly report: AttemptReport;
    }
  /** About an operation: one that we asked for, or one that somebody did at the network itself. */
  | {
      readonly step: 'operation';
      readonly eventId: string;
      readonly report: OperationReport;
    }
  /** The same where the network names the payment by its own name only. */
  | {
      readonly step: 'operation-there';
      readonly eventId: string;
      readonly gatewayPayment: string;
      readonly report: Omit<OperationReport, 'paymentReference'>;
    }
  /**
   * The payer's bank takes a payment back, asks about it, or has decided: by our reference or by the network's name of the
   * payment. Each word says all that is known of the dispute then, its movements of money by the network's own names.
   */
  | {
      readonly step: 'dispute';
      readonly eventId: string;
      readonly report: DisputeWord;
    }
  /** Something has happened to an attempt, and the network has to be asked what. */
  | {
      readonly step: 'ask';
      readonly eventId: string;
      readonly referenceNumber: ReferenceNumber;
      readonly about: string;
    }
  /** Rightly sent, and none of our business: only to be acknowledged, or the network would send it again for days. */
  | {
      readonly step: 'nothing';
      readonly eventId: string;
      readonly about: string;
    }
  /** Signed, in words that we do not know: what has happened is to be asked for. */
  | {
      readonly step: 'unknown';
      readonly eventId: string;
      /** The attempt that it is about, where it names one of ours. */
      readonly referenceNumber?: ReferenceNumber;
      readonly reason: string;
    }
  | { readonly step: 'forged'; readonly reason: string };

/** A line that a person has to compare. */
export interface LineAside {
  readonly aside: string;
}

/** What a gateway's settlement file looks like (docs/connectors.md). */
export interface SettlementFormat {
  /** The columns that its heading must have. */
  readonly columns: readonly string[];
  /**
   * What a line says: a row; undefined where it is none of our business, such as a fee, a payout or a payment of another
   * program; what it is `aside`, in a sentence, where it is about a payment of ours and no capture or refund; or what is wrong
   * with it, in a sentence.
   */
  readonly read: (
    cells: Readonly<Record<string, string>>,
  ) => Omit<SettlementRow, 'line'> | LineAside | string | undefined;
}

/** What a network makes of what the payer's browser brings back from it. */
export interface BrowserReturn {
  /** The names in the query that are the network's: of what a browser brings, nothing else is kept or passed on. */
  readonly parameters: readonly string[];
  /** Gives the network what was brought under these names. It proves nothing: the network's answer does. Safe to repeat. */
  readonly read: (
    settings: AccountSettings,
    names: AttemptNames,
    brought: Readonly<Record<string, string>>,
  ) => Promise<Inquired>;
}

/** From an instant until before another, in epoch milliseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

/** A line of a network's own book; `at`, in epoch milliseconds, is when one was booked that no rule compares. */
export type BookLine = Omit<SettlementRow, 'line'> | (LineAside & { readonly at: number });

/**
 * The connector of one network. A refusal of the network is a value; a `GatewayFault` says that there was no usable answer,
 * so what happened is unknown: `traits.afterSilence` says how the caller learns it before anything else is tried.
 */
export interface Gateway {
  readonly traits: GatewayTraits;
  /** Throws a joi `ValidationError` that names what is missing. */
  checkSettings(settings: AccountSettings): void;
  /** Whether real money moves by these settings; undefined where they do not say. Left out where none ever say. */
  readonly isLive?: (settings: AccountSettings) => boolean | undefined;
  /** Origins to which the checkout page's form may lead (Content-Security-Policy `form-action`). */
  pageOrigins(settings: AccountSettings): readonly string[];
  open(settings: AccountSettings, request: OpenRequest): Promise<Opened>;
  /**
   * Given where traits have tokenization. The answer is the end of the attempt, or a page where the customer has to do
   * something yet. Safe to repeat: the key makes it the same charge.
   */
  readonly charge?: (settings: AccountSettings, request: ChargeRequest) => Promise<Opened>;
  /**
   * Given where traits have `apple_pay` or `google_pay`: charges what such a wallet has handed over. The answer is the end of the
   * attempt, or a page on which the payer's bank asks them. Safe to repeat: the key makes it the same charge.
   */
  readonly payByDevice?: (
    settings: AccountSettings,
    request: DeviceWalletRequest,
  ) => Promise<Opened>;
  /** Given wherever `payByDevice` is: what a payer's program needs, of the wallets that the settings are complete for. */
  readonly deviceWallets?: (settings: AccountSettings) => DeviceWalletTerms;
  /**
   * Given where the network lets a page of the web show the sheet of Apple Pay: its merchant session, which Apple has signed and
   * which the page hands to the browser unread.
   */
  readonly deviceWalletSession?: (
    settings: AccountSettings,
    about: DeviceWalletSession,
  ) => Promise<JsonObject>;
  /**
   * The page of the network, made for a frame, in which a customer types the security code of a saved card; left out where
   * there is none. `origin` and `lang` are added to its query (docs/connectors.md).
   */
  readonly cvvFrame?: (settings: AccountSettings) => string;
  /**
   * The page of the network, made for a frame, in which a payer types the card before the payment is opened with
   * `cardReference`; undefined where the account wants none, left out where there is none. `origin` and `lang` are added to its
   * query (docs/connectors.md).
   */
  readonly cardFrame?: (settings: AccountSettings) => string | undefined;
  /** The page that a charge, or a card of `cardFrame`, leads to may stand in a frame of any page, as banks' pages for 3-D Secure do. */
  readonly framesChallenge?: true;
  /** The network forgets a saved card. Given wherever `charge` is. Safe to repeat: what is gone stays gone. */
  readonly forgetCard?: (settings: AccountSettings, card: KeptCard) => Promise<void>;
  /** What became of an attempt. `unheard-of` only for certain, so never where `traits.afterSilence` is by repetition. */
  inquire(settings: AccountSettings, names: AttemptNames): Promise<Inquired>;
  /**
   * Closes the page of an attempt, so that nobody can pay there any more. The answer is how the attempt has ended: an end, which is
   * `canceled` where this has ended it, whatever was declined there before; `pending` where the payer was quicker and the network
   * has not decided, or `page` where it could not be closed; a `GatewayFault` that says `refused` where it closes no page of that kind.
   * Left out by a network that cannot close pages. Safe to repeat.
   */
  readonly close?: (settings: AccountSettings, names: AttemptNames) => Promise<Inquired>;
  /** Given where the network needs what the payer's browser brings back from it to go on. */
  readonly browserReturn?: BrowserReturn;
  /** Throws nothing, whatever stands in the callback: who has signed it is heard. */
  readCallback(settings: AccountSettings, callback: RawCallback): ReadCallback;
  /** Left out by networks that can do nothing with a payment afterwards. Safe to repeat: the key makes it the same one. */
  readonly operate?: (
    settings: AccountSettings,
    request: OperationRequest,
  ) => Promise<OperationReport>;
  /**
   * What became of an operation; `unheard-of` when the network has none of that name. Given wherever `operate` is. A network
   * that cannot be asked throws an `unknown` fault.
   */
  readonly inquireOperation?: (
    settings: AccountSettings,
    request: OperationRequest,
  ) => Promise<OperationReport | { readonly step: 'unheard-of' }>;
  /** Left out where the network has no settlement files, or we do not know what they look like. */
  readonly settlement?: SettlementFormat;
  /**
   * What the network has booked of our payments in a span of time, page by page: captures and refunds, the rest of what happened to
   * them `aside`. A `GatewayFault` where it cannot be read. Left out by a network that has no such book.
   */
  readonly book?: (settings: AccountSettings, span: TimeSpan) => AsyncIterable<readonly BookLine[]>;
}

/**
 * `unsent`: nobody was reached, not a byte has left. `unknown`: no usable answer, such as a time-out, a reset, a 5xx or words
 * that we do not know. `refused`: a plain no to us.
 */
export type FaultKind = 'unsent' | 'unknown' | 'refused';

export class GatewayFault extends Error {
  override readonly name = 'GatewayFault';
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
