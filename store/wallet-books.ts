import type { Connection } from 'mongoose';
import type { CurrencyCode } from '../domain/currencies.ts';
import type { MerchantId } from '../domain/ids.ts';
import type { LedgerEntry } from '../domain/ledger/entry.ts';
import type { Adjustment, WalletSum } from '../domain/ledger/wallet-book.ts';
import { money } from '../domain/money.ts';

/** Reads wallets and ledger for who checks the books of the whole house, of all merchants; it writes nothing. */
export function walletBooks(connection: Connection) {
  const accounts = connection.model('WalletAccount');
  const entries = connection.model('WalletEntry');
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

    /** Which of these entries the ledger has, by their ids. */
    postedOf: async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
      const found = await ledger
        .find({ _id: { $in: ids } }, { _id: 1 })
        .lean<{ readonly _id: string }[]>();
      return new Set(found.map(({ _id }) => _id));
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
