import { randomUUID } from 'node:crypto';
import type { Context } from 'koa';
import { pgCode } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { askedOfPayer, missingOfPayer } from '../../domain/transaction/before-paying.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import { methodOf } from '../../domain/transaction/transaction.ts';
import { gatewayFor } from '../../gateways/registry.ts';
import { isPaused } from '../access/paused.ts';
import { intend } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import { links } from '../../domain/links.ts';
import { undescribedRoute } from '../route.ts';
import { openForm, openPage } from './open-page.ts';
import { walletOffer } from '../wallet/offer.ts';
import { questionUrl, showCancelQuestion } from './cancel-question.ts';
import { formChoiceOf, formIdIn, formInputIn, type FormChoice } from './form-input.ts';
import { languageOf } from './frame.ts';
import { seeOther } from './headers.ts';
import { isInApp, payersAddress } from './in-app.ts';
import { keeping, keptInput } from './kept.ts';
import { showMessage } from './message.ts';
import { pay, showRefusal } from './pay.ts';
import {
  isPayable,
  isUsable,
  noteFirstView,
  payerOf,
  payersView,
  type PayersView,
  referenceFor,
} from '../payer.ts';
import { choosableCards, tokenIn } from './saved-cards.ts';
import { type Again, isLedToWait, showCheckout, showOver } from './show.ts';

/**
 * The payer's pages of a transaction that is not over. They need no credentials: whoever knows the session id may pay,
 * and there is no cookie, so a forged form has nothing to use.
 */
export const checkoutRoutes = [
  undescribedRoute('pages.start', {
    method: 'GET',
    path: '/b/checkout/redirect/start',
    ...openPage,
    sessionIn: 'query',
    handle: (deps) => async (ctx) => {
      const to = links(deps.publicUrl);
      const { transaction } = await payersView(deps, ctx.query['session_id']);
      const page = isUnpaid(transaction.state) ? to.checkout : to.result;
      ctx.redirect(payersAddress(ctx, page(transaction.sessionId), languageOf(ctx, transaction)));
    },
  }),
  undescribedRoute('pages.checkout', {
    method: 'GET',
    path: '/checkout/:session_id',
    ...openPage,
    handle: (deps) => async (ctx) => show(ctx, deps, await payersView(deps, ctx.params.session_id)),
  }),
  // The language is changed: the page again, with what was chosen and typed until then.
  undescribedRoute('pages.checkout-kept', {
    method: 'POST',
    path: '/checkout/:session_id',
    ...openForm,
    audit: false,
    handle: (deps) => async (ctx) => {
      const to = links(deps.publicUrl);
      const { transaction } = await payersView(deps, ctx.params.session_id);
      const page = payersAddress(
        ctx,
        to.checkout(transaction.sessionId),
        languageOf(ctx, transaction),
      );
      seeOther(ctx, keeping(ctx, page));
    },
  }),
  // Where a form was sent, for who types the address again.
  undescribedRoute('pages.pay-again', {
    method: 'GET',
    path: '/checkout/:session_id/pay',
    ...openPage,
    handle: (deps) => async (ctx) => {
      const to = links(deps.publicUrl);
      const { transaction } = await payersView(deps, ctx.params.session_id);
      seeOther(
        ctx,
        payersAddress(ctx, to.checkout(transaction.sessionId), languageOf(ctx, transaction)),
      );
    },
  }),
  // The link of `payment_methods[].redirect_url`: the page with the method chosen. Mail scanners, previews and prefetching
  // browsers follow links, so only the press of Pay begins something.
  undescribedRoute('pages.pay-with', {
    method: 'GET',
    path: '/checkout/:session_id/pay/:pg_code',
    ...openPage,
    handle: (deps) => async (ctx) => {
      const view = await payersView(deps, ctx.params.session_id);
      const code = pgCode(ctx.params.pg_code);
      if (code === undefined) throw new Refusal('not_found', 'There is no such method.');
      const isOffered = methodOf(view.transaction, code) !== undefined;
      await show(ctx, deps, view, {
        formInput: { ...keptInput(ctx), code },
        ...(!isOffered && { problem: { kind: 'unavailable' } }),
      });
    },
  }),
  undescribedRoute('pages.pay', {
    method: 'POST',
    path: '/checkout/:session_id/pay',
    ...openForm,
    handle: (deps) => async (ctx) => {
      const view = await payersView(deps, ctx.params.session_id);
      await intend(ctx, payerOf(view));
      const formInput = formInputIn(ctx);
      const offer = formInput.wallet ? await walletOffer(deps, view.transaction) : undefined;
      const cards =
        tokenIn(formInput.code) === undefined ? [] : await choosableCards(deps, view.transaction);
      const asked = askedOfPayer(view.transaction, view.merchant);
      const missing = missingOfPayer(asked, { acceptsTerms: formInput.terms });
      const lacksTerms = missing === 'terms';
      const choice = formChoiceOf(view.transaction, formInput, { lacksTerms, offer, cards });
      if ('problem' in choice || missing === 'delivery' || isPaused(deps, view.merchant)) {
        if (!isPayable(view.transaction)) showOver(ctx, deps, view);
        else if ('problem' in choice)
          await showCheckout(ctx, deps, view, { problem: { kind: choice.problem }, formInput });
        else await showCheckout(ctx, deps, view, { formInput });
        return;
      }
      const press = `form:${formIdIn(ctx) || randomUUID()}`;
      const url = await pay(ctx, deps, { view, choice, formInput, requestId: press });
      if (url === undefined) return;
      // The page's script asks for the way, to show a bank's question above the page.
      if (ctx.accepts('html', 'json') === 'json')
        ctx.body = { url, framed: isFramed(deps, view, choice, url) };
      else seeOther(ctx, url);
    },
  }),
  // Cancel asks first.
  undescribedRoute('pages.cancel-asked', {
    method: 'POST',
    path: '/checkout/:session_id/cancel/ask',
    ...openForm,
    audit: false,
    handle: (deps) => async (ctx) =>
      seeOther(ctx, questionUrl(ctx, deps, await payersView(deps, ctx.params.session_id))),
  }),
  undescribedRoute('pages.cancel-question', {
    method: 'GET',
    path: '/checkout/:session_id/cancel/ask',
    ...openPage,
    handle: (deps) => async (ctx) => {
      const view = await payersView(deps, ctx.params.session_id);
      if (isLedToWait(ctx, deps, view)) return;
      if (isPayable(view.transaction)) showCancelQuestion(ctx, deps, view);
      else showOver(ctx, deps, view);
    },
  }),
  undescribedRoute('pages.cancel', {
    method: 'POST',
    path: '/checkout/:session_id/cancel',
    ...openForm,
    handle: (deps) => async (ctx) => {
      const to = links(deps.publicUrl);
      const view = await payersView(deps, ctx.params.session_id);
      await intend(ctx, payerOf(view));
      if (isLedToWait(ctx, deps, view)) return;
      const { transaction } = view;
      if (isPayable(transaction))
        try {
          await deps.engine.cancel(transaction, await referenceFor(deps, view));
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          return showRefusal(ctx, deps, { refusal: error, view });
        }
      if (isInApp(ctx)) return seeOther(ctx, to.returnOfApp(transaction.sessionId));
      return seeOther(
        ctx,
        payersAddress(ctx, to.checkout(transaction.sessionId), languageOf(ctx, transaction)),
      );
    },
  }),
];

/** The checkout page, or what stands in its place once nothing can be paid. */
async function show(
  ctx: Context,
  deps: ApiDeps,
  view: PayersView,
  again: Again = { formInput: keptInput(ctx) },
): Promise<void> {
  if (isLedToWait(ctx, deps, view)) return;
  if (!isPayable(view.transaction)) {
    showOver(ctx, deps, view);
    return;
  }
  const paused = isPaused(deps, view.merchant);
  if (!paused && !(await isUsable(deps, view))) {
    showMessage(ctx, deps, { kind: 'not-available', ...view });
    return;
  }
  if (!paused) noteFirstView(deps, view.transaction);
  await showCheckout(ctx, deps, view, again);
}

/** What was typed in a frame has led to a page of the network that may be framed, too. */
function isFramed(
  { publicUrl }: Pick<ApiDeps, 'publicUrl'>,
  { transaction }: PayersView,
  { code, cardReference, charge }: FormChoice,
  url: string,
): boolean {
  const method = methodOf(transaction, code);
  const isTyped = cardReference !== undefined || charge?.cvvReference !== undefined;
  const isOurs = new URL(url).origin === new URL(publicUrl).origin;
  return (
    isTyped &&
    !isOurs &&
    method !== undefined &&
    gatewayFor(method.gateway).framesChallenge === true
  );
}
