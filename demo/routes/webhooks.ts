import type { Router } from '@koa/router';
import { rawBody } from '../body.ts';
import { webhooksPage } from '../pages/webhooks.tsx';
import type { Shop } from '../shop.ts';
import { informed } from '../standing.ts';
import { languageOf } from '../words.ts';

/** Receives what Sarraf tells, keeps with the order what it announces, and lists it. */
export function webhooks(router: Router, { inbox, orders, answer }: Shop): void {
  router.post('/webhooks', async (ctx) => {
    const body = await rawBody(ctx);
    const { answered, verified, payload } = inbox.receive(
      { body, headers: ctx.headers },
      answer.status(),
    );
    const order = orders.find(String(payload['order_no']));
    if (verified && order) orders.save(informed(order, payload));
    if (verified) await answer.delay();
    ctx.status = answered;
    ctx.body = { verified };
  });

  router.get('/webhooks', (ctx) => {
    ctx.type = 'html';
    ctx.body = webhooksPage(languageOf(ctx.query['lang']), inbox.list());
  });
}
