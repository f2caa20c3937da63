import type { Connection } from 'mongoose';
import type { Agreement } from '../domain/agreement/agreement.ts';
import type { Invoice } from '../domain/invoice/invoice.ts';
import type { ToldNotice } from '../domain/ledger/told-figures.ts';
import type { Figured } from '../domain/ledger/transaction-figures.ts';
import type { MerchantId, ReferenceNumber, SessionId } from '../domain/ids.ts';
import type { Operation } from '../domain/operation/operation.ts';
import { eventTypeOf } from '../domain/webhook/event-type.ts';
import type { Kept } from './transactions.ts';
import { fromText } from './json-text.ts';

/** All of a transaction from which money can follow, without all else that it has. */
const FIELDS = {
  _id: 0,
  merchantId: 1,
  sessionId: 1,
  state: 1,
  settledPgCode: 1,
  settledAmount: 1,
  paidAmount: 1,
  amount: 1,
  amountEditable: 1,
  kind: 1,
  paymentType: 1,
  pgCodes: 1,
  'customer.id': 1,
  agreement: 1,
  invoiceNumber: 1,
  'methods.pgCode': 1,
  'methods.gateway': 1,
  'methods.kind': 1,
  'methods.sandbox': 1,
  'methods.offline': 1,
  'methods.fee': 1,
  'methods.feeRule': 1,
  'methods.exchange': 1,
  'methods.accounts.pgCode': 1,
  'methods.accounts.kind': 1,
  'methods.accounts.sandbox': 1,
  operations: 1,
  disputes: 1,
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
  'attempts.idempotencyKey': 1,
  'attempts.concludedAt': 1,
  'attempts.gatewayReference': 1,
  'attempts.gatewayPayment': 1,
  'attempts.charges': 1,
  'attempts.card.token': 1,
} as const;

interface KeptEvent {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly sequence: number;
  readonly payload: string;
  readonly form?: string;
  readonly test?: boolean;
}

/** Who has an attempt. */
export interface AttemptOwner {
  readonly merchantId: MerchantId;
  readonly sessionId: SessionId;
  readonly referenceNumber: ReferenceNumber;
}

/** The same as it lies in the database. */
type KeptFigures = Omit<Figured, 'operations'> & Pick<Kept, 'operations'>;

/** Reads transactions for who checks the books of the whole system, of all merchants; it writes nothing. */
export function moneyViews(connection: Connection) {
  const transactions = connection.model<KeptFigures>('Transaction');
  const allOf = async (wanted: object): Promise<readonly Figured[]> =>
    (await transactions.find(wanted, FIELDS).lean<KeptFigures[]>()).map(figured);
  return {
    /** All transactions that had an attempt, in the order of their session ids, a few at a time in memory. */
    async *bySession(): AsyncGenerator<Figured> {
      const found = transactions
        .find({ 'attempts.0': { $exists: true } }, FIELDS)
        .sort({ sessionId: 1 })
        .lean<KeptFigures>()
        .cursor({ batchSize: 200 });
      for await (const one of found) yield figured(one);
    },

    /** What merchants were told of these payments, once for each address. */
    toldOf: async (
      merchantIds: readonly MerchantId[],
      sessionIds: readonly SessionId[],
    ): Promise<readonly (ToldNotice & { readonly sessionId: SessionId })[]> => {
      const events = connection.collection<KeptEvent>('webhook_events').find(
        {
          merchantId: { $in: [...merchantIds] },
          sessionId: { $in: [...sessionIds] },
          test: { $exists: false },
          form: { $ne: 'disclosure' },
        },
        { projection: { _id: 0, sessionId: 1, sequence: 1, payload: 1 } },
      );
      const found: (ToldNotice & { readonly sessionId: SessionId })[] = [];
      for await (const { sessionId, sequence, payload: text } of events) {
        const payload = fromText(text);
        if (/^(?:payment|card)\./.test(eventTypeOf(payload)))
          found.push({ sessionId, sequence, payload });
      }
      return found;
    },

    /** All of these sessions, as they are now. */
    findAll: (sessionIds: readonly SessionId[]): Promise<readonly Figured[]> =>
      allOf({ sessionId: { $in: sessionIds } }),

    /** The payments of an agreement: those that it names, and all that its customer has paid by its name. */
    ofAgreement: ({
      merchantId,
      customerId,
      firstSessionId,
      charges,
      paid,
      terms: { id },
    }: Agreement): Promise<readonly Figured[]> => {
      const named = {
        sessionId: { $in: [firstSessionId, ...charges, ...paid] },
      };
      const theirs = {
        'customer.id': customerId,
        settledPgCode: { $gt: '' },
        'agreement.id': id,
      };
      return allOf({ merchantId, $or: [named, theirs] });
    },

    /** The invoices of these payments. */
    invoicesOf: (sessionIds: readonly SessionId[]): Promise<readonly Invoice[]> =>
      connection
        .collection<Invoice>('invoices')
        .find({ sessionId: { $in: [...sessionIds] } }, { projection: { _id: 0, foundBy: 0 } })
        .toArray(),

    /** One of them, as it is now. */
    find: async (merchantId: MerchantId, sessionId: SessionId): Promise<Figured | undefined> =>
      (await allOf({ merchantId, sessionId }))[0],

    /** Whose these attempts are; those of nobody are left out. */
    ownersOf: async (references: readonly ReferenceNumber[]): Promise<readonly AttemptOwner[]> => {
      const wanted = new Set(references);
      const found = await transactions
        .find(
          { 'attempts.referenceNumber': { $in: references } },
          {
            _id: 0,
            merchantId: 1,
            sessionId: 1,
            'attempts.referenceNumber': 1,
          },
        )
        .lean<Pick<Figured, 'merchantId' | 'sessionId' | 'attempts'>[]>();
      return found.flatMap(({ merchantId, sessionId, attempts }) =>
        attempts
          .filter(({ referenceNumber }) => wanted.has(referenceNumber))
          .map(({ referenceNumber }) => ({
            merchantId,
            sessionId,
            referenceNumber,
          })),
      );
    },
  };
}

function figured({ operations, ...rest }: KeptFigures): Figured {
  return {
    ...rest,
    ...(operations && {
      operations: operations.map(({ whole, ...entry }) => ({
        ...entry,
        ...(whole !== undefined && { whole: promisedIn(whole) }),
      })),
    }),
  };
}

/** What cannot be read has nothing of what it must have. */
function promisedIn(text: string): Operation {
  try {
    return JSON.parse(text) as Operation;
  } catch {
    return {} as Operation;
  }
}
