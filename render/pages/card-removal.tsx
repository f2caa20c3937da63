import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { Fill } from './fill.tsx';
import { MerchantName } from './merchant.tsx';
import { page } from './page.tsx';
import { StatusHead } from './status-head.tsx';
import type { CardRemovalFacts } from './facts.ts';

/** Asks before a saved card is removed. Its form posts nothing: the address says which card. */
export function renderCardRemoval(facts: CardRemovalFacts): string {
  const { removeHeading } = words(facts.language).cards;
  return page({ frame: facts, title: removeHeading, main: <CardRemoval {...facts} /> });
}

function CardRemoval(facts: CardRemovalFacts): JSX.Element {
  const { removeHeading, removeText, removeYes, removeKeep, expires } = words(facts.language).cards;
  return (
    <main class="sheet card">
      <StatusHead glyph="card" tone="warn" heading={removeHeading}>
        <p>
          <bdi dir="ltr">{facts.card}</bdi>
        </p>
        <p class="small">
          <Fill text={expires} with={{ expiry: <bdi dir="ltr">{facts.expiry}</bdi> }} />
        </p>
        <p>
          <Fill text={removeText} with={{ merchant: <MerchantName frame={facts} /> }} />
        </p>
      </StatusHead>
      <form method="post" action={facts.formAction} class="actions">
        <a class="button primary" href={facts.keepUrl}>
          {removeKeep}
        </a>
        <button type="submit" class="button">
          {removeYes}
        </button>
      </form>
    </main>
  );
}
