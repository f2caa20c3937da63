import type { ComponentChildren, JSX } from 'preact';
import { render } from 'preact-render-to-string';
import type { Language } from '../../domain/language.ts';
import { officeWords } from '../locales/office-words.ts';

/** What stands around a page of the office for who is not logged in. */
export interface LoggedOutFrame {
  readonly language: Language;
  readonly otherLanguageUrl?: string;
  readonly stylesheetUrl: string;
}

/** A whole HTML document around the subject of such a page. */
export function loggedOutPage(
  frame: LoggedOutFrame,
  { title, main }: { readonly title: string; readonly main: ComponentChildren },
): string {
  const { common } = officeWords(frame.language);
  return officeDocument(
    { ...frame, title },
    <body class="logged-out">
      <header class="header">
        <p class="office-name">{common.office}</p>
        <LanguageLink {...frame} />
      </header>
      <main class="sheet" id="main">
        {main}
      </main>
    </body>,
  );
}

/** The head that all pages of the office have. */
export function officeDocument(
  {
    language,
    title,
    stylesheetUrl,
  }: Pick<LoggedOutFrame, 'language' | 'stylesheetUrl'> & { readonly title: string },
  body: JSX.Element,
): string {
  const { common } = officeWords(language);
  const document = (
    <html lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, email=no, address=no" />
        <title>{`${title} · ${common.office}`}</title>
        <link rel="stylesheet" href={stylesheetUrl} />
      </head>
      {body}
    </html>
  );
  return `<!doctype html>\n${render(document)}\n`;
}

/** The same page in the other language, where there is one. */
export function LanguageLink({
  language,
  otherLanguageUrl,
}: Pick<LoggedOutFrame, 'language' | 'otherLanguageUrl'>): JSX.Element | null {
  if (otherLanguageUrl === undefined) return null;
  const other = language === 'ar' ? 'en' : 'ar';
  return (
    <a class="language" href={otherLanguageUrl} lang={other} hreflang={other}>
      {officeWords(language).common.otherLanguage}
    </a>
  );
}
