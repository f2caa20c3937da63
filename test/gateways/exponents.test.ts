import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { currencyCode, minorUnits, type CurrencyCode } from '../../domain/currencies.ts';
import { money } from '../../domain/money.ts';
import { amountsOf, moneyOfUnits, networkUnits, type Counting } from '../../gateways/exponents.ts';
import { amountOf } from '../support/builders.ts';

const COUNTING: Counting = {
  decimals: { ISK: 2, UGX: 2, MGA: 0, CVE: 0 },
  steps: { KWD: 10 },
};

describe('amounts in the units of a network', () => {
  for (const [text, currency, units] of [
    ['12.50', 'USD', 1250],
    ['500', 'JPY', 500],
    ['12.340', 'KWD', 12_340],
    ['12.345', 'KWD', undefined],
    ['12.345', 'BHD', 12_345],
    ['279', 'ISK', 27_900],
    ['5', 'UGX', 500],
    ['12.00', 'MGA', 12],
    ['0.50', 'MGA', undefined],
    ['12.34', 'CVE', undefined],
    ['1.2345', 'CLF', 12_345],
    ['0', 'KWD', 0],
  ] as const)
    it(`are ${units ?? 'none'} for ${text} ${currency}`, () => {
      const amount = amountOf(text, currency);
      assert.equal(networkUnits(amount, COUNTING), units);
      if (units !== undefined)
        assert.deepEqual(moneyOfUnits(units, currency.toLowerCase(), COUNTING), amount);
    });

  it('have steps in our minor units, as traits say them', () => {
    assert.deepEqual(amountsOf('Pearl', COUNTING).steps, { MGA: 100, CVE: 100, KWD: 10 });
  });

  it('are exact for each currency that we know, one unit and a large sum, there and back', () => {
    for (const currency of allCurrencies()) {
      const one = 10 ** minorUnits(currency);
      for (const minor of [one, 99_990 * one]) {
        const units = networkUnits(money(minor, currency), COUNTING);
        const decimals = COUNTING.decimals[currency] ?? minorUnits(currency);
        assert.equal(units, (minor / one) * 10 ** decimals, currency);
        assert.deepEqual(moneyOfUnits(units, currency, COUNTING), money(minor, currency));
      }
    }
  });

  it('are none beyond what can be held exactly', () => {
    assert.equal(networkUnits(amountOf('900719925474099', 'ISK'), COUNTING), undefined);
    assert.equal(moneyOfUnits(Number.MAX_SAFE_INTEGER, 'MGA', COUNTING), undefined);
  });

  it('are no money in a currency that there is not, nor in parts of the least of ours', () => {
    assert.equal(moneyOfUnits(100, 'zzz', COUNTING), undefined);
    assert.equal(moneyOfUnits(27_950, 'isk', COUNTING), undefined);
  });
});

/** Every code of the table in domain/currencies.ts, as it is written there. */
function allCurrencies(): readonly CurrencyCode[] {
  const source = readFileSync(new URL('../../domain/currencies.ts', import.meta.url), 'utf8');
  const codes = [...source.matchAll(/\b[A-Z]{3}\b/g)].flatMap(([text]) => currencyCode(text) ?? []);
  assert.ok(new Set(codes).size > 150);
  return [...new Set(codes)];
}
