import { normalizedForCreation } from '../transactions/request.ts';

/** What a merchant may leave out: nothing and zero say the same (contract/invoices#checks). */
const LEFT_OUT_WHEN_ZERO = [
  'tax_rate',
  'discount_amount',
  'discount_percentage',
  'shipping_excl_tax',
  'shipping_tax_rate',
];
/** What a merchant has computed: a zero is a claim like any other. */
const CLAIMS = [
  'amount',
  'subtotal',
  'tax_amount',
  'total_excl_tax',
  'total_incl_tax',
  'shipping_incl_tax',
];
const NEEDED = ['quantity', 'unit_price'];

/** The body before it is checked: nothing and needless zeros go. */
export function normalizedInvoice(
  body: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { invoice_items: items, ...rest } = normalizedForCreation(body);
  return {
    ...decimals(rest),
    ...(items !== undefined && { invoice_items: Array.isArray(items) ? items.map(row) : items }),
  };
}

function row(item: unknown): unknown {
  return isRecord(item) ? decimals(item) : item;
}

function decimals(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = { ...given };
  for (const field of [...LEFT_OUT_WHEN_ZERO, ...CLAIMS, ...NEEDED]) {
    if (isLeftOut(field, kept[field])) delete kept[field];
  }
  return kept;
}

function isLeftOut(field: string, value: unknown): boolean {
  if (NEEDED.includes(field)) return false;
  const isZero = typeof value === 'string' && /^0+(?:\.0+)?$/.test(value);
  return value === null || (isZero && LEFT_OUT_WHEN_ZERO.includes(field));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
