import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { GATEWAY_SLUGS } from '../../gateways/registry.ts';
import type { CreationLabels } from '../../store/counted-creations.ts';

export interface EndedRequest {
  readonly method: string;
  /** The pattern, never an address: an id in a label would make a series of its own. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

/** Counted in the database when somebody looks; every API process tells the same number. */
export interface MetricCounts {
  readonly unknownAttempts: () => Promise<number>;
  readonly failingWebhooks: () => Promise<number>;
  readonly restingAccounts: () => Promise<number>;
}

/** What this process has counted since it began. */
export interface ApiMetrics {
  readonly requestEnded: (request: EndedRequest) => void;
  readonly transactionCreated: (labels: CreationLabels) => void;
  /** A callback came in: of which gateway, and what it was for. */
  readonly callbackRead: (gateway: string, step: string) => void;
  /** All metrics in Prometheus' text format. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
}

export function apiMetrics(counts: MetricCounts): ApiMetrics {
  const register = new Registry();
  const registers = [register];
  // At its default of 10 ms the measure of the event loop's delay is most of what an idle API costs.
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 100 });
  const requests = new Histogram({
    name: 'sarraf_http_request_duration_seconds',
    help: 'Time from a request to its answer, by the pattern of its route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const created = new Counter({
    name: 'sarraf_transactions_created_total',
    help: 'Transactions that were created.',
    labelNames: ['currency', 'type'],
    registers,
  });
  const callbacks = new Counter({
    name: 'sarraf_gateway_callbacks_total',
    help: 'Callbacks of gateways, by what they were for; `forged` ones were refused.',
    labelNames: ['gateway', 'step'],
    registers,
  });
  // A series that begins with its first callback has not risen, to whoever asks by how much it has.
  for (const gateway of GATEWAY_SLUGS) callbacks.inc({ gateway, step: 'unknown' }, 0);
  countedGauge(register, {
    name: 'sarraf_attempts_unknown',
    help: 'Attempts without a result for more than five minutes.',
    count: counts.unknownAttempts,
  });
  countedGauge(register, {
    name: 'sarraf_webhooks_failing',
    help: 'Events that the merchant has not acknowledged.',
    count: counts.failingWebhooks,
  });
  countedGauge(register, {
    name: 'sarraf_accounts_resting',
    help: 'Accounts behind routes that have given no answer lately, and rest or are being tried.',
    count: counts.restingAccounts,
  });
  return {
    requestEnded: ({ method, route, status, seconds }) => {
      requests.observe({ method, route, status }, seconds);
    },
    transactionCreated: (labels) => created.inc({ ...labels }),
    callbackRead: (gateway, step) => {
      callbacks.inc({ gateway, step });
    },
    text: () => register.metrics(),
    contentType: register.contentType,
  };
}

interface Counted {
  readonly name: string;
  readonly help: string;
  readonly count: () => Promise<number>;
}

/** While the database cannot be asked there is no number: an old one or a zero would be a lie. */
function countedGauge(register: Registry, { name, help, count }: Counted): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [register],
    collect: async () => {
      try {
        gauge.set(await count());
      } catch {
        gauge.remove();
      }
    },
  });
}
