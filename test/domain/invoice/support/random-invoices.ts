import { exactly, type ExactInvoice, type ExactItem } from './exact.ts';

/** Random invoices of one seed: small and large, round and odd, and often exactly between two minor units. */
export function randomInvoices(seed: number) {
  const next = generator(seed);
  const upTo = (most: number): number => Math.floor(next() * (most + 1));
  const often = (likely: number): boolean => next() < likely;
  const oneOf = <T>(values: readonly [T, ...T[]]): T =>
    values[upTo(values.length - 1)] ?? values[0];

  const decimal = (digits: number, decimals: number): string => {
    const whole = String(upTo(10 ** digits - 1));
    const used = upTo(decimals);
    return used === 0 ? whole : `${whole}.${String(upTo(10 ** used - 1)).padStart(used, '0')}`;
  };
  const rate = (): string =>
    oneOf<() => string>([
      () => oneOf(['5', '15', '12.5', '50', '33.33', '0.01', '2.75', '100', '62.5']),
      () => decimal(2, 2),
    ])();
  const quantity = (): string => {
    const value = oneOf<() => string>([
      () => String(1 + upTo(20)),
      () => oneOf(['0.5', '1.5', '2.5', '0.25', '0.125', '1.111', '0.05', '0.005']),
      () => decimal(3, 6),
    ])();
    return /[1-9]/.test(value) ? value : '1';
  };

  /** From nothing to all of a price, in whole minor units. */
  const partOf = (price: string): string => {
    const minor = Math.floor(next() * (Number(price.replace('.', '')) + 1));
    const decimals = price.split('.')[1]?.length ?? 0;
    const digits = String(minor).padStart(decimals + 1, '0');
    const point = digits.length - decimals;
    return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  };

  function item(decimals: number): ExactItem {
    const bare = { quantity: quantity(), unit_price: decimal(oneOf([1, 2, 3, 5, 7]), decimals) };
    const discount = upTo(3);
    return {
      ...bare,
      ...(discount === 1 && { discount_percentage: rate() }),
      ...(discount === 2 && { discount_amount: partOf(subtotal([bare], decimals)) }),
      ...(often(0.6) && { tax_rate: rate() }),
    };
  }

  return (decimals: number): ExactInvoice => {
    const items = Array.from({ length: 1 + upTo(often(0.05) ? 30 : 3) }, () => item(decimals));
    const shipping = often(0.3);
    const discount = upTo(3);
    return {
      invoice_items: items,
      ...(discount === 1 && { discount_percentage: rate() }),
      ...(discount === 2 && { discount_amount: partOf(subtotal(items, decimals)) }),
      ...(often(0.4) && { tax_rate: rate() }),
      ...(shipping && { shipping_excl_tax: decimal(3, decimals) }),
      ...(shipping && often(0.7) && { shipping_tax_rate: rate() }),
    };
  };
}

function subtotal(invoice_items: readonly ExactItem[], decimals: number): string {
  return exactly({ invoice_items }, decimals).invoice.subtotal;
}

/** Mulberry32: the same seed gives the same numbers, between 0 and 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
