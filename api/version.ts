import Joi from 'joi';
import { SCHEMA_VERSION } from '../store/connection.ts';
import { object } from './infer.ts';
import { ANYBODY, route, type Route } from './route.ts';

/**
 * 2 is the payload of docs/merchants.md; 1 was the disclosure of the routes below /pos/
 * (contract/old-endpoints#disclosure).
 */
const WEBHOOK_VERSION = 2;

const versions = Joi.array().items(Joi.string()).required();

/**
 * `/version`: which API, which build, which forms of data (contract/requests#versions). It is no secret, and tells
 * nothing else.
 */
export const versionRoute = route('version', {
  method: 'GET',
  path: '/version',
  who: ANYBODY,
  tag: 'System',
  summary: 'Which versions of API, build and data there are',
  answers: {
    200: {
      description: 'The versions. Within one we only add.',
      shape: object({
        api: Joi.object<Readonly<Record<string, readonly string[]>>>()
          .pattern(/^[a-z]+$/, versions)
          .required(),
        build: object({ version: Joi.string().required(), commit: Joi.string() }).required(),
        schema: object({
          database: Joi.number().integer().required(),
          webhook: Joi.number().integer().required(),
        }).required(),
      }),
    },
  },
  handle: ({ build, routes }) => {
    const api = apiVersions(routes);
    return () => ({
      api,
      build,
      schema: { database: SCHEMA_VERSION, webhook: WEBHOOK_VERSION },
    });
  },
});

/** Each product with the versions that its paths name: `/b/checkout/v1/…` is `checkout: ["v1"]`. */
function apiVersions(routes: readonly Route[]): Readonly<Record<string, readonly string[]>> {
  const known = new Map<string, Set<string>>();
  for (const { path } of routes) {
    const [, product, version] = /^\/b\/([a-z]+)\/(v\d+)\//.exec(path) ?? [];
    if (product === undefined || version === undefined) continue;
    known.set(product, (known.get(product) ?? new Set()).add(version));
  }
  return Object.fromEntries([...known].map(([product, all]) => [product, [...all]]));
}
