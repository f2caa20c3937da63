import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { errorsFile } from '../../../api/bulk/errors-file.ts';
import { resultFile } from '../../../api/bulk/result-file.ts';
import type { RowResult, WrongRow } from '../../../domain/bulk/bulk.ts';
import { DEMO } from '../../api/support/records.ts';
import type { Column } from '../../../domain/report/columns.ts';
import type { Layout } from '../../../domain/report/report.ts';
import { asMeant } from '../../../domain/report/cells.ts';
import { csvWriter } from '../../../render/files/csv.ts';

/** What programs for tables take for a formula, or for one behind something that they leave out. */
const FORMULAS = [
  '=1+1',
  '+1',
  '-1+1',
  '@SUM(A1)',
  '|calc',
  '%0',
  '\t=1',
  '\r=1',
  ' =1',
  '  -1',
  '\n=1',
  '\uFEFF=1',
  '＝1',
  '－1',
  '＋1',
  '＠x',
  '\u200b=1',
  '\u202e=1',
  '\u2069=1',
  '\u00ad@x',
];
/** Behind quotes, too, which some programs take away. */
const BEGINS_AS_FORMULA = /^["\s\p{Cf}]*[=+\-@|%＝＋－＠]/u;
/** What no program for tables can hold: it is left out, also where a formula stands behind it. */
const CONTROLS = ['\u0000=1', '=1\u0000', '\u001b[31m=1', '\u009f-1', '\uffff+1'];
const FOLDERS = ['api', 'activities', 'admin', 'domain', 'gateways', 'render', 'worker'];

/** Each writer of CSV that we have, with these texts in it. */
const WRITERS: Readonly<Record<string, (texts: readonly string[]) => Promise<string>>> = {
  'api/bulk/errors-file.ts': async (texts) => {
    const rows = texts.map((text, index): WrongRow => ({
      row: index + 1,
      cells: [['=name', text]],
      errors: { amount: [text] },
    }));
    const bulks = { wrongRows: async () => rows };
    const store = { bulks } as unknown as Parameters<typeof errorsFile>[0]['store'];
    return whole(errorsFile({ store }, { merchantId: DEMO, id: 'b' }, ['=name']));
  },
  'api/bulk/result-file.ts': async (texts) => {
    const rows = texts.map((orderNo, index): RowResult => ({
      row: index + 1,
      state: 'failed',
      orderNo,
      errors: { amount: [orderNo] },
    }));
    const bulks = { results: async () => rows };
    const store = { bulks } as unknown as Parameters<typeof resultFile>[0]['store'];
    const publicUrl = 'https://pay.example';
    return whole(resultFile({ store, publicUrl }, { merchantId: DEMO, id: 'b' }, undefined));
  },
  'render/files/csv.ts': async (texts) => {
    const column: Column = {
      name: '=name',
      labelEn: '=name',
      labelAr: '=name',
      source: { kind: 'static', value: '' },
    };
    const layout: Layout = { format: 'csv', language: 'en', bom: true, columns: [column] };
    async function* rows() {
      yield texts.map((text) => [text]);
    }
    return whole(csvWriter(rows(), layout));
  },
};

describe('a file for programs for tables', () => {
  for (const [file, write] of Object.entries(WRITERS))
    it(`has no formula where ${file} writes it`, async () => {
      const file = await write([...FORMULAS, ...CONTROLS]);
      assert.doesNotMatch(file, /[^\P{Cc}\t\n\r]|[\ufffe\uffff]/u);
      const cells = parse(file, { bom: true }).flat();
      for (const control of ["'=1", '[31m=1', "'-1", "'+1"])
        assert.ok(cells.includes(control), control);
      for (const formula of FORMULAS) {
        const cell = cells.find((one) => asMeant(one) === formula);
        assert.ok(cell?.startsWith("'"), formula);
        assert.ok(!cells.includes(formula), formula);
      }
      assert.ok(!cells.includes('=name'));
    });

  // In the middle of a line a quote is a letter to them, so that it keeps no text together; here it does so nowhere.
  for (const [file, write] of Object.entries(WRITERS))
    for (const [what, delimiter] of [
      ['semicolons', ';'],
      ['tabs', '\t'],
    ] as const)
      it(`has no formula where ${file} writes it and the lines are split at ${what}`, async () => {
        const texts = FORMULAS.flatMap((formula) =>
          ['x;', 'x; ', 'x;"', "x;'", 'x\t', 'x\n', 'x\r\n"', '"x;', ';;'].map(
            (before) => `${before}${formula};`,
          ),
        );
        const cells: readonly string[] = parse(await write(texts), {
          bom: true,
          delimiter,
          quote: false,
          relax_column_count: true,
        }).flat();
        const formulas = cells.filter((cell) => BEGINS_AS_FORMULA.test(cell));
        assert.deepEqual(formulas, []);
        assert.ok(cells.some((cell) => cell.startsWith("'=1+1")));
      });

  it('is written by those alone', () => {
    // Lines of CSV are made in one file; whoever makes them has it from there, and a library is nowhere.
    const makers = FOLDERS.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((name) => /\.tsx?$/.test(name)),
    ).filter((name) =>
      /csv-stringify|papaparse|fast-csv|replaceAll\('"', '""'\)|\bcsvLine\b/.test(
        readFileSync(name, 'utf8'),
      ),
    );
    assert.deepEqual(makers.toSorted(), Object.keys(WRITERS));
  });
});

async function whole(parts: AsyncIterable<string | Uint8Array>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const part of parts) chunks.push(Buffer.from(part));
  return Buffer.concat(chunks).toString();
}
