import type { RuntimeOptions } from '@temporalio/worker';

/**
 * Gives Temporal's metrics and ours at `GET /metrics` of the port, in Prometheus' text format; nothing without a port.
 * The address must not be public: the metrics tell what a shop earns.
 */
export function metricsOn(host: string, port: number | undefined): RuntimeOptions {
  if (port === undefined) return {};
  const bindAddress = `${host.includes(':') ? `[${host}]` : host}:${port}`;
  return {
    telemetryOptions: { metrics: { prometheus: { bindAddress, useSecondsForDurations: true } } },
  };
}
