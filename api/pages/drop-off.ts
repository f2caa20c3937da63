import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { isPaused } from '../access/paused.ts';
import { intend } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { links } from '../../domain/links.ts';
import { undescribedRoute, type RouteContext } from '../route.ts';
import { openForm, openPage } from './open-page.ts';
import { DROP_OFF_FIELDS, dropOffIn, hasDropOff, showDropOff } from './drop-off-form.ts';
import { languageOf } from './frame.ts';
import { seeOther } from './headers.ts';
import { payersAddress } from './in-app.ts';
import { keeping } from './kept.ts';
import { showMessage } from './message.ts';
import { isPayable, payerOf, payersView, type PayersView } from '../payer.ts';
import { showOver } from './show.ts';

const PATH = '/checkout/:session_id/delivery';
const KEPT = `${PATH}/kept` as const;

/**
 * The step before payment, where the merchant asks for it: where it shall be delivered
 * (contract/checkout#payment-page).
 */
export const dropOffRoutes = [
  undescribedRoute('pages.drop-off', {
    method: 'GET',
    path: PATH,
    ...openPage,
    handle: (deps) => async (ctx) => {
      const view = await viewOf(deps, ctx);
      if (!isOver(deps, ctx, view)) showDropOff(ctx, deps, view);
    },
  }),
  // The language is changed: the form again, with what was typed until then.
  undescribedRoute('pages.drop-off-kept', {
    method: 'POST',
    path: KEPT,
    ...openForm,
    audit: false,
    handle: (deps) => async (ctx) => {
      const { transaction } = await viewOf(deps, ctx);
      const page = links(deps.publicUrl).dropOff(transaction.sessionId);
      const url = payersAddress(ctx, page, languageOf(ctx, transaction));
      seeOther(ctx, keeping(ctx, url, DROP_OFF_FIELDS));
    },
  }),
  // Where that was sent, for who types the address again.
  undescribedRoute('pages.drop-off-kept-again', {
    method: 'GET',
    path: KEPT,
    ...openPage,
    handle: (deps) => async (ctx) => {
      const { transaction } = await viewOf(deps, ctx);
      const page = links(deps.publicUrl).dropOff(transaction.sessionId);
      seeOther(ctx, payersAddress(ctx, page, languageOf(ctx, transaction)));
    },
  }),
  undescribedRoute('pages.drop-off-given', {
    method: 'POST',
    path: PATH,
    ...openForm,
    handle: (deps) => async (ctx) => {
      const view = await viewOf(deps, ctx);
      await intend(ctx, payerOf(view));
      if (isOver(deps, ctx, view)) return;
      const read = dropOffIn(ctx, view.transaction);
      if ('faults' in read) {
        showDropOff(ctx, deps, view, read);
        return;
      }
      const { sessionId } = await deps.engine.dropOff(view.transaction, read.said);
      const next = links(deps.publicUrl).checkout(sessionId);
      seeOther(ctx, payersAddress(ctx, next, languageOf(ctx, view.transaction)));
    },
  }),
];

async function viewOf(deps: ApiDeps, ctx: RouteContext<'session_id'>): Promise<PayersView> {
  const view = await payersView(deps, ctx.params.session_id);
  if (!hasDropOff(view.transaction))
    throw new Refusal('not_found', 'This payment asks for no delivery.');
  return view;
}

/** Whether nothing can be filled in any more; then the page says why. */
function isOver(deps: ApiDeps, ctx: Context, view: PayersView): boolean {
  if (!isPayable(view.transaction)) showOver(ctx, deps, view);
  else if (isPaused(deps, view.merchant)) showMessage(ctx, deps, { kind: 'paused', ...view });
  else return false;
  return true;
}
