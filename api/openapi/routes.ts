import { ANYBODY, undescribedRoute, type RouteDeps } from '../route.ts';
import { openApiDocument } from './document.ts';
import { referencePage } from './page.ts';

/** The API's description for programs at `/openapi.json`, and for people at `/docs`, to which the address of the API itself leads. */
export const openApiRoutes = [
  undescribedRoute('openapi.document', {
    method: 'GET',
    path: '/openapi.json',
    who: ANYBODY,
    handle: (deps) => {
      let document: string | undefined;
      return (ctx) => {
        document ??= JSON.stringify(documentOf(deps));
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
    handle: (deps) => referencePage(() => documentOf(deps)),
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

const documents = new WeakMap<RouteDeps, object>();

/** Made once for an API, for whoever asks first: it takes a quarter of a second, which no start waits for. */
function documentOf(deps: RouteDeps): object {
  const made =
    documents.get(deps) ?? openApiDocument(deps.routes, { serverUrl: deps.publicUrl, open: true });
  documents.set(deps, made);
  return made;
}
