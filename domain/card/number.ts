/** First digits and lengths of numbers that card networks give out (ISO/IEC 7812). */
interface Range {
  readonly from: number;
  readonly to: number;
  readonly lengths: readonly number[];
}

const range = (from: number, to: number, ...lengths: readonly number[]): Range => ({
  from,
  to,
  lengths,
});
const LONG = [16, 17, 18, 19];
const ANY = [13, 14, 15, 16, 17, 18, 19];

/** `from` and `to` have the same number of digits. */
const RANGES: readonly Range[] = [
  range(4, 4, 13, 16, 19), // Visa, and most cards of mada, KNET, Benefit and NAPS
  range(51, 55, 16), // Mastercard
  range(2221, 2720, 16), // Mastercard
  range(34, 34, 15), // American Express
  range(37, 37, 15), // American Express
  range(300, 305, 14, 16), // Diners Club
  range(3095, 3095, 14, 16), // Diners Club
  range(36, 36, 14, 16, 17, 18, 19), // Diners Club
  range(38, 39, 14, 16, 17, 18, 19), // Diners Club
  range(3528, 3589, ...LONG), // JCB
  range(6011, 6011, ...LONG), // Discover
  range(644, 659, ...LONG), // Discover, RuPay
  range(62, 62, ...LONG), // UnionPay
  range(81, 82, ...LONG), // UnionPay, RuPay
  range(50, 50, ...ANY), // Maestro, Meeza (5078), Verve, RuPay
  range(56, 58, ...ANY), // Maestro, mada (588)
  range(589, 589, ...ANY), // mada
  range(60, 60, ...LONG), // RuPay, mada (604906, 605141)
  range(63, 63, ...ANY), // Maestro, mada (636120)
  range(67, 67, ...ANY), // Maestro
  range(2200, 2205, ...LONG), // Mir
  range(9682, 9682, ...LONG), // mada
  range(9792, 9792, 16), // Troy
];

const FEWEST = 13;
const MOST = 19;
/** More signs than that between two digits, and they are of two numbers. */
const WIDEST_GAP = 3;

/**
 * Whether a text holds what is a card number to everybody who looks for one: 13 to 19 digits of any script, in one run or in
 * groups with blanks or dashes between, in a range that card networks give out, with a right check digit (Luhn). Not
 * counted are decimals after a point, digits inside of a hexadecimal word (a hash) or a UUID, and barcodes (EAN-13). With
 * `least` only numbers of as many digits count. The time goes with the length of the text.
 */
export function holdsCardNumber(text: string, least = FEWEST): boolean {
  if (!hasDigits(text, least)) return false;
  let chain = newChain();
  let gap = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.codePointAt(at) ?? 0;
    const kind = kindOf(code);
    if (kind >= 0) {
      if (gap > WIDEST_GAP) {
        if (isFound(chain, { text, least })) return true;
        chain = newChain();
      }
      if (gap > 0 || chain.digits.length === 0) chain.starts.push(chain.digits.length);
      chain.digits.push(kind);
      chain.places.push(at);
      gap = 0;
    } else if (kind === BETWEEN) gap += 1;
    else gap = WIDEST_GAP + 1;
    if (code > 0xff_ff) at += 1;
  }
  return isFound(chain, { text, least });
}

/** The check digit of card numbers (ISO/IEC 7812-1, Luhn), over the digits from `start` to before `end`. */
export function passesLuhn(digits: readonly number[], start = 0, end = digits.length): boolean {
  let sum = 0;
  for (let place = 0; place < end - start; place += 1) {
    const digit = digits[end - 1 - place] ?? 0;
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}

/** Most texts have too few: they are done with here. */
function hasDigits(text: string, least: number): boolean {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // Of the digits beyond the first plane each half counts, so that none is missed.
    const isDigit =
      code < 0x80 ? code > 47 && code < 58 : (code & 0xf8_00) === 0xd8_00 || kindOf(code) >= 0;
    if (isDigit) digits += 1;
  }
  return digits >= least;
}

/** Digits with nothing but blanks and dashes between: where each stands in the text, and which ones begin a group. */
interface Chain {
  readonly digits: number[];
  readonly places: number[];
  readonly starts: number[];
}

function newChain(): Chain {
  return { digits: [], places: [], starts: [] };
}

/** Any neighbouring groups may be the number: what stands before and after may be its month, or a telephone number. */
function isFound(
  { digits, places, starts }: Chain,
  { text, least }: { readonly text: string; readonly least: number },
): boolean {
  for (let group = 0; group < starts.length; group += 1) {
    const start = starts[group] ?? 0;
    if (digits.length - start < least) return false;
    for (const length of LENGTHS[digits[start] ?? 0] ?? []) {
      const end = start + length;
      if (length < least || !isBound(end, { digits, starts, group })) continue;
      if (
        passesLuhn(digits, start, end) &&
        isNumber({ digits, places, starts }, { text, start, end })
      )
        return true;
    }
  }
  return false;
}

/** Whether a group ends there: a number of `MOST` digits has no more groups than that. */
function isBound(
  end: number,
  { digits, starts, group }: Pick<Chain, 'digits' | 'starts'> & { readonly group: number },
): boolean {
  if (end >= digits.length) return end === digits.length;
  for (let next = group + 1; next <= group + MOST; next += 1)
    if ((starts[next] ?? end) >= end) return starts[next] === end;
  return false;
}

function isNumber(
  { digits, places }: Chain,
  { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
): boolean {
  const number = digits.slice(start, end).join('');
  const [from = 0, to = 0] = [places[start], places[end - 1]];
  return (
    isGivenOut(number) && !isBarcode(number) && !isDecimal(text, from) && !isInHex(text, from, to)
  );
}

function isGivenOut(number: string): boolean {
  return RANGES.some(({ from, to, lengths }) => {
    const first = Number(number.slice(0, String(from).length));
    return first >= from && first <= to && lengths.includes(number.length);
  });
}

/** The lengths of all numbers that begin with a digit. */
const LENGTHS = Array.from({ length: 10 }, (_, first) => [
  ...new Set(
    RANGES.filter(({ from }) => String(from).startsWith(String(first))).flatMap(
      ({ lengths }) => lengths,
    ),
  ),
]);

/** EAN-13. Card numbers of 13 digits have not been given out for twenty years, and barcodes are on everything. */
function isBarcode(number: string): boolean {
  if (number.length !== 13) return false;
  const sum = Array.from(number, Number).reduce(
    (total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}

/** What follows the point of a decimal number, such as a latitude. */
function isDecimal(text: string, at: number): boolean {
  return at > 1 && '.,٫'.includes(text[at - 1] ?? '') && /\p{Nd}/u.test(text[at - 2] ?? '');
}

/** How many characters beside the digits are looked at. */
const REACH = 64;

/** The word that the digits are a part of is made of hexadecimal digits, and has letters; or it is a UUID. */
function isInHex(text: string, from: number, to: number): boolean {
  // Never of a slice: where that ends within a pair, V8 13 (Node 24) gives the half of it at first, and the whole once it has optimized this.
  const beside =
    hexDigits((place) => codeBefore(text, from - place)) +
    hexDigits((place) => text.codePointAt(to + 1 + place) ?? 0);
  if (beside > 0) return true;
  const before = text.slice(Math.max(0, from - REACH), from);
  const after = text.slice(to + 1, to + 1 + REACH);
  const around = `${before}${text.slice(from, to + 1)}${after}`;
  return [...around.matchAll(UUID)].some(
    ({ index, 0: { length } }) =>
      index <= before.length && index + length >= around.length - after.length,
  );
}

/** How many hexadecimal digits stand there; NaN where another letter or digit of the word comes after them. */
function hexDigits(codeAt: (place: number) => number): number {
  let count = 0;
  while (count < REACH && isHexDigit(codeAt(count))) count += 1;
  if (count === REACH) return count;
  const kind = kindOf(codeAt(count));
  return kind >= 0 || kind === LETTER ? NaN : count;
}

function isHexDigit(code: number): boolean {
  const small = code | 0x20;
  return (code > 47 && code < 58) || (small > 96 && small < 103);
}

function codeBefore(text: string, end: number): number {
  const pair = text.codePointAt(end - 2) ?? 0;
  return pair > 0xff_ff ? pair : (text.codePointAt(end - 1) ?? 0);
}

const UUID = /(?<![\da-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\da-z])/gi;

const BETWEEN = -1;
const OTHER = -2;
const LETTER = -3;
const UNKNOWN = -4;
/** What each character is, found out once: a digit, what stands between groups, a letter, or another one. */
const KINDS = new Int8Array(0x11_00_00).fill(UNKNOWN);

function kindOf(code: number): number {
  const known = KINDS[code] ?? OTHER;
  if (known !== UNKNOWN) return known;
  const letter = String.fromCodePoint(code);
  const kind = /\p{Nd}/u.test(letter)
    ? digitOf(code)
    : /[\p{Zs}\p{Pd}\p{Cf}\t]/u.test(letter)
      ? BETWEEN
      : /\p{L}/u.test(letter)
        ? LETTER
        : OTHER;
  KINDS[code] = kind;
  return kind;
}

/** Unicode keeps the ten digits of a script together, beginning with zero. */
function digitOf(code: number): number {
  let zero = code;
  while (zero > 0 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
