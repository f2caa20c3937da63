import Router from '@koa/router';
import { SCHEMA_VERSION } from '../store/schema-version.ts';
import { ROUTES, ROUTE_NAMES, type RouteName } from './access/table.ts';
import type { ApiDeps } from './deps.ts';

/** 2 is the payload of docs/merchants.md; 1 was the disclosure of the routes below /pos/ (events-and-pages.md 1.2). */
const WEBHOOK_VERSION = 2;

/** `/version`: which API, which build, which forms of data (decisions.md 26). It is no secret, and tells nothing else. */
export function versionRoutes({ build }: Pick<ApiDeps, 'build'>): Router {
  const router = new Router();
  router.get('/version', (ctx) => {
    ctx.body = {
      api: apiVersions(ROUTE_NAMES),
      build,
      schema: { database: SCHEMA_VERSION, webhook: WEBHOOK_VERSION },
    };
  });
  return router;
}

/** Each product with the versions that its paths name: `/b/checkout/v1/…` is `checkout: ["v1"]`. */
function apiVersions(names: readonly RouteName[]): Readonly<Record<string, readonly string[]>> {
  const versions = new Map<string, Set<string>>();
  for (const name of names) {
    const [, product, version] = /^\/b\/([a-z]+)\/(v\d+)\//.exec(ROUTES[name].path) ?? [];
    if (product === undefined || version === undefined) continue;
    versions.set(product, (versions.get(product) ?? new Set()).add(version));
  }
  return Object.fromEntries([...versions].map(([product, known]) => [product, [...known]]));
}
