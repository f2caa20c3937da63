import { Schema, type Connection } from 'mongoose';
import type { Invoice, InvoiceItem } from '../domain/invoice/invoice.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../domain/invoice/status.ts';
import type { MerchantId, SessionId } from '../domain/ids.ts';
import type { Transaction, TransactionRef } from '../domain/transaction/transaction.ts';
import type { Atomically } from './atomically.ts';
import { isDuplicate } from './connection.ts';
import { following, type PageOf } from './cursors.ts';
import { insertWhole } from './replace.ts';
import { moneySchema } from './money.ts';
import type { TransactionStore } from './transactions.ts';
import { subdocument, type FieldsOf } from './fields.ts';
import { invoiceTerms } from '../domain/search/terms.ts';
import type { SearchTokens } from './search-tokens.ts';

const text = { type: String };
const needed = { type: String, required: true };
const money = { type: moneySchema, required: true };
const number = { type: Number, required: true };

const itemSchema = subdocument<InvoiceItem>({
  id: number,
  sku: needed,
  description: needed,
  quantity: needed,
  unitPrice: money,
  discountPercentage: text,
  taxRate: text,
  quantityPrice: money,
  discount: money,
  totalExclTax: money,
  taxAmount: money,
  totalInclTax: money,
});

/** What leads to invoices, by name. */
export const INVOICE_INDEXES = {
  session: 'sessionId_1',
  created: 'search_created',
  due: 'search_due',
  found: 'search_found',
} as const;

/** An invoice as it lies in the database, with the tokens of all that it is found by. */
export type KeptInvoice = Invoice & { readonly foundBy: readonly bigint[] };

const schema = new Schema(
  {
    sessionId: needed,
    merchantId: needed,
    invoiceId: number,
    number: needed,
    status: { type: String, required: true, enum: INVOICE_STATUSES },
    createdAt: number,
    dueDate: needed,
    dueAt: number,
    companyName: text,
    items: { type: [itemSchema], required: true },
    subtotal: money,
    discount: money,
    discountPercentage: text,
    taxRate: text,
    totalExclTax: money,
    taxAmount: money,
    shippingExclTax: { type: moneySchema },
    shippingMethod: text,
    shippingTaxRate: text,
    shippingTax: money,
    shippingInclTax: money,
    totalInclTax: money,
    foundBy: { type: [BigInt], required: true },
  } satisfies FieldsOf<KeptInvoice>,
  { collection: 'invoices', versionKey: false, strict: 'throw', minimize: false },
);
schema.index({ sessionId: 1 }, { unique: true, name: INVOICE_INDEXES.session });
schema.index({ merchantId: 1, number: 1 }, { unique: true });
schema.index({ merchantId: 1, invoiceId: 1 }, { unique: true });
// For lists (store/invoice-search.ts): each leads to documents in the order in which they are shown.
schema.index({ merchantId: 1, createdAt: -1, _id: -1 }, { name: INVOICE_INDEXES.created });
schema.index({ merchantId: 1, status: 1, dueAt: 1, _id: 1 }, { name: INVOICE_INDEXES.due });
schema.index(
  { merchantId: 1, foundBy: 1, createdAt: -1, _id: -1 },
  { name: INVOICE_INDEXES.found },
);
// For the sweeper, who looks only at invoices that nothing has happened to.
schema.index({ createdAt: 1 }, { partialFilterExpression: { status: 'sent' } });
// For the reviver, who looks at those whose due date is over and nobody has said so.
const SENT_BY_DUE = { dueAt: 1, sessionId: 1 } as const;
schema.index(SENT_BY_DUE, { partialFilterExpression: { status: 'sent' } });

/** What a workflow needs to know of an invoice: not its items. */
export type InvoiceHead = Pick<
  Invoice,
  | 'sessionId'
  | 'merchantId'
  | 'number'
  | 'status'
  | 'createdAt'
  | 'dueDate'
  | 'dueAt'
  | 'totalInclTax'
>;

/** An invoice and the transaction that asks for its money. */
export interface Issued {
  readonly invoice: Invoice;
  readonly transaction: Transaction;
}

const plain = { _id: 0, foundBy: 0 } as const;
const head = {
  _id: 0,
  sessionId: 1,
  merchantId: 1,
  number: 1,
  status: 1,
  createdAt: 1,
  dueDate: 1,
  dueAt: 1,
  totalInclTax: 1,
} as const;

/** Invoices. Created together with their transaction; from then on only the status changes. */
export type InvoiceStore = ReturnType<typeof invoiceStore>;

export function invoiceStore(
  connection: Connection,
  transactions: TransactionStore,
  atomically: Atomically,
  tokens: SearchTokens,
) {
  const model = connection.model<KeptInvoice>('Invoice', schema);
  const find = async ({ merchantId, sessionId }: TransactionRef): Promise<Invoice | undefined> =>
    (await model.findOne({ merchantId, sessionId }, plain).lean<Invoice>()) ?? undefined;

  return {
    /**
     * Writes both at once, so that a number is taken exactly when its transaction is there. When the session has them
     * already, those are given; undefined when another invoice of the merchant has the number.
     */
    insert: async (issued: Issued): Promise<Issued | undefined> => {
      const { invoice, transaction } = issued;
      try {
        await atomically(async () => {
          await insertWhole(model, { ...invoice, foundBy: tokens.of(invoiceTerms(transaction)) });
          await transactions.insertWithin(transaction);
        });
        return issued;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        const [knownInvoice, known] = await Promise.all([
          find(invoice),
          transactions.find(transaction),
        ]);
        return knownInvoice && known && { invoice: knownInvoice, transaction: known };
      }
    },

    find,

    /** Whether one of the merchant's invoices has this number. */
    hasNumber: async (merchantId: MerchantId, number: string): Promise<boolean> =>
      (await model.exists({ merchantId, number })) !== null,

    /** Forgets an invoice whose transaction is removed; its number is free again. */
    remove: async ({ merchantId, sessionId }: TransactionRef): Promise<void> => {
      await model.deleteOne({ merchantId, sessionId });
    },

    /** For the payer, who knows nothing but the session id. */
    findForPayer: async (sessionId: SessionId): Promise<Invoice | undefined> =>
      (await model.findOne({ sessionId }, plain).lean<Invoice>()) ?? undefined,

    head: async ({ merchantId, sessionId }: TransactionRef): Promise<InvoiceHead | undefined> =>
      (await model.findOne({ merchantId, sessionId }, head).lean<InvoiceHead>()) ?? undefined,

    /** From one status to the next; nothing happens when it is not the one that was seen. */
    setStatus: async (
      { merchantId, sessionId }: TransactionRef,
      { from, to }: { readonly from: InvoiceStatus; readonly to: InvoiceStatus },
    ): Promise<void> => {
      await model.updateOne({ merchantId, sessionId, status: from }, { $set: { status: to } });
    },

    /** Those still `sent` that were created in the half-open span of epoch milliseconds, oldest first. */
    sentBetween: async (after: number, until: number): Promise<readonly InvoiceHead[]> =>
      model
        .find({ status: 'sent', createdAt: { $gt: after, $lte: until } }, head)
        .sort({ createdAt: 1 })
        .lean<InvoiceHead[]>(),

    /** A page of those of all merchants still `sent` that were due until then, by when they were due. */
    sentAndDue: async (page: PageOf): Promise<readonly InvoiceHead[]> =>
      model
        .find({ status: 'sent', ...following('sessionId', page, 'dueAt') }, head)
        .sort({ dueAt: 1, sessionId: 1 })
        .limit(page.limit)
        .hint(SENT_BY_DUE)
        .lean<InvoiceHead[]>(),
  };
}
