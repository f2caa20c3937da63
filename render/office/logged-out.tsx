import type { ComponentChildren, JSX } from 'preact';
import { render } from 'preact-render-to-string';
import type { Language } from '../../domain/language.ts';
import { officeWords } from '../locales/office-words.ts';
import { PageLanguage } from './api-sentence.tsx';
import { htmlDocument } from '../html-document.ts';
import { PAGE_FORM } from './form.tsx';

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
  const inside = renderedMain(main, frame.language);
  return officeDocument(
    { ...frame, title },
    <body class="logged-out">
      <header class="header">
        <p class="office-name">{common.office}</p>
        <OtherLanguage {...frame} hasForm={inside.hasForm} />
      </header>
      <main class="sheet" id="main" {...inside.content} />
    </body>,
  );
}

/**
 * The main part of a page, made before what stands above it: whether it has a form that people fill in nobody has to say, so no page
 * forgets that its language changes with what was typed.
 */
export function renderedMain(
  main: ComponentChildren,
  language: Language,
): {
  readonly hasForm: boolean;
  readonly content: { readonly dangerouslySetInnerHTML: { readonly __html: string } };
} {
  const html = render(<PageLanguage.Provider value={language}>{main}</PageLanguage.Provider>);
  return {
    hasForm: html.includes(`<form id="${PAGE_FORM}"`),
    content: { dangerouslySetInnerHTML: { __html: html } },
  };
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
  return htmlDocument(document);
}

interface LanguageProps extends Pick<LoggedOutFrame, 'language' | 'otherLanguageUrl'> {
  /** The page has a form, with whose fields it is shown again (contract/office#language). */
  readonly hasForm: boolean;
}

/** The same page in the other language, where there is one. */
export function OtherLanguage({
  language,
  otherLanguageUrl,
  hasForm,
}: LanguageProps): JSX.Element | null {
  if (otherLanguageUrl === undefined) return null;
  const other = language === 'ar' ? 'en' : 'ar';
  if (hasForm)
    return (
      <>
        {/* The Enter key presses the first button of a form, which shall never be the one that switches. */}
        <button type="submit" form={PAGE_FORM} class="by-enter" tabIndex={-1} aria-hidden="true" />
        <button
          type="submit"
          form={PAGE_FORM}
          formaction={otherLanguageUrl}
          formNoValidate
          name="lang"
          value={other}
          class="language"
          lang={other}
        >
          {officeWords(language).common.otherLanguage}
        </button>
      </>
    );
  return (
    <a class="language" href={otherLanguageUrl} lang={other} hreflang={other}>
      {officeWords(language).common.otherLanguage}
    </a>
  );
}
