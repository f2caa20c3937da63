import type { Language } from '../../domain/language.ts';

/** The forms of one counted thing; `other` stands in for the forms that a language lacks. */
export type Plural = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** The form for this many things, with `{count}` filled in Western digits. */
export function pluralForm(language: Language, forms: Plural, count: number): string {
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace('{count}', String(count));
}
