import type { JSX } from 'preact';
import type { BulkState } from '../../domain/bulk/bulk.ts';
import { TEMPLATE_COLUMNS } from '../../domain/bulk/template.ts';
import type { Language } from '../../domain/language.ts';
import { zoneName } from '../calendar.ts';
import { leftToRight } from '../isolates.ts';
import { officeWords } from '../locales/office-words.ts';
import { Icon } from '../pages/icon.tsx';
import { Badge, type BadgeTone } from './badges.tsx';
import type { BulkRow, BulksFacts } from './bulk-facts.ts';
import { framedPage } from './frame.tsx';
import { clockOf, ShortMoment } from './short-moment.tsx';

/** The files of requests, and templates to begin with. */
export function renderBulks(facts: BulksFacts): string {
  const { title } = officeWords(facts.language).bulk;
  return framedPage({ frame: facts, title, main: <Bulks {...facts} /> });
}

function Bulks(facts: BulksFacts): JSX.Element {
  const said = officeWords(facts.language).bulk;
  return (
    <>
      <div class="page-head">
        <div>
          <h1>{said.title}</h1>
          <p class="quiet">{said.text}</p>
        </div>
        {facts.newUrl !== undefined && (
          <div class="page-does">
            <a class="act primary" href={facts.newUrl}>
              <Icon name="plus" />
              {said.new}
            </a>
          </div>
        )}
      </div>
      {facts.rows.length === 0 ? (
        <div class="empty">
          <Icon name="layers" />
          <h2>{said.empty}</h2>
          <p>{said.emptyText}</p>
        </div>
      ) : (
        <Table {...facts} />
      )}
      <Pages {...facts} />
      <Templates language={facts.language} />
    </>
  );
}

function Table(facts: BulksFacts): JSX.Element {
  const { caption, columns } = officeWords(facts.language).bulk;
  return (
    <table class="rows small-rows bulk-rows">
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{columns.file}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col" class="money">
            {columns.rows}
          </th>
          <th scope="col" class="money">
            {columns.made}
          </th>
          <th scope="col" class="money">
            {columns.failed}
          </th>
          <th scope="col">{columns.by}</th>
          <th scope="col">{uploadedLabel(facts)}</th>
        </tr>
      </thead>
      <tbody>
        {facts.rows.map((row) => (
          <Row key={row.id} facts={facts} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** With the zone of the times below it, which do not say it again. */
function uploadedLabel({ rows, ...frame }: BulksFacts): string {
  const zone = zoneName(rows[0]?.at ?? new Date(0).toISOString(), clockOf(frame));
  return officeWords(frame.language).bulk.columns.at.replace('{zone}', leftToRight(zone));
}

function Row({ facts, row }: { readonly facts: BulksFacts; readonly row: BulkRow }): JSX.Element {
  const { language } = facts;
  const { columns, unnamed, program } = officeWords(language).bulk;
  return (
    <tr>
      <th scope="row" data-label={columns.file}>
        <a class="row-link" href={row.href}>
          {row.name === '' ? unnamed : <bdi>{row.name}</bdi>}
        </a>
      </th>
      <td data-label={columns.state}>
        <BulkBadge language={language} state={row.state} />
      </td>
      <td class="money" data-label={columns.rows}>
        <WholeNumber>{row.total}</WholeNumber>
      </td>
      <td class="money" data-label={columns.made}>
        <WholeNumber>{row.made}</WholeNumber>
      </td>
      <td class="money" data-label={columns.failed}>
        {row.failed > 0 ? (
          <strong class="wrong-count">
            <WholeNumber>{row.failed}</WholeNumber>
          </strong>
        ) : (
          <WholeNumber>{row.failed}</WholeNumber>
        )}
      </td>
      <td data-label={columns.by}>
        {row.uploadedBy === undefined ? (
          <span class="absent">{program}</span>
        ) : (
          <bdi>{row.uploadedBy}</bdi>
        )}
      </td>
      <td data-label={uploadedLabel(facts)}>
        <ShortMoment iso={row.at} frame={facts} />
      </td>
    </tr>
  );
}

/** A number of things, in groups of three digits. */
export function WholeNumber({ children }: { readonly children: number }): JSX.Element {
  return <bdi dir="ltr">{children.toLocaleString('en')}</bdi>;
}

/** How a file stands, in a word. */
export function BulkBadge({
  language,
  state,
}: {
  readonly language: Language;
  readonly state: BulkState;
}): JSX.Element {
  return <Badge tone={BULK_TONES[state]}>{officeWords(language).bulk.states[state]}</Badge>;
}

const BULK_TONES: Readonly<Record<BulkState, BadgeTone>> = {
  uploading: 'warn',
  unconfirmed: 'warn',
  scheduling: 'calm',
  dispatching: 'calm',
  paused: 'warn',
  done: 'good',
  canceled: 'still',
};

/** Files to fill in: with the columns that are needed or all of them, in both languages. */
export function Templates({ language }: { readonly language: Language }): JSX.Element {
  const { bulk, payment } = officeWords(language);
  const said = bulk.templates;
  return (
    <section class="part templates" aria-labelledby="templates">
      <h2 id="templates">{said.title}</h2>
      <p class="quiet">{said.text}</p>
      <dl class="template-links">
        {TEMPLATE_COLUMNS.map((columns) => (
          <div key={columns}>
            <dt>{said[columns]}</dt>
            <dd>
              {(['en', 'ar'] as const).map((one) => (
                <a
                  key={one}
                  class="act small-act"
                  href={`/office/bulk/template?columns=${columns}&language=${one}`}
                  aria-label={`${said[columns]}: ${payment.languages[one]}`}
                >
                  <Icon name="file" />
                  {payment.languages[one]}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Pages({ language, nextUrl, firstUrl }: BulksFacts): JSX.Element | null {
  const said = officeWords(language).bulk;
  if (nextUrl === undefined && firstUrl === undefined) return null;
  return (
    <nav class="pages" aria-label={said.pages}>
      {firstUrl !== undefined && (
        <a class="act" href={firstUrl}>
          {said.first}
        </a>
      )}
      {nextUrl !== undefined && (
        <a class="act" href={nextUrl} rel="next">
          {said.older}
          <Icon name="arrow" isMirrored />
        </a>
      )}
    </nav>
  );
}
