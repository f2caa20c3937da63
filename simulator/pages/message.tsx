import type { Language } from '../payment.ts';
import { textsOf } from '../texts/index.ts';
import type { MessageKind } from '../texts/texts.ts';
import { renderPage } from './layout.tsx';

/** A page that is about no payment: nothing was found, or nothing worked. */
export function renderMessage(kind: MessageKind, language: Language): string {
  const texts = textsOf(language);
  const { heading, body } = texts.message[kind];
  return renderPage({
    language,
    title: heading,
    otherLanguage: `?lang=${texts.switchTo.language}`,
    children: (
      <section class="panel narrow" aria-labelledby="heading">
        <h1 id="heading">{heading}</h1>
        <p>{body}</p>
      </section>
    ),
  });
}
