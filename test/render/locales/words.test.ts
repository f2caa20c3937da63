import assert from 'node:assert/strict';
import { ar } from '../../../render/locales/ar.ts';
import { en } from '../../../render/locales/en.ts';
import { pluralForm } from '../../../render/locales/plural.ts';

/** Every sentence with its place in the dictionary; the forms of a plural are its own matter. */
function sentences(words: object, at = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
      if (typeof value === 'string') return [[`${at}${key}`, value] as const];
      if (key === 'minutes' || typeof value !== 'object' || value === null) return [];
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

describe('counted', () => {
  const forms = ar.checkout.minutes;
  const cases = [
    [1, 'دقيقة واحدة'],
    [2, 'دقيقتان'],
    [3, '3 دقائق'],
    [10, '10 دقائق'],
    [11, '11 دقيقة'],
    [29, '29 دقيقة'],
    [100, '100 دقيقة'],
  ] as const;
  for (const [count, said] of cases)
    it(`says ${count} in Arabic by its rule`, () => {
      assert.equal(pluralForm('ar', forms, count), said);
    });
});
