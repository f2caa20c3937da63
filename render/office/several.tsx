import type { JSX } from 'preact';
import { pluralOf } from '../locales/office-plural.ts';
import { officeWords } from '../locales/office-words.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Icon } from '../pages/icon.tsx';
import { ApiSentence } from './api-sentence.tsx';
import { Badge, StateBadge, TestBadge, type BadgeTone } from './badges.tsx';
import { OfficeForm } from './form.tsx';
import { framedPage } from './frame.tsx';
import { OfficeNotice } from './notice.tsx';
import type { SeveralFacts, SeveralOutcome } from './several-facts.ts';

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
  const isOpen = rows.some(({ outcome }) => outcome?.is === 'unknown' || outcome?.is === 'waiting');
  const isAsked = rows.length > 0 && (!isTold || isOpen);
  return (
    <>
      {isTold && <Told {...facts} />}
      <section class="question several-question">
        <h1>{said.title[act]}</h1>
        {rows.length === 0 ? (
          <p class="lead">{isTooMany === true ? said.tooMany : said.none}</p>
        ) : (
          !isTold && <p class="lead">{said.text[act]}</p>
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

/** How many came to what, before the rows say which. */
function Told({ language, rows }: SeveralFacts): JSX.Element {
  const said = officeWords(language).several;
  const of = (is: SeveralOutcome['is']) => rows.filter(({ outcome }) => outcome?.is === is).length;
  const open = of('unknown') + of('waiting');
  const counts = (['done', 'refused', 'unknown', 'waiting'] as const).filter((is) => of(is) > 0);
  const tone = open > 0 ? 'warn' : of('refused') > 0 ? 'bad' : 'good';
  return (
    <OfficeNotice tone={tone} isNews title={said.told}>
      <ul class="fault-list">
        {counts.map((is) => (
          <li key={is}>
            {said.outcomes[is]}: <bdi dir="ltr">{of(is)}</bdi>
          </li>
        ))}
      </ul>
      {open > 0 && <p>{said.again}</p>}
    </OfficeNotice>
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
                <Outcome language={language} outcome={row.outcome ?? { is: 'waiting' }} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const TONES: Readonly<Record<SeveralOutcome['is'], BadgeTone>> = {
  done: 'good',
  refused: 'bad',
  unknown: 'warn',
  waiting: 'still',
};

function Outcome({
  language,
  outcome,
}: Pick<SeveralFacts, 'language'> & { readonly outcome: SeveralOutcome }): JSX.Element {
  const { several, refusals } = officeWords(language);
  return (
    <div>
      <Badge tone={TONES[outcome.is]}>{several.outcomes[outcome.is]}</Badge>
      {outcome.is === 'refused' && (
        <span class="second">
          {outcome.isOurs !== true && `${refusals[outcome.code ?? ''] ?? ''} `}
          <ApiSentence isOurs={outcome.isOurs}>{outcome.sentence}</ApiSentence>
        </span>
      )}
    </div>
  );
}

/** Asks for all of them. What was done already is asked for by the same number again, and so not done twice. */
function Press(facts: SeveralFacts): JSX.Element {
  const { language, act, rows, form, back, backUrl, isTold } = facts;
  const said = officeWords(language).several;
  return (
    <OfficeForm
      isOfPage
      form={form}
      hidden={[
        { name: 'back', value: back },
        ...rows.map(({ sessionId }) => ({ name: `payment.${sessionId}`, value: 'on' })),
      ]}
    >
      <div class="question-does">
        <button type="submit" class={act === 'resend' || isTold ? 'act primary' : 'act danger'}>
          {isTold && <Icon name="clock" />}
          {isTold
            ? said.lookAgain
            : pluralOf(said.press[act], rows.length, language).replace(
                '{count}',
                String(rows.length),
              )}
        </button>
        <a class="act" href={backUrl}>
          {said.back}
        </a>
      </div>
    </OfficeForm>
  );
}
