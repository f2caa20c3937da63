import type { Router } from '@koa/router';
import { ICON } from '../pages/icon.ts';
import { STYLE } from '../pages/style.ts';

/** The style sheet, the icon, and the two addresses that say whether the shop is up. */
export function assets(router: Router): void {
  router.get(['/healthz', '/readyz'], (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/style.css', (ctx) => {
    ctx.type = 'css';
    ctx.body = STYLE;
  });
  router.get('/icon.svg', (ctx) => {
    ctx.type = 'svg';
    ctx.body = ICON;
  });
}
