import Router from '@koa/router';
import type { Context } from 'koa';
import { cardFormOf, readCard } from '../card-entry.ts';
import { testCard } from '../cards.ts';
import { fieldsOf } from '../fields.ts';
import type { Network } from '../network.ts';
import { CARD_SCRIPT, CARD_SCRIPT_PATH } from '../pages/card-frame-script.ts';
import { renderCardFrame } from '../pages/card-frame.tsx';
import { framedPage } from '../pages/headers.ts';
import { faultSentences } from '../texts/index.ts';
import { frameOf } from './frame-of.ts';

/** The frame in which a card is typed before there is a payment. Whoever embeds it learns only a one-time reference. */
export function cardFrameRoutes(network: Network): Router {
  const { cards, now } = network;
  const router = new Router();

  router.get(CARD_SCRIPT_PATH, (ctx) => {
    ctx.type = 'text/javascript';
    ctx.set({ 'Cache-Control': 'public, max-age=300', 'X-Content-Type-Options': 'nosniff' });
    ctx.body = CARD_SCRIPT;
  });

  router.get('/card', (ctx) => {
    const frame = frameOf(network, ctx.query);
    framedPage(ctx, frame.origin);
    ctx.body = renderCardFrame({ ...frame, now: now() });
  });

  // The frame's own script asks: who corrects a date keeps the number that they have typed.
  router.post('/card', (ctx: Context) => {
    const form = fieldsOf(ctx.request.body ?? {});
    const { account, language } = frameOf(network, form);
    ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
    const reading = readCard(cardFormOf(form), now());
    if (!reading.ok) {
      ctx.body = { faults: faultSentences(reading.faults, language) };
      return;
    }
    const { card, number } = reading;
    ctx.body = { reference: cards.mint(account, { card, test: testCard(number) }, now()) };
  });

  return router;
}
