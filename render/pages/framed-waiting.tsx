import { htmlDocument } from '../html-document.ts';
import { words } from '../locales/words.ts';
import { StatusHead } from './status-head.tsx';
import type { PageFrame } from './facts.ts';

/**
 * What a payer sees at once in the frame in which their bank has asked them, until the page around it goes on. It says nothing of the
 * payment or the merchant: that page may be of anybody.
 */
export function renderFramedWaiting({
  language,
  stylesheetUrl,
}: Pick<PageFrame, 'language' | 'stylesheetUrl'>): string {
  const { title, heading, text } = words(language).waiting;
  const html = (
    <html lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="stylesheet" href={stylesheetUrl} />
      </head>
      <body>
        <main class="sheet card">
          <StatusHead glyph="clock" tone="calm" heading={heading}>
            <p role="status">{text}</p>
          </StatusHead>
        </main>
      </body>
    </html>
  );
  return htmlDocument(html);
}
