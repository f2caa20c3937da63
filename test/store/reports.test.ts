import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { reconciling } from '../activities/reconcile/support.ts';
import { reportActivities } from '../../activities/reports.ts';
import { defaultColumns } from '../../domain/report/columns.ts';
import { KEPT_MS, type Report, type ReportOrder } from '../../domain/report/report.ts';
import type { Selection } from '../../domain/report/selection.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { localFiles } from '../../transports/local-files.ts';
import type { Files } from '../../transports/files.ts';
import {
  anAttempt,
  aTransaction,
  CREATED_AT,
  codeOf,
  aMerchantId,
  referenceOf,
  sessionOf,
} from '../support/builders.ts';
import { useDatabase } from './database.ts';

const MERCHANT = aMerchantId('report-shop');
const OTHER = aMerchantId('another-shop');

describe('the store of reports', () => {
  const database = useDatabase();
  const store = () => database().store;
  let directory: string;
  let told: string[];
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'sarraf-reports-'));
    for (const [index, given] of SALES.entries())
      await store().transactions.insert(sale(index, given));
  });
  beforeEach(() => {
    told = [];
  });
  after(() => rmSync(directory, { recursive: true, force: true }));

  const files = (more: Partial<Files> = {}): Files => ({ ...localFiles(directory), ...more });
  const activities = (at: Files) =>
    reportActivities(store(), {
      files: at,
      tellOfReport: async ({ id }) => {
        told.push(id);
      },
    });
  const run = (report: Report, at: Files = files()) =>
    new MockActivityEnvironment().run((ref: Report) => activities(at).writeReport(ref), report);
  const kept = (report: Pick<Report, 'id'>) =>
    readdirSync(join(directory, 'reports', MERCHANT)).filter((name) => name.includes(report.id));
  const want = (number: string, given: Partial<ReportOrder> = {}) =>
    store().reports.want(anOrder(number, given));
  const sessionsIn = async (selection: Partial<Selection>) => {
    const found: string[] = [];
    const all = { until: CREATED_AT + 100, ...selection };
    for await (const { orderNo } of store().reportSource.created(MERCHANT, all, []))
      found.push(orderNo ?? '');
    return found;
  };

  it('is read in order, without what was archived and what is of others', async () => {
    assert.deepEqual(await sessionsIn({}), ['0', '1', '2', '3', '4']);
    assert.deepEqual(await sessionsIn({ after: CREATED_AT, until: CREATED_AT + 2 }), ['1', '2']);
  });

  const filters: readonly [Partial<Selection>, readonly string[]][] = [
    [{ types: ['payment_request'] }, ['1', '2']],
    [{ states: ['pending', 'expired'] }, ['2', '3']],
    [{ plugins: ['invoice'] }, ['2']],
    [{ plugins: ['legacy', 'payment_request'] }, ['1', '4']],
    [{ pgCodes: [codeOf('other')] }, ['3']],
    [{ currencies: [aTransaction().amount.currency] }, ['0', '1', '2', '3', '4']],
    [{ orderNo: '3', states: ['created'] }, []],
    [{ unitCode: 'branch' }, ['1']],
  ];
  for (const [filter, expected] of filters)
    it(`is read by ${JSON.stringify(filter)}`, async () => {
      assert.deepEqual(await sessionsIn(filter), expected);
    });

  it('has one file of a report whose worker died, and tells of it once it is whole', async () => {
    const report = await want('a1');
    const dying = files({
      write: async (key, chunks, type) => {
        await localFiles(directory).write(key, chunks, type);
        throw new Error('killed before it could say so');
      },
    });
    await assert.rejects(run(report, dying));
    assert.deepEqual([kept(report).length, told], [1, []]);
    assert.equal(await run(report), 'finished');
    assert.deepEqual(kept(report), [`${report.id}-2.csv`]);
    const found = await store().reports.find(report);
    assert.deepEqual([found?.status, found?.rows, found?.tries], ['finished', 5, 2]);
    const file = readFileSync(join(directory, 'reports', MERCHANT, `${report.id}-2.csv`));
    assert.equal(found?.size, file.byteLength);
    assert.equal(String(file).trimEnd().split('\r\n').length, 6);
    // Another try of the same report only tells again, by the same key.
    assert.equal(await run(report), 'finished');
    assert.deepEqual([kept(report).length, told], [1, [report.id, report.id]]);
  });

  it('lets only the last of two tries at the same time finish', async () => {
    const report = await want('a2');
    const slow = files({
      write: async (key, chunks, type) => {
        assert.equal(await run(report), 'finished');
        return localFiles(directory).write(key, chunks, type);
      },
    });
    await assert.rejects(run(report, slow), /Another try/);
    assert.deepEqual(kept(report), [`${report.id}-2.csv`]);
    assert.equal((await store().reports.find(report))?.tries, 2);
  });

  const sweep = () => reconciling(store(), {}, { files: files() })('expiredReports');

  it('is given up, and nothing of it stays', async () => {
    const report = await want('a3');
    await assert.rejects(
      run(report, files({ write: async () => Promise.reject(new Error('the storage is away')) })),
    );
    const ended = await new MockActivityEnvironment().run(() =>
      activities(files()).failReport(report),
    );
    assert.equal(ended, 'failed');
    assert.deepEqual([await run(report), kept(report), told], ['failed', [], []]);
  });

  it('expires, and its file goes', async () => {
    const report = await want('a4');
    await run(report);
    await sweep();
    assert.equal(kept(report).length, 1);
    await database()
      .connection.collection('reports')
      .updateOne({ id: report.id }, { $inc: { expiresAt: -KEPT_MS - 1 } });
    await sweep();
    assert.deepEqual([(await store().reports.find(report))?.status, kept(report)], ['expired', []]);
  });

  it('is wanted once, and found by its merchant only', async () => {
    const [one, other] = await Promise.all([want('a5'), want('a5')]);
    assert.equal(one.encryptedId, other.encryptedId);
    assert.equal((await store().reports.findByName(MERCHANT, one.encryptedId))?.id, one.id);
    assert.equal(await store().reports.findByName(OTHER, one.encryptedId), undefined);
    assert.equal(await store().reports.find({ merchantId: OTHER, id: one.id }), undefined);
  });
});

const SALES: readonly Partial<Transaction>[] = [
  {},
  { type: 'payment_request', unitCode: 'branch' },
  { type: 'payment_request', invoiceNumber: 'INV-1', state: 'pending' },
  { state: 'expired', attempts: [anAttempt({ pgCode: codeOf('other'), state: 'failed' })] },
  { legacy: { referenceNumber: referenceOf('legacyAAAA') } },
  { deletedAt: CREATED_AT },
  { merchantId: OTHER },
];

function sale(index: number, given: Partial<Transaction>): Transaction {
  return aTransaction({
    merchantId: MERCHANT,
    sessionId: sessionOf(`e${index}`),
    orderNo: String(index),
    createdAt: CREATED_AT + index,
    ...given,
  });
}

function anOrder(number: string, given: Partial<ReportOrder>): ReportOrder {
  return {
    id: sessionOf(number),
    merchantId: MERCHANT,
    name: 'transactions',
    source: 'manual',
    selection: { until: CREATED_AT + 100 },
    layout: { format: 'csv', language: 'en', bom: false, columns: defaultColumns(false) },
    emails: [],
    createdAt: CREATED_AT,
    ...given,
  };
}
