/** How a text travels as SMS, and in how many parts; each part costs (3GPP TS 23.038, 23.040). */
export interface Length {
  readonly encoding: 'gsm-7' | 'ucs-2';
  /** Of the encoding: a letter of GSM's second table counts two, and so does one beyond the basic plane in UCS-2. */
  readonly units: number;
  readonly parts: number;
}

/** GSM's default alphabet, without the escape to its second table. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENDED = new Set('\f^{}\\[~]|€');

/** What one message holds, and each part where it takes several: seven octets are lost to their numbers. */
const ROOM = { 'gsm-7': { alone: 160, part: 153 }, 'ucs-2': { alone: 70, part: 67 } } as const;

/** The length of a text as SMS. One letter outside of GSM's alphabet makes all of it UCS-2. */
export function lengthOf(text: string): Length {
  const letters = Array.from(text);
  const isGsm = letters.every((letter) => BASIC.has(letter) || EXTENDED.has(letter));
  const encoding = isGsm ? 'gsm-7' : 'ucs-2';
  const sizes = letters.map((letter) => {
    if (isGsm) return EXTENDED.has(letter) ? 2 : 1;
    return letter.length;
  });
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { alone, part } = ROOM[encoding];
  return { encoding, units, parts: units <= alone ? 1 : partsOf(sizes, part) };
}

/** No letter is cut in two, so that a part may stay one short. */
function partsOf(sizes: readonly number[], room: number): number {
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > room) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}
