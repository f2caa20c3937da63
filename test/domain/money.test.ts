import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { currencyCode, minorUnits, type CurrencyCode } from '../../domain/currencies.ts';
import {
  add,
  compare,
  exchanged,
  exchangedBack,
  isPositive,
  isZero,
  minimumMoney,
  money,
  MoneyTooLarge,
  multiply,
  parseMoney,
  percentOf,
  subtract,
  sum,
  sumInDecimal,
  toDecimal,
  zero,
  type Money,
} from '../../domain/money.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;

describe('an amount in text', () => {
  const READ: readonly (readonly [string, string, number, string])[] = [
    ['12.340', 'KWD', 12_340, '12.340'],
    ['12.34', 'KWD', 12_340, '12.340'],
    ['12', 'KWD', 12_000, '12.000'],
    ['0.005', 'KWD', 5, '0.005'],
    ['100.000', 'SAR', 10_000, '100.00'],
    ['0.10000000000000000000', 'SAR', 10, '0.10'],
    ['5.5', 'SAR', 550, '5.50'],
    ['500', 'JPY', 500, '500'],
    ['500.00', 'JPY', 500, '500'],
    ['1.2345', 'CLF', 12_345, '1.2345'],
    ['0', 'SAR', 0, '0.00'],
    ['0.000', 'KWD', 0, '0.000'],
    ['007.5', 'SAR', 750, '7.50'],
    ['000000000000000000000001', 'JPY', 1, '1'],
    ['70368744177664.07', 'SAR', 7_036_874_417_766_407, '70368744177664.07'],
    ['90071992547409.91', 'SAR', LARGEST, '90071992547409.91'],
    ['9007199254740.991', 'KWD', LARGEST, '9007199254740.991'],
    ['9007199254740991', 'JPY', LARGEST, '9007199254740991'],
    ['900719925474.0991', 'UYW', LARGEST, '900719925474.0991'],
  ];
  for (const [text, code, minor, printed] of READ)
    it(`"${text}" ${code} is ${minor} minor units and is printed "${printed}"`, () => {
      const amount = read(text, code);
      assert.equal(amount.minor, minor);
      assert.equal(amount.currency, code);
      assert.equal(toDecimal(amount), printed);
    });

  const MALFORMED = [
    ...'+1 -1 -0 1e3 1E3 12abc 1,5 1,000.00 1. .5 . 1.2.3 0x10 0b1 1_000 (5) $5 NaN Infinity null'.split(
      ' ',
    ),
    ...'١٢٫٥ ١٢ １２ 1٫5 1–'.split(' '),
  ].concat('', ' ', ' 1', '1 ', '1\n', '5 KWD', '1\u00a0000');
  const FAULTY: readonly (readonly [string, string, string])[] = [
    ...MALFORMED.map((text) => [text, 'KWD', 'format'] as const),
    ['12.345', 'SAR', 'decimals'],
    ['12.3451', 'KWD', 'decimals'],
    ['0.00001', 'CLF', 'decimals'],
    ['1.5', 'JPY', 'decimals'],
    ['0.001', 'SAR', 'decimals'],
    ['9007199254740.9921', 'KWD', 'decimals'],
    ['0.10000000000000000000000', 'SAR', 'too-long'],
    ['1'.repeat(25), 'JPY', 'too-long'],
    ['x'.repeat(25), 'JPY', 'too-long'],
    ['9'.repeat(24), 'JPY', 'too-large'],
    ['9007199254740992', 'JPY', 'too-large'],
    ['9007199254740993', 'SAR', 'too-large'],
    ['90071992547409.92', 'SAR', 'too-large'],
    ['9007199254740.992', 'KWD', 'too-large'],
    ['900719925474.0992', 'CLF', 'too-large'],
  ];
  for (const [text, code, fault] of FAULTY)
    it(`${JSON.stringify(text)} ${code} is refused as ${fault}`, () => {
      assert.deepEqual(parseMoney(text, coded(code)), { fault });
    });

  const PRINTED: readonly (readonly [number, string, string])[] = [
    [-5, 'KWD', '-0.005'],
    [-12_340, 'KWD', '-12.340'],
    [-1, 'SAR', '-0.01'],
    [-1, 'JPY', '-1'],
    [-1, 'UYW', '-0.0001'],
    [-0, 'SAR', '0.00'],
    [-LARGEST, 'KWD', '-9007199254740.991'],
  ];
  for (const [minor, code, printed] of PRINTED)
    it(`is "${printed}" for ${minor} minor units of ${code}`, () => {
      assert.equal(toDecimal(money(minor, coded(code))), printed);
    });

  it('comes back from print and parse unchanged, up to the largest', () => {
    fc.assert(
      fc.property(codes(), fc.integer({ min: 0, max: LARGEST }), (code, minor) => {
        const amount = money(minor, code);
        assert.deepEqual(parseMoney(toDecimal(amount), code), amount);
      }),
    );
  });

  it('is read and printed as exact fractions have it', () => {
    fc.assert(
      fc.property(
        codes(),
        digits(15),
        fc.option(digits(7), { nil: undefined }),
        (code, whole, rest) => {
          const text = rest === undefined ? whole : `${whole}.${rest}`;
          const exact = times(fraction(text), { n: 10n ** BigInt(minorUnits(code)), d: 1n });
          const parsed = parseMoney(text, code);
          if (exact.n % exact.d !== 0n) assert.deepEqual(parsed, { fault: 'decimals' });
          else if (exact.n / exact.d > BigInt(LARGEST))
            assert.deepEqual(parsed, { fault: 'too-large' });
          else {
            assert.ok(!('fault' in parsed));
            assert.equal(BigInt(parsed.minor), exact.n / exact.d);
            assert.ok(same(fraction(toDecimal(parsed)), fraction(text)));
            assert.equal((toDecimal(parsed).split('.')[1] ?? '').length, minorUnits(code));
          }
        },
      ),
    );
  });
});

describe('an amount of minor units', () => {
  for (const minor of [0.5, -1.5, Number.NaN])
    it(`is not made of ${minor}`, () => {
      assert.throws(() => money(minor, KWD), RangeError);
    });

  for (const minor of [
    LARGEST + 1,
    -LARGEST - 1,
    1e300,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ])
    it(`is too large at ${minor}`, () => {
      assert.throws(() => money(minor, KWD), MoneyTooLarge);
    });

  it('knows no minus zero, so equal amounts are deeply equal', () => {
    assert.deepEqual(money(-0, KWD), money(0, KWD));
    assert.deepEqual(multiply(money(-1, KWD), '0.4'), zero(KWD));
  });

  it('survives JSON', () => {
    const amount = money(12_340, KWD);
    assert.deepEqual(JSON.parse(JSON.stringify(amount)), amount);
  });

  it('is zero, positive or neither', () => {
    assert.deepEqual(
      [-1, 0, 1].map((minor) => isZero(money(minor, KWD))),
      [false, true, false],
    );
    assert.deepEqual(
      [-1, 0, 1].map((minor) => isPositive(money(minor, KWD))),
      [false, false, true],
    );
  });

  const LEAST: readonly (readonly [string, string])[] = [
    ['JPY', '1'],
    ['SAR', '0.01'],
    ['KWD', '0.010'],
    ['CLF', '0.0100'],
  ];
  for (const [code, least] of LEAST)
    it(`is at least ${least} to be charged in ${code}`, () => {
      assert.equal(toDecimal(minimumMoney(coded(code))), least);
    });
});

describe('a sum', () => {
  it('and a difference are those of exact integers, or too large', () => {
    fc.assert(
      fc.property(codes(), minors(), minors(), (code, a, b) => {
        const [left, right] = [money(a, code), money(b, code)];
        holds(() => add(left, right), BigInt(a) + BigInt(b));
        holds(() => subtract(left, right), BigInt(a) - BigInt(b));
      }),
    );
  });

  it('of many is that of exact integers', () => {
    fc.assert(
      fc.property(codes(), fc.array(fc.integer({ min: -1e12, max: 1e12 })), (code, all) => {
        const total = sum(
          all.map((minor) => money(minor, code)),
          code,
        );
        assert.equal(
          BigInt(total.minor),
          all.reduce((a, b) => a + BigInt(b), 0n),
        );
        assert.equal(total.currency, code);
      }),
    );
  });

  it('of nothing is zero', () => {
    assert.deepEqual(sum([], KWD), money(0, KWD));
  });

  it('reaches the largest amount and not one more', () => {
    assert.equal(add(money(LARGEST - 1, SAR), money(1, SAR)).minor, LARGEST);
    assert.throws(() => add(money(LARGEST, SAR), money(1, SAR)), MoneyTooLarge);
    assert.throws(() => subtract(money(-LARGEST, SAR), money(1, SAR)), MoneyTooLarge);
  });
});

describe('two amounts', () => {
  it('compare as their minor units do', () => {
    fc.assert(
      fc.property(codes(), minors(), minors(), (code, a, b) => {
        const expected = BigInt(a) - BigInt(b);
        const found = compare(money(a, code), money(b, code));
        assert.deepEqual(
          [found > 0, found === 0, found < 0],
          [expected > 0n, expected === 0n, expected < 0n],
        );
      }),
    );
  });

  it('are printed together to the last unit, however much that is', () => {
    const most = money(LARGEST, KWD);
    assert.equal(sumInDecimal([most, most, most], KWD), '27021597764222.973');
    assert.equal(sumInDecimal([], KWD), '0.000');
    assert.equal(sumInDecimal([money(-5, KWD), money(2, KWD)], KWD), '-0.003');
    assert.throws(() => sumInDecimal([money(1, coded('USD'))], KWD), RangeError);
  });

  it('sort from the least to the largest', () => {
    const amounts = [3, -1, 2].map((minor) => money(minor, KWD));
    assert.deepEqual(amounts.toSorted(compare).map(toDecimal), ['-0.001', '0.002', '0.003']);
  });

  const COMBINED: Readonly<Record<string, (a: Money, b: Money) => unknown>> = {
    add,
    subtract,
    compare,
    sum: (a, b) => sum([a, b], a.currency),
    'sum in another currency': (a, b) => sum([a], b.currency),
  };
  for (const [name, combine] of Object.entries(COMBINED))
    it(`of different currencies are a bug to ${name}`, () => {
      assert.throws(() => combine(money(1, KWD), money(1, SAR)), {
        name: 'RangeError',
        message: /KWD.*SAR|SAR.*KWD/,
      });
    });
});

describe('a product', () => {
  // Amount, quantity, product: what a library that counts in doubles gets wrong, and the invoice formulas.
  const PRODUCTS: readonly (readonly [string, number, string, string])[] = [
    ['SAR', 100, '1.005', '1.01'],
    ['SAR', -201, '0.5', '-1.01'],
    ['SAR', -535, '0.5', '-2.68'],
    ['SAR', 535, '0.5', '2.68'],
    ['JPY', -1, '0.5', '-1'],
    ['JPY', -3, '0.5', '-2'],
    ['JPY', -5, '0.5', '-3'],
    ['JPY', 5, '0.5', '3'],
    ['KWD', -211, '0.5', '-0.106'],
    ['SAR', -105, '0.1', '-0.11'],
    ['SAR', -1050, '0.05', '-0.53'],
    ['JPY', -333, '0.5', '-167'],
    ['SAR', 100, '1.00499999', '1.00'],
    ['KWD', 1000, '0.10549999', '0.105'],
    ['KWD', 105, '0.05', '0.005'],
    ['JPY', 1, '0.49996', '0'],
    ['SAR', 10_000, '1.005', '100.50'],
    ['SAR', 523_194, '1.34067', '7014.30'],
    ['KWD', 1000, '4503599627370.4965', '4503599627370.497'],
    ['UYW', 1, '0.5', '0.0001'],
    ['CLF', -1, '0.49', '0.0000'],
    ['KWD', 5234, '1.111', '5.815'],
    ['SAR', 67, '0.5', '0.34'],
    ['SAR', 123, '0', '0.00'],
    ['SAR', 123, '1', '1.23'],
    ['JPY', LARGEST, '1.0000', '9007199254740991'],
    ['JPY', LARGEST, '0.99999999999999999999999', '9007199254740991'],
  ];
  for (const [code, minor, quantity, product] of PRODUCTS) {
    const amount = money(minor, coded(code));
    it(`of ${toDecimal(amount)} ${code} and ${quantity} is ${product}`, () => {
      assert.equal(toDecimal(multiply(amount, quantity)), product);
    });
  }

  it('is rounded once, half away from zero, from the exact value', () => {
    fc.assert(
      fc.property(codes(), minors(), decimals(6), (code, minor, quantity) => {
        const exact = times({ n: BigInt(minor), d: 1n }, fraction(quantity));
        holds(() => multiply(money(minor, code), quantity), halfAwayFromZero(exact));
      }),
      { numRuns: 1000 },
    );
  });

  it('goes away from zero at every tie, on both sides', () => {
    fc.assert(
      fc.property(codes(), fc.integer({ min: 0, max: Math.floor(LARGEST / 4) }), (code, half) => {
        const odd = 2 * half + 1;
        assert.equal(multiply(money(odd, code), '0.5').minor, half + 1);
        assert.equal(multiply(money(-odd, code), '0.5').minor, -half - 1);
        assert.equal(percentOf(money(odd, code), '50').minor, half + 1);
        assert.equal(percentOf(money(-odd, code), '50.00').minor, -half - 1);
      }),
    );
  });

  it('is too large beyond the largest amount, on both sides', () => {
    assert.throws(() => multiply(money(LARGEST, SAR), '1.0000000000000001'), MoneyTooLarge);
    assert.throws(() => multiply(money(-LARGEST, SAR), '2'), MoneyTooLarge);
    assert.throws(() => multiply(money(1, SAR), '9'.repeat(400)), MoneyTooLarge);
  });

  for (const quantity of [
    '',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '1e3',
    '1.',
    '.5',
    '1,5',
    'NaN',
    'Infinity',
    '0x1',
    '١',
  ])
    it(`does not take ${JSON.stringify(quantity)} for a quantity or a rate`, () => {
      assert.throws(() => multiply(money(1, SAR), quantity), RangeError);
      assert.throws(() => percentOf(money(1, SAR), quantity), RangeError);
    });
});

describe('a percentage', () => {
  const PERCENTAGES: readonly (readonly [string, number, string, string])[] = [
    ['SAR', 930_399_020_750, '33.40', '3107532729.31'],
    ['KWD', 5815, '12', '0.698'],
    ['KWD', 660_152, '96.38', '636.254'],
    ['JPY', 500, '33.33', '167'],
    ['JPY', 333, '8', '27'],
    ['SAR', 1713, '5', '0.86'],
    ['SAR', 10_000, '2.75', '2.75'],
    ['SAR', 10_000, '0.01', '0.01'],
    ['SAR', -10_000, '0', '0.00'],
    ['SAR', LARGEST, '100.00', '90071992547409.91'],
    ['UYW', 10_050, '0.50', '0.0050'],
  ];
  for (const [code, minor, rate, part] of PERCENTAGES) {
    const amount = money(minor, coded(code));
    it(`of ${rate} of ${toDecimal(amount)} ${code} is ${part}`, () => {
      assert.equal(toDecimal(percentOf(amount, rate)), part);
    });
  }

  it('is rounded once, half away from zero, from the exact value', () => {
    fc.assert(
      fc.property(codes(), minors(), decimals(2), (code, minor, rate) => {
        const exact = times(times({ n: BigInt(minor), d: 1n }, fraction(rate)), { n: 1n, d: 100n });
        holds(() => percentOf(money(minor, code), rate), halfAwayFromZero(exact));
      }),
      { numRuns: 1000 },
    );
  });

  it('takes at most two decimals', () => {
    assert.throws(() => percentOf(money(1, SAR), '2.755'), RangeError);
  });
});

describe('an amount in another currency', () => {
  // Amount, currency, rate, other currency, result: each number of decimals on each side, and ties.
  const EXCHANGES: readonly (readonly [string, string, string, string, string])[] = [
    ['10.00', 'SAR', '0.08175', 'KWD', '0.818'], // 0.8175
    ['10.00', 'SAR', '0.08174999', 'KWD', '0.817'],
    ['12.340', 'KWD', '3.2616', 'SAR', '40.25'], // 40.248144
    ['1', 'JPY', '0.0005', 'KWD', '0.001'],
    ['1', 'JPY', '0.00049999', 'KWD', '0.000'],
    ['1000', 'JPY', '0.00645', 'SAR', '6.45'],
    ['6.45', 'SAR', '155.0387', 'JPY', '1000'], // 999.999615
    ['0.50', 'SAR', '1', 'JPY', '1'],
    ['1.2345', 'CLF', '12.75', 'KWD', '15.740'], // 15.739875
    ['0.001', 'KWD', '0.05', 'CLF', '0.0001'], // 0.00005
    ['5', 'JPY', '0.000004', 'CLF', '0.0000'],
    ['5.000', 'KWD', '1', 'BHD', '5.000'],
    ['-10.00', 'SAR', '0.08175', 'KWD', '-0.818'],
  ];
  for (const [amount, from, rate, to, result] of EXCHANGES)
    it(`is ${result} ${to} for ${amount} ${from} at ${rate}`, () => {
      const sign = amount.startsWith('-') ? -1 : 1;
      const { minor } = read(amount.replace('-', ''), from);
      const given = money(sign * minor, coded(from));
      assert.equal(toDecimal(exchanged(given, rate, coded(to))), result);
    });

  it('is rounded once, half away from zero, from the exact value, whatever decimals the two have', () => {
    fc.assert(
      fc.property(codes(), codes(), minors(), rates(), (from, to, minor, rate) => {
        const units = times(unitsOf(to), inverse(unitsOf(from)));
        const exact = times(times({ n: BigInt(minor), d: 1n }, fraction(rate)), units);
        const found = () => exchanged(money(minor, from), rate, to);
        holds(found, halfAwayFromZero(exact));
      }),
      { numRuns: 2000 },
    );
  });

  it('goes back by the same rate, rounded once', () => {
    fc.assert(
      fc.property(codes(), codes(), minors(), rates(), (from, to, minor, rate) => {
        const units = times(unitsOf(to), inverse(unitsOf(from)));
        const exact = times(times({ n: BigInt(minor), d: 1n }, inverse(fraction(rate))), units);
        holds(() => exchangedBack(money(minor, from), rate, to), halfAwayFromZero(exact));
      }),
      { numRuns: 2000 },
    );
  });

  it('is in the other currency', () => {
    assert.equal(exchanged(money(1, SAR), '1', KWD).currency, 'KWD');
    assert.equal(exchangedBack(money(1, KWD), '1', SAR).currency, 'SAR');
  });

  it('is too large beyond the largest amount', () => {
    assert.throws(() => exchanged(money(LARGEST, SAR), '0.2', KWD), MoneyTooLarge);
    assert.throws(() => exchangedBack(money(LARGEST, SAR), '0.9', SAR), MoneyTooLarge);
  });

  for (const rate of ['', '-1', '1e3', '.5', '1,5', 'NaN', '١'])
    it(`does not take ${JSON.stringify(rate)} for a rate`, () => {
      assert.throws(() => exchanged(money(1, SAR), rate, KWD), RangeError);
      assert.throws(() => exchangedBack(money(1, SAR), rate, KWD), RangeError);
    });

  it('does not come back from a rate of nothing', () => {
    assert.throws(() => exchangedBack(money(1, SAR), '0.00', KWD), RangeError);
  });
});

// The independent implementation: fractions of big integers, rounded by their remainder.
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}

function fraction(text: string): Fraction {
  const [whole = '', rest = ''] = text.split('.');
  return {
    n: BigInt(whole) * 10n ** BigInt(rest.length) + BigInt(rest),
    d: 10n ** BigInt(rest.length),
  };
}

function times(a: Fraction, b: Fraction): Fraction {
  return { n: a.n * b.n, d: a.d * b.d };
}

function inverse({ n, d }: Fraction): Fraction {
  return { n: d, d: n };
}

/** How many minor units make one. */
function unitsOf(code: CurrencyCode): Fraction {
  return { n: 10n ** BigInt(minorUnits(code)), d: 1n };
}

function same(a: Fraction, b: Fraction): boolean {
  return a.n * b.d === b.n * a.d;
}

function halfAwayFromZero({ n, d }: Fraction): bigint {
  const towardsZero = n / d;
  const remainder = n % d;
  const atLeastHalf = (remainder < 0n ? -remainder : remainder) * 2n >= d;
  if (!atLeastHalf) return towardsZero;
  return n < 0n ? towardsZero - 1n : towardsZero + 1n;
}

function holds(compute: () => Money, expected: bigint): void {
  const fits = expected <= BigInt(LARGEST) && expected >= -BigInt(LARGEST);
  if (fits) assert.equal(BigInt(compute().minor), expected);
  else assert.throws(compute, MoneyTooLarge);
}

function coded(text: string): CurrencyCode {
  const code = currencyCode(text);
  assert.ok(code);
  return code;
}

const KWD = coded('KWD');
const SAR = coded('SAR');

function read(text: string, code: string): Money {
  const parsed = parseMoney(text, coded(code));
  assert.ok(!('fault' in parsed), `"${text}" was refused`);
  return parsed;
}

/** One currency of each number of decimals. */
function codes(): fc.Arbitrary<CurrencyCode> {
  return fc.constantFrom(...['JPY', 'SAR', 'KWD', 'CLF'].map(coded));
}

/** One digit and up to `most`. */
function digits(most: number): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
}

/** Everyday amounts and huge ones, on both sides of zero. */
function minors(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer({ min: -1_000_000, max: 1_000_000 }),
    fc.maxSafeInteger(),
    fc.constantFrom(LARGEST, -LARGEST, LARGEST - 1, 1 - LARGEST),
  );
}

/** What exchange rates look like: never nothing, some of them tiny, some of them ties. */
function rates(): fc.Arbitrary<string> {
  const tiny = fc.stringMatching(/^0\.0{3,9}[1-9][0-9]{0,2}$/);
  return fc.oneof(
    decimals(6).filter((rate) => /[1-9]/.test(rate)),
    tiny,
  );
}

/** Unsigned decimals; those ending in 5 make ties likely. */
function decimals(most: number): fc.Arbitrary<string> {
  const fives = fc
    .constantFrom('', '.5', '.05', '.25', '.75')
    .filter((text) => text.length <= most + 1);
  const any = fc.stringMatching(new RegExp(`^(\\.[0-9]{1,${most}})?$`));
  return fc
    .tuple(fc.integer({ min: 0, max: 100_000 }), fc.oneof(fives, any))
    .map(([whole, rest]) => `${whole}${rest}`);
}
