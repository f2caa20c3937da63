import assert from 'node:assert/strict';
import { presentReport } from '../../api/reports/present.ts';
import type { Report } from '../../domain/report/report.ts';
import { CARD, CREATED_AT, kwd } from '../support/builders.ts';

const { currency } = kwd('1');

describe('the totals of a report, as the API tells them', () => {
  it('are of any size', () => {
    const sums = [
      { pgCode: CARD, account: 'sales', currency, sum: '-27021597764222.973' },
    ] as const;
    assert.deepEqual(presentReport({ ...REPORT, sums }, undefined, 'https://x.test').totals, [
      { pg_code: CARD, account: 'sales', currency_code: currency, amount: sums[0].sum },
    ]);
  });
});

const REPORT = {
  encryptedId: 'r1',
  name: 'transactions_manual',
  source: 'manual',
  selection: { until: CREATED_AT },
  layout: { format: 'csv' },
  emails: [],
  createdAt: CREATED_AT,
  status: 'finished',
  rows: 1,
} as unknown as Report;
