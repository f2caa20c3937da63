import Router from '@koa/router';
import { IMAGES } from '../pages/images.ts';
import { STYLE, STYLE_PATH } from '../pages/style.ts';

/** What the pages load; all of it is ours. */
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
  for (const [path, content] of IMAGES) serve(path, 'image/svg+xml', content, 86_400);
  return router;
}
