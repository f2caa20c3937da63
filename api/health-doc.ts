import Joi from 'joi';
import type { Operation } from './openapi/operation.ts';

const reachable = Joi.object({
  status: Joi.string().valid('ok', 'unavailable', 'stopping').required(),
  mongodb: Joi.boolean(),
  temporal: Joi.boolean(),
  files: Joi.boolean(),
});

const versions = Joi.array().items(Joi.string()).required();

/** What balancers and people ask of the process itself. */
export const healthOperations = {
  'health.live': {
    tag: 'System',
    summary: 'Whether this process lives',
    answers: {
      200: {
        description: 'It lives.',
        shape: Joi.object({ status: Joi.string().valid('ok').required() }),
      },
    },
  },
  'health.ready': {
    tag: 'System',
    summary: 'Whether all that this process needs is reachable',
    answers: {
      200: { description: 'It is ready.', shape: reachable },
      503: { description: 'It is not ready, or is stopping.', shape: reachable },
    },
  },
  version: {
    tag: 'System',
    summary: 'Which versions of API, build and data there are',
    answers: {
      200: {
        description: 'The versions. Within one we only add.',
        shape: Joi.object({
          api: Joi.object()
            .pattern(/^[a-z]+$/, versions)
            .required(),
          build: Joi.object({ version: Joi.string().required(), commit: Joi.string() }).required(),
          schema: Joi.object({
            database: Joi.number().integer().required(),
            webhook: Joi.number().integer().required(),
          }).required(),
        }),
      },
    },
  },
} satisfies Readonly<Record<string, Operation>>;
