import type { CurrencyCode } from '../currencies.ts';
import { add, multiply, percentOf, subtract, sum, zero, type Money } from '../money.ts';

/** Something off: a percentage with at most two decimals ("12.5"), or a fixed amount; never both. */
export type Discount =
  | { readonly percentage: string; readonly amount?: never }
  | { readonly amount: Money; readonly percentage?: never };

/** One line as it is charged. The rate is a percentage with at most two decimals, the quantity any unsigned decimal. */
export interface LineTerms {
  readonly quantity: string;
  readonly unitPrice: Money;
  readonly discount?: Discount;
  readonly taxRate?: string;
}

export interface LineFigures {
  readonly quantityPrice: Money;
  readonly discount: Money;
  readonly totalExclTax: Money;
  readonly taxAmount: Money;
  readonly totalInclTax: Money;
}

export interface TotalTerms {
  readonly currency: CurrencyCode;
  readonly discount?: Discount;
  readonly taxRate?: string;
  readonly shippingExclTax?: Money;
  readonly shippingTaxRate?: string;
}

export interface TotalFigures {
  readonly subtotal: Money;
  readonly discount: Money;
  readonly totalExclTax: Money;
  readonly taxAmount: Money;
  readonly shippingTax: Money;
  readonly shippingInclTax: Money;
  /** What is to be paid; on the wire it is `amount`, too. */
  readonly totalInclTax: Money;
}

/** Quantity times unit price, before any discount. MoneyTooLarge when it cannot be held exactly. */
export function quantityPriceOf({ quantity, unitPrice }: LineTerms): Money {
  return multiply(unitPrice, quantity);
}

/**
 * One line (contract/invoices#figures): each figure is rounded once, half up, from figures that are rounded already.
 */
export function lineFigures(line: LineTerms): LineFigures {
  const quantityPrice = quantityPriceOf(line);
  const discount = discountOn(quantityPrice, line.discount);
  const totalExclTax = subtract(quantityPrice, discount);
  const taxAmount = taxOn(totalExclTax, line.taxRate);
  return {
    quantityPrice,
    discount,
    totalExclTax,
    taxAmount,
    totalInclTax: add(totalExclTax, taxAmount),
  };
}

/** What the lines come to before anything is taken off or added. MoneyTooLarge when it cannot be held exactly. */
export function subtotalOf(lines: readonly LineFigures[], currency: CurrencyCode): Money {
  return sum(
    lines.map(({ totalInclTax }) => totalInclTax),
    currency,
  );
}

/**
 * The invoice (contract/invoices#figures). Its own tax comes on top of what the lines include; its discount never
 * touches shipping, and shipping has only its own rate.
 */
export function totalFigures(lines: readonly LineFigures[], terms: TotalTerms): TotalFigures {
  const subtotal = subtotalOf(lines, terms.currency);
  const discount = discountOn(subtotal, terms.discount);
  const totalExclTax = subtract(subtotal, discount);
  const taxAmount = taxOn(totalExclTax, terms.taxRate);
  const shipping = terms.shippingExclTax ?? zero(terms.currency);
  const shippingTax = taxOn(shipping, terms.shippingTaxRate);
  const shippingInclTax = add(shipping, shippingTax);
  return {
    subtotal,
    discount,
    totalExclTax,
    taxAmount,
    shippingTax,
    shippingInclTax,
    totalInclTax: add(add(totalExclTax, taxAmount), shippingInclTax),
  };
}

/** A percentage that was checked, printed with two decimals and no needless zeros in front: "5.00". */
export function printRate(rate: string): string {
  const [whole = '', decimals = ''] = rate.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(2, '0')}`;
}

function discountOn(price: Money, discount: Discount | undefined): Money {
  if (!discount) return zero(price.currency);
  return discount.percentage === undefined
    ? discount.amount
    : percentOf(price, discount.percentage);
}

function taxOn(price: Money, rate: string | undefined): Money {
  return rate === undefined ? zero(price.currency) : percentOf(price, rate);
}
