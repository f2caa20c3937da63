import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import { AfterwardsOf } from './afterwards.tsx';
import type { SummaryFacts } from './facts.ts';
import { Figure } from './figure.tsx';
import { Fill } from './fill.tsx';
import { GatewayMessage } from './gateway-message.tsx';
import { Actions, MerchantName } from './merchant.tsx';
import { outcomeLook, outcomeWords } from './outcome.ts';
import { page } from './page.tsx';
import { StatusHead } from './status-head.tsx';
import { SummaryDetails } from './summary-details.tsx';

/** How the payment stands, safe to reload and to keep. A pending one looks again by itself. */
export function renderSummary(facts: SummaryFacts): string {
  const { outcome, language } = facts;
  return page({
    frame: facts,
    title: outcomeWords(outcome, words(language)).badge,
    main: <Summary {...facts} />,
    ...(outcome.kind === 'pending' && {
      refresh: { seconds: PENDING_SECONDS, url: outcome.refreshUrl },
    }),
  });
}

/** Long enough not to disturb reading, short enough for someone who waits. */
const PENDING_SECONDS = 5;

function Summary(facts: SummaryFacts): JSX.Element {
  const { outcome, backToMerchantUrl } = facts;
  const said = outcomeWords(outcome, words(facts.language));
  const merchant = <MerchantName frame={facts} />;
  const heading = (
    <Fill
      text={said.heading}
      with={{ amount: <Figure amount={facts.total} language={facts.language} /> }}
    />
  );
  return (
    <main class="sheet card">
      <StatusHead {...outcomeLook(outcome)} heading={heading}>
        <GatewayMessage language={facts.language} word={facts} />
        <p>
          <Fill text={said.text} with={{ merchant }} />
        </p>
      </StatusHead>
      <NotNotified {...facts} />
      <SummaryDetails {...facts} badge={said.badge} />
      <AfterwardsOf {...facts} />
      <Actions
        frame={facts}
        backToMerchantUrl={backToMerchantUrl}
        receiptUrl={facts.receiptUrl}
        invoiceUrl={facts.invoiceUrl}
      />
    </main>
  );
}

function NotNotified(facts: SummaryFacts): JSX.Element | null {
  const { kind } = facts.outcome;
  const isSafe = kind === 'paid' || kind === 'authorized';
  if (facts.merchantNotified !== false || !isSafe) return null;
  const { notNotified } = words(facts.language).summary;
  return (
    <p class="notice plain" role="status">
      <Fill text={notNotified} with={{ merchant: <MerchantName frame={facts} /> }} />
    </p>
  );
}
