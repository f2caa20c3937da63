import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { SummaryFacts } from './facts.ts';
import { Code, Figure } from './figure.tsx';
import { Lines } from './lines.tsx';
import { Moment } from './moment.tsx';
import { operationWords } from './outcome.ts';

/** What was done to the money since, and what it comes to; nothing where nothing was done. */
export function AfterwardsOf({ afterwards, language, timeZone }: SummaryFacts): JSX.Element | null {
  if (!afterwards) return null;
  const { receipt: said } = words(language);
  const { operations, refunded, captured, voided, net } = afterwards;
  return (
    <section class="details" aria-labelledby="afterwards-heading">
      <h2 id="afterwards-heading">{said.afterwards}</h2>
      <Lines
        lines={[
          ...operations.map((one) => ({
            label: operationWords(one, language),
            value: (
              <>
                <Figure amount={one.amount} language={language} />
                <span class="small">
                  <Moment iso={one.at} clock={{ language, timeZone }} />
                </span>
                <span class="small">
                  <Code>{one.referenceNumber}</Code>
                </span>
              </>
            ),
          })),
          {
            label: said.captured,
            value: captured && <Figure amount={captured} language={language} />,
          },
          { label: said.voided, value: voided && <Figure amount={voided} language={language} /> },
          {
            label: said.refunded,
            value: refunded && <Figure amount={refunded} language={language} />,
          },
          { label: said.net, value: <Figure amount={net} language={language} /> },
        ]}
      />
    </section>
  );
}
