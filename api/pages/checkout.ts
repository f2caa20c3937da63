import { bodyParser } from '@koa/bodyparser';
import Router from '@koa/router';
import type { Context } from 'koa';
import { randomUUID } from 'node:crypto';
import { pgCode } from '../../domain/ids.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isUnpaid } from '../../domain/transaction/states.ts';
import { renderRedirecting } from '../../render/pages/redirecting.tsx';
import type { ApiDeps } from '../deps.ts';
import { inLanguage, links } from '../links.ts';
import { frameFor, languageOf } from './frame.ts';
import { sendPage } from './headers.ts';
import { pageErrors } from './message.ts';
import { pay } from './pay.ts';
import { isPayable, mintReference, payersView } from './payer.ts';
import { showCheckout, showOver } from './show.ts';

/**
 * The payer's pages of a transaction that is not over. They need no credentials: whoever knows the session id may pay,
 * and there is no cookie, so a forged form has nothing to use.
 */
export function checkoutRoutes(deps: ApiDeps): Router {
  const { engine, logger, publicUrl } = deps;
  const to = links(publicUrl);
  const router = new Router();
  const errors = pageErrors(deps);
  const form = bodyParser({ enableTypes: ['form'], formLimit: '16kb' });

  router.get('/b/checkout/redirect/start', errors, async (ctx) => {
    const { transaction } = await payersView(deps, ctx.query['session_id']);
    const page = isUnpaid(transaction.state) ? to.checkout : to.result;
    ctx.redirect(inLanguage(page(transaction.sessionId), languageOf(ctx, transaction)));
  });

  router.get('/checkout/:session_id', errors, async (ctx) => {
    const view = await payersView(deps, ctx['params']['session_id']);
    if (!isPayable(view.transaction)) {
      showOver(ctx, deps, view);
      return;
    }
    if (view.transaction.state === 'created')
      engine.viewed(view.transaction).catch((error: unknown) => {
        logger.warn({ err: error }, 'a first view was not recorded');
      });
    await showCheckout(ctx, deps, view);
  });

  router.post('/checkout/:session_id/pay', errors, form, async (ctx) => {
    const view = await payersView(deps, ctx['params']['session_id']);
    const code = pgCode(fieldOf(ctx, 'pg_code'));
    if (code === undefined) {
      await showCheckout(ctx, deps, view, { kind: 'method-required' });
      return;
    }
    const formId = fieldOf(ctx, 'form_id').slice(0, 64) || randomUUID();
    const url = await pay(ctx, deps, { view, code, requestId: `form:${formId}` });
    if (url !== undefined) seeOther(ctx, url);
  });

  // The link of `payment_methods[].redirect_url`. It answers with a page: a redirect would be one more hop of the
  // merchant's own form, and the merchant's Content-Security-Policy does not name the gateway.
  router.get('/checkout/:session_id/pay/:pg_code', errors, async (ctx) => {
    const view = await payersView(deps, ctx['params']['session_id']);
    const code = pgCode(String(ctx['params']['pg_code']));
    if (code === undefined) throw new Refusal('not_found', 'There is no such method.');
    // Who asks only whether the link is there has not chosen to pay.
    if (ctx.method === 'HEAD') {
      ctx.status = 200;
      return;
    }
    const url = await pay(ctx, deps, { view, code, requestId: `link:${randomUUID()}` });
    if (url === undefined) return;
    sendPage(ctx, renderRedirecting({ ...frameFor(ctx, deps, view), url, destination: 'gateway' }));
  });

  router.post('/checkout/:session_id/cancel', errors, form, async (ctx) => {
    const { transaction, merchant } = await payersView(deps, ctx['params']['session_id']);
    if (isPayable(transaction))
      await engine.cancel(transaction, await mintReference(deps, merchant));
    seeOther(ctx, inLanguage(to.checkout(transaction.sessionId), languageOf(ctx, transaction)));
  });
  return router;
}

function fieldOf(ctx: Context, name: string): string {
  const body: unknown = ctx.request.body;
  const value = typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : '';
}

function seeOther(ctx: Context, url: string): void {
  ctx.redirect(url);
  ctx.status = 303;
}
