import { ANYBODY, undescribedRoute } from '../route.ts';
import { openApiDocument } from './document.ts';
import { referencePage } from './page.ts';

/** The API's description for programs at `/openapi.json`, and for people at `/docs`, to which the address of the API itself leads. */
export const openApiRoutes = [
  undescribedRoute('openapi.document', {
    method: 'GET',
    path: '/openapi.json',
    who: ANYBODY,
    handle: ({ routes, publicUrl }) => {
      const document = JSON.stringify(
        openApiDocument(routes, { serverUrl: publicUrl, open: true }),
      );
      return (ctx) => {
        ctx.type = 'application/json; charset=utf-8';
        // Anybody's tools may read what is public anyway.
        ctx.set('Access-Control-Allow-Origin', '*');
        ctx.body = document;
      };
    },
  }),
  undescribedRoute('openapi.page', {
    method: 'GET',
    path: '/docs',
    who: ANYBODY,
    handle: ({ routes, publicUrl }) =>
      referencePage(openApiDocument(routes, { serverUrl: publicUrl, open: true })),
  }),
  undescribedRoute('openapi.root', {
    method: 'GET',
    path: '/',
    who: ANYBODY,
    // Whoever opens the address of the API in a browser wants to know what there is.
    handle: () => (ctx) => {
      ctx.redirect('/docs');
    },
  }),
];
