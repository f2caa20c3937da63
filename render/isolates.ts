const LEFT_TO_RIGHT = '\u2066';
const FIRST_STRONG = '\u2068';
const END = '\u2069';

/** A number, date or reference that keeps its order inside of a text of any direction. */
export function leftToRight(text: string): string {
  return `${LEFT_TO_RIGHT}${contained(text)}${END}`;
}

/** Words of a script that is not known, such as a name, which must not turn what is around them. */
export function isolated(text: string): string {
  return `${FIRST_STRONG}${contained(text)}${END}`;
}

/** Marks that begin or end an isolate, and what has no picture but may part paragraphs where no line ends (UAX #9, class B). */
const LEAVING = /[^\P{Cc}\t\n\r]|[\u2029\u2066-\u2069]/u;
const ALL_LEAVING = new RegExp(LEAVING, 'gu');

/**
 * The same text with all isolates ended that it begins, and without ends of others, so that it stays inside of what isolates it: a
 * browser's <bdi>, too, ends at a mark or a paragraph in its text. What has no picture is a blank. Done twice it changes nothing more.
 */
export function contained(text: string): string {
  if (!LEAVING.test(text)) return text;
  let open = 0;
  const kept = text.replace(ALL_LEAVING, (mark) => {
    if (mark < LEFT_TO_RIGHT) return ' ';
    if (mark === END && open === 0) return '';
    open += mark === END ? -1 : 1;
    return mark;
  });
  return kept + END.repeat(open);
}

/** HTML in which each text between two tags is contained. */
export function containedHtml(html: string): string {
  return LEAVING.test(html) ? html.replace(/>[^<]+/g, contained) : html;
}

const BREAK_HERE = '\u200b';

/** The same words, which may be broken anywhere where they are too long for a line, such as a reference. */
export function breakable(text: string): string {
  return text.replace(/\S{16}(?=\S)/gu, (piece) => `${piece}${BREAK_HERE}`);
}
