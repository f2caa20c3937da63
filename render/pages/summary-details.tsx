import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { SummaryFacts } from './facts.ts';
import { exchangeLines } from './exchange-lines.tsx';
import { Figure } from './figure.tsx';
import { code, Lines, isolatedText } from './lines.tsx';
import { Moment } from './moment.tsx';
import { outcomeLook } from './outcome.ts';

type SummaryDetailsProps = SummaryFacts & { readonly badge: string };

/** What a customer may need to quote later. */
export function SummaryDetails({ badge, ...facts }: SummaryDetailsProps): JSX.Element {
  const { fields, summary } = words(facts.language);
  const { tone } = outcomeLook(facts.outcome);
  const { orderAmount, exchange, fee, wallet, parameters = [] } = facts;
  return (
    <section class="details" aria-labelledby="details-heading">
      <h2 id="details-heading">{summary.details}</h2>
      <Lines
        lines={[
          { label: fields.status, value: <span class={`badge tone-${tone}`}>{badge}</span> },
          { label: fields.paymentDate, value: paymentDate(facts) },
          { label: fields.referenceNumber, value: code(facts.referenceNumber) },
          { label: fields.orderNo, value: code(facts.orderNo) },
          { label: fields.gatewayName, value: isolatedText(facts.gatewayName) },
          {
            label: fields.orderAmount,
            value: orderAmount && <Figure amount={orderAmount} language={facts.language} />,
          },
          {
            label: fields.amount,
            value: <Figure amount={exchange?.from ?? facts.amount} language={facts.language} />,
          },
          ...exchangeLines(facts.language, exchange),
          { label: fields.fee, value: fee && <Figure amount={fee} language={facts.language} /> },
          {
            label: fields.total,
            value: fee && <Figure amount={facts.total} language={facts.language} />,
          },
          {
            label: fields.paidByWallet,
            value: wallet && <Figure amount={wallet.paid} language={facts.language} />,
          },
          {
            label: fields.charged,
            value: wallet && <Figure amount={wallet.charged} language={facts.language} />,
          },
          ...parameters.map(({ label, value }) => ({ label, value: code(value) })),
        ]}
      />
    </section>
  );
}

function paymentDate({ paymentDate: iso, language, timeZone }: SummaryFacts) {
  return iso === undefined ? undefined : <Moment iso={iso} clock={{ language, timeZone }} />;
}
