import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { code, isolatedText, Lines } from '../pages/lines.tsx';
import { Badge, StateBadge } from './badges.tsx';
import { framedPage } from './frame.tsx';
import { OfficeNotice } from './notice.tsx';
import { Attempts, Operations } from './payment-parts.tsx';
import { PaymentTitle, paymentTitle, TitledPart } from './payment-title.tsx';
import type { RemovedFacts } from './removed-facts.ts';
import { ZonedMoment } from './short-moment.tsx';
import { Timeline } from './timeline.tsx';

/** A payment that was removed for good: that it was, by whom and when, and what is kept of it. */
export function renderRemoved(facts: RemovedFacts): string {
  const { payments } = officeWords(facts.language);
  return framedPage({
    frame: facts,
    title: paymentTitle(facts),
    here: facts.orderNo !== undefined && <PaymentTitle {...facts} />,
    path: [{ label: payments.title, href: '/office/payments' }],
    main: <Removed {...facts} />,
  });
}

function Removed(facts: RemovedFacts): JSX.Element {
  const { language, attempts, operations, booked } = facts;
  const { payment, types } = officeWords(language);
  const said = payment.details;
  // Of most that are removed there never was any money: then the details have the page for themselves.
  const isStory = [booked, attempts, operations].some((part) => part.length > 0);
  return (
    <>
      <Head {...facts} />
      <div class="detail">
        {isStory && (
          <div class="detail-story">
            {booked.length > 0 && (
              <TitledPart id="ledger" title={payment.removed.ledger}>
                <Timeline frame={facts} entries={booked} />
              </TitledPart>
            )}
            {attempts.length > 0 && (
              <TitledPart id="attempts" title={payment.parts.attempts}>
                <Attempts {...facts} />
              </TitledPart>
            )}
            {operations.length > 0 && (
              <TitledPart id="operations" title={payment.parts.operations}>
                <Operations {...facts} />
              </TitledPart>
            )}
          </div>
        )}
        <div class="detail-facts">
          <TitledPart id="details" title={payment.parts.details}>
            <Lines
              lines={[
                {
                  label: payment.money.asked,
                  value: <Figure amount={facts.amount} language={language} />,
                },
                { label: said.created, value: <ZonedMoment iso={facts.createdAt} frame={facts} /> },
                {
                  label: payment.removed.at,
                  value: <ZonedMoment iso={facts.removedAt} frame={facts} />,
                },
                {
                  label: payment.removed.by,
                  value: isolatedText(facts.removedBy) ?? payment.removed.program,
                },
                { label: said.type, value: types[facts.type] },
                { label: said.invoice, value: code(facts.invoiceNumber) },
              ]}
            />
            <div class="stacked">
              <Lines lines={[{ label: said.sessionId, value: code(facts.sessionId) }]} />
            </div>
          </TitledPart>
        </div>
      </div>
    </>
  );
}

function Head(facts: RemovedFacts): JSX.Element {
  const { language, amount, state, late, removedAt, removedBy } = facts;
  const { removed } = officeWords(language).payment;
  return (
    <section class="head">
      <div class="head-line">
        <h1>
          <span class="head-order">
            <PaymentTitle {...facts} />
          </span>
          <span class="head-amount">
            <Figure amount={amount} language={language} />
          </span>
        </h1>
        <span class="tags">
          <Badge tone="still">{removed.badge}</Badge>
        </span>
      </div>
      <div class="answer">
        <p>
          <Fill
            text={removed.answer}
            with={{
              time: <ZonedMoment iso={removedAt} frame={facts} />,
              who: removedBy === undefined ? removed.program : <bdi>{removedBy}</bdi>,
            }}
          />
        </p>
        <p>
          <Fill
            text={removed.stood}
            with={{ state: <StateBadge language={language} state={state} /> }}
          />
        </p>
        <p>{removed.kept}</p>
      </div>
      {late.map((one) => (
        <OfficeNotice key={one.referenceNumber} tone="bad" title={removed.late}>
          <p>
            <Fill
              text={removed.lateText}
              with={{
                amount: <Figure amount={one.amount} language={language} />,
                time: <ZonedMoment iso={one.at} frame={facts} />,
                reference: <Code>{one.gatewayPayment ?? one.referenceNumber}</Code>,
              }}
            />
          </p>
        </OfficeNotice>
      ))}
    </section>
  );
}
