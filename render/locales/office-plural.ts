import type { Language } from '../../domain/language.ts';

/** One sentence in the forms that its language has for numbers; those that are left out are said like `other`. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  readonly other: string;
};

/** A sentence for a dictionary, whose other languages may have other forms of it. */
export function plural(forms: PluralForms): PluralForms {
  return forms;
}

/** The form for so many. The number itself stands in it as `{count}`. */
export function pluralOf(forms: PluralForms, count: number, language: Language): string {
  return forms[RULES[language].select(count)] ?? forms.other;
}

const RULES: Readonly<Record<Language, Intl.PluralRules>> = {
  en: new Intl.PluralRules('en'),
  ar: new Intl.PluralRules('ar'),
};
