import type { ComponentChildren, JSX } from 'preact';
import { htmlDocument } from '../html-document.ts';
import type { Words } from '../locales/en.ts';
import { words } from '../locales/words.ts';
import type { PageFrame } from './facts.ts';
import { Code } from './figure.tsx';
import { Fill } from './fill.tsx';
import { Icon } from './icon.tsx';
import { safeLink } from './link.ts';

/** A language of a preview has a country (ogp.me). */
const PREVIEW_LOCALES = { en: 'en_US', ar: 'ar_AR' } as const;

interface Page {
  readonly frame: PageFrame;
  readonly title: string;
  /** Sends the browser on, or looks again, after so many seconds. */
  readonly refresh?: { readonly seconds: number; readonly url: string };
  /** With the script of our pages; `first`: the browser waits for it before it draws, because of what it shows above the rest. */
  readonly isScripted?: true | 'first';
  readonly main: ComponentChildren;
}

/** A whole HTML document around one page's `<main>`. */
export function page(facts: Page): string {
  return htmlDocument(<Document {...facts} />);
}

function Document({ frame, title, refresh, isScripted, main }: Page): JSX.Element {
  const { language, merchantName, stylesheetUrl, scriptUrl } = frame;
  const favicon = safeLink(frame.faviconUrl);
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
        <Preview frame={frame} said={said} />
        <title>{`${title} · ${merchantName ?? said.common.pageName}`}</title>
        <link rel="stylesheet" href={stylesheetUrl} />
        {favicon !== undefined && <link rel="icon" href={favicon} />}
        {isScripted && (
          <script src={scriptUrl} defer {...(isScripted === 'first' && { blocking: 'render' })} />
        )}
      </head>
      <body>
        <Header frame={frame} said={said} />
        {main}
        <Footer frame={frame} said={said} />
        {isScripted && <Offline said={said} />}
      </body>
    </html>
  );
}

/**
 * What a chat shows of a link that somebody sends: whose it is. Nothing of the payment, because all who are in the chat see it.
 */
function Preview({ frame, said }: FrameProps): JSX.Element {
  const { language, merchantName = said.common.pageName } = frame;
  const picture = safeLink(frame.merchantLogoUrl);
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:title" content={merchantName} />
      <meta property="og:description" content={said.common.linkPreview} />
      <meta property="og:locale" content={PREVIEW_LOCALES[language]} />
      {picture !== undefined && <meta property="og:image" content={picture} />}
    </>
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
      <LanguageSwitch frame={frame} said={said} />
      {frame.isSandbox && (
        <p class="sandbox">
          <Icon name="warning" /> {said.common.testMode}
        </p>
      )}
    </header>
  );
}

/** Shown by the script of the page while the browser has no network (`scripts/offline.ts`), above the page, which stays where it is. */
function Offline({ said }: Pick<FrameProps, 'said'>): JSX.Element {
  return (
    <div class="offline" role="status" aria-live="polite" data-offline="">
      <p class="notice" hidden>
        <Icon name="warning" />
        <span>{said.common.offline}</span>
      </p>
    </div>
  );
}

function LanguageSwitch({ frame, said }: FrameProps): JSX.Element {
  const { language, languageToggleUrl: url, languageForm: form } = frame;
  const other = language === 'ar' ? 'en' : 'ar';
  if (form === undefined)
    return (
      <a class="language" href={url} lang={other} hreflang={other}>
        {said.common.otherLanguage}
      </a>
    );
  return (
    <>
      {/* The Enter key presses the first button of a form, which shall never be the one that switches. */}
      <button type="submit" form={form} class="by-enter" tabIndex={-1} aria-hidden="true" />
      <button
        type="submit"
        form={form}
        formaction={url}
        formNoValidate
        class="language"
        lang={other}
      >
        {said.common.otherLanguage}
      </button>
    </>
  );
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
