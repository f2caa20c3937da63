/** What a reader sees of a page or a part of it: the words, without marks. */
export function visibleText(html: string): string {
  return html
    .replace(/<(title|summary|dt|dd|p|h1|h2|div|button|a|legend)\b/g, ' <$1')
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The inside of the first element with this tag and, if given, this in its opening tag. */
export function inside(html: string, tag: string, having = ''): string {
  for (const [, opening = '', inner = ''] of html.matchAll(
    new RegExp(`<${tag}\\b([^>]*)>(.*?)</${tag}>`, 'gs'),
  ))
    if (opening.includes(having)) return inner;
  throw new Error(
    `There is no <${tag}> with ${having || 'anything'} in this page: look at ${html}`,
  );
}

/** Every opening tag of this name. */
export function tags(html: string, tag: string): readonly string[] {
  return html.match(new RegExp(`<${tag}\\b[^>]*>`, 'g')) ?? [];
}

/** Every amount that a text has, with a currency's code before it, each once: what page and paper must agree in. */
export function figuresIn(words: string): readonly string[] {
  return [...new Set(words.match(/(?:\b[A-Z]{3} )?-?\d[\d,]*\.\d+/g))].toSorted();
}
