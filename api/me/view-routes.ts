import type { Context } from 'koa';
import { fieldSentence } from '../../domain/field-sentence.ts';
import { isoUtc } from '../../domain/duration.ts';
import { Refusal } from '../../domain/refusal.ts';
import { MOST_VIEWS, type PaymentColumn, type SavedView } from '../../domain/saved-view.ts';
import type { User } from '../../domain/user.ts';
import { callerMay, callerOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { InvalidFields } from '../middleware/errors.ts';
import { claimedSessionId } from '../middleware/idempotency.ts';
import { PEOPLE, route, VIEW_PAYMENTS, type RouteContext } from '../route.ts';
import { checkedQuery, isFor } from './view-query.ts';
import {
  listColumnsAnswer,
  listColumnsBody,
  viewAnswer,
  viewBody,
  viewList,
} from './view-schema.ts';

const common = { who: PEOPLE, permissions: VIEW_PAYMENTS, tag: 'Access' } as const;
const LIST = '/b/me/v1/views';
const ONE = `${LIST}/:view_id` as const;
const fields = {
  page: 'The list that it is of.',
  name: 'Yours for that list alone.',
  query:
    'Parameters of the list as an address has them, such as `state=paid&currency_code=KWD`; all of it when left out.',
  columns:
    'What the list shows beside the order number, in this order; what each person has chosen when left out.',
  shared: 'Everybody who may see the list is offered it.',
};

/** Views of lists that people keep and share (contract/search#saved-views). */
export const viewRoutes = [
  route('me.views', {
    ...common,
    method: 'GET',
    path: LIST,
    summary: 'List saved views',
    description:
      'Your own, then the newest hundred that others share. What somebody else shares is left out where it asks for what you may not look for. `columns` are those that you have chosen for yourself.',
    answers: { 200: { description: 'All of them.', shape: viewList } },
    handle: (deps) => async (ctx) => {
      const { savedViews, listColumns } = deps.store;
      const { merchantId, id } = personOf(ctx);
      const [own, shared, payments] = await Promise.all([
        savedViews.own(merchantId, id),
        savedViews.sharedWith(merchantId, id),
        listColumns.find(merchantId, id, 'payments'),
      ]);
      const all = [...own, ...shared.filter((view) => isFor(ctx, view))];
      return {
        results: all.map((view) => present(ctx, view)),
        columns: { ...(payments && { payments: [...payments] }) },
      };
    },
  }),
  route('me.views.create', {
    ...common,
    method: 'POST',
    path: LIST,
    idempotent: true,
    summary: 'Save a view',
    description:
      'Filters under a name. It gives nobody a right: who opens it sees what the list shows to them. 50 a person.',
    body: viewBody,
    fields,
    answers: { 201: { description: 'The view.', shape: viewAnswer } },
    handle: (deps) => async (ctx, sent) => {
      const { merchantId, id, username } = personOf(ctx);
      const view: SavedView = {
        merchantId,
        // A request whose answer was lost, and is sent again, finds what it has kept.
        id: claimedSessionId(ctx),
        userId: id,
        username,
        createdAt: Date.now(),
        ...(await given(deps, ctx, sent.read())),
      };
      const done = await deps.store.savedViews.add(view);
      if (done === 'named') throw sameName();
      if (done === 'full')
        throw new Refusal(
          'invalid_state',
          `You have ${MOST_VIEWS} saved views, and there is room for no more. Remove one that you do not need.`,
        );
      return present(ctx, done);
    },
  }),
  route('me.views.replace', {
    ...common,
    method: 'PUT',
    path: ONE,
    summary: 'Replace a saved view',
    description: 'One of your own, with all that it has.',
    body: viewBody,
    fields,
    errors: [404],
    answers: { 200: { description: 'The view as it is now.', shape: viewAnswer } },
    handle: (deps) => async (ctx, sent) => {
      const before = await viewAt(deps, ctx);
      if (!isOwn(ctx, before)) throw unknownView();
      const { columns: _, ...kept } = before;
      const view = { ...kept, ...(await given(deps, ctx, sent.read())) };
      const done = await deps.store.savedViews.replace(view);
      if (done === 'named') throw sameName();
      if (done === 'gone') throw unknownView();
      return present(ctx, view);
    },
  }),
  route('me.columns', {
    ...common,
    method: 'PUT',
    path: '/b/me/v1/columns',
    summary: 'Choose the columns of a list',
    description: 'For yourself, where neither an address nor a view says which.',
    body: listColumnsBody,
    fields: {
      page: 'The list that they are of.',
      columns: 'In this order; none at all for those that the list has by itself.',
    },
    answers: { 200: { description: 'As they are now.', shape: listColumnsAnswer } },
    handle: (deps) => async (ctx, sent) => {
      const { page, columns } = sent.read();
      const { merchantId, id: userId } = personOf(ctx);
      await deps.store.listColumns.put({ merchantId, userId, page, columns });
      return { page, columns };
    },
  }),
  route('me.views.remove', {
    ...common,
    method: 'DELETE',
    path: ONE,
    summary: 'Remove a saved view',
    description: 'One of your own; one that somebody else shares, for who has `user.manage`.',
    answers: { 204: { description: 'It is gone.' } },
    errors: [404],
    handle: (deps) => async (ctx) => {
      const view = await viewAt(deps, ctx);
      if (!mayRemove(ctx, view)) throw unknownView();
      await deps.store.savedViews.remove(view.merchantId, view.id);
    },
  }),
];

interface ViewGiven {
  readonly page: SavedView['page'];
  readonly name: string;
  readonly query?: string;
  readonly columns?: readonly PaymentColumn[];
  readonly shared?: boolean;
}

async function given(
  deps: Pick<ApiDeps, 'store'>,
  ctx: Context,
  { page, name, query = '', columns, shared = false }: ViewGiven,
): Promise<Pick<SavedView, 'page' | 'name' | 'query' | 'columns' | 'isShared'>> {
  return {
    page,
    name,
    query: await checkedQuery(deps, ctx, query),
    ...(columns && { columns }),
    isShared: shared,
  };
}

/** The one that the address names, where it is theirs or shared; 404 for one of another merchant. */
async function viewAt({ store }: ApiDeps, ctx: RouteContext<'view_id'>): Promise<SavedView> {
  const { merchantId } = personOf(ctx);
  const view = await store.savedViews.find(merchantId, ctx.params.view_id);
  if (!view || !(view.isShared || isOwn(ctx, view))) throw unknownView();
  return view;
}

function isOwn(ctx: Context, { userId }: SavedView): boolean {
  return personOf(ctx).id === userId;
}

/** Who shares a view may leave: then somebody else has to be able to take it away. */
function mayRemove(ctx: Context, view: SavedView): boolean {
  return isOwn(ctx, view) || (view.isShared && callerMay(ctx, 'user.manage'));
}

function personOf(ctx: Context): User {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user') throw new Error('A route for people lets in somebody else.');
  return caller.user;
}

function sameName(): InvalidFields {
  return new InvalidFields({
    name: [fieldSentence('view-name')],
  });
}

function unknownView(): Refusal {
  return new Refusal('not_found', 'You have no such view.');
}

function present(ctx: Context, view: SavedView) {
  const { id, page, name, query, columns, isShared, createdAt, userId, username } = view;
  return {
    id,
    page,
    name,
    query,
    ...(columns && { columns: [...columns] }),
    shared: isShared,
    created: isoUtc(createdAt),
    by: { id: userId, username },
    you: { may_change: isOwn(ctx, view), may_remove: mayRemove(ctx, view) },
  };
}
