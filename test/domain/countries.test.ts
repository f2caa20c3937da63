import assert from 'node:assert/strict';
import countries from 'i18n-iso-countries';
import { countryCode } from '../../domain/countries.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const EVERY_PAIR = LETTERS.flatMap((a) => LETTERS.map((b) => a + b));

describe('the country table', () => {
  const ours = EVERY_PAIR.filter((code) => countryCode(code) !== undefined);

  it('has the 249 assigned codes', () => {
    assert.equal(ours.length, 249);
  });

  it('is the published list without Kosovo, whose XK is assigned by users and not by ISO', () => {
    const published = Object.keys(countries.getAlpha2Codes());
    assert.deepEqual(ours, published.filter((code) => code !== 'XK').toSorted());
  });

  for (const code of ['KW', 'AX', 'BQ', 'CW', 'SX'])
    it(`mints ${code} unchanged`, () => {
      assert.equal(countryCode(code), code);
    });

  for (const text of ['kw', 'Kw', 'KWT', 'K', '', ' KW', 'KW\n', 'XK', 'UK', 'ZZ', '41', 'AN'])
    it(`does not know ${JSON.stringify(text)}`, () => {
      assert.equal(countryCode(text), undefined);
    });
});
