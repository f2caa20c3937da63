import type { PageFrame } from './facts.ts';

/** What there is to know of a card that the customer has saved. */
export interface SavedCardFacts {
  /** Month and year, such as `03/27`. */
  readonly expiry: string;
  /** The gateway's page asks for its security code before it is charged. */
  readonly asksCvv: boolean;
  /** Where it can be removed; left out where an agreement needs it. */
  readonly removeUrl?: string;
}

/** The question before a saved card is removed. */
export interface CardRemovalFacts extends PageFrame {
  readonly card: string;
  readonly expiry: string;
  readonly formAction: string;
  /** Back to the checkout page. */
  readonly keepUrl: string;
}
