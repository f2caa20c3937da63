import type { ComponentChildren, JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { pluralOf } from '../locales/office-plural.ts';
import { Fill } from '../pages/fill.tsx';
import { Icon } from '../pages/icon.tsx';
import { FILTERS, type PaymentsFacts, type SeveralAct } from './payments-facts.ts';
import { valueInWords } from './filter-words.ts';
import { PaymentFilters } from './filters.tsx';
import { framedPage } from './frame.tsx';
import { FaultList, OfficeNotice } from './notice.tsx';
import { SmallForm } from './form.tsx';
import { ColumnsForm } from './payment-columns.tsx';
import { PaymentTable } from './payment-rows.tsx';
import { ViewForm, ViewTabs, ViewTrouble } from './payment-views.tsx';
import { ZonedMoment } from './short-moment.tsx';

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
      {wrong.length === 0 && (
        <div class="list-tools">
          <ViewForm {...facts} />
          <ColumnsForm {...facts} />
        </div>
      )}
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
  const { rows, language, asked, count, completeAfter } = facts;
  const said = officeWords(language).payments;
  const order = said.values.sort[sortOf(asked['sort'])];
  return (
    <section aria-label={said.title}>
      <p class="found-count" role="status">
        {countInWords(facts, rows.length, count)}
      </p>
      {completeAfter !== undefined && (
        <p class="found-count">
          <Fill
            text={said.incomplete}
            with={{ time: <ZonedMoment iso={completeAfter} frame={facts} /> }}
          />
        </p>
      )}
      {rows.length === 0 ? (
        <Empty {...facts} />
      ) : (
        <SeveralForm {...facts}>
          <PaymentTable facts={facts} caption={said.caption.replace('{order}', order)} />
        </SeveralForm>
      )}
      <Pages {...facts} />
    </section>
  );
}

/** The form around the rows, by which something is asked for of those that are ticked: it leads to a question. */
function SeveralForm({
  children,
  language,
  several,
  views,
}: PaymentsFacts & { readonly children: ComponentChildren }): JSX.Element {
  const [first] = several?.acts ?? [];
  if (several === undefined || first === undefined) return <>{children}</>;
  const said = officeWords(language).several;
  return (
    <form class="several-form" method="get" action={questionPath(first)}>
      <input type="hidden" name="back" value={views.query} />
      {children}
      <div class="several-does" role="group" aria-label={said.with}>
        <span class="quiet">{said.with}:</span>
        {several.acts.map((act) => (
          <button key={act} type="submit" formAction={questionPath(act)} class="act small-act">
            {said.does[act]}
          </button>
        ))}
        {!several.areTicked && <a href={several.tickAllUrl}>{said.tickAll}</a>}
      </div>
    </form>
  );
}

function questionPath(act: SeveralAct): string {
  return `/office/payments/several/${act}`;
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

/** Why there is nothing, and what to do next. */
function Empty(facts: PaymentsFacts): JSX.Element {
  const { language, chips, asked, searchedUntil, isSearchKeyLost, newUrl, firstUrl } = facts;
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
      {isSearchKeyLost && <p>{said.emptyKeyLost}</p>}
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
