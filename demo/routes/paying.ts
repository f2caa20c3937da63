import type { Router } from '@koa/router';
import { PAY_SCRIPT, payPage } from '../pages/pay.tsx';
import type { Shop } from '../shop.ts';
import { Stop } from '../stop.ts';
import { languageOf } from '../words.ts';

/** The shop's own payment page, for shops that do not send their customers away to pay. */
export function paying(router: Router, { env, orders }: Shop): void {
  router.get('/orders/:orderNo/pay', (ctx) => {
    const order = orders.find(ctx.params['orderNo'] ?? '');
    const { apiUrl, publicKey, formOrigins, walletsScript } = env;
    if (!order?.payment || publicKey === undefined) throw new Stop(404);
    const { origin } = new URL(apiUrl);
    // What the web SDK needs and nothing else: its script, its requests, pictures of methods, frames of gateways, Google Pay's
    // manifests; and the wallets of the sandbox, which a shop that sells does not have.
    const sandbox = walletsScript === undefined ? '' : ` ${new URL(walletsScript).origin}`;
    const policy = [
      "default-src 'none'",
      `script-src 'self' ${origin}${sandbox}`,
      `connect-src ${origin} https://google.com/pay https://pay.google.com${sandbox}`,
      "style-src 'self'",
      `img-src 'self' ${origin}`,
      `frame-src ${formOrigins.join(' ') || "'none'"}`,
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ];
    ctx.set('Content-Security-Policy', policy.join('; '));
    ctx.type = 'html';
    const { payment } = order;
    const facts = {
      order,
      payment,
      apiUrl,
      publicKey,
      ...(walletsScript !== undefined && { walletsScript }),
    };
    ctx.body = payPage(languageOf(ctx.query['lang'], order.language), facts);
  });

  router.get('/pay.js', (ctx) => {
    ctx.type = 'js';
    ctx.body = PAY_SCRIPT;
  });
}
