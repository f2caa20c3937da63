import { currencyCode, type CurrencyCode } from '../currencies.ts';
import { isFaultless, mergedFaults } from '../field-errors.ts';
import { compare, MoneyTooLarge, toDecimal, type Money } from '../money.ts';
import type { FieldErrors } from '../refusal.ts';
import { MAX_MINOR, moneySentence } from '../money-sentence.ts';
import {
  lineFigures,
  quantityPriceOf,
  subtotalOf,
  totalFigures,
  type Discount,
  type LineFigures,
  type LineTerms,
  type TotalFigures,
  type TotalTerms,
} from './arithmetic.ts';
import {
  claimFaults,
  lineClaims,
  totalClaims,
  type LineClaims,
  type TotalClaims,
} from './claims.ts';
import { faultBook, type FaultBook } from './readings.ts';

/** What a request says of the money of one item, as text. Every part may be missing or already at fault. */
export interface ItemProposal extends LineClaims, DiscountProposal {
  readonly quantity?: string;
  readonly unit_price?: string;
  readonly tax_rate?: string;
}

/** The same of a whole invoice, by the contract's field names. */
export interface InvoiceProposal extends TotalClaims, DiscountProposal {
  readonly currency_code?: string;
  readonly invoice_items: readonly ItemProposal[];
  readonly tax_rate?: string;
  readonly shipping_excl_tax?: string;
  readonly shipping_tax_rate?: string;
}

interface DiscountProposal {
  readonly discount_amount?: string;
  readonly discount_percentage?: string;
}

/** A line as it was read, and what it comes to. */
export interface AssessedLine {
  readonly terms: LineTerms;
  readonly figures: LineFigures;
}

/** An invoice as it was read, and what it comes to. */
export interface Assessed {
  readonly lines: readonly AssessedLine[];
  readonly terms: TotalTerms;
  readonly totals: TotalFigures;
}

/**
 * Reads the money of an invoice, computes it, and compares it with every figure that the merchant has computed
 * (contract/invoices#checks). All faults come at once, by field. A figure is compared where all that it follows from is
 * without fault; `assessed` is there when everything could be computed, whether or not the merchant agrees with it.
 */
export function assess(proposal: InvoiceProposal): {
  readonly faults: FieldErrors;
  readonly assessed?: Assessed;
} {
  const currency = currencyCode(proposal.currency_code ?? '');
  const rows = proposal.invoice_items.map((item) => readLine(item, currency));
  const lines = rows.flatMap(({ line }) => line ?? []);
  const isRead = lines.length > 0 && lines.length === rows.length;
  const book = faultBook(currency);
  const terms = readTerms(proposal, book);
  const totals = isRead && currency && total(lines, { ...terms, currency }, book);
  const rowFaults = rows.map(({ faults }) => faults);
  const faults = mergedFaults(
    mergedFaults(
      book.faults(),
      claimFaults(proposal, currency, totals ? totalClaims(totals) : undefined),
    ),
    rowFaults.every(isFaultless) ? {} : { invoice_items: rowFaults },
  );
  return totals
    ? { faults, assessed: { lines, terms: { ...terms, currency }, totals } }
    : { faults };
}

function readLine(
  item: ItemProposal,
  currency: CurrencyCode | undefined,
): { readonly faults: FieldErrors; readonly line?: AssessedLine } {
  const book = faultBook(currency);
  const terms = readLineTerms(item, book);
  if (terms) refuseBounds(terms, book);
  const figures = terms && book.isClean() ? lineFigures(terms) : undefined;
  const faults = mergedFaults(
    book.faults(),
    claimFaults(item, currency, figures && lineClaims(figures)),
  );
  return terms && figures ? { faults, line: { terms, figures } } : { faults };
}

function readLineTerms(item: ItemProposal, book: FaultBook): LineTerms | undefined {
  const quantity = book.quantity('quantity', item.quantity);
  const unitPrice = book.money('unit_price', item.unit_price);
  const taxRate = book.rate('tax_rate', item.tax_rate);
  const discount = readDiscount(item, book);
  return quantity === undefined || !unitPrice
    ? undefined
    : {
        quantity,
        unitPrice,
        ...(taxRate !== undefined && { taxRate }),
        ...(discount && { discount }),
      };
}

function refuseBounds(terms: LineTerms, book: FaultBook): void {
  const price = held(() => quantityPriceOf(terms));
  if (!price || price.minor > MAX_MINOR)
    book.add('unit_price', 'Quantity times unit_price is too large.');
  else if (exceeds(terms.discount, price))
    book.add('discount_amount', `It cannot exceed quantity times unit_price, ${toDecimal(price)}.`);
}

function readTerms(proposal: InvoiceProposal, book: FaultBook): Omit<TotalTerms, 'currency'> {
  const discount = readDiscount(proposal, book);
  const taxRate = book.rate('tax_rate', proposal.tax_rate);
  const shippingExclTax = book.money('shipping_excl_tax', proposal.shipping_excl_tax);
  const shippingTaxRate = book.rate('shipping_tax_rate', proposal.shipping_tax_rate);
  return {
    ...(discount && { discount }),
    ...(taxRate !== undefined && { taxRate }),
    ...(shippingExclTax && { shippingExclTax }),
    ...(shippingTaxRate !== undefined && { shippingTaxRate }),
  };
}

function total(
  lines: readonly AssessedLine[],
  terms: TotalTerms,
  book: FaultBook,
): TotalFigures | undefined {
  const figures = lines.map((line) => line.figures);
  const subtotal = held(() => subtotalOf(figures, terms.currency));
  if (subtotal && exceeds(terms.discount, subtotal))
    book.add('discount_amount', `It cannot exceed the subtotal, ${toDecimal(subtotal)}.`);
  if (!book.isClean()) return undefined;
  const totals = held(() => totalFigures(figures, terms));
  if (!totals) book.add('amount', moneySentence('too-large', terms.currency));
  return totals;
}

function readDiscount(given: DiscountProposal, book: FaultBook): Discount | undefined {
  const { discount_amount: fixed, discount_percentage: share } = given;
  const amount = book.money('discount_amount', fixed);
  const percentage = book.rate('discount_percentage', share);
  if (fixed !== undefined && share !== undefined)
    for (const field of ['discount_amount', 'discount_percentage'])
      book.add(field, 'Send discount_amount or discount_percentage, not both.');
  if (percentage !== undefined) return { percentage };
  return amount && { amount };
}

function exceeds(discount: Discount | undefined, price: Money): boolean {
  return discount?.amount !== undefined && compare(discount.amount, price) > 0;
}

/** The amount, or nothing where it cannot be held exactly: its terms come from outside. */
function held<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof MoneyTooLarge) return undefined;
    throw error;
  }
}
