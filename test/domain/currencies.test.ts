import assert from 'node:assert/strict';
import currencyCodes from 'currency-codes';
import { currencyCode, minorUnits } from '../../domain/currencies.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const EVERY_CODE = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => a + b + c)));

// The package holds the list of June 2024. What we do otherwise, and why.
const ONLY_IN_PACKAGE: Readonly<Record<string, string>> = {
  ANG: 'replaced by XCG in 2025',
  CUC: 'withdrawn in 2021',
  BOV: 'fund',
  CHE: 'fund',
  CHW: 'fund',
  COU: 'fund',
  MXV: 'fund',
  USN: 'fund',
  XDR: 'accounting unit',
  XSU: 'accounting unit',
  XUA: 'accounting unit',
  XBA: 'bond market unit',
  XBB: 'bond market unit',
  XBC: 'bond market unit',
  XBD: 'bond market unit',
  XAG: 'silver',
  XAU: 'gold',
  XPD: 'palladium',
  XPT: 'platinum',
  XTS: 'for tests',
  XXX: 'no currency',
};
const ONLY_OURS: Readonly<Record<string, string>> = { XCG: 'younger than the package' };

describe('the currency table', () => {
  const ours = EVERY_CODE.filter((code) => currencyCode(code) !== undefined);
  const theirs = currencyCodes.codes();

  it('has every code of the published list but the explained ones', () => {
    assert.deepEqual(
      theirs.filter((code) => !ours.includes(code)),
      Object.keys(ONLY_IN_PACKAGE).toSorted(),
    );
  });

  it('has no code of its own but the explained ones', () => {
    assert.deepEqual(
      ours.filter((code) => !theirs.includes(code)),
      Object.keys(ONLY_OURS),
    );
  });

  it('has the decimals of the published list for each code that both have', () => {
    const differing = ours.filter((code) => {
      const known = currencyCode(code);
      const published = currencyCodes.code(code);
      return known && published && minorUnits(known) !== published.digits;
    });
    assert.deepEqual(differing, []);
  });

  const CONTRACT: readonly (readonly [number, string])[] = [
    [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [4, 'CLF UYW'],
    [2, 'SAR AED USD EUR EGP QAR XCG BGN'],
  ];
  for (const [units, codes] of CONTRACT)
    it(`gives ${units} decimals to ${codes}`, () => {
      for (const text of codes.split(' ')) {
        const code = currencyCode(text);
        assert.ok(code, `${text} is missing`);
        assert.equal(minorUnits(code), units, text);
      }
    });

  it('gives two decimals to every code that the contract does not list otherwise', () => {
    const others = CONTRACT.slice(0, 3).flatMap(([, codes]) => codes.split(' '));
    for (const text of ours.filter((code) => !others.includes(code))) {
      const code = currencyCode(text);
      assert.equal(code && minorUnits(code), 2, text);
    }
  });

  for (const text of [
    'kwd',
    'Kwd',
    ' KWD',
    'KWD ',
    'KW',
    'KWDD',
    '',
    '414',
    'ZZZ',
    'KWＤ',
    'toString',
  ])
    it(`does not know ${JSON.stringify(text)}`, () => {
      assert.equal(currencyCode(text), undefined);
    });
});
