import { dueDatetimeOf, type Bill, type BilledLine } from '../../domain/invoice/invoice.ts';
import type { TotalFigures } from '../../domain/invoice/arithmetic.ts';
import { defined } from '../../domain/json.ts';
import { printRate } from '../../domain/invoice/arithmetic.ts';
import { toDecimal } from '../../domain/money.ts';
import type { Issued } from '../../store/invoices.ts';
import { links } from '../../domain/links.ts';
import { presentTransaction } from '../transactions/present.ts';

/**
 * The invoice as the merchant sees it: all of its transaction, and the bill with every figure
 * (contract/invoices#creating).
 */
export function presentInvoice({ invoice, transaction }: Issued, publicUrl: string) {
  return defined({
    ...presentTransaction(transaction, publicUrl),
    invoice_id: invoice.invoiceId,
    status: invoice.status,
    due_datetime: dueDatetimeOf(invoice, transaction.dueDatetime),
    invoice_items: invoice.items.map((item) => ({
      id: item.id,
      invoice: invoice.invoiceId,
      ...presentLine(item),
    })),
    ...presentSaid(invoice),
    ...presentTotals(invoice, invoice.discountPercentage),
    invoice_pdf_url: links(publicUrl).invoicePdf(invoice.sessionId),
  });
}

/** The bill of an invoice that was not made, with every figure. */
export function presentDraft(bill: Bill, dueDatetime: string | undefined) {
  return defined({
    due_datetime: dueDatetimeOf(bill, dueDatetime),
    invoice_items: bill.lines.map(presentLine),
    ...presentSaid(bill),
    ...presentTotals(bill.totals, bill.discount?.percentage),
  });
}

function presentSaid(said: Omit<Bill, 'lines' | 'totals' | 'discount'>) {
  const { number, dueDate, companyName, shippingExclTax } = said;
  return {
    invoice_number: number,
    due_date: dueDate,
    company_name: companyName,
    tax_rate: rate(said.taxRate),
    shipping_excl_tax: shippingExclTax && toDecimal(shippingExclTax),
    shipping_method: said.shippingMethod,
    shipping_tax_rate: rate(said.shippingTaxRate),
  };
}

function presentTotals(totals: TotalFigures, discountPercentage: string | undefined) {
  return {
    ...presentDiscount({ ...defined({ discountPercentage }), discount: totals.discount }),
    amount: toDecimal(totals.totalInclTax),
    subtotal: toDecimal(totals.subtotal),
    tax_amount: toDecimal(totals.taxAmount),
    total_excl_tax: toDecimal(totals.totalExclTax),
    total_incl_tax: toDecimal(totals.totalInclTax),
    shipping_incl_tax: toDecimal(totals.shippingInclTax),
  };
}

function presentLine(line: BilledLine) {
  return defined({
    sku: line.sku,
    description: line.description,
    quantity: line.quantity,
    unit_price: toDecimal(line.unitPrice),
    currency_code: line.unitPrice.currency,
    tax_rate: rate(line.taxRate),
    ...presentDiscount(line),
    tax_amount: toDecimal(line.taxAmount),
    total_excl_tax: toDecimal(line.totalExclTax),
    total_incl_tax: toDecimal(line.totalInclTax),
  });
}

/** The amount is there, however the discount was given. */
function presentDiscount({
  discount,
  discountPercentage,
}: Pick<BilledLine, 'discount' | 'discountPercentage'>) {
  return {
    discount_amount: toDecimal(discount),
    discount_percentage: rate(discountPercentage),
  };
}

function rate(value: string | undefined): string | undefined {
  return value === undefined ? undefined : printRate(value);
}
