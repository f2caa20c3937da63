import { pgCode, referenceNumber, sessionId, type MerchantId } from '../ids.ts';
import { money, type Money } from '../money.ts';
import { isSameMoney } from '../transaction/amount.ts';
import type { WalletEntry } from '../wallet/entry.ts';
import { directionOf } from '../wallet/movement.ts';
import type { Difference } from './difference.ts';
import { entryFigures, figureDifferences } from './figure.ts';
import type { LedgerEntry, LedgerLine } from './entry.ts';

/** A wallet's entry, and whether its money is of the sandbox. */
export interface Adjustment extends Pick<
  WalletEntry,
  'merchantId' | 'operationId' | 'type' | 'amount' | 'createdAt'
> {
  readonly sandbox: boolean;
}

/**
 * The ledger's entry of an adjustment by hand: what the merchant gives to a customer, or takes back. It belongs to no
 * payment and no gateway, so that it has names of its own, which follow from the number of the operation.
 */
export function adjustmentEntry({
  merchantId,
  operationId,
  type,
  amount,
  createdAt,
  sandbox,
}: Adjustment): LedgerEntry {
  const session = sessionId(operationId.toString(16).padStart(40, '0'));
  const reference = referenceNumber(`wallet-${operationId}`);
  const account = pgCode('wallet');
  if (!session || !reference || !account)
    throw new RangeError(`${operationId} is no number of a wallet's operation.`);
  const gives = directionOf(type) === 'credit';
  const given = money(gives ? amount.minor : 0 - amount.minor, amount.currency);
  return {
    id: `${merchantId}/wallet-adjustment/${reference}`,
    merchantId,
    sessionId: session,
    event: 'wallet-adjustment',
    referenceNumber: reference,
    paymentReference: reference,
    pgCode: account,
    gateway: 'wallet',
    sandbox,
    at: createdAt,
    lines: [
      { account: 'adjustments', amount: given },
      { account: 'wallet', amount: money(0 - given.minor, given.currency) },
    ],
  };
}

/** Where the ledger's entry of an adjustment is not what the wallet's own book makes it. */
export function adjustmentDifferences(is: LedgerEntry, must: LedgerEntry): readonly Difference[] {
  const { merchantId, referenceNumber: reference } = must;
  return figureDifferences({ merchantId, reference }, [
    ...entryFigures(is, must),
    ['sessionId of the entry', is.sessionId, must.sessionId],
    ['at of the entry', is.at, must.at],
    ['adjustments', lineOf(is, 'adjustments'), lineOf(must, 'adjustments')],
    ['wallet', lineOf(is, 'wallet'), lineOf(must, 'wallet')],
  ]);
}

function lineOf({ lines }: LedgerEntry, account: LedgerLine['account']): Money | undefined {
  return lines.find((line) => line.account === account)?.amount;
}

/** What customers of a merchant own, in one currency: in wallets, or as the ledger has it. */
export interface WalletSum {
  readonly merchantId: MerchantId;
  readonly sandbox: boolean;
  readonly amount: Money;
}

/** Where the ledger and the wallets themselves disagree about what customers own. Empty when they say the same. */
export function walletDifferences(
  ledger: readonly WalletSum[],
  wallets: readonly WalletSum[],
): readonly Difference[] {
  const inLedger = byName(ledger);
  const inWallets = byName(wallets);
  return [...new Set([...inLedger.keys(), ...inWallets.keys()])].flatMap((name) => {
    const [ours, theirs] = [inLedger.get(name), inWallets.get(name)];
    const known = ours ?? theirs;
    if (!known || isEqual(ours?.amount, theirs?.amount)) return [];
    return [
      {
        kind: 'wallets',
        merchantId: known.merchantId,
        reference: known.amount.currency,
        about: `all wallets${known.sandbox ? ' of the sandbox' : ''}`,
        ...(ours && { ledger: ours.amount }),
        ...(theirs && { other: theirs.amount }),
      } as const,
    ];
  });
}

function byName(sums: readonly WalletSum[]): ReadonlyMap<string, WalletSum> {
  return new Map(
    sums.map((one) => [`${one.merchantId}/${one.sandbox}/${one.amount.currency}`, one]),
  );
}

/** A sum of nothing is as good as none. */
function isEqual(one: Money | undefined, other: Money | undefined): boolean {
  if (!one || !other) return (one ?? other)?.minor === 0;
  return isSameMoney(one, other);
}
