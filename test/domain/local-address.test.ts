import assert from 'node:assert/strict';
import { allCountries, countryCode } from '../../domain/countries.ts';
import {
  merchantCountry,
  localAddressOf,
  printStreet,
  readStreet,
} from '../../domain/local-address.ts';

const GULF = allCountries().flatMap((country) => {
  const local = localAddressOf(country);
  return local ? [{ country, local }] : [];
});

describe('addresses of the Gulf', () => {
  it('are those of its six countries', () => {
    assert.deepEqual(
      GULF.map(({ country }) => country),
      ['AE', 'BH', 'KW', 'OM', 'QA', 'SA'],
    );
  });

  for (const { country, local } of GULF) {
    it(`have regions with a name in each language, each once: ${country}`, () => {
      const { regions } = local;
      assert.equal(new Set(regions.map(({ en }) => en)).size, regions.length);
      assert.equal(new Set(regions.map(({ ar }) => ar)).size, regions.length);
      for (const { en, ar } of regions) {
        assert.match(en, /^[A-Z][A-Za-z -]{1,39}$/);
        assert.match(ar, /^[\p{Script=Arabic} ]+$/u);
      }
    });

    it(`have a street that is read as it was printed: ${country}`, () => {
      for (const parts of [
        { block: local.block ? '4' : '', street: '12', building: '7' },
        { block: local.block ? 'ب' : '', street: 'شارع سالم، 3', building: '7, Street 9' },
      ])
        assert.deepEqual(readStreet(local, printStreet(local, parts)), parts);
    });

    it(`take any other line for a street: ${country}`, () => {
      const line = '12 Gulf Road';
      assert.deepEqual(readStreet(local, line), { block: '', street: line, building: '' });
    });
  }

  it('print a street as a courier reads it', () => {
    const { local } = GULF.find(({ country }) => country === 'KW') ?? assert.fail();
    const parts = { block: '4', street: '12', building: '7' };
    assert.equal(printStreet(local, parts), 'Block 4, Street 12, Building 7');
  });

  it('begin with the country of the merchant, else that of the currency', () => {
    const countries = ['KWD', 'SAR', 'AED', 'EUR', 'XAF'].map((code) => merchantCountry({}, code));
    assert.deepEqual(countries, ['KW', 'SA', 'AE', undefined, undefined]);
    const country = countryCode('QA');
    assert.equal(merchantCountry({ ...(country && { country }) }, 'KWD'), 'QA');
  });
});
