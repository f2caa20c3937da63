/** Eastern Arabic and Persian digits, with the signs that go with them, as the Latin ones that we compute with. */
export function inLatin(text: string): string {
  return text
    .replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x06_60))
    .replaceAll(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06_f0))
    .replaceAll('٫', '.')
    .replaceAll('،', ',');
}
