import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { CancelQuestionFacts } from './facts.ts';
import { Figure } from './figure.tsx';
import { Fill } from './fill.tsx';
import { code } from './lines.tsx';
import { BackToShop, MerchantName } from './merchant.tsx';
import { Moment } from './moment.tsx';
import { page } from './page.tsx';
import { StatusHead } from './status-head.tsx';

/** Asks before a payment is canceled for good: who only wants to pay later keeps the link. */
export function renderCancelQuestion(facts: CancelQuestionFacts): string {
  const { heading } = words(facts.language).cancelQuestion;
  return page({ frame: facts, title: heading, main: <CancelQuestion {...facts} /> });
}

function CancelQuestion(facts: CancelQuestionFacts): JSX.Element {
  const { language, timeZone, amount, orderNo, expiresAt, savesOnly } = facts;
  const { cancelQuestion: said, fields } = words(language);
  const merchant = <MerchantName frame={facts} />;
  return (
    <main class="sheet card">
      <StatusHead glyph="warning" tone="warn" heading={said.heading}>
        <p>
          {!savesOnly && (
            <>
              {fields.amount}: <Figure amount={amount} language={language} />
            </>
          )}
          {orderNo !== undefined && (
            <>
              {!savesOnly && ' · '}
              {fields.orderNo}: {code(orderNo)}
            </>
          )}
        </p>
        <p>
          <Fill text={said.text} with={{ merchant }} />
        </p>
        <p>
          <Fill
            text={said.later}
            with={{ time: <Moment iso={expiresAt} clock={{ language, timeZone }} /> }}
          />
        </p>
      </StatusHead>
      <form method="post" action={facts.formAction} class="actions">
        <a class="button primary" href={facts.keepUrl}>
          {said.keep}
        </a>
        <button type="submit" class="button">
          {said.yes}
        </button>
        <BackToShop {...facts} />
      </form>
    </main>
  );
}
