import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Language } from '../payment.ts';
import { textsOf } from '../texts/index.ts';
import { STYLE_PATH } from './style.ts';

interface LayoutProps {
  readonly language: Language;
  readonly title: string;
  /** The address of this page in the other language. */
  readonly otherLanguage: string;
  /** It stands in a page of somebody else, which says itself what it is. */
  readonly isFramed?: boolean;
  readonly children: ComponentChildren;
}

/** A whole page: what every page has around its own content. It needs no script. */
export function renderPage(props: LayoutProps): string {
  return `<!doctype html>${renderToString(<Layout {...props} />)}`;
}

function Layout({ language, title, otherLanguage, isFramed = false, children }: LayoutProps) {
  const texts = textsOf(language);
  return (
    <html
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      class={isFramed ? 'in-frame' : undefined}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{title}</title>
        <link rel="stylesheet" href={STYLE_PATH} />
        <link rel="icon" type="image/svg+xml" href="/assets/icon.svg" />
      </head>
      <body>
        <a class="skip" href="#main">
          {texts.skip}
        </a>
        <header class="top">
          <p class="network">
            <CardMark />
            {texts.network}
          </p>
          <a
            class="language"
            href={otherLanguage}
            lang={texts.switchTo.language}
            hreflang={texts.switchTo.language}
          >
            {texts.switchTo.label}
          </a>
        </header>
        <main id="main" tabIndex={-1}>
          <p class="sandbox">{texts.sandbox}</p>
          {children}
        </main>
      </body>
    </html>
  );
}

function CardMark() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <rect
        x="2"
        y="4.5"
        width="20"
        height="15"
        rx="3"
        fill="none"
        stroke="currentColor"
        stroke-width="2"
      />
      <path d="M2 9.5h20M6 15h4" stroke="currentColor" stroke-width="2" />
    </svg>
  );
}
