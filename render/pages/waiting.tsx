import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { WaitingFacts } from './facts.ts';
import { Figure } from './figure.tsx';
import { code, Lines } from './lines.tsx';
import { page } from './page.tsx';
import { StatusHead } from './status-head.tsx';

/** The page between the network's page and the result. It asks again by itself, without script. */
export function renderWaiting(facts: WaitingFacts): string {
  const { refreshSeconds: seconds, refreshUrl: url } = facts;
  const { title } = words(facts.language).waiting;
  return page({ frame: facts, title, refresh: { seconds, url }, main: <Waiting {...facts} /> });
}

function Waiting(facts: WaitingFacts): JSX.Element {
  const { fields, waiting } = words(facts.language);
  return (
    <main class="sheet card">
      <StatusHead glyph="clock" tone="calm" heading={waiting.heading}>
        <p role="status">{waiting.text}</p>
        {isLong(facts) && <p>{waiting.stillText}</p>}
      </StatusHead>
      <Lines
        lines={[
          {
            label: fields.amount,
            value: <Figure amount={facts.amount} language={facts.language} />,
          },
          { label: fields.orderNo, value: code(facts.orderNo) },
        ]}
      />
      <div class="actions">
        <a class="button" href={facts.refreshUrl}>
          {waiting.checkNow}
        </a>
      </div>
    </main>
  );
}

const LONG_MS = 30_000;

function isLong({ startedAt, now }: WaitingFacts): boolean {
  return Date.parse(now) - Date.parse(startedAt) >= LONG_MS;
}
