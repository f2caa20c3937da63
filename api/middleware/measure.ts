import type { Context, Next } from 'koa';
import type { ApiMetrics } from '../metrics/metrics.ts';
import { routeOf } from './route-of.ts';

/** Counts every request with its time, by method, route and status. */
export function measure(metrics: Pick<ApiMetrics, 'requestEnded'>) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const started = performance.now();
    try {
      await next();
    } finally {
      const seconds = (performance.now() - started) / 1000;
      const { method, status } = ctx;
      metrics.requestEnded({ method, route: routeOf(ctx), status, seconds });
    }
  };
}
