import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { compactNumber, latinDigits, passesLuhn, spaced } from '../../simulator/digits.ts';

const digits = fc.stringMatching(/^[0-9]{12,18}$/u);

describe('the digits of a card', () => {
  it('pass the check for known good numbers and fail with one digit changed', () => {
    assert.equal(passesLuhn('4242424242424242'), true);
    assert.equal(passesLuhn('4242424242424241'), false);
    assert.equal(passesLuhn(''), false);
    assert.equal(passesLuhn('4242 4242'), false);
  });

  it('have exactly one check digit for each number', () => {
    fc.assert(
      fc.property(digits, (start) => {
        const good = Array.from('0123456789').filter((last) => passesLuhn(start + last));
        assert.equal(good.length, 1);
      }),
    );
  });

  it('may be written in Arabic or Persian', () => {
    assert.equal(latinDigits('٠١٢٣٤٥٦٧٨٩'), '0123456789');
    assert.equal(latinDigits('۰۱۲۳۴۵۶۷۸۹'), '0123456789');
    assert.equal(latinDigits('1٢a'), '12a');
  });

  it('are the same however they are spaced', () => {
    fc.assert(
      fc.property(digits, (number) => {
        assert.equal(compactNumber(spaced(number)), number);
        assert.equal(compactNumber(number.replace(/(?<three>.{3})/gu, '$<three>-')), number);
      }),
    );
    assert.equal(compactNumber(' \u200e4242\u00a04242–4242 4242 '), '4242424242424242');
    assert.equal(spaced('378282246310005'), '3782 822463 10005');
  });
});
