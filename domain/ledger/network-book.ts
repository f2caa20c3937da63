import type { MerchantId, ReferenceNumber, SessionId } from '../ids.ts';
import type { Money } from '../money.ts';
import { isSameMoney } from '../transaction/amount.ts';
import { grossOf } from './compare.ts';
import { paymentName, type NamedPayment } from '../transaction/gateway-reference.ts';
import type { Difference } from './difference.ts';
import { figureDifferences } from './figure.ts';
import type { LedgerEntry, MoneyEventKind } from './entry.ts';

/** What networks do with money, in their book and in their settlement files. */
export const MOVEMENT_KINDS = ['authorize', 'capture', 'void', 'refund'] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Money that moved, or is held, as a network has it. */
export interface Movement {
  readonly kind: MovementKind;
  /** Our reference of the payment whose money it is. */
  readonly paymentReference: ReferenceNumber;
  readonly amount: Money;
  /** What the network calls the payment, where it says so. */
  readonly gatewayPayment?: string;
}

const SEEN_AS: Readonly<Record<MoneyEventKind, MovementKind | undefined>> = {
  capture: 'capture',
  stray: 'capture',
  hold: 'authorize',
  void: 'void',
  refund: 'refund',
  'wallet-refund': undefined,
  'wallet-payment': undefined,
  'wallet-adjustment': undefined,
  cash: undefined,
  'cash-canceled': undefined,
  // Networks book disputes in files and lines of their own.
  chargeback: undefined,
  'chargeback-reversed': undefined,
  // What was done stands there as it does here.
  'capture-reversed': undefined,
  'refund-reversed': undefined,
  'void-reversed': undefined,
};

/** What the network must have for an entry; undefined for what it knows nothing of: cash and wallets. */
export function movementOf(entry: LedgerEntry): Movement | undefined {
  const kind = SEEN_AS[entry.event];
  const amount = grossOf(entry);
  return kind && amount && { kind, paymentReference: entry.paymentReference, amount };
}

/** Whose payment it is, where that is known. */
export interface Owner {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
}

/** Where the ledger and the network's book disagree about payments of one owner: each movement is matched once. */
export function networkDifferences(
  owner: Owner,
  entries: readonly LedgerEntry[],
  movements: readonly Movement[],
): readonly Difference[] {
  const ours = entries.flatMap((entry) => movementOf(entry) ?? []);
  const { left, right } = unmatched(ours, movements);
  const others = [...right];
  const found = left.map((one): Difference => {
    const at = others.findIndex((other) => isSameThing(one, other));
    const [other] = at < 0 ? [] : others.splice(at, 1);
    const known = {
      ...owner,
      reference: one.paymentReference,
      about: one.kind,
    };
    return other
      ? {
          ...known,
          kind: 'there-otherwise',
          ledger: one.amount,
          other: other.amount,
        }
      : { ...known, kind: 'not-there', ledger: one.amount };
  });
  return [
    ...found,
    ...others.map((other): Difference => ({
      ...owner,
      kind: 'not-here',
      reference: other.paymentReference,
      about: other.kind,
      other: other.amount,
    })),
  ];
}

/** Where we call a payment otherwise than its network does: it would give back the money of another one. */
export function nameDifferences(
  owner: Owner,
  attempts: readonly NamedPayment[],
  movements: readonly Movement[],
): readonly Difference[] {
  return attempts.flatMap((attempt) => {
    const { referenceNumber: reference } = attempt;
    const known = paymentName(attempt);
    const theirs = movements.find(
      (one) => one.paymentReference === reference && one.gatewayPayment !== undefined,
    );
    return theirs && known !== undefined
      ? figureDifferences({ ...owner, reference }, [
          ['gatewayReference', known, theirs.gatewayPayment],
        ])
      : [];
  });
}

/** What is left on each side when each has given one for one of the other that says the same. */
function unmatched(ours: readonly Movement[], theirs: readonly Movement[]) {
  const right = [...theirs];
  const left = ours.filter((one) => {
    const at = right.findIndex(
      (other) => isSameThing(one, other) && isSameMoney(one.amount, other.amount),
    );
    if (at >= 0) right.splice(at, 1);
    return at < 0;
  });
  return { left, right };
}

function isSameThing(one: Movement, other: Movement): boolean {
  return one.kind === other.kind && one.paymentReference === other.paymentReference;
}
