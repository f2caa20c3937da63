import Router from '@koa/router';
import { asyncApiDocument } from './document.ts';
import { cataloguePage } from './page.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The catalogue of events for programs at `/asyncapi.json`, and for people at `/docs/events`. */
export function asyncApiRoutes(): Router {
  const router = new Router();
  const document = JSON.stringify(asyncApiDocument());
  const page = cataloguePage();

  router.get('/asyncapi.json', (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    // Anybody's tools may read what is public anyway.
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.body = document;
  });
  router.get('/docs/events', (ctx) => {
    ctx.set('Content-Security-Policy', POLICY);
    ctx.type = 'text/html; charset=utf-8';
    ctx.body = page;
  });
  return router;
}
