import type { Colour } from '../../domain/theme.ts';
import { type MerchantClock, dayInWords, momentInWords } from '../calendar.ts';
import { grouped, isolatedFigure } from '../figures.ts';
import { breakable, leftToRight } from '../isolates.ts';
import { words } from '../locales/words.ts';
import type { BillFacts, BillRow, Share } from '../pages/facts.ts';
import type { Language } from '../../domain/language.ts';
import { named, tabled, type PaperCell, type PaperColumn } from './columns.ts';
import { invoiceTemplate } from './invoice-template.ts';
import type { Sheet } from './paper.ts';

export interface PdfInvoice extends MerchantClock {
  readonly merchantName: string;
  readonly bill: BillFacts;
  /** No real money is asked for. */
  readonly isSandbox?: boolean;
  readonly logo?: Uint8Array;
  /** Of the heading, readable on white. */
  readonly accent?: Colour;
  /** Where it can be paid, and that address as an SVG to scan; left out when it cannot. */
  readonly pay?: { readonly url: string; readonly code: string };
}

/** The invoice as a sheet to be printed: every word and number as it will stand there. */
export function invoiceSheet(invoice: PdfInvoice): Sheet {
  const { language, merchantName, bill, isSandbox = false, logo, accent, pay } = invoice;
  const { invoice: said, common } = words(language);
  const money = (value: string) => isolatedFigure({ value, currency: bill.currency }, language);
  return {
    template: invoiceTemplate,
    createdAt: Math.floor(Date.parse(bill.createdAt) / 1000),
    ...(logo && { logo }),
    data: JSON.stringify({
      language,
      title: `${said.title} ${bill.number}`,
      heading: said.title,
      merchant: named(merchantName),
      ...(accent !== undefined && { accent }),
      number: leftToRight(breakable(bill.number)),
      page: said.page,
      ...(isSandbox && { warning: common.testMode }),
      ...(pay && { pay: { ...pay, label: said.scanToPay } }),
      facts: [
        [said.number, leftToRight(breakable(bill.number))],
        [said.created, dayInWords(bill.createdAt, invoice)],
        [said.due, dueInWords(bill, invoice)],
        [said.status, said.statuses[bill.status]],
      ],
      ...(bill.customerName !== undefined && {
        greeting: said.greeting.replace('{name}', () => named(bill.customerName ?? '')),
      }),
      ...tabled(columnsOf(bill, language), bill.rows),
      sums: sumsOf(bill, language).map(([label, amount]) => [label, money(amount)]),
      total: [said.total, money(bill.total)],
      ...(bill.memo !== undefined && { memo: named(bill.memo) }),
      parties: [
        { label: said.seller, lines: bill.seller.map(named) },
        { label: said.billTo, lines: bill.billTo.map(named) },
        { label: said.shipTo, lines: bill.shipTo.map(named) },
      ].filter(({ lines }) => lines.length > 0),
    }),
  };
}

/** Discount and tax have a column when any item has them. */
function columnsOf({ rows }: BillFacts, language: Language): readonly PaperColumn<BillRow>[] {
  const said = words(language).invoice;
  const some = (key: 'discount' | 'tax') => rows.some((row) => row[key] !== undefined);
  const share = (key: 'discount' | 'tax'): readonly PaperColumn<BillRow>[] =>
    some(key) ? [{ label: said[key], cell: (row) => shareCell(row[key]) }] : [];
  return [
    {
      label: said.description,
      cell: (row) => ({ text: named(row.description) }),
      share: 2.4,
      word: true,
    },
    { label: said.sku, cell: (row) => ({ text: named(row.sku) }), share: 1, word: true },
    { label: said.quantity, cell: (row) => ({ text: leftToRight(grouped(row.quantity)) }) },
    { label: said.unitPrice, cell: (row) => ({ text: leftToRight(grouped(row.unitPrice)) }) },
    ...share('discount'),
    ...share('tax'),
    { label: said.total, cell: (row) => ({ text: leftToRight(grouped(row.total)) }) },
  ];
}

function shareCell(share: Share | undefined): PaperCell {
  if (!share) return { text: '' };
  const { amount, rate } = share;
  return {
    text: leftToRight(grouped(amount)),
    ...(rate !== undefined && { note: leftToRight(`${rate}%`) }),
  };
}

/** What leads from the subtotal to the total; what is not there has no line. */
function sumsOf(
  { subtotal, discount, tax, shipping, shippingMethod }: BillFacts,
  language: Language,
): readonly (readonly [string, string])[] {
  const said = words(language).invoice;
  const rated = (label: string, { rate }: Share) =>
    noted(label, rate === undefined ? undefined : leftToRight(`${rate}%`));
  return [
    [said.subtotal, subtotal],
    ...(discount ? [[rated(said.discount, discount), `-${discount.amount}`] as const] : []),
    ...(tax ? [[rated(said.tax, tax), tax.amount] as const] : []),
    ...(shipping
      ? [
          [
            noted(said.shipping, shippingMethod === undefined ? undefined : named(shippingMethod)),
            shipping.amount,
          ] as const,
        ]
      : []),
  ];
}

function noted(label: string, note: string | undefined): string {
  return note === undefined ? label : `${label} (${note})`;
}

function dueInWords({ dueDate, dueDatetime }: BillFacts, clock: MerchantClock): string {
  return dueDatetime === undefined ? dayInWords(dueDate, clock) : momentInWords(dueDatetime, clock);
}
