/** Fils as dinars with their three decimals. */
export function dinarsOf(fils: number): string {
  return `${Math.floor(fils / 1000)}.${String(fils % 1000).padStart(3, '0')}`;
}
