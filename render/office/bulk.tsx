import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { Icon } from '../pages/icon.tsx';
import { Lines, type Line } from '../pages/lines.tsx';
import { ApiSentence } from './api-sentence.tsx';
import type { BulkFacts, CancelBulkFacts, WrongRowFacts } from './bulk-facts.ts';
import { BulkBadge, WholeNumber } from './bulks.tsx';
import { OfficeForm, SmallForm } from './form.tsx';
import { framedPage } from './frame.tsx';
import { FaultList, OfficeNotice } from './notice.tsx';
import { ZonedMoment } from './short-moment.tsx';

/** A file of requests: how far it has come, what can be done about it, and which rows made nothing. */
export function renderBulk(facts: BulkFacts): string {
  const { title, unnamed } = officeWords(facts.language).bulk;
  return framedPage({
    frame: facts,
    title: facts.name === '' ? unnamed : facts.name,
    here: <BulkName {...facts} />,
    path: [{ label: title, href: '/office/bulk' }],
    main: <Bulk {...facts} />,
  });
}

/** What stands before a refusal of the API about files, in the language of the page. */
export function refusalWord(language: BulkFacts['language'], code: string): string | undefined {
  const { bulk, refusals } = officeWords(language);
  return bulk.refusals[code] ?? refusals[code];
}

/** A number for the place of it in a sentence. */
export function countIn(count: number): { readonly count: JSX.Element } {
  return { count: <WholeNumber>{count}</WholeNumber> };
}

/** What somebody has called it. */
export function BulkName({ language, name }: Pick<BulkFacts, 'language' | 'name'>): JSX.Element {
  return name === '' ? <>{officeWords(language).bulk.unnamed}</> : <bdi>{name}</bdi>;
}

function Bulk(facts: BulkFacts): JSX.Element {
  return (
    <>
      <News {...facts} />
      <section class="head">
        <div class="head-line">
          <h1 class="bulk-name">
            <BulkName {...facts} />
          </h1>
          <BulkBadge language={facts.language} state={facts.state} />
        </div>
        <Uploaded {...facts} />
        <Standing {...facts} />
        <Does {...facts} />
      </section>
      <div class="bulk-parts">
        <Numbers {...facts} />
        <WrongRows {...facts} />
      </div>
    </>
  );
}

/** What came of what was pressed. */
function News(facts: BulkFacts): JSX.Element | null {
  const { language, told, refusal, refusalCode = '', isUnknown } = facts;
  const said = officeWords(language).bulk;
  if (isUnknown === true)
    return (
      <OfficeNotice tone="warn" isNews title={said.unknown}>
        <p>{said.unknownText}</p>
      </OfficeNotice>
    );
  if (told !== undefined) return <OfficeNotice tone="good" isNews title={said.told[told]} />;
  return (
    <FaultList
      title={said.notDone}
      faults={
        refusal === undefined
          ? []
          : [{ sentence: refusal, word: refusalWord(language, refusalCode) }]
      }
    />
  );
}

function Uploaded(facts: BulkFacts): JSX.Element {
  const said = officeWords(facts.language).bulk;
  const by = facts.uploadedBy === undefined ? said.program : <bdi>{facts.uploadedBy}</bdi>;
  return (
    <p class="quiet">
      <Fill
        text={said.uploadedBy}
        with={{ by, at: <ZonedMoment iso={facts.at} frame={facts} /> }}
      />
    </p>
  );
}

/** In a sentence, and as a bar that says the same. */
function Standing(facts: BulkFacts): JSX.Element | null {
  const { language, state, total, made, failed, pace, lookedAt } = facts;
  const said = officeWords(language).bulk;
  if (state === 'uploading' || state === 'unconfirmed') return null;
  const done = made + failed;
  const gone = (
    <Fill
      text={said.gone}
      with={{ done: <WholeNumber>{done}</WholeNumber>, total: <WholeNumber>{total}</WholeNumber> }}
    />
  );
  return (
    <div class="answer">
      <p>{said.says[state]}</p>
      <p id="gone">{gone}</p>
      <progress class="bulk-progress" max={total} value={done} aria-labelledby="gone" />
      {pace && (
        <p>
          <Fill
            text={pluralOf(said.pace, pace.perMinute, language)}
            with={{
              count: <WholeNumber>{pace.perMinute}</WholeNumber>,
              end: <ZonedMoment iso={pace.expectedEnd} frame={facts} />,
            }}
          />
        </p>
      )}
      <p class="quiet">
        <Fill text={said.lookedAt} with={{ at: <ZonedMoment iso={lookedAt} frame={facts} /> }} />
      </p>
    </div>
  );
}

function Does(facts: BulkFacts): JSX.Element {
  const { language, state, href, pause, resume, cancelUrl } = facts;
  const said = officeWords(language).bulk;
  const press = (act: 'pause' | 'resume') => {
    const form = { pause, resume }[act];
    return (
      form && (
        <li key={act}>
          <SmallForm form={form}>
            <button type="submit" class={act === 'resume' ? 'act primary' : 'act'}>
              {said.doIt[act]}
            </button>
          </SmallForm>
        </li>
      )
    );
  };
  return (
    <ul class="does" aria-label={said.actions}>
      {press('resume')}
      {press('pause')}
      {cancelUrl !== undefined && (
        <li>
          <a class="act danger" href={cancelUrl}>
            {said.doIt.cancel}
          </a>
        </li>
      )}
      {state !== 'done' && state !== 'canceled' && (
        <li>
          <a class="act" href={href}>
            {said.lookAgain}
          </a>
        </li>
      )}
      {facts.made > 0 && (
        <li>
          <a class="act" href={facts.paymentsUrl}>
            <Icon name="list" />
            {said.showPayments}
          </a>
        </li>
      )}
      <li>
        <a class="act" href={facts.resultUrl}>
          <Icon name="file" />
          {said.result}
        </a>
      </li>
    </ul>
  );
}

function Numbers(facts: BulkFacts): JSX.Element {
  const { language, state, leftOut } = facts;
  const said = officeWords(language).bulk.facts;
  return (
    <section class="part bulk-facts">
      <Lines
        lines={[
          countLine(said.total, facts.total),
          countLine(said.made, facts.made),
          countLine(said.failed, facts.failed),
          countLine(state === 'canceled' ? said.neverMade : said.left, facts.left),
          ...(leftOut > 0 ? [countLine(said.leftOut, leftOut)] : []),
          ...foundLines(facts),
        ]}
      />
    </section>
  );
}

/** How many there are of something. */
export function countLine(label: string, count: number): Line {
  return { label, value: <WholeNumber>{count}</WholeNumber> };
}

/** What the rows of a file come to, and which of its columns mean nothing; nothing, no line. */
export function foundLines({
  language,
  sums,
  unknownColumns,
}: Pick<BulkFacts, 'language' | 'sums' | 'unknownColumns'>): readonly Line[] {
  const said = officeWords(language).bulk.facts;
  const line = { label: said.sums, value: <Sums language={language} sums={sums} /> };
  return [...(sums.length > 0 ? [line] : []), ...unknownLines({ language, unknownColumns })];
}

/** Columns that mean nothing, by their names; none, no line. */
export function unknownLines({
  language,
  unknownColumns,
}: Pick<BulkFacts, 'language' | 'unknownColumns'>): readonly Line[] {
  if (unknownColumns.length === 0) return [];
  const { unknown } = officeWords(language).bulk.facts;
  return [{ label: unknown, value: <ColumnNames names={unknownColumns} /> }];
}

/** One amount for each currency. */
function Sums({ language, sums }: Pick<BulkFacts, 'language' | 'sums'>): JSX.Element {
  return (
    <span class="bulk-sums">
      {sums.map((sum) => (
        <Figure key={sum.currency} amount={sum} language={language} />
      ))}
    </span>
  );
}

/** Names as they stand in the file. */
function ColumnNames({ names }: { readonly names: readonly string[] }): JSX.Element {
  return (
    <span class="tags">
      {names.map((name) => (
        <Code key={name}>{name}</Code>
      ))}
    </span>
  );
}

function WrongRows(facts: BulkFacts): JSX.Element | null {
  const { language, wrong, errorsUrl } = facts;
  const said = officeWords(language).bulk.wrong;
  if (wrong.length === 0) return null;
  return (
    <section class="part" aria-labelledby="wrong">
      <h2 id="wrong">{said.title}</h2>
      <p class="quiet">
        {said.text}{' '}
        {pluralOf(said.shown, wrong.length, language).replace('{count}', String(wrong.length))}
      </p>
      <p>
        <a class="act" href={errorsUrl}>
          <Icon name="file" />
          {said.download}
        </a>
      </p>
      <WrongRowTable language={language} rows={wrong} hasWhen />
    </section>
  );
}

/** What is wrong, by row and column. */
export function WrongRowTable({
  language,
  rows,
  hasWhen,
}: {
  readonly language: BulkFacts['language'];
  readonly rows: readonly WrongRowFacts[];
  /** Some were wrong at the upload, some only later. */
  readonly hasWhen?: true;
}): JSX.Element {
  const said = officeWords(language).bulk.wrong;
  return (
    <table class="rows small-rows wrong-rows" aria-labelledby="wrong">
      <thead>
        <tr>
          <th scope="col">{said.row}</th>
          <th scope="col">{said.why}</th>
          {hasWhen && <th scope="col">{said.when}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, isLeftOut, rowFaults }) => (
          <tr key={row}>
            <th scope="row" data-label={said.row}>
              <WholeNumber>{row}</WholeNumber>
            </th>
            <td data-label={said.why}>
              <ul class="row-faults">
                {rowFaults.map(({ column, sentence }) => (
                  <li key={`${column} ${sentence}`}>
                    {column !== 'non_field_errors' && (
                      <span class="fault-column">
                        <Code>{column}</Code>
                      </span>
                    )}{' '}
                    <ApiSentence>{sentence}</ApiSentence>
                  </li>
                ))}
              </ul>
            </td>
            {hasWhen && <td data-label={said.when}>{isLeftOut ? said.leftOut : said.failed}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Asks whether nothing more of a file shall be made. */
export function renderCancelBulk(facts: CancelBulkFacts): string {
  const { cancelTitle, title } = officeWords(facts.language).bulk;
  return framedPage({
    frame: facts,
    title: cancelTitle,
    isNarrow: true,
    path: [
      { label: title, href: '/office/bulk' },
      { label: <BulkName {...facts} />, href: facts.href },
    ],
    main: <CancelBulk {...facts} />,
  });
}

function CancelBulk(facts: CancelBulkFacts): JSX.Element {
  const { language, state, made, left, isBarred, href } = facts;
  const said = officeWords(language).bulk;
  return (
    <section class="question">
      <h1>{said.cancelTitle}</h1>
      <Lines
        lines={[
          {
            label: said.columns.file,
            value: (
              <span class="tags">
                <BulkName {...facts} />
                <BulkBadge language={language} state={state} />
              </span>
            ),
          },
        ]}
      />
      {isBarred ? (
        <>
          <p class="lead">{said.cancelNot}</p>
          <div class="question-does">
            <a class="act primary" href={href}>
              {said.back}
            </a>
          </div>
        </>
      ) : (
        <>
          <p class="lead">
            <Fill text={pluralOf(said.cancelText, left, language)} with={countIn(left)} />{' '}
            {made > 0 && (
              <Fill text={pluralOf(said.cancelMade, made, language)} with={countIn(made)} />
            )}
          </p>
          <OfficeForm form={facts.form}>
            <div class="question-does">
              <button type="submit" class="act primary danger">
                {said.cancelTitle}
              </button>
              <a class="act" href={href}>
                {said.back}
              </a>
            </div>
          </OfficeForm>
        </>
      )}
    </section>
  );
}
