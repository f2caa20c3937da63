import type { JSX } from 'preact';
import { officeWords } from '../locales/office-words.ts';
import { Fill } from '../pages/fill.tsx';
import { Icon } from '../pages/icon.tsx';
import { TextField } from './fields.tsx';
import { OfficeForm } from './form.tsx';
import { FaultList, OfficeNotice } from './notice.tsx';
import type { HereView, PaymentsFacts, SavedTab, ViewAct } from './payments-facts.ts';

/** What people ask for most, one press each: filters of ours, then those that they keep and share. */
export function ViewTabs({ language, views }: PaymentsFacts): JSX.Element {
  const { viewNames, ...said } = officeWords(language).payments;
  const first = views.saved.filter(isFirst);
  const rest = views.saved.filter((tab, nth) => !isFirst(tab, nth));
  return (
    <>
      <nav class="views" aria-label={said.views}>
        <ul>
          {views.quick.map(({ name, href, isHere }) => (
            <li key={name}>
              <a href={href} aria-current={isHere ? 'page' : undefined}>
                {viewNames[name]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {views.saved.length > 0 && (
        <nav class="views saved-views" aria-label={said.savedViews}>
          <SavedTabs language={language} tabs={first} />
          {rest.length > 0 && (
            <details>
              <summary class="more-views">
                {said.moreViews.replace('{count}', String(rest.length))}
              </summary>
              <SavedTabs language={language} tabs={rest} />
            </details>
          )}
        </nav>
      )}
    </>
  );
}

/** More than these are folded. */
const MOST_TABS = 12;

function isFirst({ isHere }: SavedTab, nth: number): boolean {
  return isHere || nth < MOST_TABS;
}

function SavedTabs({
  language,
  tabs,
}: Pick<PaymentsFacts, 'language'> & { readonly tabs: readonly SavedTab[] }): JSX.Element {
  return (
    <ul>
      {tabs.map((tab) => (
        <li key={tab.href + tab.viewName}>
          <SavedLink language={language} tab={tab} />
        </li>
      ))}
    </ul>
  );
}

function SavedLink({
  language,
  tab: { viewName, href, isHere, by },
}: Pick<PaymentsFacts, 'language'> & { readonly tab: SavedTab }): JSX.Element {
  const { sharedBy } = officeWords(language).payments;
  return (
    <a href={href} aria-current={isHere ? 'page' : undefined}>
      <span>
        <bdi class="view-name">{viewName}</bdi>
        {by !== undefined && (
          <span class="view-by">
            {' '}
            <Fill text={sharedBy} with={{ name: <bdi>{by}</bdi> }} />
          </span>
        )}
      </span>
    </a>
  );
}

/** What became of the last press about a view, or why nothing did. */
export function ViewTrouble({ language, views }: PaymentsFacts): JSX.Element | null {
  const { payments: said, refusals } = officeWords(language);
  const { sent, told } = views;
  if (sent === undefined)
    return told === undefined ? null : (
      <OfficeNotice
        tone="good"
        isNews
        title={told === 'columns' ? said.columnsKept : said.viewTold[told]}
      />
    );
  if (sent.isUnknown === true)
    return (
      <OfficeNotice tone="warn" isNews title={said.viewUnknown}>
        <p>{said.viewUnknownText}</p>
      </OfficeNotice>
    );
  const { refusal, refusalCode = '', faults, replaces } = sent;
  if (replaces !== undefined && faults['name'])
    return (
      <OfficeNotice tone="warn" isNews title={said.viewNamed}>
        <p>{said.viewNamedText}</p>
      </OfficeNotice>
    );
  return (
    <FaultList
      title={said.viewNotDone}
      faults={[
        ...(refusal === undefined ? [] : [{ sentence: refusal, word: refusals[refusalCode] }]),
        ...Object.entries(faults).flatMap(([field, sentences]) =>
          sentences.map((sentence) => ({
            ...(field === 'name' && { field: 'name', label: said.viewName }),
            sentence,
          })),
        ),
      ]}
    />
  );
}

/** The form by which what is shown is kept, or the kept view that is shown is changed or removed. */
export function ViewForm(facts: PaymentsFacts): JSX.Element | null {
  const { language, views } = facts;
  const said = officeWords(language).payments;
  const { here, sent, query } = views;
  if (here === undefined && query === '') return null;
  const viewId = here?.viewId ?? sent?.replaces;
  const isOwn = here?.mayChange !== false;
  if (here && !isOwn && !here.mayRemove) return null;
  return (
    <details class="view-form" open={sent !== undefined}>
      <summary class="act small-act">
        <Icon name={here ? 'filter' : 'plus'} />
        {here === undefined ? said.saveView : isOwn ? said.changeView : said.removeView}
      </summary>
      <OfficeForm
        form={views.form}
        hidden={[
          { name: 'query', value: query },
          ...(viewId === undefined ? [] : [{ name: 'view', value: viewId }]),
        ]}
      >
        {isOwn ? <ViewFields {...facts} /> : <SharedByOther here={here} language={language} />}
        <div class="filter-does">
          {isOwn && <ActButton act={here ? 'change' : 'save'} language={language} />}
          {!here && viewId !== undefined && (
            <button type="submit" name="act" value="change" class="act">
              {said.viewReplace}
            </button>
          )}
          {here?.mayRemove === true && <ActButton act="remove" language={language} />}
        </div>
      </OfficeForm>
    </details>
  );
}

function ActButton({
  act,
  language,
}: Pick<PaymentsFacts, 'language'> & { readonly act: ViewAct }): JSX.Element {
  return (
    <button
      type="submit"
      name="act"
      value={act}
      class={act === 'remove' ? 'act danger' : 'act primary'}
    >
      {officeWords(language).payments.viewDoes[act]}
    </button>
  );
}

function ViewFields({ language, views }: PaymentsFacts): JSX.Element {
  const said = officeWords(language).payments;
  const { here, sent, hasDates } = views;
  const ticks = [
    ...(hasDates
      ? [
          {
            name: 'dates',
            label: said.viewDates,
            isOn: sent?.withDates ?? here?.withDates ?? true,
          },
        ]
      : []),
    { name: 'shared', label: said.viewShared, isOn: sent?.isShared ?? here?.isShared ?? false },
  ];
  return (
    <>
      <TextField
        id="name"
        label={said.viewName}
        hint={said.viewHint}
        value={sent?.name ?? here?.viewName}
        faults={
          sent?.faults['name'] &&
          (sent.replaces === undefined ? sent.faults['name'] : [said.viewNamed])
        }
        maxLength={60}
      />
      <div class="tick-row">
        {ticks.map(({ name, label, isOn }) => (
          <label key={name} class="tick">
            <input type="checkbox" name={name} value="on" checked={isOn} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </>
  );
}

function SharedByOther({
  language,
  here,
}: Pick<PaymentsFacts, 'language'> & { readonly here: HereView | undefined }): JSX.Element {
  return (
    <p>
      <Fill
        text={officeWords(language).payments.removeShared}
        with={{ name: <bdi>{here?.viewName}</bdi> }}
      />
    </p>
  );
}
