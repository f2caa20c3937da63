import type { Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { Column } from '../domain/report/columns.ts';
import type { ReportFilter, ReportPlugin, Selection } from '../domain/report/selection.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
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
  'attempts.pgParams',
  'attempts.inquired',
  'attempts.inquiry',
  'methods.inquiry',
  'methods.feeRule',
] as const;

/** So many at a time in memory, and so many rows at most between two turns of the event loop. */
const BATCH = 100;

export type ReportSource = ReturnType<typeof reportSource>;

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
      const cursor = collection.find<Kept>(filterOf(merchantId, selection), {
        projection: projectionFor(columns),
        sort: { createdAt: 1 },
        batchSize: BATCH,
      });
      for await (const one of cursor) yield given(one);
    },
  };
}

function filterOf(merchantId: MerchantId, { after, until, ...filter }: Selection): object {
  return {
    merchantId,
    createdAt: { ...(after !== undefined && { $gt: after }), $lte: until },
    deletedAt: { $exists: false },
    ...conditionsOf(filter),
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
