/** So many of a kind are named; a key that is lost may have sealed hundreds of thousands. */
const NAMED = 10;

/** Keeps the first few sentences on what is of a kind, and counts the others. One that is told again right after is the same one. */
export function fewOf(kind: string) {
  const named = new Set<string>();
  let last: string | undefined;
  let more = 0;
  return {
    add(sentence: string): void {
      if (sentence === last || named.has(sentence)) return;
      last = sentence;
      if (named.size < NAMED) named.add(sentence);
      else more += 1;
    },
    /** Those that are named, and how many there are besides. */
    sentences: (): readonly string[] => [
      ...named,
      ...(more > 0 ? [`And ${more} more ${kind}.`] : []),
    ],
  };
}
