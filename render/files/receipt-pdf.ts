import type { Colour } from '../../domain/theme.ts';
import { type MerchantClock, momentInWords } from '../calendar.ts';
import { isolatedFigure } from '../figures.ts';
import { breakable, leftToRight } from '../isolates.ts';
import { words } from '../locales/words.ts';
import type { Amount, SummaryFacts, Afterwards, OperationFacts } from '../pages/facts.ts';
import { operationWords, outcomeWords } from '../pages/outcome.ts';
import { named, tabled, type PaperColumn } from './columns.ts';
import { receiptTemplate } from './receipt-template.ts';
import type { Sheet } from './paper.ts';

export interface PdfReceipt {
  /** The same that the summary page shows. */
  readonly summary: SummaryFacts;
  readonly merchantName: string;
  readonly logo?: Uint8Array;
  /** Of the heading, readable on white. */
  readonly accent?: Colour;
  readonly customer: { readonly name?: string; readonly email?: string; readonly phone?: string };
}

type Line = readonly [label: string, value: string];

/** The receipt as a sheet to be printed: every word and number as it will stand there. */
export function receiptSheet({ summary, merchantName, logo, accent, customer }: PdfReceipt): Sheet {
  const { language, outcome, isSandbox, referenceNumber = '', paymentDate, afterwards } = summary;
  const { receipt: said, fields, common, invoice, summary: titles } = words(language);
  const { badge } = outcomeWords(outcome, words(language));
  return {
    template: receiptTemplate,
    createdAt: Math.floor(Date.parse(paymentDate ?? '1970-01-01') / 1000),
    ...(logo && { logo }),
    data: JSON.stringify({
      language,
      title: `${said.title} ${referenceNumber}`,
      heading: said.title,
      merchant: named(merchantName),
      ...(accent !== undefined && { accent }),
      number: code(referenceNumber),
      page: invoice.page,
      ...(isSandbox && { warning: common.testMode }),
      facts: [
        ...(outcome.kind === 'paid' ? [] : line(fields.status, badge)),
        ...line(fields.gatewayName, summary.gatewayName, named),
        ...line(fields.paymentDate, paymentDate && momentInWords(paymentDate, summary)),
        ...line(fields.orderNo, summary.orderNo, code),
        ...line(fields.referenceNumber, summary.referenceNumber, code),
      ],
      customer: [
        ...line(fields.customerName, customer.name, named),
        ...line(fields.customerEmail, customer.email, code),
        ...line(fields.customerPhone, customer.phone, code),
      ],
      ...sumsOf(summary),
      ...(afterwards && { afterwards: afterwardsOf(afterwards, summary) }),
      said: titles.bank,
      parameters: (summary.parameters ?? []).flatMap(({ label, value }) =>
        line(label, value, code),
      ),
    }),
  };
}

/**
 * The total with what leads to it, where it is not the amount itself, and who has paid it, as on the page. With a wallet and a charge
 * of two currencies, which have no total, all leads to the charge.
 */
function sumsOf({ language, orderAmount, exchange, amount, fee, total, wallet }: SummaryFacts) {
  const { fields } = words(language);
  const figure = (one: Amount) => isolatedFigure(one, language);
  const money = (label: string, one: Amount | undefined) => line(label, one, figure);
  const byWallet = money(fields.paidByWallet, wallet?.paid);
  const isPlain = !orderAmount && !exchange && !fee;
  const sums = [
    ...money(fields.orderAmount, orderAmount),
    ...money(fields.amount, amount),
    ...(exchange
      ? [
          ...byWallet,
          ...line(
            fields.exchangeRate,
            `${figure({ ...exchange.from, value: '1' })} = ${figure({ ...exchange.to, value: exchange.rate })}`,
          ),
          ...money(fields.converted, exchange.to),
        ]
      : []),
    ...money(fields.fee, fee),
  ];
  if (exchange && wallet)
    return { sums, total: [fields.charged, figure(wallet.charged)], sources: [] };
  return {
    sums: isPlain ? [] : sums,
    total: [fields.total, figure(total)],
    sources: [...byWallet, ...money(fields.charged, wallet?.charged)],
  };
}

function afterwardsOf(afterwards: Afterwards, clock: MerchantClock) {
  const { language } = clock;
  const { receipt: said } = words(language);
  const figure = (amount: Amount) => isolatedFigure(amount, language);
  const { operations, refunded, captured, voided, net } = afterwards;
  return {
    heading: said.afterwards,
    ...tabled(columnsOf(clock), operations),
    sums: [
      ...line(said.captured, captured, figure),
      ...line(said.voided, voided, figure),
      ...line(said.refunded, refunded, figure),
    ],
    total: [said.net, figure(net)],
  };
}

function columnsOf(clock: MerchantClock): readonly PaperColumn<OperationFacts>[] {
  const { language } = clock;
  const { receipt: said, fields } = words(language);
  return [
    {
      label: said.operation,
      cell: (one) => ({ text: operationWords(one, language) }),
      share: 1,
      word: true,
    },
    { label: said.date, cell: ({ at }) => ({ text: momentInWords(at, clock) }), word: true },
    {
      label: fields.referenceNumber,
      cell: ({ referenceNumber }) => ({ text: code(referenceNumber) }),
      share: 1,
      word: true,
    },
    { label: fields.amount, cell: ({ amount }) => ({ text: isolatedFigure(amount, language) }) },
  ];
}

function line<T>(
  label: string,
  value: T | undefined,
  shown: (value: T) => string = String,
): readonly Line[] {
  return value === undefined || value === '' ? [] : [[label, shown(value)]];
}

/** So much fits on a line beside its label. */
const LINE = 48;

/** A reference or an address: left to right in any language, and broken anywhere if too long for a line. */
function code(text: string): string {
  return leftToRight(text.length > LINE ? breakable(text) : text);
}
