import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeTries, writeReportFile } from '../../activities/report-file.ts';
import { commonColumn } from '../../domain/report/columns.ts';
import type { Report } from '../../domain/report/report.ts';
import type { Files } from '../../transports/files.ts';
import { localFiles } from '../../transports/local-files.ts';
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

const IN_NO_PLACE: Pick<Files, 'write' | 'remove'> = {
  write: async (_, chunks) => {
    let size = 0;
    for await (const chunk of chunks) size += chunk.length;
    return size;
  },
  remove: async () => undefined,
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

describe('a report whose worker died while it wrote into a directory', () => {
  it('leaves nothing there once its tries are removed', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'sarraf-reports-'));
    const files = localFiles(directory);
    const written = () =>
      readdirSync(directory, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name);
    const death = new AbortController();
    const died = once(death.signal, 'abort');
    try {
      // It comes to nothing that would tidy up, as after SIGKILL, until all is looked at.
      const lost = writeReportFile(
        slowly(() => died, files),
        REPORT,
        async () => undefined,
      );
      await until('it has begun to write', async () => written().length === 1);
      assert.notDeepEqual(written(), [`${REPORT.id}-1.csv`]);
      await removeTries(files, { ...REPORT, tries: 2 }, 1);
      assert.deepEqual(written(), []);
      death.abort();
      await assert.rejects(lost, { code: 'ENOENT' });
      assert.deepEqual(written(), []);
    } finally {
      death.abort();
      rmSync(directory, { recursive: true, force: true });
    }
  });
});

/** One row, which the database looks for until it is found; a beat each few milliseconds. */
function slowly(
  found: () => Promise<unknown> = () => pause(40),
  files: Pick<Files, 'write' | 'remove'> = IN_NO_PLACE,
): Parameters<typeof writeReportFile>[0] {
  return {
    beatMs: 5,
    source: {
      created: async function* () {
        await found();
        yield aTransaction();
      },
    },
    files,
  };
}
