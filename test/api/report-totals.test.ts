import assert from 'node:assert/strict';
import { presentReport } from '../../api/reports/present.ts';
import type { Report } from '../../domain/report/report.ts';
import { CARD, CREATED_AT, kwd } from '../support/builders.ts';

const { currency } = kwd('1');

describe('the totals of a report, as the API tells them', () => {
  for (const [what, kept, amount] of [
    [
      'of any size',
      { sums: [{ pgCode: CARD, account: 'sales', currency, sum: '-27021597764222.973' }] },
      '-27021597764222.973',
    ],
    [
      'that an older release has kept',
      { totals: [{ pgCode: CARD, account: 'sales', amount: kwd('1.5') }] },
      '1.500',
    ],
  ] as readonly (readonly [string, Partial<Report>, string])[])
    it(`are those ${what}`, () => {
      assert.deepEqual(presentReport({ ...REPORT, ...kept }, undefined, 'https://x.test').totals, [
        { pg_code: CARD, account: 'sales', currency_code: currency, amount },
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
