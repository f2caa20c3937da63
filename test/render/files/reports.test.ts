import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { array, assert as hold, asyncProperty, constantFrom, string, tuple } from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { asMeant, harmless, printable, type Cell } from '../../../domain/report/cells.ts';
import type { Column } from '../../../domain/report/columns.ts';
import type { Format, Layout } from '../../../domain/report/report.ts';
import { reportWriter } from '../../../render/files/report-writer.ts';
import { amountOf, kwd } from '../../support/builders.ts';
import { CONTROL_TEXTS, HOSTILE_TEXTS, TURNING_TEXTS } from '../office/hostile-texts.ts';

const text = (name: string): Column => ({
  name,
  labelEn: name,
  labelAr: `ع ${name}`,
  source: { kind: 'static', value: '' },
});
const AMOUNT: Column = { ...text('amount'), source: { kind: 'common', field: 'amount' } };

const layout = (format: Format, given: Partial<Layout> = {}): Layout => ({
  format,
  language: 'en',
  bom: false,
  columns: [text('one'), AMOUNT],
  ...given,
});

async function fileOf(rows: readonly (readonly Cell[])[], how: Layout): Promise<Buffer> {
  async function* groups() {
    for (const row of rows) yield [row];
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of reportWriter(how)(groups(), how)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function read(rows: readonly (readonly Cell[])[]) {
  return (await readXlsx(await fileOf(rows, layout('xlsx')))).sheets[0]?.rows ?? [];
}

async function* broken(): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield [['x', undefined]];
  throw new Error('the cursor broke');
}

describe('a report as CSV', () => {
  it('has quotes where they are needed, CRLF, and a byte order mark when it is asked for', async () => {
    const rows = [
      ['plain', kwd('0')],
      ['a "b", c\r\nd', kwd('1234.5')],
      [undefined, undefined],
    ];
    const whole = 'one,amount\r\nplain,0.000\r\n"a ""b"", c\r\nd",1234.500\r\n,\r\n';
    assert.equal(String(await fileOf(rows, layout('csv'))), whole);
    assert.equal(String(await fileOf(rows, layout('csv', { bom: true }))), `\uFEFF${whole}`);
    const arabic = await fileOf([], layout('csv', { language: 'ar' }));
    assert.equal(String(arabic), 'ع one,ع amount\r\n');
  });

  it('keeps amounts as numbers, also those that were given back', async () => {
    const given = { ...kwd('5'), minor: -5000 } as ReturnType<typeof kwd>;
    assert.equal(String(await fileOf([['x', given]], layout('csv'))), 'one,amount\r\nx,-5.000\r\n');
  });

  it('is read back as it was, whatever stands in it', async () => {
    const letters = ['a', ',', ';', '"', '\r', '\n', '\t', ' ', '\u200b', 'ع', '=', '|', "'"];
    const anything = string({ unit: constantFrom(...letters) });
    await hold(
      asyncProperty(
        array(tuple(anything, anything), { minLength: 1, maxLength: 5 }),
        async (rows) => {
          const columns = [text('one'), text('two')];
          const back = parse(await fileOf(rows, layout('csv', { columns })), {
            from: 2,
            skip_empty_lines: false,
          });
          assert.deepEqual(
            back,
            rows.map((row) => row.map(harmless)),
          );
          // As a file of a merchant's is read that was made of one of ours.
          assert.deepEqual(
            back.map((row) => row.map(asMeant)),
            rows.map((row) => row.map(printable)),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('a report as a workbook', () => {
  it('has numbers for amounts of every currency, and texts for all else', async () => {
    const rows = await read([
      ['=1+1', kwd('1234.567')],
      ['سارة', amountOf('500', 'JPY')],
      ['007', undefined],
      [undefined, amountOf('9007199254740.991', 'KWD')],
    ]);
    assert.deepEqual(rows, [
      ['one', 'amount'],
      ['=1+1', 1234.567],
      ['سارة', 500],
      ['007', null],
      [null, '9007199254740.991'],
    ]);
  });

  it('has no more in a cell than one can hold, and nothing that breaks the file', async () => {
    const rows = await read([
      ['x'.repeat(40_000), undefined],
      ['a\u0000b\u000Bc\uFFFE', undefined],
      ['_x0041_ <&> "quoted"', undefined],
    ]);
    assert.equal(String(rows[1]?.[0]).length, 32_767);
    assert.deepEqual([rows[2]?.[0], rows[3]?.[0]], ['abc', '_x0041_ <&> "quoted"']);
  });

  it('has texts of others as texts, with all that a cell can hold of them', async () => {
    const texts = [...HOSTILE_TEXTS, ...TURNING_TEXTS, 'half \ud83d of a character'];
    const rows = await read(texts.map((text) => [text, undefined]));
    assert.deepEqual(
      rows.slice(1).map(([text]) => text),
      texts.map((text) => String(Buffer.from(text))),
    );
    const controls = await read(CONTROL_TEXTS.map((text) => [text, undefined]));
    assert.deepEqual(
      controls.slice(1).map(([text]) => text),
      CONTROL_TEXTS.map((text) => text.replaceAll(/\p{Cc}/gu, '')),
    );
  });

  it('ends with what its rows end with', async () => {
    const how = layout('xlsx');
    await assert.rejects(async () => {
      for await (const _ of reportWriter(how)(broken(), how));
    }, /the cursor broke/);
  });
});
