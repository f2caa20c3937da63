import type { MerchantId, SessionId } from '../ids.ts';
import type { Money } from '../money.ts';

/**
 * Where two books do not say the same. `unbalanced`: the lines of an entry do not come to nothing. `not-posted`: the
 * transaction implies it, the ledger lacks it. `not-implied`: the ledger has it, the transaction implies nothing of the
 * kind. `posted-otherwise`: both have it, with other amounts. `operation`: the transaction and the document of the
 * operation disagree. `not-there`, `not-here`, `there-otherwise`: the same three between our ledger and the network's book.
 * `no-transaction`: the ledger or the network has money of a payment that no transaction knows.
 * `wallets`: the ledger and the wallets themselves disagree about what customers own.
 * `figure`: something that is kept does not follow from what it must follow from; `about` names both.
 */
const DIFFERENCE_KINDS = [
  'unbalanced',
  'not-posted',
  'not-implied',
  'posted-otherwise',
  'operation',
  'not-there',
  'not-here',
  'there-otherwise',
  'no-transaction',
  'wallets',
  'figure',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export interface Difference {
  readonly kind: DifferenceKind;
  readonly merchantId?: MerchantId;
  readonly sessionId?: SessionId;
  /** Of the attempt or operation; what the network calls it when we do not know it. */
  readonly reference: string;
  /** What it is about: an event, an account, a state. */
  readonly about: string;
  /** What the ledger says. */
  readonly ledger?: Money;
  /** What the transaction, its operation or the network says. */
  readonly other?: Money;
}
