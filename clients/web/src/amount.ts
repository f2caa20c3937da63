/**
 * What the payer has typed of the amount, with as many decimals as that has; undefined where it is nothing, more than all, or
 * no amount. Arabic digits and their decimal sign are read like ours.
 */
export function partOf(typed: string, all: string): string | undefined {
  const latin = typed
    .trim()
    .replace(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace('٫', '.');
  const [, whole = '', fraction = ''] = /^(\d{1,18})(?:\.(\d+))?$/.exec(latin) ?? [];
  const decimals = all.split('.')[1]?.length ?? 0;
  if (whole === '' || fraction.length > decimals) return undefined;
  const part = `${BigInt(whole)}${decimals > 0 ? `.${fraction.padEnd(decimals, '0')}` : ''}`;
  return minor(part) > 0n && minor(part) <= minor(all) ? part : undefined;
}

/** The amount as another one is written: `KWD 1,234.500` or `1,234.500 د.ك`. */
export function writtenLike(written: string, decimal: string): string {
  const [whole = '', ...fraction] = decimal.split('.');
  const grouped = [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
  return written.replace(/\d[\d,.]*/, () => grouped);
}

function minor(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''));
}
