import { lineFigures, totalFigures } from '../invoice/arithmetic.ts';
import type { Invoice, InvoiceItem } from '../invoice/invoice.ts';
import type { Difference } from './difference.ts';
import { figureDifferences, type Expectation } from './figure.ts';
import type { Figured } from './transaction-figures.ts';

const LINE = ['quantityPrice', 'discount', 'totalExclTax', 'taxAmount', 'totalInclTax'] as const;
const TOTAL = [
  'subtotal',
  'totalExclTax',
  'taxAmount',
  'shippingTax',
  'shippingInclTax',
  'totalInclTax',
] as const;

/** Where an invoice does not follow from its lines, or its payment asks for something else. */
export function invoiceDifferences(
  { merchantId, sessionId, amount, invoiceNumber }: Figured,
  invoice: Invoice | undefined,
): readonly Difference[] {
  if (!invoice)
    return figureDifferences({ merchantId, sessionId, reference: `invoice ${invoiceNumber}` }, [
      ['the invoice', undefined, invoiceNumber],
    ]);
  const { items, discount, taxRate, shippingExclTax, shippingTaxRate, totalInclTax } = invoice;
  const totals = totalFigures(items, {
    currency: totalInclTax.currency,
    discount:
      invoice.discountPercentage === undefined
        ? { amount: discount }
        : { percentage: invoice.discountPercentage },
    ...(taxRate !== undefined && { taxRate }),
    ...(shippingExclTax && { shippingExclTax }),
    ...(shippingTaxRate !== undefined && { shippingTaxRate }),
  });
  return figureDifferences({ merchantId, sessionId, reference: `invoice ${invoice.number}` }, [
    ['amount', amount, totalInclTax],
    ['invoiceNumber', invoiceNumber, invoice.number],
    ['merchantId', invoice.merchantId, merchantId],
    ['discount', discount, totals.discount],
    ...TOTAL.map((name): Expectation => [name, invoice[name], totals[name]]),
    ...items.flatMap(lineExpectations),
  ]);
}

function lineExpectations(item: InvoiceItem): readonly Expectation[] {
  const { quantity, unitPrice, discount, discountPercentage, taxRate } = item;
  const figures = lineFigures({
    quantity,
    unitPrice,
    discount:
      discountPercentage === undefined ? { amount: discount } : { percentage: discountPercentage },
    ...(taxRate !== undefined && { taxRate }),
  });
  return LINE.map((name) => [`${name} of the line ${item.id}`, item[name], figures[name]]);
}
