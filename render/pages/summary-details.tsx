import type { JSX } from 'preact';
import { words } from '../locales/words.ts';
import type { SummaryFacts } from './facts.ts';
import { exchangeLines } from './exchange-lines.tsx';
import { Figure } from './figure.tsx';
import { code, Lines, isolatedText, type Line } from './lines.tsx';
import { Moment } from './moment.tsx';
import { outcomeLook } from './outcome.ts';

type SummaryDetailsProps = SummaryFacts & { readonly badge: string };

/** What a customer may need to quote later: how much, by what, when, for which order, under which reference. */
export function SummaryDetails({ badge, ...facts }: SummaryDetailsProps): JSX.Element {
  const { language, timeZone, paymentDate } = facts;
  const { fields, summary } = words(language);
  const { tone } = outcomeLook(facts.outcome);
  return (
    <section class="details" aria-labelledby="details-heading">
      <div class="details-head">
        <h2 id="details-heading">{summary.details}</h2>
        <span class={`badge tone-${tone}`}>{badge}</span>
      </div>
      <Lines
        lines={[
          ...moneyLines(facts),
          { label: fields.gatewayName, value: isolatedText(facts.gatewayName) },
          {
            label: fields.paymentDate,
            value: paymentDate && <Moment iso={paymentDate} clock={{ language, timeZone }} />,
          },
          { label: fields.orderNo, value: code(facts.orderNo) },
          { label: fields.referenceNumber, value: code(facts.referenceNumber) },
        ]}
      />
      <BankDetails {...facts} />
    </section>
  );
}

/** The amount as one line, or what it comes from and what it was paid with, where there is something to say of that. */
function moneyLines(facts: SummaryFacts): readonly Line[] {
  const { language, orderAmount, exchange, fee, wallet, amount, total } = facts;
  const { fields } = words(language);
  const money = (label: string, one: SummaryFacts['fee']) => ({
    label,
    value: one && <Figure amount={one} language={language} />,
  });
  const byWallet = money(fields.paidByWallet, wallet?.paid);
  const charged = money(fields.charged, wallet?.charged);
  return [
    money(fields.orderAmount, orderAmount),
    money(fields.amount, amount),
    // What the wallet leaves is converted, and of two currencies there is no total.
    ...(exchange && wallet ? [byWallet] : []),
    ...exchangeLines(language, exchange),
    money(fields.fee, fee),
    ...(exchange && wallet ? [charged] : [money(fields.total, fee && total), byWallet, charged]),
  ];
}

/** What the customer's bank may ask for, folded up: nobody else needs it. */
function BankDetails({ language, parameters = [] }: SummaryFacts): JSX.Element | null {
  const known = parameters.filter(({ value }) => value !== '');
  if (known.length === 0) return null;
  const { showBank, hideBank } = words(language).summary;
  return (
    <details class="bank">
      <summary>
        <span class="when-closed">{showBank}</span>
        <span class="when-open">{hideBank}</span>
      </summary>
      <Lines lines={known.map(({ label, value }) => ({ label, value: code(value) }))} />
    </details>
  );
}
