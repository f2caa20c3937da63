import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { brandOf, lengthFits } from '../../simulator/brands.ts';
import { TEST_CARDS } from '../../simulator/cards.ts';
import { passesLuhn, spaced } from '../../simulator/digits.ts';
import { AMOUNT_PLANS, plan } from '../../simulator/outcomes.ts';

const PROTOCOL = readFileSync(new URL('../../docs/simulator.md', import.meta.url), 'utf8');

// The table again, in a test's own words: number, authentication, outcome.
const EXPECTED = [
  ['4242424242424242', 'none', 'success'],
  ['4111111111111111', 'none', 'success'],
  ['5555555555554444', 'none', 'success'],
  ['378282246310005', 'none', 'success'],
  ['4464040000000007', 'none', 'success'],
  ['4000000000003220', 'challenge', 'success'],
  ['5200000000001096', 'challenge', 'success'],
  ['4000008400001629', 'challenge', 'issuer_decline'],
  ['4000000000003055', 'frictionless', 'success'],
  ['4000000000000002', 'none', 'issuer_decline'],
  ['4000000000009995', 'none', 'insufficient_funds'],
  ['4000000000000069', 'none', 'expired_card'],
  ['4000000000009979', 'none', 'stolen_card'],
  ['4000000000000119', 'none', 'processing_error'],
  ['4012888888881881', 'none', 'success'],
  ['4005550000000001', 'none', 'success'],
  ['5105105105105100', 'none', 'success'],
  ['4000000000000341', 'none', 'success'],
  ['4000000000000358', 'none', 'success'],
  ['4000000000000366', 'none', 'success'],
] as const;

describe('the test cards', () => {
  it('are the ones that are expected, no more and no fewer', () => {
    assert.deepEqual(
      TEST_CARDS.map(({ number }) => number),
      EXPECTED.map(([number]) => number),
    );
    assert.equal(new Set(TEST_CARDS.map(({ name }) => name)).size, TEST_CARDS.length);
  });

  for (const [number, threeDs, verdict] of EXPECTED) {
    it(`${number} is a number that its brand could give`, () => {
      assert.equal(passesLuhn(number), true);
      const brand = brandOf(number);
      assert.ok(brand !== undefined && lengthFits(brand, number));
    });

    it(`${number} ends as ${verdict} (3-D Secure: ${threeDs})`, () => {
      assert.deepEqual(plan(number, '12.340'), { verdict, threeDs });
    });

    it(`${number} is in the published table`, () => {
      assert.ok(PROTOCOL.includes(spaced(number)));
    });
  }

  it('know no other card', () => {
    assert.equal(plan('4917610000000000', '12.340').verdict, 'unknown_card');
  });
});

describe('an amount of the published kind', () => {
  const expected = {
    9001: 'issuer_decline none',
    9002: 'insufficient_funds none',
    9003: 'expired_card none',
    9004: 'stolen_card none',
    9005: 'processing_error none',
    9006: 'success challenge',
  };

  for (const [units, outcome] of Object.entries(expected))
    it(`${units} makes a card that succeeds end as ${outcome}`, () => {
      for (const amount of [units, `${units}.00`, `${units}.125`]) {
        const { verdict, threeDs } = plan('4242424242424242', amount);
        assert.equal(`${verdict} ${threeDs}`, outcome);
      }
      assert.ok(AMOUNT_PLANS.has(units) && PROTOCOL.includes(units));
    });

  it('does not rescue a card that is declined, nor change one with 3-D Secure', () => {
    assert.equal(plan('4000000000009979', '9001.000').verdict, 'stolen_card');
    assert.deepEqual(plan('4000000000003055', '9001.000'), {
      verdict: 'success',
      threeDs: 'frictionless',
    });
  });

  it('is only the whole units, not their beginning', () => {
    assert.equal(plan('4242424242424242', '90010.000').verdict, 'success');
  });
});

describe('the brand of a card', () => {
  for (const [number, brand] of [
    ['4242424242424242', 'visa'],
    ['5100000000000000', 'mastercard'],
    ['2221000000000000', 'mastercard'],
    ['2720990000000000', 'mastercard'],
    ['2721000000000000', undefined],
    ['2220990000000000', undefined],
    ['340000000000000', 'amex'],
    ['4464040000000000', 'mada'],
    ['5888450000000000', 'mada'],
    ['6011000000000000', undefined],
  ] as const)
    it(`${number} is ${brand ?? 'not one of ours'}`, () => {
      assert.equal(brandOf(number), brand);
    });
});
