import type { AccountSettings } from '../../gateways/gateway.ts';
import type { NetworkBook } from '../../admin/ledger/network-book.ts';

/** The networks that a drill can be played with: the sandbox's own simulator, and stand-ins of real ones. */
export const DRILL_NETWORKS = ['sandbox', 'stripe', 'adyen'] as const;
export type DrillNetwork = (typeof DRILL_NETWORKS)[number];

/** A payment as the network's books have it. */
export interface BookedPayment {
  readonly id: string;
  readonly merchant_reference: string;
  readonly status: string;
  /** What to do with a card that was declined. */
  readonly advice?: string;
}

/** A capture, void or refund as the network's books have it. */
export interface BookedOperation {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly merchant_reference: string;
}

export interface NetworkLedgerEntry {
  readonly payment_id: string;
  readonly merchant_reference: string;
  readonly entry: string;
  /** What moved it, when it was not the payment itself. */
  readonly operation_id?: string;
  readonly amount: string;
  readonly currency: string;
}

/** What a fault was asked about and how often it struck. */
export interface StruckFault {
  readonly fault: string;
  readonly on: readonly string[];
  readonly seen: number;
  readonly struck: number;
}

/** What an account at the network goes wrong with, and where it tells. */
export interface NetworkAccount {
  readonly faults: readonly object[];
  /** Where the engine listens for what this account tells. */
  readonly notifyUrl: string;
}

/** What the engine's account has to be, to be the other end of one at the network. */
export interface OpenedAccount {
  readonly gateway: string;
  readonly settings: AccountSettings;
}

/** The other side, as a drill uses it: what payers do there, what goes wrong there, and its own books. It is never killed. */
export interface Network {
  readonly name: DrillNetwork;
  /** The network's page to which a browser is sent; undefined when it is sent elsewhere. */
  readonly pageIn: (location: string) => string | undefined;
  /**
   * What a payer does on the card page; gives the reference of the attempt, with which the browser is sent back. A page
   * that was used already cannot be used again, which is no failure, and leads nowhere.
   */
  readonly pay: (page: string, card?: string) => Promise<string | undefined>;
  readonly cancel: (page: string) => Promise<string | undefined>;
  readonly openAccount: (account: string, given: NetworkAccount) => Promise<OpenedAccount>;
  /** Settings of an account with which the network refuses it. */
  readonly strangeKey: AccountSettings;
  /** The network as another merchant has it, where an account cannot be of two merchants. */
  readonly ownAccounts?: (merchant: string) => Network;
  /** From now on the network does these things wrong at this account, in place of all before. */
  readonly orderFaults: (account: string, faults: readonly object[]) => Promise<unknown>;
  readonly faults: (account: string) => Promise<readonly StruckFault[]>;
  readonly payments: (account: string) => Promise<readonly BookedPayment[]>;
  readonly operations: (payment: string) => Promise<readonly BookedOperation[]>;
  readonly ledger: (account: string) => Promise<readonly NetworkLedgerEntry[]>;
  /** Decides a refund that the network has queued. */
  readonly decide: (operation: string, outcome: 'done' | 'declined') => Promise<unknown>;
  /** Has the network tell of a payment again, so many times at once. */
  readonly callBack: (payment: string, times: number) => Promise<unknown>;
  /** What it told the engine and was turned away with: nothing that it tells may be. */
  readonly turnedAway: () => readonly string[];
  /** All of its books, for who compares them with the engine's ledger. */
  readonly book: NetworkBook;
  readonly close: () => Promise<void>;
}

export const GOOD_CARD = '4242424242424242';
export const DECLINED_CARD = '4000000000000002';
