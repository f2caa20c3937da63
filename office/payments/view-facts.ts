import type { viewList } from '../../api/me/view-schema.ts';
import type { AnswerOf } from '../../api/infer.ts';
import type { HereView, QuickView, SavedTab } from '../../render/office/payments-facts.ts';
import { addressOf } from './list-facts.ts';

export type ViewAnswer = AnswerOf<typeof viewList>['results'][number];
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
const OF_PAGES = ['cursor', 'limit', 'lang', 'exported', 'kept'];

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
  const here = views.find(({ query }) => isAsked(asked, query));
  const quick = QUICK.filter(({ name }) => name !== 'archived' || maySeeArchived);
  return {
    quick: quick.map(({ name, query }) => ({
      name,
      href: hrefOf(asked, query),
      isHere: here === undefined && isAsked(asked, query),
    })),
    saved: views.map((view) => ({
      viewName: view.name,
      href: hrefOf(asked, view.query),
      isHere: view === here,
      ...(view.by.id !== me && { by: view.by.username }),
    })),
    ...(here && {
      here: {
        viewId: here.id,
        viewName: here.name,
        isShared: here.shared,
        withDates: hasDates(askedIn(here.query)),
        mayChange: here.you.may_change,
        mayRemove: here.you.may_remove,
      },
    }),
  };
}

/** What a view of this list keeps; the dates are left out where they are not meant. */
export function queryToKeep(asked: Asked, { withDates }: { readonly withDates: boolean }): string {
  const out = [...OF_PAGES, ...(withDates ? [] : DATES)];
  return queryOf(Object.entries(asked).filter(([name]) => !out.includes(name)));
}

/** Whether days stand among what is asked for. */
export function hasDates(asked: Asked): boolean {
  return DATES.some((name) => asked[name] !== undefined);
}

/** The filters that an address has. */
export function askedIn(query: string): Asked {
  return Object.fromEntries(new URLSearchParams(query));
}

function hrefOf(asked: Asked, query: string): string {
  const view = askedIn(query);
  const dates = Object.entries(asked).filter(([name]) => DATES.includes(name));
  return addressOf(hasDates(view) ? view : { ...view, ...Object.fromEntries(dates) }, {});
}

/** Nothing else is asked for than this view does. */
function isAsked(asked: Asked, query: string): boolean {
  const view = askedIn(query);
  const free = [...OF_SHOWING.filter((name) => view[name] === undefined), ...OF_PAGES];
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
