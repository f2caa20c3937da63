import Joi from 'joi';
import { object } from './infer.ts';
import { ANYBODY, reply, route } from './route.ts';

const readiness = object({
  status: Joi.string().valid('ok', 'unavailable', 'stopping').required(),
  mongodb: Joi.boolean(),
  temporal: Joi.boolean(),
  files: Joi.boolean(),
});

/**
 * `/healthz`: this process lives. `/readyz`: all that it needs is reachable (contract/requests#health); 503 as soon as
 * it is stopping, so that balancers leave.
 */
export const healthRoutes = [
  route('health.live', {
    method: 'GET',
    path: '/healthz',
    who: ANYBODY,
    tag: 'System',
    summary: 'Whether this process lives',
    answers: {
      200: {
        description: 'It lives.',
        shape: object({ status: Joi.string().valid('ok').required() }),
      },
    },
    handle: () => () => ({ status: 'ok' as const }),
  }),
  route('health.ready', {
    method: 'GET',
    path: '/readyz',
    who: ANYBODY,
    tag: 'System',
    summary: 'Whether all that this process needs is reachable',
    answers: {
      200: { description: 'It is ready.', shape: readiness },
      503: { description: 'It is not ready, or is stopping.', shape: readiness },
    },
    handle:
      ({ store, engine, files, logger, drain }) =>
      async () => {
        if (drain.hasBegun()) return reply(503, { status: 'stopping' } as const);
        const [mongodb, temporal, storage] = await Promise.all([
          reachable(store.ping()),
          reachable(engine.ping()),
          reachable(files.ping()),
        ]);
        const parts = { mongodb, temporal, files: storage };
        if (mongodb && temporal && storage) return reply(200, { status: 'ok', ...parts } as const);
        logger.warn(parts, 'not ready');
        return reply(503, { status: 'unavailable', ...parts } as const);
      },
  }),
];

async function reachable(ping: Promise<void>): Promise<boolean> {
  try {
    await ping;
    return true;
  } catch {
    return false;
  }
}
