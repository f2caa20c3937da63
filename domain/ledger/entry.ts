import type { MerchantId, PgCode, ReferenceNumber, SessionId } from '../ids.ts';
import type { Money } from '../money.ts';

/**
 * The accounts of the ledger, one of each for every merchant, gateway account and currency.
 *
 * What there is: `gateway` is what the gateway account has taken and not given back; `cash` is what the merchant takes by
 * hand. Whose it is: `sales` is the merchant's for what was sold, `fees` what payers paid on top, `wallet` what customers
 * have in their wallets, `suspense` what nobody may keep and payers must get back, `disputes` what payers' banks have taken from
 * the merchant. `adjustments` is what the merchant has
 * put into wallets by hand. `hold` is what gateways hold for later,
 * and `hold-contra` its other side: a memo, because no money has moved.
 */
export const LEDGER_ACCOUNTS = [
  'gateway',
  'cash',
  'sales',
  'fees',
  'wallet',
  'suspense',
  'disputes',
  'adjustments',
  'hold',
  'hold-contra',
] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/**
 * What can happen to money. `stray` is a charge that is not for this transaction any more: late, a second one, or for
 * earlier terms. `cash-canceled` takes back an acknowledgement of cash. A `chargeback` is what a payer's bank takes in a dispute,
 * `chargeback-reversed` what it gives back. The other three undo what was done, as
 * when the bank of the card does not take a refund.
 */
export const MONEY_EVENTS = [
  'capture',
  'hold',
  'void',
  'refund',
  'wallet-refund',
  'wallet-payment',
  'wallet-adjustment',
  'stray',
  'cash',
  'cash-canceled',
  'chargeback',
  'chargeback-reversed',
  'capture-reversed',
  'refund-reversed',
  'void-reversed',
] as const;
export type MoneyEventKind = (typeof MONEY_EVENTS)[number];

/** One side of an entry: more than nothing is a debit, less is a credit. */
export interface LedgerLine {
  readonly account: LedgerAccount;
  readonly amount: Money;
}

/** One money event with all its lines, which come to nothing in each currency. It never changes. */
export interface LedgerEntry {
  /** `<session id>/<event>/<reference number>`, of a dispute with the network's name of what moved: the same however often it is posted. */
  readonly id: string;
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly event: MoneyEventKind;
  /** Of the attempt, or of the operation. */
  readonly referenceNumber: ReferenceNumber;
  /** Of the attempt whose money it is. */
  readonly paymentReference: ReferenceNumber;
  readonly pgCode: PgCode;
  readonly gateway: string;
  readonly sandbox: boolean;
  /** When it happened, in epoch milliseconds: when attempt or operation came to its end, else when it was posted. */
  readonly at: number;
  readonly lines: readonly LedgerLine[];
}
