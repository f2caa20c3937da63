import Router from '@koa/router';
import { methodIcons } from '../../render/icons.ts';
import { stylesheet, stylesheetHash } from '../../render/pages/stylesheet.ts';

/** The name changes with the content, so that browsers may keep it for ever. */
export const STYLESHEET_PATH = `/static/checkout.${stylesheetHash}.css`;

/** What pages need beside themselves: one stylesheet, the icons of methods. */
export function staticRoutes(): Router {
  const router = new Router();
  router.get(STYLESHEET_PATH, (ctx) => {
    ctx.type = 'text/css';
    ctx.set('Cache-Control', 'public, max-age=31536000, immutable');
    ctx.body = stylesheet;
  });
  for (const [kind, svg] of Object.entries(methodIcons))
    router.get(`/static/methods/${kind}.svg`, (ctx) => {
      ctx.type = 'image/svg+xml';
      ctx.set('Cache-Control', 'public, max-age=86400');
      ctx.body = svg;
    });
  // Browsers ask for it by themselves; the pages have no icon of their own.
  router.get('/favicon.ico', (ctx) => {
    ctx.status = 204;
  });
  router.get('/robots.txt', (ctx) => {
    ctx.type = 'text/plain';
    ctx.body = 'User-agent: *\nDisallow: /\n';
  });
  return router;
}
