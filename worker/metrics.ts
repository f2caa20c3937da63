import type { MetricCounter } from '@temporalio/common';
import type { CountAlert } from '../activities/removals.ts';
import { ALERT_KINDS } from '../domain/transaction/transaction.ts';
import { countingCreations, type CreationLabels } from '../store/counted-creations.ts';
import type { Store } from '../store/index.ts';
import type { RuntimeOptions } from '@temporalio/worker';

type Transaction = Parameters<Store['transactions']['save']>[0];
type Replaced = NonNullable<Awaited<ReturnType<Store['transactions']['save']>>>;

/** What happens to money, counted by this process since it began; given beside Temporal's own metrics. */
export interface MoneyCounters {
  readonly created: (labels: CreationLabels) => void;
  readonly saved: (before: Replaced, after: Transaction) => void;
  readonly webhookCalled: (verdict: string) => void;
  /** Somebody has to look at what has no document for an alert. */
  readonly alerted: CountAlert;
  readonly revived: (what: string) => void;
  /** The database refuses a document, try after try. */
  readonly documentRefused: () => void;
}

/** The part of Temporal's meter that is used here. */
export interface Meter {
  readonly createCounter: (
    name: string,
    unit: string | undefined,
    description: string,
  ) => Pick<MetricCounter, 'add'>;
}

export function moneyCounters(meter: Meter): MoneyCounters {
  const count = (name: string, help: string) => meter.createCounter(name, undefined, help);
  const created = count('sarraf_transactions_created_total', 'Transactions that were created.');
  const paid = count('sarraf_transactions_paid_total', 'Transactions that became paid.');
  const minor = count(
    'sarraf_paid_minor_total',
    'What was charged for them, fees included, in minor units of the currency.',
  );
  const alerts = count('sarraf_alerts_total', 'Alerts that a person has to look at.');
  const routed = count(
    'sarraf_routed_attempts_total',
    'Attempts that a route has led to an account, at first or after another one.',
  );
  const calls = count('sarraf_webhook_calls_total', 'Calls to merchants, by what they meant.');
  // A series that begins with its first alert has not risen, to whoever asks by how much it has.
  for (const kind of ALERT_KINDS) alerts.add(0, { kind });
  const revived = count('sarraf_revived_total', 'What had lost its run and was given one again.');
  const refused = count(
    'sarraf_documents_refused_total',
    'Tries to keep a document that the database refuses, from the third on.',
  );
  refused.add(0);
  return {
    created: (labels) => created.add(1, { ...labels }),
    saved: (before, after) => {
      if (before.state !== 'paid' && after.state === 'paid') {
        const tags = { currency: after.amount.currency, gateway: gatewayOf(after) };
        paid.add(1, tags);
        minor.add(after.paidAmount?.minor ?? 0, tags);
      }
      for (const { kind } of after.alerts.slice(before.alerts.length)) alerts.add(1, { kind });
      const known = new Set(before.attempts.map(({ referenceNumber }) => referenceNumber));
      for (const { referenceNumber, pgCode, routing } of after.attempts)
        if (routing && !known.has(referenceNumber))
          routed.add(1, { account: pgCode, why: routing.after ? 'failover' : 'chosen' });
    },
    webhookCalled: (verdict) => {
      calls.add(1, { verdict });
    },
    alerted: (kind) => {
      alerts.add(1, { kind });
    },
    revived: (what) => {
      revived.add(1, { what });
    },
    documentRefused: () => {
      refused.add(1);
    },
  };
}

/**
 * The store, with every new transaction and every change of one counted by the process that made it: once, however often an activity is
 * repeated.
 */
export function countingMoney(store: Store, counters: MoneyCounters): Store {
  const { versions, tombstones, webhookEvents } = store;
  return {
    ...countingCreations(store, counters.created),
    versions: {
      keep: async (version) => {
        const kept = await versions.keep(version);
        if (kept.replaced) counters.saved(kept.replaced, version.transaction);
        return kept;
      },
    },
    tombstones: {
      ...tombstones,
      addLateMoney: async (ref, late) => {
        const isNew = await tombstones.addLateMoney(ref, late);
        if (isNew) counters.alerted('late-money');
        return isNew;
      },
      addDispute: async (ref, word, alert) => {
        const isNew = await tombstones.addDispute(ref, word, alert);
        if (isNew && alert) counters.alerted('dispute');
        return isNew;
      },
    },
    webhookEvents: {
      ...webhookEvents,
      record: async (id, call, verdict) => {
        await webhookEvents.record(id, call, verdict);
        counters.webhookCalled(verdict);
      },
    },
  };
}

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

/** The gateway that took the money. */
function gatewayOf({ attempts, settledPgCode }: Transaction): string {
  const settled = attempts.find(
    ({ state, pgCode }) => state === 'success' && pgCode === settledPgCode,
  );
  return settled?.gateway ?? 'none';
}
