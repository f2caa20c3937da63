import type { Connection } from 'mongoose';
import type { Booked } from '../domain/ledger/money-events.ts';
import type { MerchantId, ReferenceNumber, SessionId } from '../domain/ids.ts';

/** What became of the money of each transaction, without all else that it has. */
const FIELDS = {
  _id: 0,
  merchantId: 1,
  sessionId: 1,
  state: 1,
  settledPgCode: 1,
  settledAmount: 1,
  operations: 1,
  'alerts.kind': 1,
  'alerts.referenceNumber': 1,
  'attempts.referenceNumber': 1,
  'attempts.pgCode': 1,
  'attempts.gateway': 1,
  'attempts.kind': 1,
  'attempts.sandbox': 1,
  'attempts.state': 1,
  'attempts.total': 1,
  'attempts.fee': 1,
  'attempts.exchange': 1,
  'attempts.wallet': 1,
} as const;

/** Who has an attempt. */
export interface AttemptOwner {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly referenceNumber: ReferenceNumber;
}

export type MoneyViews = ReturnType<typeof moneyViews>;

/** Reads transactions for who checks the books of the whole house, of all merchants; it writes nothing. */
export function moneyViews(connection: Connection) {
  const transactions = connection.model<Booked>('Transaction');
  return {
    /** All transactions that had an attempt, in the order of their session ids, a few at a time in memory. */
    bySession: (): AsyncIterable<Booked> =>
      transactions
        .find({ 'attempts.0': { $exists: true } }, FIELDS)
        .sort({ sessionId: 1 })
        .lean<Booked>()
        .cursor({ batchSize: 200 }),

    /** One of them, as it is now. */
    find: async (merchantId: MerchantId, sessionId: SessionId): Promise<Booked | undefined> =>
      (await transactions.findOne({ merchantId, sessionId }, FIELDS).lean<Booked>()) ?? undefined,

    /** Whose these attempts are; those of nobody are left out. */
    ownersOf: async (references: readonly ReferenceNumber[]): Promise<readonly AttemptOwner[]> => {
      const wanted = new Set(references);
      const found = await transactions
        .find(
          { 'attempts.referenceNumber': { $in: references } },
          { _id: 0, merchantId: 1, sessionId: 1, 'attempts.referenceNumber': 1 },
        )
        .lean<Pick<Booked, 'merchantId' | 'sessionId' | 'attempts'>[]>();
      return found.flatMap(({ merchantId, sessionId, attempts }) =>
        attempts
          .filter(({ referenceNumber }) => wanted.has(referenceNumber))
          .map(({ referenceNumber }) => ({ merchantId, sessionId, referenceNumber })),
      );
    },
  };
}
