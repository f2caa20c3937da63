import assert from 'node:assert/strict';
import { readXlsx } from 'hucre/xlsx';
import type { Cell } from '../../../domain/report/cells.ts';
import { commonColumn, type Column } from '../../../domain/report/columns.ts';
import type { Layout } from '../../../domain/report/report.ts';
import { xlsxWriter } from '../../../render/files/xlsx.ts';
import { amountOf, kwd } from '../../support/builders.ts';

const NOTE: Column = {
  name: 'note',
  labelEn: 'Note',
  labelAr: 'ملاحظة',
  source: { kind: 'static', value: '' },
};
const LAYOUT: Layout = {
  format: 'xlsx',
  language: 'en',
  bom: false,
  columns: [commonColumn('amount'), NOTE, commonColumn('fee')],
};

describe('an amount in a workbook', () => {
  it('is shown with the decimals of its own currency, whatever else its column has', async () => {
    const { values, formats } = await read([
      [kwd('12.340'), 'a', amountOf('500', 'JPY')],
      [amountOf('500', 'JPY'), undefined, kwd('0.005')],
      [undefined, 'b', undefined],
      [amountOf('1234.5', 'USD'), 'c', amountOf('1.2345', 'CLF')],
    ]);
    assert.deepEqual(values, [
      ['Amount', 'Note', 'Fee'],
      [12.34, 'a', 500],
      [500, null, 0.005],
      [null, 'b', null],
      [1234.5, 'c', 1.2345],
    ]);
    assert.deepEqual(formats, {
      A2: '#,##0.000',
      C2: '#,##0',
      A3: '#,##0',
      C3: '#,##0.000',
      A5: '#,##0.00',
      C5: '#,##0.0000',
    });
  });

  it('has its format in every group of rows, and for what was given back', async () => {
    const back = { ...kwd('5'), minor: -5000 } as ReturnType<typeof kwd>;
    const many = Array.from({ length: 250 }, (_, index): readonly Cell[] =>
      index % 2 === 0 ? [back] : [amountOf('7', 'JPY')],
    );
    const { values, formats } = await read(many);
    assert.deepEqual([values[1]?.[0], values[250]?.[0]], [-5, 7]);
    const expected = many.map((_, index) => [
      `A${index + 2}`,
      index % 2 === 0 ? '#,##0.000' : '#,##0',
    ]);
    assert.deepEqual(formats, Object.fromEntries(expected));
  });
});

/** The values of the sheet, and the number format of each cell that has one. */
async function read(rows: readonly (readonly Cell[])[]) {
  async function* groups() {
    for (let from = 0; from < rows.length; from += 100) yield rows.slice(from, from + 100);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of xlsxWriter(groups(), LAYOUT)) chunks.push(chunk);
  const { sheets } = await readXlsx(Buffer.concat(chunks), { readStyles: true });
  const sheet = sheets[0];
  const formats = [...(sheet?.cells ?? new Map())].flatMap(([place, { style }]) => {
    const [row = 0, column = 0] = String(place).split(',').map(Number);
    return style?.numFmt ? [[`${'ABC'[column]}${row + 1}`, style.numFmt]] : [];
  });
  return { values: sheet?.rows ?? [], formats: Object.fromEntries(formats) };
}
