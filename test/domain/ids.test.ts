import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  merchantId,
  mintReferenceNumber,
  mintShortCode,
  pgCode,
  REFERENCE_ALPHABET,
  referenceNumber,
  sessionId,
  shortCode,
} from '../../domain/ids.ts';

describe('sessionId', () => {
  it('takes forty lower-case hex characters', () => {
    const text = '0c5cf6f1a9c34a3b7f2e9b1d8a6e4f5c7d8e9f01';
    assert.equal(sessionId(text), text);
  });

  for (const [what, text] of [
    ['nothing', ''],
    ['39 characters', 'a'.repeat(39)],
    ['41 characters', 'a'.repeat(41)],
    ['capitals', 'A'.repeat(40)],
    ['a letter that is not hex', `${'a'.repeat(39)}g`],
    ['a newline at the end', `${'a'.repeat(40)}\n`],
    ['a path', `../${'a'.repeat(37)}`],
  ] as const)
    it(`refuses ${what}`, () => {
      assert.equal(sessionId(text), undefined);
    });
});

describe('merchantId', () => {
  for (const text of ['a', '7', 'pearl-shop', 'a'.repeat(40)])
    it(`takes ${text}`, () => {
      assert.equal(merchantId(text), text);
    });

  for (const text of ['', '-shop', 'Shop', 'pearl_shop', 'pearl shop', 'a'.repeat(41), 'shop\n'])
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.equal(merchantId(text), undefined);
    });
});

describe('pgCode', () => {
  for (const text of ['card', 'Credit-Card_1', '0123456789abcdef'])
    it(`takes ${text}`, () => {
      assert.equal(pgCode(text), text);
    });

  for (const text of ['', '0123456789abcdefg', 'card kwd', 'card/kwd', 'ca.rd', 'kärte', 'card\n'])
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.equal(pgCode(text), undefined);
    });
});

describe('a reference number', () => {
  it('has the prefix and one letter for each of eight bytes', () => {
    assert.equal(
      mintReferenceNumber('demo', Uint8Array.of(0, 1, 8, 9, 16, 17, 30, 31)),
      'demo23ABJKYZ',
    );
  });

  it('looks at no byte beyond the eighth', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assert.equal(mintReferenceNumber('x', bytes), mintReferenceNumber('x', bytes.subarray(0, 8)));
  });

  it('has letters of which no two look alike', () => {
    assert.equal(new Set(REFERENCE_ALPHABET).size, 32);
    assert.match(REFERENCE_ALPHABET, /^[0-9A-Z]+$/);
    assert.doesNotMatch(REFERENCE_ALPHABET, /[0O1I]/);
  });

  it('has every letter as often as every other', () => {
    const counts = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const [letter = ''] = mintReferenceNumber('', new Uint8Array(8).fill(byte));
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    assert.deepEqual(
      [...counts.values()],
      Array.from({ length: 32 }, () => 8),
    );
  });

  it('is recognized again, whatever the random bytes and the prefix', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9-]{0,20}$/),
        fc.uint8Array({ minLength: 8, maxLength: 8 }),
        (prefix, randomBytes) => {
          const reference = mintReferenceNumber(prefix, randomBytes);
          assert.equal(referenceNumber(reference), reference);
        },
      ),
    );
  });

  for (const text of [
    '',
    'abcd',
    'a'.repeat(65),
    'demo AB12',
    'demo/../AB',
    'demoé123',
    'demoAB12\n',
  ])
    it(`cannot be ${JSON.stringify(text)}`, () => {
      assert.equal(referenceNumber(text), undefined);
    });
});

describe('the code of a short link', () => {
  it('is eight letters and digits, and reads back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (randomBytes) => {
        const code = mintShortCode(randomBytes);
        assert.match(code, /^[0-9A-Za-z]{8}$/);
        assert.equal(shortCode(code), code);
      }),
    );
  });

  it('differs where the random bytes differ', () => {
    const codes = Array.from({ length: 1000 }, (_one, n) =>
      mintShortCode(Uint8Array.of(0, 0, 0, 0, 0, 0, n >> 8, n & 255)),
    );
    assert.equal(new Set(codes).size, 1000);
  });

  for (const text of ['', 'a', 'abcdefg', 'abcdefghi', 'abcd-efg', 'abcdefg\n', 'ابتثجحخد'])
    it(`cannot be ${JSON.stringify(text)}`, () => {
      assert.equal(shortCode(text), undefined);
    });
});
