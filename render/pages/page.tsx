import type { ComponentChildren, JSX } from 'preact';
import { render } from 'preact-render-to-string';
import type { Words } from '../locales/en.ts';
import { words } from '../locales/words.ts';
import type { PageFrame } from './facts.ts';
import { Code } from './figure.tsx';
import { Fill } from './fill.tsx';
import { Icon } from './icon.tsx';
import { safeLink } from './link.ts';

interface Page {
  readonly frame: PageFrame;
  readonly title: string;
  /** Sends the browser on, or looks again, after so many seconds. */
  readonly refresh?: { readonly seconds: number; readonly url: string };
  readonly main: ComponentChildren;
}

/** A whole HTML document around one page's `<main>`. */
export function page(facts: Page): string {
  return `<!doctype html>\n${render(<Document {...facts} />)}\n`;
}

function Document({ frame, title, refresh, main }: Page): JSX.Element {
  const { language, merchantName, stylesheetUrl } = frame;
  const said = words(language);
  return (
    <html lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, email=no, address=no" />
        {refresh && <meta http-equiv="refresh" content={`${refresh.seconds};url=${refresh.url}`} />}
        <title>{`${title} · ${merchantName ?? said.common.pageName}`}</title>
        <link rel="stylesheet" href={stylesheetUrl} />
      </head>
      <body>
        <Header frame={frame} said={said} />
        {main}
        <Footer frame={frame} said={said} />
      </body>
    </html>
  );
}

interface FrameProps {
  readonly frame: PageFrame;
  readonly said: Words;
}

function Header({ frame, said }: FrameProps): JSX.Element {
  const logo = safeLink(frame.merchantLogoUrl);
  return (
    <header class="header">
      <div class="merchant">
        {logo !== undefined && <img class="logo" src={logo} alt="" height="40" />}
        <bdi class="merchant-name">{frame.merchantName ?? said.common.pageName}</bdi>
      </div>
      <a class="language" href={frame.languageToggleUrl} {...otherLanguage(frame)}>
        {said.common.otherLanguage}
      </a>
      {frame.isSandbox && (
        <p class="sandbox">
          <Icon name="warning" /> {said.common.testMode}
        </p>
      )}
    </header>
  );
}

function otherLanguage({ language }: PageFrame) {
  const other = language === 'ar' ? 'en' : 'ar';
  return { lang: other, hreflang: other } as const;
}

function Footer({ frame, said }: FrameProps): JSX.Element | null {
  const { supportEmail } = frame;
  if (supportEmail === undefined) return null;
  const email = (
    <a href={`mailto:${encodeURIComponent(supportEmail).replace('%40', '@')}`}>
      <Code>{supportEmail}</Code>
    </a>
  );
  return (
    <footer class="footer">
      <p>
        <Fill text={said.common.support} with={{ email }} />
      </p>
    </footer>
  );
}
