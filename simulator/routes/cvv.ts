import Router from '@koa/router';
import type { Context } from 'koa';
import { compactNumber } from '../digits.ts';
import type { Fields } from '../fields.ts';
import { fieldsOf, single } from '../fields.ts';
import { languageOf } from '../language.ts';
import type { Network } from '../network.ts';
import { CVV_SCRIPT, CVV_SCRIPT_PATH, renderCvvFrame } from '../pages/cvv-frame.tsx';
import { framedPage } from '../pages/headers.ts';
import { Refusal, invalid } from '../refusals.ts';

/** The frame for the security code of a saved card. Whoever embeds it learns only a one-time reference. */
export function cvvRoutes({ records, cvv, now }: Network): Router {
  const router = new Router();

  router.get(CVV_SCRIPT_PATH, (ctx) => {
    ctx.type = 'text/javascript';
    ctx.set({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' });
    ctx.body = CVV_SCRIPT;
  });

  router.get('/cvv', (ctx) => {
    const frame = frameOf(ctx.query);
    framedPage(ctx, frame.origin);
    ctx.body = renderCvvFrame(frame);
  });

  router.post('/cvv', (ctx: Context) => {
    const form = fieldsOf(ctx.request.body ?? {});
    const frame = frameOf(form);
    framedPage(ctx, frame.origin);
    const isCode = /^[0-9]{3,4}$/u.test(compactNumber(single(form['cvv'])));
    if (!isCode) ctx.status = 422;
    ctx.body = renderCvvFrame(
      isCode ? { ...frame, reference: cvv.mint(frame.account, now()) } : { ...frame, wrong: true },
    );
  });

  return router;

  function frameOf(fields: Fields) {
    const account = single(fields['account']);
    if (records.accounts.find(account) === undefined)
      throw new Refusal(404, 'not_found', 'There is no such account. Name it in "account".');
    const origin = single(fields['origin']);
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !/^https?:/u.test(origin))
      throw invalid(
        'Send origin, the origin of the page around the frame: "https://shop.example".',
      );
    return { account, origin, language: languageOf(fields['lang']) ?? 'en' } as const;
  }
}
