import { ANYBODY, undescribedRoute } from '../route.ts';
import { asyncApiDocument } from './document.ts';
import { cataloguePage } from './page.ts';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The catalogue of events for programs at `/asyncapi.json`, and for people at `/docs/events`. */
export const asyncApiRoutes = [
  undescribedRoute('openapi.events', {
    method: 'GET',
    path: '/asyncapi.json',
    who: ANYBODY,
    handle: () => {
      const document = JSON.stringify(asyncApiDocument());
      return (ctx) => {
        ctx.type = 'application/json; charset=utf-8';
        // Anybody's tools may read what is public anyway.
        ctx.set('Access-Control-Allow-Origin', '*');
        ctx.body = document;
      };
    },
  }),
  undescribedRoute('openapi.events-page', {
    method: 'GET',
    path: '/docs/events',
    who: ANYBODY,
    handle: () => {
      const page = cataloguePage();
      return (ctx) => {
        ctx.set('Content-Security-Policy', POLICY);
        ctx.type = 'text/html; charset=utf-8';
        ctx.body = page;
      };
    },
  }),
];
