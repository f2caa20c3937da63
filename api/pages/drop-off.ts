import { bodyParser } from '@koa/bodyparser';
import type { Context } from 'koa';
import { Refusal } from '../../domain/refusal.ts';
import { isPaused } from '../access/paused.ts';
import { intend } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../../domain/links.ts';
import { ANYBODY, undescribedRoute, type RouteContext } from '../route.ts';
import { DROP_OFF_FIELDS, dropOffIn, hasDropOff, showDropOff } from './drop-off-form.ts';
import { languageOf } from './frame.ts';
import { keeping } from './kept.ts';
import { showMessage } from './message.ts';
import { isPayable, payerOf, payersView, type PayersView } from '../payer.ts';
import { showOver } from './show.ts';

const form = bodyParser({ enableTypes: ['form'], formLimit: '16kb' });

const common = { path: '/checkout/:session_id/delivery', who: ANYBODY } as const;
const kept = {
  path: '/checkout/:session_id/delivery/kept',
  who: ANYBODY,
  page: true,
  limit: 'pages',
} as const;

/**
 * The step before payment, where the merchant asks for it: where it shall be delivered
 * (contract/checkout#payment-page).
 */
export const dropOffRoutes = [
  undescribedRoute('pages.drop-off', {
    method: 'GET',
    ...common,
    page: true,
    limit: 'pages',
    handle: (deps) => async (ctx) => {
      const view = await viewOf(deps, ctx);
      if (!isOver(deps, ctx, view)) showDropOff(ctx, deps, view);
    },
  }),
  // The language is changed: the form again, with what was typed until then.
  undescribedRoute('pages.drop-off-kept', {
    method: 'POST',
    ...kept,
    audit: false,
    within: () => [form],
    handle: (deps) => async (ctx) => {
      const { transaction } = await viewOf(deps, ctx);
      const page = links(deps.publicUrl).dropOff(transaction.sessionId);
      const url = inLanguage(page, languageOf(ctx, transaction));
      ctx.redirect(keeping(ctx, url, DROP_OFF_FIELDS));
      ctx.status = 303;
    },
  }),
  // Where that was sent, for who types the address again.
  undescribedRoute('pages.drop-off-kept-again', {
    method: 'GET',
    ...kept,
    handle: (deps) => async (ctx) => {
      const { transaction } = await viewOf(deps, ctx);
      const page = links(deps.publicUrl).dropOff(transaction.sessionId);
      ctx.redirect(inLanguage(page, languageOf(ctx, transaction)));
      ctx.status = 303;
    },
  }),
  undescribedRoute('pages.drop-off-given', {
    method: 'POST',
    ...common,
    page: true,
    limit: 'pages',
    within: () => [form],
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
      ctx.redirect(inLanguage(next, languageOf(ctx, view.transaction)));
      ctx.status = 303;
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
