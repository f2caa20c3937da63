const LEFT_TO_RIGHT = '\u2066';
const FIRST_STRONG = '\u2068';
const END = '\u2069';

/** A number, date or reference that keeps its order inside of a text of any direction. */
export function leftToRight(text: string): string {
  return `${LEFT_TO_RIGHT}${text}${END}`;
}

/** Words of a script that is not known, such as a name, which must not turn what is around them. */
export function isolated(text: string): string {
  return `${FIRST_STRONG}${text}${END}`;
}

const BREAK_HERE = '\u200b';

/** The same words, which may be broken anywhere where they are too long for a line, such as a reference. */
export function breakable(text: string): string {
  return text.replace(/\S{16}(?=\S)/gu, (piece) => `${piece}${BREAK_HERE}`);
}
