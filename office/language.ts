import type { Context } from 'koa';
import type { Language } from '../domain/language.ts';

/**
 * The language of a page: what its address says, else what this browser was last told by an address, else what the login has, else what
 * the browser wants first. Words are all that it decides.
 */
export function languageFor(ctx: Context, login?: { readonly language: Language }): Language {
  const { lang } = ctx.query;
  const kept = ctx.cookies.get(COOKIE);
  if (lang === 'en' || lang === 'ar') {
    if (lang !== kept)
      ctx.append('Set-Cookie', `${COOKIE}=${lang}; Path=/; Secure; HttpOnly; SameSite=Lax`);
    return lang;
  }
  if (kept === 'en' || kept === 'ar') return kept;
  if (login) return login.language;
  return ctx.acceptsLanguages(['en', 'ar']) === 'ar' ? 'ar' : 'en';
}

const COOKIE = '__Host-office-language';

/** What the API calls something, in the language of the page where it has a name there. */
export function namedIn(
  { name, name_ar: arabic }: { readonly name: string; readonly name_ar?: string | undefined },
  language: Language,
): string {
  return language === 'ar' ? (arabic ?? name) : name;
}

/** The page at an address below `/office`, or the one that is asked for, in the other language. */
export function otherLanguageUrl(
  { path, querystring }: Pick<Context, 'path' | 'querystring'>,
  language: Language,
): string {
  const query = new URLSearchParams(querystring);
  query.set('lang', language === 'en' ? 'ar' : 'en');
  return `${path}?${query}`;
}
