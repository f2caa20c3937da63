import { money, zero, type Money } from '../money.ts';
import type { WalletAccount } from '../wallet/account.ts';
import type { EntryType, WalletEntry, WalletOperation } from '../wallet/entry.ts';
import { settledAttempt } from '../transaction/settled.ts';
import { directionOf, effectOf } from '../wallet/movement.ts';
import { againKey, reservationKey } from '../wallet/part.ts';
import { refundKey } from '../wallet/refund.ts';
import type { Difference } from './difference.ts';
import {
  figureDifferences,
  reckoned,
  unless,
  type Expectation,
  type FigureSubject,
} from './figure.ts';
import type { Figured } from './transaction-figures.ts';

/** A wallet with its book. */
export interface KeptWallet {
  readonly account: WalletAccount;
  readonly entries: readonly WalletEntry[];
  /** Those that the entries name. */
  readonly operations: readonly WalletOperation[];
}

/** Where a wallet, its operations and its entries disagree. Empty when they say the same. It is named by its holder. */
export function walletBookDifferences(wallet: KeptWallet): readonly Difference[] {
  const subject = subjectOf(wallet.account);
  return reckoned(subject, () => figureDifferences(subject, bookExpectations(wallet)));
}

function bookExpectations({ account, entries, operations }: KeptWallet): readonly Expectation[] {
  const byId = new Map(operations.map((one) => [one.id, one]));
  return [
    ['balance', account.balance, sumOf(account, entries, 'balance')],
    ['reserved', account.reserved, sumOf(account, entries, 'reserved')],
    ['currency', account.currency, account.balance.currency],
    ...chainExpectations(account, entries),
    ...entries.flatMap((entry) => entryExpectations(account, entry, byId.get(entry.operationId))),
    ...operations.flatMap((operation) =>
      operationExpectations(
        operation,
        entries.filter(({ operationId }) => operationId === operation.id),
      ),
    ),
  ];
}

/** Where what a wallet has given or taken for a payment is not what the payment says. */
export function walletPaymentDifferences(
  account: WalletAccount,
  operation: WalletOperation,
  payment: Figured,
): readonly Difference[] {
  const subject = { ...subjectOf(account), sessionId: payment.sessionId };
  return reckoned(subject, () =>
    figureDifferences(subject, paymentExpectations(account, operation, payment)),
  );
}

/**
 * Where a payment is settled with a part of the wallet that the wallet has not paid, or has back: of one for which it had something set
 * aside at some time.
 */
export function settledPartDifferences(
  { account, operations }: Pick<KeptWallet, 'account' | 'operations'>,
  payment: Figured,
): readonly Difference[] {
  const settled = settledAttempt(payment);
  if (settled?.wallet?.state !== 'spent') return [];
  const key = reservationKey(payment, settled);
  const own = operations.filter((one) => [key, againKey(key)].includes(one.key));
  const isPaid = own.length === 0 || own.some(({ status }) => status === 'completed');
  return figureDifferences(
    { ...subjectOf(account), sessionId: payment.sessionId },
    unless(isPaid, [
      `operations of the part of ${settled.referenceNumber}`,
      own.map(({ status }) => status).join(', '),
      'one that is completed, because the part is spent',
    ]),
  );
}

/**
 * The same for a payment that is not there any more: it has given back whatever it had of the wallet before it was removed, and
 * nobody else would.
 */
export function removedPaymentDifferences(
  account: WalletAccount,
  { id, type, status }: WalletOperation,
): readonly Difference[] {
  const isOver = type !== 'reservation' || (status !== 'pending' && status !== 'completed');
  return figureDifferences(
    subjectOf(account),
    unless(isOver, [
      `status of the operation ${id}`,
      status,
      'canceled or reversed, because its payment is not there',
    ]),
  );
}

function paymentExpectations(
  account: WalletAccount,
  operation: WalletOperation,
  payment: Figured,
): readonly Expectation[] {
  const { id, key, type, amount, status } = operation;
  const holder: readonly Expectation[] = [
    ['holder', account.customerId, payment.customer.id],
    ['merchantId', account.merchantId, payment.merchantId],
  ];
  if (type === 'refund') {
    const refund = payment.operations?.find((one) => refundKey(one) === key);
    const paid = payment.attempts.find(
      ({ referenceNumber }) => referenceNumber === refund?.paymentReference,
    );
    return [
      ...holder,
      ...(paid ? [['sandbox', account.sandbox, paid.sandbox] as const] : []),
      [`amount of the operation ${id}`, amount, refund?.amount],
      [`destination of ${refund?.referenceNumber}`, refund?.destination, 'wallet'],
    ];
  }
  const attempt = payment.attempts.find((one) =>
    [reservationKey(payment, one), againKey(reservationKey(payment, one))].includes(key),
  );
  const part = attempt?.wallet?.state;
  const isSpent = part === 'spent';
  const isOpen = part === 'wanted' || part === 'reserved';
  return [
    ...holder,
    ['sandbox', account.sandbox, attempt?.sandbox],
    [`amount of the operation ${id}`, amount, attempt?.wallet?.amount],
    ...unless(status !== 'completed' || isSpent, [
      `part of ${attempt?.referenceNumber}`,
      part,
      'spent, because the wallet has paid it',
    ]),
    ...unless(status !== 'pending' || isOpen, [
      `part of ${attempt?.referenceNumber}`,
      part,
      'reserved, because the wallet has it set aside',
    ]),
  ];
}

function subjectOf({
  merchantId,
  customerId,
  currency,
  id,
  sandbox,
}: WalletAccount): FigureSubject {
  const place = sandbox ? ' of the sandbox' : '';
  return { merchantId, reference: `customer ${customerId}, wallet ${id} (${currency})${place}` };
}

function sumOf(
  { currency }: WalletAccount,
  entries: readonly WalletEntry[],
  figure: 'balance' | 'reserved',
): Money {
  return entries.reduce(
    (sum, entry) => money(sum.minor + changeOf(entry, figure), currency),
    zero(currency),
  );
}

function changeOf({ type, amount }: WalletEntry, figure: 'balance' | 'reserved'): number {
  return effectOf(type)[figure] * amount.minor;
}

/**
 * Each entry says what stood after it. Numbers are taken before entries are written, so that they are no order; but what
 * stood before each entry must have stood after another one, or at the beginning.
 */
function chainExpectations(
  { balance, reserved }: WalletAccount,
  entries: readonly WalletEntry[],
): readonly Expectation[] {
  const standing = new Map<string, number>();
  const count = (owned: number, aside: number, by: 1 | -1) => {
    const place = `${owned}/${aside}`;
    standing.set(place, (standing.get(place) ?? 0) + by);
  };
  count(0, 0, 1);
  for (const entry of entries) {
    const [owned, aside] = [entry.balance.minor, entry.reserved.minor];
    count(owned, aside, 1);
    count(owned - changeOf(entry, 'balance'), aside - changeOf(entry, 'reserved'), -1);
  }
  count(balance.minor, reserved.minor, -1);
  const gaps = [...standing].filter(([, times]) => times !== 0).map(([place]) => place);
  return unless(gaps.length === 0, [
    'what stood after its entries',
    gaps.join(', '),
    'what stood before the next ones',
  ]);
}

function entryExpectations(
  { merchantId, currency }: WalletAccount,
  entry: WalletEntry,
  operation: WalletOperation | undefined,
): readonly Expectation[] {
  const { id, type, direction, amount, sessionId, pgCode } = entry;
  if (!operation) return [[`operation of the entry ${id}`, undefined, entry.operationId]];
  return [
    [`direction of the entry ${id}`, direction, directionOf(type)],
    [`amount of the entry ${id}`, amount, operation.amount],
    [`merchantId of the operation ${operation.id}`, operation.merchantId, merchantId],
    [`accountId of the operation ${operation.id}`, operation.accountId, entry.accountId],
    [`sessionId of the entry ${id}`, sessionId, operation.sessionId],
    [`pgCode of the entry ${id}`, pgCode, operation.pgCode],
    ...[amount, entry.balance, entry.reserved].map(
      (one) => [`currency of the entry ${id}`, one.currency, currency] as const,
    ),
  ];
}

/** What an operation has written in its status, in this order. */
const WRITTEN: Readonly<Record<WalletOperation['status'], readonly EntryType[]>> = {
  pending: ['reserve'],
  completed: ['reserve', 'debit_payment'],
  canceled: ['reserve', 'release'],
  expired: ['reserve', 'expire'],
  reversed: ['reserve', 'debit_payment', 'reversal'],
};

function operationExpectations(
  { id, type, status, balance, amount, key, sessionId }: WalletOperation,
  entries: readonly WalletEntry[],
): readonly Expectation[] {
  const types = entries.map((entry) => entry.type);
  const must =
    type === 'reservation' ? WRITTEN[status] : OF_ONE[type].filter((one) => types.includes(one));
  const last = entries.find((entry) => entry.type === must.at(-1));
  return [
    [`entries of the operation ${id}`, types.toSorted().join(), must.toSorted().join()],
    ...unless(type === 'reservation' || status === 'completed', [
      `status of the operation ${id}`,
      status,
      'completed',
    ]),
    [`balance of the operation ${id}`, balance, last?.balance],
    [`currency of the operation ${id}`, amount.currency, last?.amount.currency],
    ...(type === 'reservation'
      ? unless(key.startsWith(`payment:${sessionId}:`), [
          `key of the operation ${id}`,
          key,
          `one of the payment ${sessionId}`,
        ])
      : []),
  ];
}

const OF_ONE: Readonly<
  Record<Exclude<WalletOperation['type'], 'reservation'>, readonly EntryType[]>
> = {
  refund: ['credit_refund'],
  adjustment: ['credit_adjustment', 'debit_adjustment'],
};
