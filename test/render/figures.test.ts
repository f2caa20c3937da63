import assert from 'node:assert/strict';
import { currencyWord, figureIn, grouped, isolatedFigure } from '../../render/figures.ts';

describe('a figure that people read', () => {
  const GROUPED: readonly (readonly [string, string])[] = [
    ['0', '0'],
    ['0.005', '0.005'],
    ['999.999', '999.999'],
    ['1000', '1,000'],
    ['1234.5678', '1,234.5678'],
    ['-1234567.890', '-1,234,567.890'],
    ['9007199254740.991', '9,007,199,254,740.991'],
  ];
  for (const [decimal, shown] of GROUPED)
    it(`is ${shown} for ${decimal}`, () => {
      assert.equal(grouped(decimal), shown);
    });

  const WORDS: readonly (readonly [string, string])[] = [
    ['KWD', 'د.ك'],
    ['SAR', 'ر.س'],
    ['AED', 'د.إ'],
    ['BHD', 'د.ب'],
    ['OMR', 'ر.ع'],
    ['QAR', 'ر.ق'],
    ['EGP', 'ج.م'],
    ['JOD', 'د.أ'],
    ['USD', 'دولار أمريكي'],
    ['EUR', 'يورو'],
  ];
  for (const [code, word] of WORDS)
    it(`is of ${word} in Arabic and of ${code} in English`, () => {
      assert.equal(figureIn({ value: '1500.25', currency: code }, 'ar'), `1,500.25 ${word}`);
      assert.equal(figureIn({ value: '1500.25', currency: code }, 'en'), `${code} 1,500.25`);
    });

  it('keeps a code that has no name', () => {
    assert.equal(currencyWord('QQQ', 'ar'), 'QQQ');
  });

  it('keeps its sign before its digits on paper, whatever is around it', () => {
    const off = { value: '-2.000', currency: 'KWD' };
    assert.equal(isolatedFigure(off, 'en'), '\u2066KWD -2.000\u2069');
    assert.equal(isolatedFigure(off, 'ar'), '\u2067\u2066-2.000\u2069 د.ك\u2069');
  });
});
