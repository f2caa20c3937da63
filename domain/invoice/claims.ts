import type { CurrencyCode } from '../currencies.ts';
import { compare, toDecimal, type Money } from '../money.ts';
import type { FieldErrors } from '../refusal.ts';
import type { LineFigures, TotalFigures } from './arithmetic.ts';
import { faultBook } from './readings.ts';

/** Figures that a merchant has computed, as text, by the contract's field names (contract/invoices#checks). */
export interface LineClaims {
  readonly tax_amount?: string;
  readonly total_excl_tax?: string;
  readonly total_incl_tax?: string;
}
export interface TotalClaims extends LineClaims {
  readonly amount?: string;
  readonly subtotal?: string;
  readonly shipping_incl_tax?: string;
}

type Computed = Readonly<Record<string, Money>>;

/** Ours, by the same names: exactly what a merchant may have computed of an item. */
export function lineClaims(figures: LineFigures): Readonly<Record<keyof LineClaims, Money>> {
  const { taxAmount, totalExclTax, totalInclTax } = figures;
  return { tax_amount: taxAmount, total_excl_tax: totalExclTax, total_incl_tax: totalInclTax };
}

/** The same of an invoice. */
export function totalClaims(figures: TotalFigures): Readonly<Record<keyof TotalClaims, Money>> {
  const { subtotal, taxAmount, totalExclTax, totalInclTax, shippingInclTax } = figures;
  return {
    amount: totalInclTax,
    subtotal,
    tax_amount: taxAmount,
    total_excl_tax: totalExclTax,
    total_incl_tax: totalInclTax,
    shipping_incl_tax: shippingInclTax,
  };
}

/** Every claim that is no amount of the currency, or, where there are computed figures, another amount than ours. */
export function claimFaults(
  claims: TotalClaims,
  currency: CurrencyCode | undefined,
  computed: Computed | undefined,
): FieldErrors {
  const book = faultBook(currency);
  for (const field of FIELDS) {
    const text = claims[field];
    const claimed = book.money(field, text);
    const expected = computed?.[field];
    if (claimed && expected && compare(claimed, expected) !== 0)
      book.add(field, `Expected ${toDecimal(expected)}, got ${text}.`);
  }
  return book.faults();
}

const FIELDS = [
  'amount',
  'subtotal',
  'tax_amount',
  'shipping_incl_tax',
  'total_excl_tax',
  'total_incl_tax',
] as const satisfies readonly (keyof TotalClaims)[];
