import type { Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { Column } from '../domain/report/columns.ts';
import type { ReportFilter, ReportPlugin, Selection, Span } from '../domain/report/selection.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import { PG_PARAM_KEYS } from '../domain/webhook/pg-params.ts';
import { given, type Kept } from './transactions.ts';

/** Fields that no report shows: they are not read. All of them may be missing in a transaction. */
const UNREAD = [
  'billingAddress',
  'shippingAddress',
  'notifications',
  'emailRecipients',
  'brandingOptions',
  'cardAcceptanceCriteria',
  'loyalty',
  'handouts',
  'attachment',
  'dropOff',
  'notice',
  'inquiredAt',
  'retoldFor',
  'foundBy',
  'attempts.inquired',
  'attempts.inquiry',
  'methods.inquiry',
  'methods.feeRule',
  // Of what a gateway tells of a payment, the column of the card needs two.
  ...PG_PARAM_KEYS.filter((key) => key !== 'card_type' && key !== 'card_number').map(
    (key) => `attempts.pgParams.${key}`,
  ),
];

/** So many at a time in memory, and so many rows at most between two turns of the event loop. */
const BATCH = 100;

/**
 * So many transactions at most are looked through by one query, whatever fits the filter: a query that finds nothing for
 * longer than the database may be silent (`connectStore`) fails, and would fail again with each try.
 */
const WINDOW = 5000;

/** Reads transactions for reports, a few at a time in memory; it writes nothing. */
export function reportSource(connection: Connection) {
  // The driver's own cursor: mongoose's costs more than all that is done with a row.
  const { collection } = connection.model<Kept>('Transaction');
  return {
    /** The transactions of a merchant that were made in the span, oldest first. */
    created: async function* (
      merchantId: MerchantId,
      selection: Selection,
      columns: readonly Column[],
    ): AsyncGenerator<Transaction> {
      for (let rest = selection; ;) {
        const until = await endOfWindow(merchantId, rest);
        const cursor = collection.find<Kept>(filterOf(merchantId, { ...rest, until }), {
          projection: projectionFor(columns),
          sort: { createdAt: 1 },
          batchSize: BATCH,
        });
        for await (const one of cursor) yield given(one);
        if (until === selection.until) return;
        rest = { ...rest, after: until };
      }
    },
  };

  /** The instant with which a query ends: that of a transaction, and all of the same instant are in. Read from the index alone. */
  async function endOfWindow(merchantId: MerchantId, span: Span): Promise<number> {
    const [last] = await collection
      .find<Pick<Kept, 'createdAt'>>(
        { merchantId, createdAt: within(span) },
        { projection: { _id: 0, createdAt: 1 }, sort: { createdAt: 1 }, skip: WINDOW, limit: 1 },
      )
      .toArray();
    return last?.createdAt ?? span.until;
  }
}

function within({ after, until }: Span): object {
  return { ...(after !== undefined && { $gt: after }), $lte: until };
}

function filterOf(merchantId: MerchantId, selection: Selection): object {
  return {
    merchantId,
    createdAt: within(selection),
    deletedAt: { $exists: false },
    ...conditionsOf(selection),
  };
}

function conditionsOf(filter: ReportFilter): object {
  const { types, plugins, states, pgCodes, currencies, orderNo, unitCode } = filter;
  const conditions = [
    ...(plugins ? [{ $or: plugins.map((plugin) => MADE_WITH[plugin]) }] : []),
    ...(pgCodes
      ? [{ $or: [{ settledPgCode: any(pgCodes) }, { 'attempts.pgCode': any(pgCodes) }] }]
      : []),
  ];
  return {
    ...(types && { type: any(types) }),
    ...(states && { state: any(states) }),
    ...(currencies && { 'amount.currency': any(currencies) }),
    ...(orderNo !== undefined && { orderNo }),
    ...(unitCode !== undefined && { unitCode }),
    ...(conditions.length > 0 && { $and: conditions }),
  };
}

function any(values: readonly string[] | undefined): object | undefined {
  return values && { $in: values };
}

const NEITHER = { invoiceNumber: { $exists: false }, legacy: { $exists: false } } as const;
const MADE_WITH: Readonly<Record<ReportPlugin, object>> = {
  payment_request: { type: 'payment_request', ...NEITHER },
  e_commerce: { type: 'e_commerce', ...NEITHER },
  invoice: { invoiceNumber: { $exists: true } },
  legacy: { legacy: { $exists: true } },
};

function projectionFor(columns: readonly Column[]): Readonly<Record<string, 0>> {
  const kinds = new Set(columns.map(({ source }) => source.kind));
  const unread: readonly string[] = [
    '_id',
    ...UNREAD,
    ...(kinds.has('config_field') ? [] : ['extra']),
    ...(kinds.has('gateway_response') ? [] : ['attempts.gatewayResponse']),
  ];
  return Object.fromEntries(unread.map((field) => [field, 0 as const]));
}
