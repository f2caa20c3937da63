import assert from 'node:assert/strict';
import { openPdfPool, PdfPoolBusy, type PdfPool } from '../../pdf/pool.ts';
import type { Sheet } from '../../render/files/paper.ts';
import { until } from '../support/http.ts';

describe('the press', function () {
  this.timeout(120_000);
  const opened: PdfPool[] = [];
  const open = (...args: Parameters<typeof openPdfPool>): PdfPool => {
    const pdfPool = openPdfPool(...args);
    opened.push(pdfPool);
    return pdfPool;
  };
  after(() => {
    for (const pdfPool of opened) pdfPool.close();
  });

  /** A typesetter gives way to all else. */
  const LIMITS = { deadlineMs: 60_000 };
  const GOOD: Sheet = {
    template: '#json(bytes(sys.inputs.data)).x',
    data: '{"x":"y"}',
    createdAt: 0,
  };
  /** Ten thousand million turns: nobody waits for the end of that. */
  const ENDLESS = {
    ...GOOD,
    template: '#{ for i in range(100000) { for j in range(100000) { let x = i * j } } }',
  };

  /** A document of a typesetter that may take longer to begin than a document may. */
  const printedByOne = (pdfPool: PdfPool): Promise<Buffer> =>
    until(
      'a document',
      () =>
        pdfPool.print(GOOD).catch((error: unknown) => {
          assert.ok(error instanceof PdfPoolBusy);
          return undefined;
        }),
      60_000,
    );

  it('prints what is asked for at the same time, each its own', async () => {
    const pdfPool = open(LIMITS);
    const pdfs = await Promise.all(Array.from({ length: 5 }, () => pdfPool.print(GOOD)));
    assert.ok(pdfs.every(isPdf));
  });

  it('says what is wrong with a template, and prints the next', async () => {
    const pdfPool = open(LIMITS);
    await assert.rejects(
      pdfPool.print({ ...GOOD, template: '#nothing-like-this()' }),
      /cannot be set/,
    );
    assert.ok(isPdf(await pdfPool.print(GOOD)));
  });

  it('reads no file but its fonts, whatever a template says', async () => {
    const pdfPool = open(LIMITS);
    for (const path of ['/etc/passwd', '../../../../package.json'])
      await assert.rejects(
        pdfPool.print({ ...GOOD, template: `#read("${path}")` }),
        /cannot be set/,
      );
  });

  it('goes on with a new typesetter after so many sheets', async () => {
    const pdfPool = open({ ...LIMITS, sheetsPerChild: 1 });
    for (let sheet = 0; sheet < 3; sheet += 1) assert.ok(isPdf(await pdfPool.print(GOOD)));
  });

  it('gives up a sheet that takes too long, with its typesetter, and prints the next', async () => {
    // Until then it works as hard as it can.
    const pdfPool = open({ ...LIMITS, deadlineMs: 1500 });
    assert.ok(isPdf(await printedByOne(pdfPool)));
    await assert.rejects(pdfPool.print(ENDLESS), PdfPoolBusy);
    assert.ok(isPdf(await printedByOne(pdfPool)));
  });

  it('does not begin a typesetter anew because it takes longer to begin than a document may', async () => {
    const pdfPool = open({ ...LIMITS, deadlineMs: 100 });
    assert.ok(isPdf(await printedByOne(pdfPool)));
  });

  it('gives up a typesetter that does not begin, and has another one then', async () => {
    const pdfPool = open({ ...LIMITS, startMs: 1 });
    await assert.rejects(pdfPool.print(GOOD), PdfPoolBusy);
    await assert.rejects(pdfPool.print(GOOD), PdfPoolBusy);
  });

  it('takes no more than it can hold', async () => {
    const pdfPool = open({ ...LIMITS, waiting: 2 });
    const asked = await Promise.allSettled([1, 2, 3, 4].map(() => pdfPool.print(GOOD)));
    assert.deepEqual(
      asked.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'rejected'],
    );
    assert.ok(isPdf(await pdfPool.print(GOOD)), 'There is room again.');
  });
});

function isPdf(pdf: Buffer): boolean {
  return pdf.toString('latin1', 0, 5) === '%PDF-';
}
