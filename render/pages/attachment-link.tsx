import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { CheckoutFacts } from './facts.ts';
import { Fill } from './fill.tsx';
import { Icon } from './icon.tsx';
import { safeLink } from './link.ts';

/** The file that the merchant gives the customer, such as a bill. */
export function AttachmentLink({ attachment, language }: CheckoutFacts): JSX.Element | null {
  const url = safeLink(attachment?.url);
  if (attachment === undefined || url === undefined) return null;
  const { download } = words(language).checkout;
  return (
    <a class="download" href={url} download>
      <Icon name="file" />
      <span>
        <Fill text={download} with={{ file: <bdi>{attachment.name}</bdi> }} />
      </span>
    </a>
  );
}
