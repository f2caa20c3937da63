import type { mongo, Connection } from 'mongoose';
import type { MerchantId } from '../domain/ids.ts';
import type { Invoice } from '../domain/invoice/invoice.ts';
import { INVOICE_STATUSES } from '../domain/invoice/status.ts';
import type { InvoiceFilter, InvoiceOrder } from '../domain/search/invoice-filter.ts';
import { invoiceTerms } from '../domain/search/terms.ts';
import type { Transaction } from '../domain/transaction/transaction.ts';
import type { TransactionType } from '../domain/transaction/type.ts';
import {
  amountsWithin,
  anyOf,
  boundedSearch,
  LOOKS,
  withinSpan,
  type BoundedQuery,
  type FoundOf,
} from './bounded-search.ts';
import type { Cursor } from './cursors.ts';
import { INVOICE_INDEXES, type KeptInvoice } from './invoices.ts';
import { newestUnmarked } from './unmarked.ts';
import { tokensAsked, type SearchTokens } from './search-tokens.ts';
import { given, type Kept } from './transactions.ts';

export interface InvoiceWindow {
  readonly order: InvoiceOrder;
  readonly limit: number;
  readonly after?: Cursor | undefined;
}

interface Shown {
  readonly invoice: Omit<Invoice, 'items'>;
  readonly transaction: Transaction;
}

/** One that was found, with its payment. */
export type FoundInvoice = FoundOf<Shown>['results'][number];

type KeptWithPayment = Omit<KeptInvoice, 'items' | 'foundBy'> & {
  readonly payment: readonly [Omit<Kept, 'foundBy'>];
};

/** Finds the invoices of a merchant whose payments are not archived (contract/search#invoices). */
export function invoiceSearch(connection: Connection, tokens: SearchTokens, looks = LOOKS) {
  const { collection } = connection.model<KeptInvoice>('Invoice');
  const bounded = boundedSearch(collection, {
    shown: ({ payment: [transaction], ...invoice }: KeptWithPayment): Shown => ({
      invoice,
      transaction: given(transaction),
    }),
    byTokens: INVOICE_INDEXES.found,
    looks,
  });

  return {
    /** A page of those that fit. Rejects with the driver's error when it takes too long. */
    search: (merchantId: MerchantId, filter: InvoiceFilter, window: InvoiceWindow) =>
      bounded.page(queryOf(merchantId, filter, window), window.limit),

    /** How many fit, up to `MOST_COUNTED` and one more; fewer where only those that were looked at are counted. */
    count: (merchantId: MerchantId, filter: InvoiceFilter): Promise<number> =>
      bounded.count(queryOf(merchantId, filter, { order: '-created' })),

    /** When the newest invoice was created that may be missing, as of payments (`newestUnmarked`). */
    unmarkedUntil: async (
      merchantId: MerchantId,
      filters: readonly Pick<InvoiceFilter, 'terms'>[],
    ): Promise<number | undefined> =>
      filters.some(({ terms = [] }) => terms.length > 0)
        ? newestUnmarked(connection.model('Invoice').collection, merchantId, INVOICE_INDEXES.found)
        : undefined,

    /**
     * Writes anew by what each invoice is found: of all of them, for a new key in front of the others; or only where nothing is
     * written yet. Gives how many were written. Safe to repeat, and beside whoever saves: what is written never changes.
     */
    markAnew: async (which: 'all' | 'unmarked'): Promise<number> => {
      const transactions = connection.model<Kept>('Transaction').collection;
      const wanted = which === 'all' ? {} : { foundBy: { $exists: false } };
      let done = 0;
      for await (const { _id, sessionId } of collection.find<Named>(wanted, {
        projection: { sessionId: 1 },
      })) {
        const kept = await transactions.findOne<Kept>(
          { sessionId },
          { projection: { _id: 0, foundBy: 0 } },
        );
        if (!kept) continue;
        const foundBy = tokens.of(invoiceTerms(given(kept)));
        const { modifiedCount } = await collection.updateOne({ _id }, { $set: { foundBy } });
        done += modifiedCount;
      }
      return done;
    },
  };

  function queryOf(
    merchantId: MerchantId,
    filter: InvoiceFilter,
    { order, after }: Pick<InvoiceWindow, 'order' | 'after'>,
  ): BoundedQuery {
    const groups = tokensAsked(tokens, filter.terms);
    const isByDue = order === 'due';
    const { lead, index } = leadOf(filter, order, groups.length > 0);
    return {
      lead: { merchantId, ...lead },
      groups,
      rest: restOf(filter, order),
      index,
      time: isByDue ? 'dueAt' : 'createdAt',
      isNewestFirst: !isByDue,
      span: (isByDue ? filter.due : filter.created) ?? {},
      after,
      joined: withPayment(filter.types),
    };
  }
}

interface Named extends Pick<Invoice, 'sessionId'> {
  readonly _id: mongo.ObjectId;
}

/** By which index the search goes: the one that leads to the fewest. What else is asked for is asked of what it leads to. */
function leadOf(
  { sessionId, statuses }: InvoiceFilter,
  order: InvoiceOrder,
  hasTerms: boolean,
): { readonly lead: object; readonly index: string } {
  const { session, created, due, found } = INVOICE_INDEXES;
  if (sessionId !== undefined) return { lead: { sessionId }, index: session };
  if (order === 'due')
    return { lead: { status: { $in: statuses ?? INVOICE_STATUSES } }, index: due };
  return { lead: {}, index: hasTerms ? found : created };
}

function restOf(filter: InvoiceFilter, order: InvoiceOrder): readonly object[] {
  const { statuses, currencies, numberStart, created, due, amountFrom, amountUntil } = filter;
  return [
    ...anyOf('status', statuses),
    ...anyOf('totalInclTax.currency', currencies),
    ...(order === 'due' ? withinSpan('createdAt', created) : withinSpan('dueAt', due)),
    ...amountsWithin('totalInclTax', amountFrom, amountUntil),
    ...(numberStart === undefined
      ? []
      : [{ number: { $gte: numberStart, $lt: `${numberStart}\u{10ffff}` } }]),
  ];
}

/** What an invoice does not say itself: whose it is, of which type, and when it was paid. */
function withPayment(types: readonly TransactionType[] | undefined): readonly object[] {
  return [
    {
      $lookup: {
        from: 'transactions',
        localField: 'sessionId',
        foreignField: 'sessionId',
        pipeline: [
          { $match: { deletedAt: { $exists: false }, ...(types && { type: { $in: types } }) } },
          { $project: { _id: 0, foundBy: 0 } },
        ],
        as: 'payment',
      },
    },
    { $match: { 'payment.0': { $exists: true } } },
    { $project: { items: 0, foundBy: 0 } },
  ];
}
