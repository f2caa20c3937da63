import type { ComponentChildren } from 'preact';
import { render } from 'preact-render-to-string';
import { WORDS } from '../words.ts';
import type { Language, Words } from '../words.ts';

interface Page {
  readonly language: Language;
  readonly title: string;
  /** Where the page lives, for the language switch and to mark it in the navigation. */
  readonly path: string;
  readonly children: ComponentChildren;
}

/** A whole document as text. Preact escapes all that is put in. */
export function document({ language, title, path, children }: Page): string {
  const words = WORDS[language];
  const other: Language = language === 'en' ? 'ar' : 'en';
  const html = (
    <html lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${words.shopName}`}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header class="top">
          <a class="brand" href={`/?lang=${language}`}>
            <img src="/icon.svg" alt="" width="32" height="32" />
            {words.shopName}
          </a>
          <nav aria-label={words.shopName}>
            {links(words).map(([href, text]) => (
              <a
                href={`${href}?lang=${language}`}
                aria-current={href === path ? 'page' : undefined}
              >
                {text}
              </a>
            ))}
          </nav>
          <a class="switch" href={`${path}?lang=${other}`} lang={other} hreflang={other}>
            {words.otherLanguage}
          </a>
        </header>
        <main>{children}</main>
        <footer>{words.footer}</footer>
      </body>
    </html>
  );
  return `<!doctype html>${render(html)}`;
}

function links({ nav }: Words): readonly (readonly [href: string, text: string])[] {
  return [
    ['/', nav.shop],
    ['/webhooks', nav.webhooks],
    ['/settings', nav.settings],
  ];
}
