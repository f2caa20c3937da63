import Router from '@koa/router';
import type { Context } from 'koa';
import { compactNumber } from '../digits.ts';
import { fieldsOf, single } from '../fields.ts';
import type { Network } from '../network.ts';
import { CVV_SCRIPT, CVV_SCRIPT_PATH, renderCvvFrame } from '../pages/cvv-frame.tsx';
import { framedPage } from '../pages/headers.ts';
import { frameOf } from './frame-of.ts';

/** The frame for the security code of a saved card. Whoever embeds it learns only a one-time reference. */
export function cvvRoutes(network: Network): Router {
  const { cvv, now } = network;
  const router = new Router();

  router.get(CVV_SCRIPT_PATH, (ctx) => {
    ctx.type = 'text/javascript';
    ctx.set({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' });
    ctx.body = CVV_SCRIPT;
  });

  router.get('/cvv', (ctx) => {
    const frame = frameOf(network, ctx.query);
    framedPage(ctx, frame.origin);
    ctx.body = renderCvvFrame(frame);
  });

  router.post('/cvv', (ctx: Context) => {
    const form = fieldsOf(ctx.request.body ?? {});
    const frame = frameOf(network, form);
    framedPage(ctx, frame.origin);
    const isCode = /^[0-9]{3,4}$/u.test(compactNumber(single(form['cvv'])));
    if (!isCode) ctx.status = 422;
    ctx.body = renderCvvFrame(
      isCode
        ? { ...frame, reference: cvv.mint(frame.account, true, now()) }
        : { ...frame, wrong: true },
    );
  });

  return router;
}
