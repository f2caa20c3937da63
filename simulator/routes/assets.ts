import Router from '@koa/router';
import { CARD_PAGE_SCRIPT, CARD_PAGE_SCRIPT_PATH } from '../pages/card-page-script.ts';
import { IMAGES } from '../pages/images.ts';
import { STYLE, STYLE_PATH } from '../pages/style.ts';
import { WALLETS_SCRIPT, WALLETS_SCRIPT_PATH } from '../pages/wallets-script.ts';

/** What the pages load, and the wallets for pages of others; all of it is ours. */
export function assetRoutes(): Router {
  const router = new Router();
  const serve = (path: string, type: string, content: string, maxAgeSeconds: number) =>
    router.get(path, (ctx) => {
      ctx.type = type;
      ctx.set('Cache-Control', `public, max-age=${maxAgeSeconds}`);
      ctx.set('X-Content-Type-Options', 'nosniff');
      ctx.body = content;
    });
  serve(STYLE_PATH, 'text/css', STYLE, 31_536_000);
  serve(CARD_PAGE_SCRIPT_PATH, 'text/javascript', CARD_PAGE_SCRIPT, 300);
  serve(WALLETS_SCRIPT_PATH, 'text/javascript', WALLETS_SCRIPT, 300);
  for (const [path, content] of IMAGES) serve(path, 'image/svg+xml', content, 86_400);
  return router;
}
