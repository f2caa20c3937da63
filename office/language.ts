import type { Context } from 'koa';
import type { Language } from '../domain/language.ts';

/** The language of a page: what its address says, else what the login has, else what the browser wants first. */
export function languageFor(ctx: Context, login?: { readonly language: Language }): Language {
  const { lang } = ctx.query;
  if (lang === 'en' || lang === 'ar') return lang;
  if (login) return login.language;
  return ctx.acceptsLanguages(['en', 'ar']) === 'ar' ? 'ar' : 'en';
}

/** The page that is asked for in the other language. */
export function otherLanguageUrl(ctx: Context, language: Language): string {
  const query = new URLSearchParams(ctx.querystring);
  query.set('lang', language === 'en' ? 'ar' : 'en');
  return `${ctx.path}?${query}`;
}
