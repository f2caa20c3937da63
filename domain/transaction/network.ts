import type { CardFacts } from '../card/card.ts';
import type { Decline } from '../card/decline.ts';
import type { ThreeDs } from '../card/three-ds.ts';
import type { ReferenceNumber } from '../ids.ts';
import type { Money } from '../money.ts';
import type { JsonObject } from '../json.ts';
import type { PgParams } from '../webhook/pg-params.ts';
import type { Kind } from './type.ts';

/** What a network says of an attempt, in our words. `pending`: it has not decided. */
export interface AttemptReport {
  readonly referenceNumber: ReferenceNumber;
  readonly outcome: ReportOutcome;
  readonly gatewayReference?: string;
  /** What the network calls the payment, where that has another name than its page: only with a success. */
  readonly gatewayPayment?: string;
  readonly message?: string;
  readonly pgParams?: PgParams;
  readonly gatewayResponse?: JsonObject;
  /** The card that the network keeps, when it was asked to and the attempt succeeded. */
  readonly card?: CardFacts;
  /** Why it was declined, when it was and the network has said so. */
  readonly decline?: Decline;
  readonly threeDs?: ThreeDs;
}
export type ReportOutcome =
  | { readonly result: 'success'; readonly kind: Kind; readonly charged: Money }
  | { readonly result: 'cod' }
  /** What was charged is undone, so much of it, and no operation of ours that could be. */
  | { readonly result: 'reversed'; readonly charged: Money }
  | { readonly result: 'error' }
  /** `expired`: the network's page can be paid no more, and it does not say that the payer has left it. */
  | { readonly result: 'failed' | 'canceled'; readonly expired?: true }
  /** `refusedOnPage`: a card was refused on the network's page, on which the payer may go on with another one. */
  | { readonly result: 'pending'; readonly refusedOnPage?: true };

/** A page that the network has prepared for the payer. */
export interface NetworkPage {
  readonly step: 'page';
  readonly pageUrl: string;
  readonly gatewayReference: string;
}

/** The network's word on an attempt. */
export interface NetworkReport {
  readonly step: 'report';
  readonly report: AttemptReport;
  /** The payer has paid there, though the report cannot say by which payment yet. */
  readonly isPaid?: true;
}

/** A page to send the payer to, or the end of the attempt where no page is needed (cash). */
export type Opened = NetworkPage | NetworkReport;

/** The answer to a question about an attempt; `unheard-of`: the network has no such attempt. */
export type Inquired = NetworkPage | NetworkReport | { readonly step: 'unheard-of' };
