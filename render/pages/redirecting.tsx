import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { RedirectingFacts } from './facts.ts';
import { Fill } from './fill.tsx';
import { safeLink } from './link.ts';
import { MerchantName } from './merchant.tsx';
import { page } from './page.tsx';
import { StatusHead } from './status-head.tsx';

/** Sends the browser back to the merchant at once, with a link for those that do not follow. Throws when the address
 *  runs as script, because then there is nowhere to go. */
export function renderRedirecting(facts: RedirectingFacts): string {
  const url = safeLink(facts.url);
  if (url === undefined)
    throw new Error(
      'This address cannot be followed from a page: use one that starts with https: or with a path.',
    );
  const { title } = words(facts.language).redirecting;
  return page({
    frame: facts,
    title,
    refresh: { seconds: 0, url },
    main: <Redirecting {...facts} url={url} />,
  });
}

function Redirecting(facts: RedirectingFacts): JSX.Element {
  const { redirecting } = words(facts.language);
  const merchant = <MerchantName frame={facts} />;
  const heading = <Fill text={redirecting.merchant} with={{ merchant }} />;
  return (
    <main class="sheet card">
      <StatusHead glyph="clock" tone="calm" heading={heading}>
        <p>{redirecting.text}</p>
      </StatusHead>
      <div class="actions">
        <a class="button primary" href={facts.url}>
          {redirecting.continue}
        </a>
      </div>
    </main>
  );
}
