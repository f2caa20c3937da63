/**
 * The formulas of contract/invoices#figures a second time, with nothing of ours: decimals are whole
 * numbers over a power of ten, and each figure is rounded half up once.
 */
export interface ExactItem {
  readonly quantity: string;
  readonly unit_price: string;
  readonly discount_amount?: string;
  readonly discount_percentage?: string;
  readonly tax_rate?: string;
}

export interface ExactInvoice {
  readonly invoice_items: readonly ExactItem[];
  readonly discount_amount?: string;
  readonly discount_percentage?: string;
  readonly tax_rate?: string;
  readonly shipping_excl_tax?: string;
  readonly shipping_tax_rate?: string;
}

/** All figures as bare decimals of the currency, and how many of them were exactly between two. */
export function exactly(invoice: ExactInvoice, decimals: number) {
  let ties = 0;

  function rounded(numerator: bigint, denominator: bigint): bigint {
    const whole = numerator / denominator;
    const twice = 2n * (numerator % denominator);
    if (twice === denominator) ties += 1;
    return twice >= denominator ? whole + 1n : whole;
  }

  const minor = (text: string | undefined): bigint => {
    const { digits, scale } = fraction(text ?? '0');
    const unit = 10n ** BigInt(decimals);
    if ((digits * unit) % scale !== 0n) throw new Error(`${text} has too many decimals`);
    return (digits * unit) / scale;
  };
  const share = (of: bigint, percentage: string | undefined): bigint => {
    if (percentage === undefined) return 0n;
    const { digits, scale } = fraction(percentage);
    return rounded(of * digits, scale * 100n);
  };
  const discountOn = (price: bigint, { discount_amount: amount, discount_percentage: part }: Off) =>
    amount === undefined ? share(price, part) : minor(amount);
  const print = (value: bigint): string => {
    const digits = String(value).padStart(decimals + 1, '0');
    const point = digits.length - decimals;
    return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
  };

  const lines = invoice.invoice_items.map((item) => {
    const quantity = fraction(item.quantity);
    const price = rounded(quantity.digits * minor(item.unit_price), quantity.scale);
    const discount = discountOn(price, item);
    const exclTax = price - discount;
    const tax = share(exclTax, item.tax_rate);
    return { price, discount, exclTax, tax, inclTax: exclTax + tax };
  });
  let subtotal = 0n;
  for (const { inclTax } of lines) subtotal += inclTax;
  const discount = discountOn(subtotal, invoice);
  const exclTax = subtotal - discount;
  const tax = share(exclTax, invoice.tax_rate);
  const shipping = minor(invoice.shipping_excl_tax);
  const shippingInclTax = shipping + share(shipping, invoice.shipping_tax_rate);
  const total = exclTax + tax + shippingInclTax;
  return {
    ties,
    items: lines.map((line) => ({
      discount_amount: print(line.discount),
      tax_amount: print(line.tax),
      total_excl_tax: print(line.exclTax),
      total_incl_tax: print(line.inclTax),
    })),
    invoice: {
      subtotal: print(subtotal),
      discount_amount: print(discount),
      total_excl_tax: print(exclTax),
      tax_amount: print(tax),
      shipping_incl_tax: print(shippingInclTax),
      total_incl_tax: print(total),
      amount: print(total),
    },
  };
}

type Off = Pick<ExactInvoice, 'discount_amount' | 'discount_percentage'>;

function fraction(text: string): { readonly digits: bigint; readonly scale: bigint } {
  const [whole = '', decimals = ''] = text.split('.');
  return { digits: BigInt(whole + decimals), scale: 10n ** BigInt(decimals.length) };
}
