import type { Received } from '../inbox.ts';
import { WORDS } from '../words.ts';
import type { Language } from '../words.ts';
import { document } from './layout.tsx';
import { WebhookList } from './webhook-list.tsx';

/** What reached the shop last. A tool for developers: a real shop would not show this to the world. */
export function webhooksPage(language: Language, webhooks: readonly Received[]): string {
  const words = WORDS[language];
  return document({
    language,
    path: '/webhooks',
    title: words.webhooksTitle,
    children: (
      <>
        <h1>{words.webhooksTitle}</h1>
        <p class="lead">{words.webhooksText}</p>
        <WebhookList language={language} webhooks={webhooks} orderLinks />
      </>
    ),
  });
}
