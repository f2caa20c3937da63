import { htmlDocument } from '../html-document.ts';
import { words } from '../locales/words.ts';
import { safeLink } from './link.ts';
import type { Language } from '../../domain/language.ts';

/**
 * A document of its own that leads to a page of a gateway, for the frame or web view of a program that shows HTML: at once and
 * in the same frame where that page may be framed, else by a press and in the whole window. Throws when the address runs
 * as script.
 */
export function renderContinue({
  url,
  language,
  inFrame = false,
}: {
  readonly url: string;
  readonly language: Language;
  readonly inFrame?: boolean;
}): string {
  const href = safeLink(url);
  if (href === undefined) throw new Error('This address cannot be followed from a page.');
  const { title, gateway, continue: goOn } = words(language).redirecting;
  const html = (
    <html lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        {inFrame && <meta http-equiv="refresh" content={`0;url=${href}`} />}
        <title>{title}</title>
      </head>
      <body>
        <p>{gateway}</p>
        <p>
          <a href={href} target={inFrame ? '_self' : '_top'}>
            {goOn}
          </a>
        </p>
      </body>
    </html>
  );
  return htmlDocument(html);
}
