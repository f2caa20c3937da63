import type { ComponentChildren } from 'preact';
import type { Problem } from '../problem.ts';
import { WORDS } from '../words.ts';
import type { Language } from '../words.ts';
import { document } from './layout.tsx';

interface Said {
  readonly title: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}

/** Says what went wrong and shows the way back. */
export function problemPage(language: Language, { title, text, children }: Said): string {
  return document({
    language,
    path: '/',
    title,
    children: (
      <>
        <h1>{title}</h1>
        <section class="card standing problem" data-problem>
          <p>{text}</p>
          {children}
          <p class="actions">
            <a href={`/?lang=${language}`}>{WORDS[language].backToShop}</a>
          </p>
        </section>
      </>
    ),
  });
}

/** The API's refusal, with each field's error in the API's own words. */
export function refusedPage(language: Language, { status, code, messages }: Problem): string {
  const words = WORDS[language];
  return problemPage(language, {
    title: words.refused,
    text: status === 0 ? words.unreachable : words.refusedText,
    children: status !== 0 && (
      <>
        <ul dir="ltr">
          {messages.map(({ field, text }) => (
            <li>
              {field && <code>{field}</code>} {text}
            </li>
          ))}
        </ul>
        <p dir="ltr">
          <code>
            HTTP {status} {code}
          </code>
        </p>
      </>
    ),
  });
}
