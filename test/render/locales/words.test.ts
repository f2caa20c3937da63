import assert from 'node:assert/strict';
import { ar } from '../../../render/locales/ar.ts';
import { en } from '../../../render/locales/en.ts';

/** Every sentence with its place in the dictionary. */
function sentences(words: object, at = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
      if (typeof value === 'string') return [[`${at}${key}`, value] as const];
      if (typeof value !== 'object' || value === null) return [];
      return [...sentences(value, `${at}${key}.`)];
    }),
  );
}

const places = (sentence: string | undefined) => (sentence?.match(/\{\w+\}/g) ?? []).toSorted();

describe('the dictionaries', () => {
  const english = sentences(en);
  const arabic = sentences(ar);

  it('have the same sentences', () => {
    assert.deepEqual([...arabic.keys()].toSorted(), [...english.keys()].toSorted());
    assert.ok(english.size > 90);
  });

  for (const [at, sentence] of english)
    it(`fill the same places in both languages: ${at}`, () => {
      assert.deepEqual(places(arabic.get(at)), places(sentence));
    });

  for (const [at, sentence] of arabic)
    it(`say it in Arabic letters and marks: ${at}`, () => {
      if (at === 'common.otherLanguage') return assert.equal(sentence, 'English');
      assert.match(sentence.replace(/\{\w+\}/g, ''), /^[\p{Script=Arabic}\p{M}\s،؛؟:.()]+$/u);
      return undefined;
    });
});
