import type { JSX } from 'preact';
import { pluralOf } from '../locales/office-plural.ts';
import { officeWords } from '../locales/office-words.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { StateBadge, TestBadge } from './badges.tsx';
import { OfficeForm } from './form.tsx';
import { framedPage } from './frame.tsx';
import type { SeveralFacts } from './several-facts.ts';
import {
  isStillOpen,
  SeveralDoes,
  SeveralOutcomeCell,
  SeveralTold,
  unknownFields,
} from './several-outcomes.tsx';

/** The question before something is done to several payments, and what came of it for each. */
export function renderSeveral(facts: SeveralFacts): string {
  const { payments, several } = officeWords(facts.language);
  return framedPage({
    frame: facts,
    title: several.title[facts.act],
    path: [{ label: payments.title, href: facts.backUrl }],
    main: <Several {...facts} />,
  });
}

function Several(facts: SeveralFacts): JSX.Element {
  const { language, act, rows, missing, isTold, isTooMany } = facts;
  const said = officeWords(language).several;
  const isAsked = rows.length > 0 && (!isTold || isStillOpen(rows));
  return (
    <>
      {isTold && <SeveralTold language={language} rows={rows} />}
      <section class="question several-question">
        <h1>{said.title[act]}</h1>
        {rows.length === 0 ? (
          <p class="lead">{isTooMany === true ? said.tooMany : said.none}</p>
        ) : (
          !isTold && <p class="lead">{said.text[act]}</p>
        )}
        {!isTold && act === 'cancel' && rows.some(({ state }) => state === 'cod') && (
          <p class="lead">{said.cash}</p>
        )}
        {missing > 0 && (
          <p class="hint">
            {pluralOf(said.missing, missing, language).replace('{count}', String(missing))}
          </p>
        )}
        {rows.length > 0 && <Rows {...facts} />}
        {isAsked ? (
          <Press {...facts} />
        ) : (
          <div class="question-does">
            <a class="act primary" href={facts.backUrl}>
              {said.back}
            </a>
          </div>
        )}
      </section>
    </>
  );
}

function Rows({ language, rows, isTold }: SeveralFacts): JSX.Element {
  const { several, payments } = officeWords(language);
  const { columns } = payments;
  return (
    <table class="rows small-rows">
      <caption class="unseen">{several.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.payment}</th>
          <th scope="col">{columns.customer}</th>
          <th scope="col" class="money">
            {columns.amount}
          </th>
          <th scope="col">{columns.state}</th>
          {isTold && <th scope="col">{several.outcome}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.sessionId}>
            <th scope="row" data-label={columns.payment}>
              <a class="row-link" href={row.href}>
                {row.orderNo === undefined ? payments.noOrder : <Code>{row.orderNo}</Code>}
              </a>
              {row.isSandbox === true && <TestBadge language={language} />}
            </th>
            <td data-label={columns.customer}>
              {row.customerName === undefined ? (
                <span class="absent">{payments.noCustomer}</span>
              ) : (
                <span class="clip">
                  <bdi>{row.customerName}</bdi>
                </span>
              )}
            </td>
            <td data-label={columns.amount} class="money">
              <Figure amount={row.amount} language={language} />
            </td>
            <td data-label={columns.state}>
              <StateBadge
                language={language}
                state={row.state}
                isRefundedWhole={row.isRefundedWhole}
              />
            </td>
            {isTold && (
              <td data-label={several.outcome}>
                <SeveralOutcomeCell language={language} outcome={row.outcome} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Asks for all of them, and once it was pressed for those that are still open, under the same number and with the same words. */
function Press(facts: SeveralFacts): JSX.Element {
  const { language, act, rows, form, back, backUrl, isTold } = facts;
  const said = officeWords(language).several;
  const asked = rows.filter((row) => !isTold || isStillOpen([row]));
  return (
    <OfficeForm
      isOfPage
      form={form}
      hidden={[
        { name: 'back', value: back },
        ...asked.map(({ sessionId, sentBy = [] }) => ({
          name: `payment.${sessionId}`,
          value: sentBy.join(',') || 'on',
        })),
        ...unknownFields(asked.map((row) => ({ ...row, id: row.sessionId }))),
      ]}
    >
      <SeveralDoes
        language={language}
        isTold={isTold}
        isDanger={act !== 'resend'}
        press={said.press[act]}
        count={asked.length}
        backUrl={backUrl}
      />
    </OfficeForm>
  );
}
