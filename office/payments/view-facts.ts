import type { viewList } from '../../api/me/view-schema.ts';
import type { AnswerOf } from '../../api/infer.ts';
import type {
  HereView,
  QuickView,
  SavedTab,
  ViewSent,
} from '../../render/office/payments-facts.ts';
import { columnsIn } from './column-facts.ts';
import { addressOf, filtersOf } from './list-facts.ts';

export type ViewsAnswer = AnswerOf<typeof viewList>;
export type ViewAnswer = ViewsAnswer['results'][number];
type Asked = Readonly<Record<string, string>>;

/** What people ask for most, one press each. */
const QUICK = [
  { name: 'all', query: '' },
  { name: 'open', query: 'state=created,pending,attempted' },
  { name: 'paid', query: 'state=paid' },
  { name: 'held', query: 'state=authorized' },
  { name: 'lost', query: 'state=failed,canceled,expired' },
  { name: 'alerts', query: 'has_alert=true' },
  { name: 'archived', query: 'deleted=true' },
] as const satisfies readonly { readonly name: QuickView; readonly query: string }[];

const DATES = ['created_after', 'created_before', 'paid_after', 'paid_before'];
/** Not which payments, but how they are shown: a view that says nothing of it is there in any order. */
const OF_SHOWING = ['sort'];
const OF_PAGES = ['cursor', 'limit', 'lang', 'exported', 'kept', 'was', 'ticked'];
/** What the list shows of each: kept beside what it is asked for. */
const COLUMNS = 'columns';

/**
 * The tabs above the list. One without dates keeps the dates that are in use. The present one is the first of those that ask for
 * what the list is asked for, kept ones before ours.
 */
export function tabsFor(
  asked: Asked,
  views: readonly ViewAnswer[],
  { maySeeArchived, me }: { readonly maySeeArchived: boolean; readonly me: number },
): {
  readonly quick: readonly { readonly name: QuickView; readonly href: string; isHere: boolean }[];
  readonly saved: readonly SavedTab[];
  readonly here?: HereView;
} {
  const here =
    views.find((view) => view.columns !== undefined && isShown(asked, view)) ??
    views.find((view) => isShown(asked, view));
  const quick = QUICK.filter(({ name }) => name !== 'archived' || maySeeArchived);
  return {
    quick: quick.map(({ name, query }) => ({
      name,
      href: hrefOf(asked, { query }),
      isHere: here === undefined && isShown(asked, { query }),
    })),
    saved: views.map((view) => ({
      viewName: view.name,
      href: hrefOf(asked, view),
      isHere: view === here,
      ...(view.by.id !== me && { by: view.by.username }),
    })),
    ...(here && {
      here: {
        viewId: here.id,
        viewName: here.name,
        isShared: here.shared,
        withDates: hasDates(filtersOf(here.query)),
        mayChange: here.you.may_change,
        mayRemove: here.you.may_remove,
      },
    }),
  };
}

/** What was sent about a view, of which nothing came: where they have one under this name already, it can take what is shown here. */
export function offeringToReplace(sent: ViewSent, views: readonly ViewAnswer[]): ViewSent {
  const same = views.find((view) => view.you.may_change && view.name === sent.name);
  if (!same || sent.act === 'remove') return sent;
  // Once it was offered, the box says what they want.
  const isShared = sent.isShared || (sent.act === 'save' && same.shared);
  return { ...sent, isShared, replaces: same.id };
}

/** What a view of this list keeps; the dates are left out where they are not meant. */
export function viewToKeep(
  asked: Asked,
  { withDates }: { readonly withDates: boolean },
): { readonly query: string; readonly columns?: readonly string[] } {
  const out = [...OF_PAGES, COLUMNS, ...(withDates ? [] : DATES)];
  const columns = columnsIn(asked[COLUMNS]);
  return {
    query: queryOf(Object.entries(asked).filter(([name]) => !out.includes(name))),
    ...(columns.length > 0 && { columns }),
  };
}

/** The address of this list, from its first page on. */
export function addressToKeep(asked: Asked): string {
  return queryOf(Object.entries(asked).filter(([name]) => !OF_PAGES.includes(name)));
}

/** Whether days stand among what is asked for. */
export function hasDates(asked: Asked): boolean {
  return DATES.some((name) => asked[name] !== undefined);
}

type Shown = Pick<ViewAnswer, 'query'> & { readonly columns?: readonly string[] | undefined };

/** Dates and columns that are in use stay, where the view has none of its own. */
function hrefOf(asked: Asked, { query, columns }: Shown): string {
  const view = filtersOf(query);
  const stay = [...(hasDates(view) ? [] : DATES), ...(columns ? [] : [COLUMNS])];
  const staying = Object.entries(asked).filter(([name]) => stay.includes(name));
  const own = columns && { [COLUMNS]: columns.join(',') };
  return addressOf({ ...view, ...own, ...Object.fromEntries(staying) }, {});
}

/** Nothing else is asked for than this view does, and it is shown as the view has it. */
function isShown(asked: Asked, { query, columns }: Shown): boolean {
  const view = filtersOf(query);
  if (columns && asked[COLUMNS] !== columns.join(',')) return false;
  const free = [...OF_SHOWING.filter((name) => view[name] === undefined), ...OF_PAGES, COLUMNS];
  const out = hasDates(view) ? free : [...free, ...DATES];
  const given = Object.entries(asked).filter(([name]) => !out.includes(name));
  return (
    given.length === Object.keys(view).length &&
    given.every(([name, value]) => view[name] === value)
  );
}

function queryOf(parameters: readonly (readonly [string, string])[]): string {
  return String(new URLSearchParams(parameters.map(([name, value]) => [name, value])));
}
