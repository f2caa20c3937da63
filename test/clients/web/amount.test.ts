import assert from 'node:assert/strict';
import { partOf, writtenLike } from '../../../clients/web/src/amount.ts';

describe('an amount that a payer types in the web SDK', () => {
  for (const [typed, all, part] of [
    ['5', '12.340', '5.000'],
    [' 5.25 ', '12.340', '5.250'],
    ['٥٫٢٥٠', '12.340', '5.250'],
    ['۵', '12.340', '5.000'],
    ['007', '12', '7'],
    ['12.340', '12.340', '12.340'],
    ['90071992547409.931', '90071992547409.932', '90071992547409.931'],
  ] as const)
    it(`is ${part} where "${typed}" of ${all} is typed`, () => {
      assert.equal(partOf(typed, all), part);
    });

  for (const [typed, all] of [
    ['', '12.340'],
    ['0', '12.340'],
    ['0.000', '12.340'],
    ['-1', '12.340'],
    ['1e3', '12.340'],
    ['five', '12.340'],
    ['12.341', '12.340'],
    ['1.2345', '12.340'],
    ['1.5', '12'],
    ['1,5', '12.340'],
    ['90071992547409.933', '90071992547409.932'],
  ] as const)
    it(`is none where "${typed}" of ${all} is typed`, () => {
      assert.equal(partOf(typed, all), undefined);
    });

  it('is written as the whole is, in its language', () => {
    assert.equal(writtenLike('KWD 12,345.678', '1234.500'), 'KWD 1,234.500');
    assert.equal(writtenLike('12.340 د.ك', '5.250'), '5.250 د.ك');
    assert.equal(writtenLike('JPY 1,234,567', '1000'), 'JPY 1,000');
  });
});
