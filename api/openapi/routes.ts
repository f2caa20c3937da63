import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import type { Context } from 'koa';
import { ANYBODY, undescribedRoute } from '../route.ts';
import { openApiDocument } from './document.ts';

const require = createRequire(import.meta.url);

/** What the page needs of the library, which is served from here so that no third party takes part. */
const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
};

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sarraf API</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="icon" href="/favicon.ico">
</head>
<body>
<main id="api"><noscript>This page needs JavaScript. The same is in <a href="/openapi.json">openapi.json</a>.</noscript></main>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#api',
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
  supportedSubmitMethods: [],
});
`;

/** The library sets styles of elements one by one and draws with images of its own making; scripts are ours only. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
    handle: () => (ctx) => {
      ctx.set('Content-Security-Policy', POLICY);
      ctx.type = 'text/html; charset=utf-8';
      ctx.body = PAGE;
    },
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
  undescribedRoute('openapi.asset', {
    method: 'GET',
    path: '/docs/assets/:name',
    who: ANYBODY,
    handle: () => (ctx) => {
      sendAsset(ctx, ctx.params.name);
    },
  }),
];

function sendAsset(ctx: Context, name: string): void {
  if (name === 'start.js') {
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.body = START;
    return;
  }
  const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (type === undefined) return;
  ctx.type = type;
  ctx.set('Cache-Control', 'public, max-age=3600');
  // Resolved, not imported: its main module would load the whole page into this process.
  ctx.body = createReadStream(require.resolve(`swagger-ui-dist/${name}`));
}
