import { dueDatetimeOf, type Invoice, type InvoiceItem } from '../../domain/invoice/invoice.ts';
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
  const { totalInclTax, shippingExclTax } = invoice;
  return defined({
    ...presentTransaction(transaction, publicUrl),
    invoice_id: invoice.invoiceId,
    invoice_number: invoice.number,
    status: invoice.status,
    due_date: invoice.dueDate,
    due_datetime: dueDatetimeOf(invoice, transaction.dueDatetime),
    company_name: invoice.companyName,
    invoice_items: invoice.items.map((item) => presentItem(item, invoice)),
    ...presentDiscount(invoice),
    tax_rate: rate(invoice.taxRate),
    ...(shippingExclTax && { shipping_excl_tax: toDecimal(shippingExclTax) }),
    shipping_method: invoice.shippingMethod,
    shipping_tax_rate: rate(invoice.shippingTaxRate),
    amount: toDecimal(totalInclTax),
    subtotal: toDecimal(invoice.subtotal),
    tax_amount: toDecimal(invoice.taxAmount),
    total_excl_tax: toDecimal(invoice.totalExclTax),
    total_incl_tax: toDecimal(totalInclTax),
    shipping_incl_tax: toDecimal(invoice.shippingInclTax),
    invoice_pdf_url: links(publicUrl).invoicePdf(invoice.sessionId),
  });
}

function presentItem(item: InvoiceItem, { invoiceId, totalInclTax }: Invoice) {
  return defined({
    id: item.id,
    invoice: invoiceId,
    sku: item.sku,
    description: item.description,
    quantity: item.quantity,
    unit_price: toDecimal(item.unitPrice),
    currency_code: totalInclTax.currency,
    tax_rate: rate(item.taxRate),
    ...presentDiscount(item),
    tax_amount: toDecimal(item.taxAmount),
    total_excl_tax: toDecimal(item.totalExclTax),
    total_incl_tax: toDecimal(item.totalInclTax),
  });
}

/** The amount is there, however the discount was given. */
function presentDiscount({
  discount,
  discountPercentage,
}: Pick<InvoiceItem, 'discount' | 'discountPercentage'>) {
  return {
    discount_amount: toDecimal(discount),
    discount_percentage: rate(discountPercentage),
  };
}

function rate(value: string | undefined): string | undefined {
  return value === undefined ? undefined : printRate(value);
}
