import type { Connection } from 'mongoose';
import type { CurrencyCode } from '../domain/currencies.ts';
import type { MerchantId } from '../domain/ids.ts';
import type { LedgerEntry } from '../domain/ledger/entry.ts';
import type { Adjustment, WalletSum } from '../domain/ledger/wallet-book.ts';
import type { KeptWallet } from '../domain/ledger/wallet-figures.ts';
import type { WalletAccount } from '../domain/wallet/account.ts';
import type { WalletEntry, WalletOperation } from '../domain/wallet/entry.ts';
import { money } from '../domain/money.ts';

const plain = { _id: 0 } as const;

/** Reads wallets and ledger for who checks the books of the whole system, of all merchants; it writes nothing. */
export function walletBooks(connection: Connection) {
  const accounts = connection.model<WalletAccount>('WalletAccount');
  const entries = connection.model<WalletEntry>('WalletEntry');
  const operations = connection.model<WalletOperation>('WalletOperation');
  const ledger = connection.model<LedgerEntry>('LedgerEntry');
  return {
    /** All adjustments by hand, a few at a time in memory. */
    adjustments: (): AsyncIterable<Adjustment> =>
      entries
        .aggregate<Adjustment>([
          { $match: { type: { $in: ['credit_adjustment', 'debit_adjustment'] } } },
          {
            $lookup: {
              from: accounts.collection.name,
              let: { merchantId: '$merchantId', id: '$accountId' },
              pipeline: [
                {
                  $match: {
                    $expr: {
                      $and: [{ $eq: ['$merchantId', '$$merchantId'] }, { $eq: ['$id', '$$id'] }],
                    },
                  },
                },
              ],
              as: 'account',
            },
          },
          {
            $project: {
              _id: 0,
              merchantId: 1,
              operationId: 1,
              type: 1,
              amount: 1,
              createdAt: 1,
              sandbox: { $first: '$account.sandbox' },
            },
          },
        ])
        .cursor({ batchSize: 200 }),

    /** Those of these entries that the ledger has. */
    postedOf: async (ids: readonly string[]): Promise<readonly LedgerEntry[]> => {
      const found = await ledger
        .find({ _id: { $in: ids } })
        .lean<(Omit<LedgerEntry, 'id'> & { readonly _id: string })[]>();
      return found.map(({ _id: id, ...entry }) => ({ id, ...entry }));
    },

    /** All wallets without their books, a few at a time in memory. */
    accounts: (): AsyncIterable<WalletAccount> =>
      accounts.find({}, plain).lean<WalletAccount>().cursor({ batchSize: 200 }),

    /** A wallet with its whole book, as it is now. */
    bookOf: async ({
      merchantId,
      id: accountId,
    }: WalletAccount): Promise<KeptWallet | undefined> => {
      const session = await connection.startSession({ snapshot: true });
      try {
        const within = { session };
        const account = await accounts
          .findOne({ merchantId, id: accountId }, plain, within)
          .lean<WalletAccount>();
        const written = await entries
          .find({ merchantId, accountId }, plain, within)
          .sort({ id: 1 })
          .lean<WalletEntry[]>();
        const ids = [...new Set(written.map(({ operationId }) => operationId))];
        const begun = await operations
          .find({ merchantId, id: { $in: ids } }, plain, within)
          .lean<WalletOperation[]>();
        return account ? { account, entries: written, operations: begun } : undefined;
      } finally {
        await session.endSession();
      }
    },

    /** What is in the wallets of each merchant, by currency and by sandbox. */
    inWallets: async (): Promise<readonly WalletSum[]> =>
      sumsIn(
        await accounts.aggregate<Row>([
          {
            $group: {
              _id: {
                merchantId: '$merchantId',
                sandbox: '$sandbox',
                currency: '$balance.currency',
              },
              minor: { $sum: { $toLong: '$balance.minor' } },
            },
          },
        ]),
      ),

    /** The same as the ledger has it: what the merchant owes to holders of wallets. */
    inLedger: async (): Promise<readonly WalletSum[]> =>
      sumsIn(
        await ledger.aggregate<Row>([
          { $match: { 'lines.account': 'wallet' } },
          { $unwind: '$lines' },
          { $match: { 'lines.account': 'wallet' } },
          {
            $group: {
              _id: {
                merchantId: '$merchantId',
                sandbox: '$sandbox',
                currency: '$lines.amount.currency',
              },
              minor: { $sum: { $multiply: [{ $toLong: '$lines.amount.minor' }, -1] } },
            },
          },
        ]),
      ),
  };
}

interface Row {
  readonly _id: {
    readonly merchantId: MerchantId;
    readonly sandbox: boolean;
    readonly currency: CurrencyCode;
  };
  readonly minor: number | bigint;
}

function sumsIn(rows: readonly Row[]): readonly WalletSum[] {
  return rows.map(({ _id: { merchantId, sandbox, currency }, minor }) => ({
    merchantId,
    sandbox,
    amount: money(Number(minor), currency),
  }));
}
