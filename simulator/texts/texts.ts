import type { Brand } from '../brands.ts';
import type { CardFault } from '../card-entry.ts';
import type { ThreeDs, Verdict } from '../cards.ts';
import type { DeclineCode, Language, ShownState } from '../payment.ts';

/** Every word that the pages say, in one language. */
export interface Texts {
  readonly network: string;
  readonly sandbox: string;
  readonly switchTo: { readonly language: Language; readonly label: string };
  readonly skip: string;
  readonly payTo: (name: string) => string;
  readonly amount: string;
  readonly description: string;
  readonly reference: string;
  readonly paidTo: string;
  readonly card: string;
  readonly errorPrefix: string;
  readonly cardForm: {
    readonly heading: string;
    readonly name: string;
    readonly number: string;
    /** What stands between the items of a list. */
    readonly and: string;
    readonly expiry: string;
    readonly expiryHint: string;
    readonly cvv: string;
    readonly cvvHint: string;
    readonly pay: string;
    readonly hold: string;
    readonly holdNote: string;
    readonly saveNote: string;
    readonly cancel: string;
    readonly secure: string;
    readonly secureFrame: string;
    readonly problems: string;
  };
  readonly testCards: {
    readonly heading: string;
    readonly intro: string;
    readonly use: string;
    readonly fill: string;
    readonly amounts: string;
    readonly threeDs: Readonly<Record<ThreeDs, string>>;
    readonly verdicts: Readonly<Record<Verdict, string>>;
    readonly onceSaved: (verdict: string) => string;
  };
  readonly brands: Readonly<Record<Brand, string>>;
  readonly faults: Readonly<Record<CardFault, string>>;
  readonly savedCard: {
    readonly heading: string;
    readonly intro: (brand: string, last4: string) => string;
  };
  readonly challenge: {
    readonly heading: string;
    readonly intro: (issuer: string, last4: string) => string;
    readonly sandbox: string;
    readonly code: string;
    readonly wrong: string;
    readonly left: (tries: number) => string;
    readonly confirm: string;
    readonly cancel: string;
  };
  readonly outcome: {
    readonly headings: Readonly<Record<ShownState['status'], string>>;
    readonly messages: Readonly<Record<OutcomeMessage, string>>;
    readonly closed: string;
    readonly back: (name: string) => string;
  };
  readonly message: Readonly<
    Record<MessageKind, { readonly heading: string; readonly body: string }>
  >;
}

export type OutcomeMessage =
  | 'CAPTURED'
  | 'AUTHORIZED'
  | 'PENDING'
  | 'ERROR'
  | 'customer_canceled'
  | 'merchant_closed'
  | DeclineCode;

/** Pages that are about no payment. */
export type MessageKind = 'not-found' | 'fault';
