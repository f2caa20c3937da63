import type { JSX } from 'preact';
import { zoneName } from '../calendar.ts';
import { leftToRight } from '../isolates.ts';
import { officeWords } from '../locales/office-words.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { Code, Figure } from '../pages/figure.tsx';
import { Fill } from '../pages/fill.tsx';
import { Icon } from '../pages/icon.tsx';
import { AlertBadge, Badge, StateBadge, TestBadge } from './badges.tsx';
import { FILTERS, type PaymentRow, type PaymentsFacts } from './payments-facts.ts';
import { valueInWords } from './filter-words.ts';
import { PaymentFilters } from './filters.tsx';
import { framedPage } from './frame.tsx';
import { FaultList, OfficeNotice } from './notice.tsx';
import { SmallForm } from './form.tsx';
import { ViewForm, ViewTabs, ViewTrouble } from './payment-views.tsx';
import { clockOf, ShortMoment, ZonedMoment } from './short-moment.tsx';

/** The list of payments: what is asked for, what was found, and where to go on. */
export function renderPayments(facts: PaymentsFacts): string {
  const { title } = officeWords(facts.language).payments;
  return framedPage({ frame: facts, title, hasOwnSearch: true, main: <Payments {...facts} /> });
}

function Payments(facts: PaymentsFacts): JSX.Element {
  const { language, newUrl, faults } = facts;
  const said = officeWords(language).payments;
  const wrong = Object.entries(faults).flatMap(([field, sentences]) =>
    sentences.map((sentence) => ({
      ...(isField(field) && { field }),
      label: fieldName(facts, field),
      sentence,
    })),
  );
  return (
    <>
      <div class="page-head">
        <h1>{said.title}</h1>
        <div class="page-does">
          <ExportButton {...facts} />
          {newUrl !== undefined && (
            <a class="act primary" href={newUrl}>
              <Icon name="plus" />
              {said.new}
            </a>
          )}
        </div>
      </div>
      {facts.isExportAsked === true && <OfficeNotice tone="good" isNews title={said.exportAsked} />}
      <FaultList title={said.fixTitle} faults={wrong} />
      <ViewTrouble {...facts} />
      <ViewTabs {...facts} />
      <PaymentFilters {...facts} />
      <Chips {...facts} />
      <ViewForm {...facts} />
      {wrong.length === 0 && <Found {...facts} />}
    </>
  );
}

function isField(name: string): boolean {
  return name === 'q' || FILTERS.some((filter) => filter === name && filter !== 'state');
}

function fieldName({ language }: PaymentsFacts, field: string): string {
  const names: Readonly<Record<string, string>> = officeWords(language).payments.fields;
  return names[field] ?? field;
}

function ExportButton(facts: PaymentsFacts): JSX.Element | null {
  const { exportForm, isExportBarred, language } = facts;
  const said = officeWords(language).payments;
  if (exportForm !== undefined)
    return (
      <SmallForm {...exportForm}>
        <button type="submit" class="act" title={said.exportHint}>
          <Icon name="file" />
          {said.export}
        </button>
      </SmallForm>
    );
  return isExportBarred === true ? <p class="hint export-not">{said.exportNot}</p> : null;
}

/** What is asked for, each with a way to take it away; and how the box was read. */
function Chips(facts: PaymentsFacts): JSX.Element | null {
  const { chips, readings, language } = facts;
  const said = officeWords(language).payments;
  if (chips.length === 0 && readings.length === 0) return null;
  return (
    <div class="chips">
      {chips.length > 0 && (
        <ul aria-label={said.active}>
          {chips.map(({ name, value, href }) => (
            <li key={name}>
              <span class="chip">
                <span>
                  {fieldName(facts, name)}: <bdi>{valueInWords(facts, name, value)}</bdi>
                </span>
                <a
                  href={href}
                  class="chip-away"
                  aria-label={said.takeAway.replace('{filter}', fieldName(facts, name))}
                >
                  <Icon name="cross" />
                </a>
              </span>
            </li>
          ))}
          {chips.length > 1 && (
            <li>
              <a class="chips-clear" href="/office/payments">
                {said.clear}
              </a>
            </li>
          )}
        </ul>
      )}
      {readings.length > 0 && (
        <p class="readings">
          {said.understood}{' '}
          {readings.map(({ name, value, href }) => (
            <a key={`${name} ${value}`} href={href} class="reading">
              {fieldName(facts, name)} <bdi>{value}</bdi>
            </a>
          ))}
        </p>
      )}
    </div>
  );
}

function Found(facts: PaymentsFacts): JSX.Element {
  const { rows, language, asked, count } = facts;
  const said = officeWords(language).payments;
  const order = said.values.sort[sortOf(asked['sort'])];
  return (
    <section aria-label={said.title}>
      <p class="found-count" role="status">
        {countInWords(facts, rows.length, count)}
      </p>
      {rows.length === 0 ? (
        <Empty {...facts} />
      ) : (
        <table class="rows payments-rows">
          <caption class="unseen">{said.caption.replace('{order}', order)}</caption>
          <thead>
            <tr>
              <th scope="col">{said.columns.payment}</th>
              <th scope="col">{said.columns.customer}</th>
              <th scope="col" class="money">
                {said.columns.amount}
              </th>
              <th scope="col">{said.columns.state}</th>
              <th scope="col">{said.columns.method}</th>
              <th scope="col">{createdLabel(facts)}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.sessionId} facts={facts} row={row} />
            ))}
          </tbody>
        </table>
      )}
      <Pages {...facts} />
    </section>
  );
}

/** With the zone of the times below it, which do not say it again. */
function createdLabel({ rows, ...frame }: PaymentsFacts): string {
  const { columns } = officeWords(frame.language).payments;
  const zone = zoneName(rows[0]?.createdAt ?? new Date(0).toISOString(), clockOf(frame));
  return columns.created.replace('{zone}', leftToRight(zone));
}

function sortOf(given: string | undefined): 'created' | '-created' | '-paid' {
  return given === 'created' || given === '-paid' ? given : '-created';
}

function countInWords(
  { language }: PaymentsFacts,
  onPage: number,
  count: PaymentsFacts['count'],
): string {
  const said = officeWords(language).payments;
  const number = count?.number ?? onPage;
  const grouped = number.toLocaleString('en');
  const forms = count === undefined ? said.shown : said.counted;
  const text = count?.isMore === true ? said.countedMore : pluralOf(forms, number, language);
  return text.replace('{count}', grouped);
}

function Row({ facts, row }: { facts: PaymentsFacts; row: PaymentRow }): JSX.Element {
  const { language } = facts;
  const { payments } = officeWords(language);
  const { columns } = payments;
  return (
    <tr>
      <th scope="row" data-label={columns.payment}>
        <a class="row-link" href={row.href}>
          {row.orderNo === undefined ? payments.noOrder : <Code>{row.orderNo}</Code>}
        </a>
        <RowNotes language={language} row={row} />
      </th>
      <td data-label={columns.customer}>
        {row.customerName === undefined ? (
          <span class="absent">{payments.noCustomer}</span>
        ) : (
          <span class="clip">
            <bdi>{row.customerName}</bdi>
          </span>
        )}
        {row.customerContact !== undefined && (
          <span class="second clip">
            <Code>{row.customerContact}</Code>
          </span>
        )}
      </td>
      <td data-label={columns.amount} class="money">
        <strong>
          <Figure amount={row.amount} language={language} />
        </strong>
        {row.refunded !== undefined && row.isRefundedWhole !== true && (
          <span class="second">
            <Fill
              text={payments.refunded}
              with={{ amount: <Figure amount={row.refunded} language={language} /> }}
            />
          </span>
        )}
      </td>
      <td data-label={columns.state}>
        <span class="tags">
          <StateBadge language={language} state={row.state} isRefundedWhole={row.isRefundedWhole} />
          {row.isApprovalPending === true && <Badge tone="warn">{payments.waits}</Badge>}
          {row.alerts.map((kind) => (
            <AlertBadge key={kind} language={language} kind={kind} />
          ))}
        </span>
      </td>
      <td data-label={columns.method}>
        {row.methodName !== undefined && (
          <span class="clip">
            <bdi>{row.methodName}</bdi>
          </span>
        )}
        {row.card !== undefined && (
          <span class="second">
            <Code>{row.card}</Code>
          </span>
        )}
      </td>
      <td data-label={createdLabel(facts)}>
        <ShortMoment iso={row.createdAt} frame={facts} />
        {row.attempts > 1 && (
          <span class="second">
            {pluralOf(payments.tries, row.attempts, language).replace(
              '{count}',
              String(row.attempts),
            )}
          </span>
        )}
      </td>
    </tr>
  );
}

/** What only some payments have, in one small line. */
function RowNotes({
  language,
  row,
}: {
  readonly language: PaymentsFacts['language'];
  readonly row: PaymentRow;
}): JSX.Element | null {
  const { payments } = officeWords(language);
  const { isSandbox, isDeleted, invoiceNumber, unitCode, madeBy } = row;
  const notes = [
    isSandbox === true && <TestBadge key="test" language={language} />,
    isDeleted === true && (
      <Badge key="archived" tone="still">
        {payments.archived}
      </Badge>
    ),
    invoiceNumber !== undefined && (
      <span key="invoice">
        <Fill text={payments.invoice} with={{ number: <Code>{invoiceNumber}</Code> }} />
      </span>
    ),
    unitCode !== undefined && (
      <span key="unit">
        <Code>{unitCode}</Code>
      </span>
    ),
    madeBy !== undefined && (
      <span key="by">
        <Fill text={payments.madeBy} with={{ name: <bdi>{madeBy}</bdi> }} />
      </span>
    ),
  ].filter((note) => note !== false);
  return notes.length > 0 ? <span class="second notes">{notes}</span> : null;
}

/** Why there is nothing, and what to do next. */
function Empty(facts: PaymentsFacts): JSX.Element {
  const { language, chips, asked, searchedUntil, newUrl, firstUrl } = facts;
  const said = officeWords(language).payments;
  const isAll = chips.length === 0 && asked['q'] === undefined && firstUrl === undefined;
  return (
    <div class="empty">
      <Icon name="search" />
      <h2>{isAll ? said.emptyAll : said.emptyFilter}</h2>
      <p>
        {searchedUntil === undefined ? (
          isAll ? (
            said.emptyAllText
          ) : (
            said.emptyFilterText
          )
        ) : (
          <Fill
            text={said.emptyFurther}
            with={{ time: <ZonedMoment iso={searchedUntil} frame={facts} /> }}
          />
        )}
      </p>
      {isAll && newUrl !== undefined && (
        <a class="act primary" href={newUrl}>
          {said.firstPayment}
        </a>
      )}
      {!isAll && (
        <a class="act" href="/office/payments">
          {said.clear}
        </a>
      )}
    </div>
  );
}

/** Where the list goes on. */
function Pages(facts: PaymentsFacts): JSX.Element | null {
  const { nextUrl, firstUrl, searchedUntil, language, rows } = facts;
  const said = officeWords(language).payments;
  if (nextUrl === undefined && firstUrl === undefined) return null;
  return (
    <nav class="pages" aria-label={said.pages}>
      {searchedUntil !== undefined && rows.length > 0 && (
        <p>
          <Fill
            text={said.searchedUntil}
            with={{ time: <ZonedMoment iso={searchedUntil} frame={facts} /> }}
          />
        </p>
      )}
      {firstUrl !== undefined && (
        <a class="act" href={firstUrl}>
          {said.first}
        </a>
      )}
      {nextUrl !== undefined && (
        <a class="act" href={nextUrl} rel="next">
          {searchedUntil === undefined ? said.older : said.further}
          <Icon name="arrow" isMirrored />
        </a>
      )}
    </nav>
  );
}
