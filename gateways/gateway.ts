import type { GatewayTraits } from '../domain/account.ts';
import type { Money } from '../domain/money.ts';
import type { Inquired, Opened, Report } from '../domain/transaction/network.ts';
import type { Kind, Language } from '../domain/transaction/transaction.ts';
import type { ReferenceNumber } from '../domain/ids.ts';

/** Settings of an account as the operator stored them; each plug checks them with its own joi schema. */
export type AccountSettings = Readonly<Record<string, unknown>>;

/** What a network is asked to prepare. The key is durable before the call and the same on every try. */
export interface OpenRequest {
  readonly referenceNumber: ReferenceNumber;
  readonly idempotencyKey: string;
  readonly total: Money;
  readonly kind: Kind;
  readonly language: Language;
  readonly description?: string;
  /** Where the network sends the browser afterwards; never evidence. */
  readonly returnUrl: string;
  /** Where the network posts its signed result. */
  readonly notifyUrl: string;
}

/** A callback as it came in: the body byte by byte, because the signature covers the bytes. */
export interface RawCallback {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
  /** Epoch milliseconds: old signatures are refused. */
  readonly receivedAt: number;
}

export type ReadCallback =
  | { readonly step: 'report'; readonly eventId: string; readonly report: Report }
  | { readonly step: 'forged'; readonly reason: string };

/**
 * The plug of one network. A refusal of the network is a value; a `GatewayFault` says that there was no usable answer,
 * so what happened is unknown and the caller inquires before it tries again with the same key.
 */
export interface Gateway {
  readonly traits: GatewayTraits;
  /** Throws a joi `ValidationError` that names what is missing. */
  checkSettings(settings: AccountSettings): void;
  /** Origins to which the checkout page's form may lead (Content-Security-Policy `form-action`). */
  pageOrigins(settings: AccountSettings): readonly string[];
  open(settings: AccountSettings, request: OpenRequest): Promise<Opened>;
  inquire(settings: AccountSettings, referenceNumber: ReferenceNumber): Promise<Inquired>;
  readCallback(settings: AccountSettings, callback: RawCallback): ReadCallback;
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
