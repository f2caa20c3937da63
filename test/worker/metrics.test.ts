import assert from 'node:assert/strict';
import type { MetricTags } from '@temporalio/common';
import { ALERT_KINDS, type Alert } from '../../domain/transaction/transaction.ts';
import type { Store } from '../../store/index.ts';
import { countingMoney, moneyCounters } from '../../worker/metrics.ts';
import {
  anAttempt,
  anInvoice,
  aTransaction,
  CREATED_AT,
  CARD,
  codeOf,
  kwd,
  referenceOf,
} from '../support/builders.ts';

describe('the counters of money', () => {
  let counted: (readonly [string, number, MetricTags])[] = [];
  const counters = moneyCounters({
    createCounter: (name) => ({
      add: (value, tags = {}) => {
        counted.push([name, value, tags]);
      },
    }),
  });
  beforeEach(() => {
    counted = [];
  });
  const alert: Alert = {
    kind: 'late-money',
    referenceNumber: referenceOf('demoFULL2222'),
    at: CREATED_AT,
    detail: 'x',
  };
  const paid = aTransaction({
    state: 'paid',
    amount: kwd('12.500'),
    attempts: [
      anAttempt({ state: 'failed', gateway: 'other' }),
      anAttempt({ state: 'success', gateway: 'sandbox', pgCode: CARD }),
    ],
    settledPgCode: CARD,
    paidAmount: kwd('12.750'),
  });

  it('count a payment and what was charged when a transaction becomes paid', () => {
    counters.saved({ state: 'pending', alerts: [], attempts: [] }, paid);
    const tags = { currency: 'KWD', gateway: 'sandbox' };
    assert.deepEqual(counted, [
      ['sarraf_transactions_paid_total', 1, tags],
      ['sarraf_paid_minor_total', 12_750, tags],
    ]);
  });

  it('count nothing when it is saved again, or becomes anything else', () => {
    counters.saved({ state: 'paid', alerts: [], attempts: [] }, paid);
    counters.saved(
      { state: 'created', alerts: [], attempts: [] },
      aTransaction({ state: 'pending' }),
    );
    counters.saved(
      { state: 'pending', alerts: [], attempts: [] },
      aTransaction({ state: 'authorized' }),
    );
    assert.deepEqual(counted, []);
  });

  it('count an alert once, when it is new', () => {
    const second: Alert = { ...alert, kind: 'second-success' };
    const told = aTransaction({ state: 'canceled', alerts: [alert, second] });
    counters.saved({ state: 'canceled', alerts: [alert], attempts: [] }, told);
    counters.saved({ state: 'canceled', alerts: [alert, second], attempts: [] }, told);
    assert.deepEqual(counted, [['sarraf_alerts_total', 1, { kind: 'second-success' }]]);
  });

  it('count an attempt of a route once, by its account and by whether another one came before', () => {
    const press = referenceOf('demoROUT1111');
    const routing = { route: codeOf('cards'), skipped: [], accounts: [], press };
    const first = anAttempt({ pgCode: CARD, referenceNumber: press, routing });
    const next = anAttempt({
      pgCode: codeOf('other'),
      referenceNumber: referenceOf('demoROUT2222'),
      routing: { ...routing, after: { referenceNumber: press, ending: 'unsent' } },
    });
    const plain = anAttempt({ referenceNumber: referenceOf('demoROUT3333') });
    const before = { state: 'pending', alerts: [], attempts: [] } as const;
    const begun = aTransaction({ state: 'pending', attempts: [plain, first] });
    const onward = aTransaction({ state: 'pending', attempts: [plain, first, next] });
    counters.saved(before, begun);
    counters.saved(begun, onward);
    counters.saved(onward, onward);
    assert.deepEqual(counted, [
      ['sarraf_routed_attempts_total', 1, { account: CARD, why: 'chosen' }],
      ['sarraf_routed_attempts_total', 1, { account: 'other', why: 'failover' }],
    ]);
  });

  it('count money that came for what was removed as an alert, once', async () => {
    const news = [true, false];
    const tombstones = { addLateMoney: async () => news.shift() ?? false };
    // Only what is counted is asked for.
    const { tombstones: kept } = countingMoney({ tombstones } as unknown as Store, counters);
    const late = { referenceNumber: alert.referenceNumber, charged: kwd('1'), at: CREATED_AT };
    for (const _time of [1, 2]) await kept.addLateMoney({ ...paid, lateMoney: [] }, late);
    assert.deepEqual(counted, [['sarraf_alerts_total', 1, { kind: 'late-money' }]]);
  });

  it('count a dispute of what was removed as an alert where it is one, once', async () => {
    const news = [true, false, true];
    const tombstones = { addDispute: async () => news.shift() ?? false };
    const { tombstones: kept } = countingMoney({ tombstones } as unknown as Store, counters);
    const { referenceNumber } = alert;
    const amount = kwd('1');
    const word = { disputeId: 'du_1', referenceNumber, state: 'open', amount, saidAt: 1 } as const;
    const dispute = { kind: 'dispute', referenceNumber } as const;
    for (const given of [dispute, dispute, undefined])
      await kept.addDispute({ ...paid, lateMoney: [] }, { ...word, movements: [] }, given);
    assert.deepEqual(counted, [['sarraf_alerts_total', 1, { kind: 'dispute' }]]);
  });

  it('count what is created, also with an invoice, once', async () => {
    const transaction = aTransaction({ type: 'payment_request', amount: kwd('1') });
    const issued = { transaction, invoice: anInvoice() };
    const news = [true, false, true, false];
    const insert = async <T extends object>(given: T) => (news.shift() ? given : { ...given });
    // Only what is counted is asked for.
    const store = { transactions: { insert }, invoices: { insert } } as unknown as Store;
    const { transactions, invoices } = countingMoney(store, counters);
    for (const _time of [1, 2]) await transactions.insert(transaction);
    for (const _time of [1, 2]) await invoices.insert(issued);
    const tags = { currency: 'KWD', type: 'payment_request' };
    const created = ['sarraf_transactions_created_total', 1, tags];
    assert.deepEqual(counted, [created, created]);
  });

  it('count a row of a bulk file apart, which the alert that nobody pays leaves out', async () => {
    const transaction = aTransaction({
      type: 'payment_request',
      bulkId: 'blk_1',
      amount: kwd('1'),
    });
    // Only what is counted is asked for.
    const store = { transactions: { insert: kept }, invoices: {} } as unknown as Store;
    await countingMoney(store, counters).transactions.insert(transaction);
    assert.deepEqual(counted, [
      ['sarraf_transactions_created_total', 1, { currency: 'KWD', type: 'bulk' }],
    ]);
  });

  it('begin at nothing for all that somebody is to look at, so that the first one is a rise', () => {
    const begun: (readonly [string, MetricTags])[] = [];
    moneyCounters({
      createCounter: (name) => ({
        add: (value, tags = {}) => void (value === 0 && begun.push([name, tags])),
      }),
    });
    assert.deepEqual(begun, [
      ...ALERT_KINDS.map((kind) => ['sarraf_alerts_total', { kind }]),
      ['sarraf_documents_refused_total', {}],
    ]);
  });

  it('count calls to merchants by what they meant', () => {
    counters.webhookCalled('failed');
    assert.deepEqual(counted, [['sarraf_webhook_calls_total', 1, { verdict: 'failed' }]]);
  });

  it('count what was given a run again', () => {
    counters.revived('operation');
    assert.deepEqual(counted, [['sarraf_revived_total', 1, { what: 'operation' }]]);
  });
});

async function kept<T>(given: T): Promise<T> {
  return given;
}
