import { localAddressOf, readStreet, streetWords } from '../domain/local-address.ts';
import type { Language } from '../domain/language.ts';
import type { Address } from '../domain/customer.ts';
import { isolated } from './isolates.ts';
import { words } from './locales/words.ts';

/** An address in one line, as people of this language say it: the names of its country, its region and the parts of its street are theirs. */
export function addressInWords(address: Address, language: Language): string {
  const { line1, line2, city, state, country } = address;
  const region = localAddressOf(country)?.regions.find(({ en }) => en === state);
  return [
    streetInWords(address, language) ?? line1,
    line2,
    city,
    region?.[language] ?? state,
    countryName(country, language),
  ]
    .filter((part) => part !== undefined && part !== '')
    .map((part) => isolated(part ?? ''))
    .join(language === 'ar' ? '، ' : ', ');
}

/** What a country is called. */
export function countryName(code: string, language: Language): string {
  return NAMES[language].of(code) ?? code;
}

/** Undefined where nobody has said it by its parts. */
function streetInWords({ line1, country }: Address, language: Language): string | undefined {
  const local = localAddressOf(country);
  const parts = local && readStreet(local, line1);
  if (!local || !parts?.building) return undefined;
  const said = words(language).dropOff.words;
  return streetWords(local)
    .map(({ name, word }) => `${said[word]} ${isolated(parts[name])}`)
    .join(language === 'ar' ? '، ' : ', ');
}

const NAMES: Readonly<Record<Language, Intl.DisplayNames>> = {
  en: new Intl.DisplayNames('en', { type: 'region' }),
  ar: new Intl.DisplayNames('ar', { type: 'region' }),
};
