import type { GatewayTraits } from '../domain/account.ts';
import type { ChargedBy } from '../domain/card/card.ts';
import type { JsonObject } from '../domain/json.ts';
import type { Money } from '../domain/money.ts';
import type { OperationKind } from '../domain/operation/operation.ts';
import type { OperationReport } from '../domain/operation/report.ts';
import type { Inquired, Opened, AttemptReport } from '../domain/transaction/network.ts';
import type { Kind } from '../domain/transaction/type.ts';
import type { ReferenceNumber } from '../domain/ids.ts';
import type { Language } from '../domain/language.ts';

/** Settings of an account as the operator stored them; each connector checks them with its own joi schema. */
export type AccountSettings = Readonly<Record<string, unknown>>;

/** What a network is asked to prepare. The key is durable before the call and the same on every try. */
export interface OpenRequest {
  readonly referenceNumber: ReferenceNumber;
  readonly idempotencyKey: string;
  readonly total: Money;
  readonly kind: Kind;
  readonly language: Language;
  readonly description?: string;
  /** The network shall keep the card and name its token in its report; only said to gateways whose traits have tokenization. */
  readonly saveCard?: true;
  /** Where the network sends the browser afterwards; never evidence. */
  readonly returnUrl: string;
  /** Where the network posts its signed result. */
  readonly notifyUrl: string;
}

/** A saved card that a network shall charge. The key is durable before the call and the same on every try. */
export interface ChargeRequest extends Omit<OpenRequest, 'saveCard'> {
  readonly token: string;
  /** Whoever is not the customer cannot answer a challenge. */
  readonly by: ChargedBy;
  /** The network's own one-time word that the security code was typed at its side. */
  readonly cvvReference?: string;
  /** The network's page shall ask the customer for the security code. */
  readonly asksCvv?: true;
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
}

/** A callback as it came in: the body byte by byte, because the signature covers the bytes. */
export interface RawCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** Epoch milliseconds: old signatures are refused. */
  readonly receivedAt: number;
}

export type ReadCallback =
  | { readonly step: 'report'; readonly eventId: string; readonly report: AttemptReport }
  /** About an operation: one that we asked for, or one that somebody did at the network itself. */
  | { readonly step: 'operation'; readonly eventId: string; readonly report: OperationReport }
  /** Signed, in words that we do not know: what has happened is to be asked for. */
  | {
      readonly step: 'unknown';
      readonly eventId: string;
      /** The attempt that it is about, where it names one of ours. */
      readonly referenceNumber?: ReferenceNumber;
      readonly reason: string;
    }
  | { readonly step: 'forged'; readonly reason: string };

/**
 * The connector of one network. A refusal of the network is a value; a `GatewayFault` says that there was no usable answer,
 * so what happened is unknown and the caller inquires before it tries again with the same key.
 */
export interface Gateway {
  readonly traits: GatewayTraits;
  /** Throws a joi `ValidationError` that names what is missing. */
  checkSettings(settings: AccountSettings): void;
  /** Origins to which the checkout page's form may lead (Content-Security-Policy `form-action`). */
  pageOrigins(settings: AccountSettings): readonly string[];
  open(settings: AccountSettings, request: OpenRequest): Promise<Opened>;
  /**
   * Given where traits have tokenization. The answer is the end of the attempt, or a page where the customer has to do
   * something yet. Safe to repeat: the key makes it the same charge.
   */
  readonly charge?: (settings: AccountSettings, request: ChargeRequest) => Promise<Opened>;
  /**
   * The page of the network, made for a frame, in which a customer types the security code of a saved card; left out where
   * there is none. `origin` and `lang` are added to its query (docs/connectors.md).
   */
  readonly cvvFrame?: (settings: AccountSettings) => string;
  /** The page that a charge leads to may stand in a frame of any page, as banks' pages for 3-D Secure do. */
  readonly framesChallenge?: true;
  /** The network forgets a saved card. Given wherever `charge` is. Safe to repeat: what is gone stays gone. */
  readonly forgetCard?: (settings: AccountSettings, token: string) => Promise<void>;
  inquire(settings: AccountSettings, referenceNumber: ReferenceNumber): Promise<Inquired>;
  /** Throws nothing, whatever stands in the callback: who has signed it is heard. */
  readCallback(settings: AccountSettings, callback: RawCallback): ReadCallback;
  /** Left out by networks that can do nothing with a payment afterwards. Safe to repeat: the key makes it the same one. */
  readonly operate?: (
    settings: AccountSettings,
    request: OperationRequest,
  ) => Promise<OperationReport>;
  /** What became of an operation; `unheard-of` when the network never got it. Given wherever `operate` is. */
  readonly inquireOperation?: (
    settings: AccountSettings,
    names: Pick<OperationRequest, 'referenceNumber' | 'paymentReference'>,
  ) => Promise<OperationReport | { readonly step: 'unheard-of' }>;
}

/** No usable answer: time-out, reset, 5xx or words that we do not know (`unknown`); or a plain no to us (`refused`). */
export class GatewayFault extends Error {
  override readonly name = 'GatewayFault';
  readonly kind: 'unknown' | 'refused';

  constructor(kind: 'unknown' | 'refused', message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
