import { Schema, type Connection } from 'mongoose';
import type { Balance } from '../domain/ledger/balance.ts';
import {
  LEDGER_ACCOUNTS,
  MONEY_EVENTS,
  type LedgerEntry,
  type LedgerLine,
} from '../domain/ledger/entry.ts';
import type { CurrencyCode } from '../domain/currencies.ts';
import type { MerchantId, PgCode, ReferenceNumber, SessionId } from '../domain/ids.ts';
import { money } from '../domain/money.ts';
import { moneySchema } from './money.ts';
import { subdocument, type FieldsOf } from './fields.ts';

const needed = { type: String, required: true };

const lineSchema = subdocument<LedgerLine>({
  account: { type: String, required: true, enum: LEDGER_ACCOUNTS },
  amount: { type: moneySchema, required: true },
});

const schema = new Schema(
  {
    // The entry's own id: what makes posting twice harmless, without an index more.
    _id: needed,
    merchantId: needed,
    sessionId: needed,
    event: { type: String, required: true, enum: MONEY_EVENTS },
    referenceNumber: needed,
    paymentReference: needed,
    pgCode: needed,
    gateway: needed,
    sandbox: { type: Boolean, required: true },
    at: { type: Number, required: true },
    lines: { type: [lineSchema], required: true },
  } satisfies FieldsOf<Kept>,
  { collection: 'ledger', versionKey: false, strict: 'throw' },
);
// To read the whole in the order of sessions, and one session.
schema.index({ sessionId: 1 });
// For balances, and for what a settlement file should have.
schema.index({ merchantId: 1, pgCode: 1, at: 1 });
// For what a network names.
schema.index({ paymentReference: 1 });

/** An entry as it lies in the database. */
type Kept = Omit<LedgerEntry, 'id'> & { readonly _id: string };

/** What stands on the accounts of a merchant, and how many entries say so. */
export interface LedgerBalance extends Balance {
  readonly entries: number;
}

/** Which entries: of a merchant and gateway account, posted in the half-open span of epoch milliseconds. */
export interface LedgerSpan {
  readonly merchantId: MerchantId;
  readonly pgCode: PgCode;
  readonly from: number;
  readonly until: number;
}

export type LedgerStore = ReturnType<typeof ledgerStore>;

/** The ledger. Entries are added, each written whole, and never changed or removed. */
export function ledgerStore(connection: Connection) {
  const model = connection.model<Kept>('LedgerEntry', schema);

  return {
    /** Writes entries; those that are there already stay as they are. */
    post: async (entries: readonly LedgerEntry[]): Promise<void> => {
      // One after the other, as a database transaction wants it, and without an error, which would end one.
      for (const entry of entries) {
        const { _id, ...rest } = kept(entry);
        await model.updateOne({ _id }, { $setOnInsert: rest }, { upsert: true });
      }
    },

    /** The entries of a session. */
    listOf: async (merchantId: MerchantId, sessionId: SessionId): Promise<readonly LedgerEntry[]> =>
      (await model.find({ merchantId, sessionId }).sort({ at: 1, _id: 1 }).lean<Kept[]>()).map(
        given,
      ),

    /** The entries of payments at a merchant's gateway account. */
    listOfPayments: async (
      { merchantId, pgCode }: Pick<LedgerSpan, 'merchantId' | 'pgCode'>,
      references: readonly ReferenceNumber[],
    ): Promise<readonly LedgerEntry[]> =>
      (
        await model
          .find({ merchantId, pgCode, paymentReference: { $in: references } })
          .lean<Kept[]>()
      ).map(given),

    /** Which of these payments have an entry, of whatever merchant: for who checks the whole system. */
    postedReferences: (
      references: readonly ReferenceNumber[],
    ): Promise<readonly ReferenceNumber[]> =>
      model.distinct('paymentReference', { paymentReference: { $in: references } }).exec(),

    /** All entries of a span, oldest first, a few at a time in memory. */
    span: ({ merchantId, pgCode, from, until }: LedgerSpan): AsyncIterable<LedgerEntry> =>
      mapped(
        model
          .find({ merchantId, pgCode, at: { $gte: from, $lt: until } })
          .sort({ at: 1 })
          .lean<Kept>()
          .cursor({ batchSize: BATCH }),
        given,
      ),

    /**
     * All entries of all merchants, session by session in the order of their ids, a few at a time in memory. For who checks
     * the whole system; nobody else sees more than one merchant.
     */
    bySession: (): AsyncIterable<LedgerEntry> =>
      mapped(
        model.find({}).sort({ sessionId: 1 }).lean<Kept>().cursor({ batchSize: BATCH }),
        given,
      ),

    /** How many entries there are, as far as the database knows without counting. */
    estimate: (): Promise<number> => model.estimatedDocumentCount().exec(),

    /** What stands on each account of a merchant; MoneyTooLarge when it is beyond ±(2^53 − 1). */
    balances: async (merchantId: MerchantId): Promise<readonly LedgerBalance[]> => {
      const rows = await model.aggregate<Row>([
        { $match: { merchantId } },
        { $unwind: '$lines' },
        {
          $group: {
            _id: {
              pgCode: '$pgCode',
              account: '$lines.account',
              currency: '$lines.amount.currency',
            },
            // As whole numbers of 64 bits: sums of doubles would be rounded silently.
            minor: { $sum: { $toLong: '$lines.amount.minor' } },
            entries: { $sum: 1 },
          },
        },
        { $sort: { '_id.pgCode': 1, '_id.currency': 1, '_id.account': 1 } },
      ]);
      return rows.map(({ _id: { pgCode, account, currency }, minor, entries }) => ({
        pgCode,
        account,
        amount: money(Number(minor), currency),
        entries,
      }));
    },
  };
}

const BATCH = 500;

interface Row {
  readonly _id: Pick<Balance, 'pgCode' | 'account'> & { readonly currency: CurrencyCode };
  readonly minor: number | bigint;
  readonly entries: number;
}

function kept({ id, ...entry }: LedgerEntry): Kept {
  return { _id: id, ...entry };
}

function given({ _id: id, ...entry }: Kept): LedgerEntry {
  return { id, ...entry };
}

async function* mapped<From, To>(
  source: AsyncIterable<From>,
  change: (one: From) => To,
): AsyncGenerator<To> {
  for await (const one of source) yield change(one);
}
