/** The decimals of ISO 4217; the currencies that are not named here have two. */
export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2;
}

/**
 * The fault of an amount in a sentence, or nothing when it is a decimal above zero (where zero will
 * do, also zero) with exactly the currency's decimals. Exactly, because "12.34 KWD" is more often a
 * mistake than a wish.
 */
export function amountFault(
  amount: string,
  currency: string,
  zeroWillDo = false,
): string | undefined {
  const decimals = decimalsOf(currency);
  if (!shapeOf(decimals).test(amount))
    return `Send amount as a string with ${decimals} decimals for ${currency}, such as "${exampleOf(decimals)}".`;
  if (!zeroWillDo && isZero(amount)) return 'Send an amount greater than zero.';
  return undefined;
}

export function isZero(amount: string): boolean {
  return /^[0.]+$/u.test(amount);
}

/** An amount in the currency's smallest units. */
export function minorOf(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** Smallest units as an amount with the currency's decimals. */
export function amountOf(minor: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  if (decimals === 0) return digits;
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** What stands before the decimal point; chooses the outcome of a test payment. */
export function wholeUnits(amount: string): string {
  return amount.split('.')[0] ?? amount;
}

const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...rows(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...rows(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...rows(4, 'CLF UYW'),
]);

function rows(decimals: number, currencies: string): readonly (readonly [string, number])[] {
  return currencies.split(' ').map((currency) => [currency, decimals]);
}

function shapeOf(decimals: number): RegExp {
  const fraction = decimals === 0 ? '' : `\\.[0-9]{${decimals}}`;
  return new RegExp(`^(?:0|[1-9][0-9]{0,11})${fraction}$`, 'u');
}

function exampleOf(decimals: number): string {
  return decimals === 0 ? '12' : `12.${'340'.padEnd(decimals, '0').slice(0, decimals)}`;
}
