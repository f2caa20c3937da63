import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { writeReportFile } from '../../activities/report-file.ts';
import { commonColumn } from '../../domain/report/columns.ts';
import type { Report } from '../../domain/report/report.ts';
import { aTransaction, CREATED_AT, aMerchantId } from '../support/builders.ts';
import { until } from '../support/http.ts';

const REPORT: Report = {
  id: 'a'.repeat(40),
  merchantId: aMerchantId('report-shop'),
  encryptedId: 'shown',
  name: 'transactions',
  source: 'manual',
  selection: { until: CREATED_AT },
  layout: { format: 'csv', language: 'en', bom: false, columns: [commonColumn('order_no')] },
  emails: [],
  createdAt: CREATED_AT,
  status: 'in_progress',
  tries: 1,
  rows: 0,
};

describe('a report whose filter hardly anything fits', () => {
  it('says that it lives while no row comes, and says no more when it is written', async () => {
    const heard: number[] = [];
    const beats = () => until('it says three times that it lives', async () => heard.length >= 3);
    const written = await writeReportFile(slowly(beats), REPORT, async (rows) => {
      heard.push(rows);
    });
    const atTheEnd = heard.length;
    assert.equal(written.rows, 1);
    assert.deepEqual(heard.slice(0, 3), [0, 0, 0]);
    await pause(30);
    assert.equal(heard.length, atTheEnd);
  });

  it('says no more when it has failed, and fails with what is thrown', async () => {
    let calls = 0;
    const overtaken = async () => {
      calls += 1;
      throw new Error('overtaken');
    };
    await assert.rejects(writeReportFile(slowly(), REPORT, overtaken), /overtaken/);
    const atTheEnd = calls;
    await pause(30);
    assert.equal(calls, atTheEnd);
  });
});

/** One row, which the database looks for until it is found; a beat each few milliseconds. */
function slowly(
  found: () => Promise<unknown> = () => pause(40),
): Parameters<typeof writeReportFile>[0] {
  return {
    beatMs: 5,
    source: {
      created: async function* () {
        await found();
        yield aTransaction();
      },
    },
    files: {
      write: async (_, chunks) => {
        let size = 0;
        for await (const chunk of chunks) size += chunk.length;
        return size;
      },
      remove: async () => undefined,
    },
  };
}
