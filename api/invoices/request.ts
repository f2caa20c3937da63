import { isFaultless, mergedFaults, withAllRows } from '../../domain/field-errors.ts';
import { assess, type Assessed } from '../../domain/invoice/check.ts';
import type { Bill } from '../../domain/invoice/invoice.ts';
import { toDecimal } from '../../domain/money.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import { accountCodes } from '../../domain/routing/route.ts';
import { faultsOf } from '../../domain/transaction/check.ts';
import type { CheckContext } from '../../domain/transaction/proposal.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { check, type Checked, faultless } from '../middleware/validate.ts';
import { proposalOf } from '../transactions/request.ts';
import type { TransactionBody } from '../transactions/schema.ts';
import { isRecord } from './normalized.ts';
import { invoiceBody, invoiceItem, MOST_ITEMS, type InvoiceBody } from './schema.ts';

/** A body without faults: the bill, and what the transaction is created with. */
export interface ReadInvoice {
  readonly body: TransactionBody;
  readonly bill: Bill;
}

/** The body's shape. A list that is too long is not read any further: each row would cost time and have its faults. */
export function checkedInvoice(body: Readonly<Record<string, unknown>>): Checked<InvoiceBody> {
  const items = body['invoice_items'];
  if (Array.isArray(items) && items.length > MOST_ITEMS)
    throw new InvalidFields({
      invoice_items: [`Ensure this list has no more than ${MOST_ITEMS} items.`],
    });
  return check(invoiceBody, body);
}

/**
 * Reads what the shape has let through. Throws every fault of shape, money and business at once, each by its field; a
 * field with a fault of shape has no other.
 */
export function readInvoice(
  checked: Checked<InvoiceBody>,
  given: Readonly<Record<string, unknown>>,
  context: CheckContext,
): ReadInvoice {
  const { value, faults: shape } = checked;
  const rows = value.invoice_items ?? rightPartsOf(given['invoice_items']);
  const { faults: money, assessed } = assess({ ...value, invoice_items: rows });
  const { amount: _claimed, ...rest } = value;
  const proposal = proposalOf({
    ...rest,
    ...(assessed && { amount: toDecimal(assessed.totals.totalInclTax) }),
  });
  const business = mergedFaults(money, faultsOf(proposal, context));
  const faults = mergedFaults(shape, mergedFaults(business, kindFaults(rest.pg_codes, context)));
  if (!isFaultless(faults) || !assessed)
    throw new InvalidFields(withAllRows(faults, 'invoice_items', rows.length));
  const body = faultless(checked);
  return {
    body: { ...body, amount: toDecimal(assessed.totals.totalInclTax) },
    bill: billOf(body, assessed),
  };
}

/** Where one row is at fault, the others are checked all the same. */
function rightPartsOf(items: unknown) {
  if (!Array.isArray(items)) return [];
  return items.map((item) => (isRecord(item) ? check(invoiceItem, item).value : {}));
}

/** An invoice charges; what only holds the money is no way to pay it (contract/invoices#creating). */
function kindFaults(
  codes: readonly string[] = [],
  { accounts, routes = [] }: CheckContext,
): FieldErrors {
  const meant = accountCodes(codes, routes);
  const holding = accounts.filter(({ code, kind }) => kind === 'authorize' && meant.includes(code));
  if (holding.length === 0) return {};
  return {
    pg_codes: holding.map(
      ({ code }) => `"${code}" only authorizes; an invoice needs methods that charge.`,
    ),
  };
}

function billOf(body: InvoiceBody, { lines, terms, totals }: Assessed): Bill {
  const { invoice_number, due_date, company_name, shipping_method, invoice_items } = body;
  const { discount, taxRate, shippingExclTax, shippingTaxRate } = terms;
  return {
    number: invoice_number,
    dueDate: due_date,
    totals,
    lines: lines.map(({ terms: line, figures }, index) => ({
      sku: invoice_items[index]?.sku ?? '',
      description: invoice_items[index]?.description ?? '',
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      ...(line.discount?.percentage !== undefined && {
        discountPercentage: line.discount.percentage,
      }),
      ...(line.taxRate !== undefined && { taxRate: line.taxRate }),
      ...figures,
    })),
    ...(discount && { discount }),
    ...(taxRate !== undefined && { taxRate }),
    ...(shippingExclTax && { shippingExclTax }),
    ...(shippingTaxRate !== undefined && { shippingTaxRate }),
    ...(company_name !== undefined && { companyName: company_name }),
    ...(shipping_method !== undefined && { shippingMethod: shipping_method }),
  };
}
