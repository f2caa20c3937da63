/** A percentage that was checked, printed with two decimals and no needless zeros in front: "5.00". */
export function printRate(rate: string): string {
  const [whole = '', decimals = ''] = rate.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${decimals.padEnd(2, '0')}`;
}
