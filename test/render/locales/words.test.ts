import assert from 'node:assert/strict';
import { ar } from '../../../render/locales/ar.ts';
import { en } from '../../../render/locales/en.ts';
import { officeAr } from '../../../render/locales/office-ar.ts';
import { officeEn } from '../../../render/locales/office-en.ts';

/** Every sentence with its place in the dictionary. */
function sentences(words: object, at = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]: [string, unknown]) => {
      if (typeof value === 'string') return [[`${at}${key}`, value] as const];
      if (typeof value !== 'object' || value === null) return [];
      // How many forms a number has is for each language to say.
      if ('other' in value && 'one' in value) return [[`${at}${key}`, pluralsOf(value)] as const];
      return [...sentences(value, `${at}${key}.`)];
    }),
  );
}

/** The forms of one sentence, each of which has to fill the same places. */
function pluralsOf(forms: object): string {
  const all = Object.values(forms).map(String);
  assert.equal(new Set(all.map((one) => String(places(one)))).size, 1, all.join(' | '));
  return String(all.at(-1));
}

const places = (sentence: string | undefined) => (sentence?.match(/\{\w+\}/g) ?? []).toSorted();

for (const [whose, inEnglish, inArabic] of [
  ['payers', en, ar],
  ['people of merchants', officeEn, officeAr],
] as const)
  describe(`the dictionaries for ${whose}`, () => {
    const english = sentences(inEnglish);
    const arabic = sentences(inArabic);

    it('have the same sentences', () => {
      // What the API refuses it says in English itself.
      const both = [...arabic.keys()].filter((at) => !/(?:^|\.)refusals\./.test(at));
      assert.deepEqual(both.toSorted(), [...english.keys()].toSorted());
      assert.ok(english.size > 90, String(english.size));
    });

    for (const [at, sentence] of english)
      it(`fill the same places in both languages: ${at}`, () => {
        assert.deepEqual(places(arabic.get(at)), places(sentence));
      });

    for (const [at, sentence] of arabic)
      it(`say it in Arabic letters and marks: ${at}`, () => {
        if (at.endsWith('common.otherLanguage')) return assert.equal(sentence, 'English');
        const said = sentence.replaceAll(/\{\w+\}|(?<=\d),(?=\d{3})/g, '');
        assert.match(said, /^[\p{Script=Arabic}\p{M}\d\s،؛؟:.…–()«»]+$/u);
        return undefined;
      });
  });
