import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  array,
  assert as holds,
  constantFrom,
  integer,
  property,
  string,
  tuple,
  uuid,
} from 'fast-check';
import { holdsCardNumber, passesLuhn } from '../../../domain/card/number.ts';

/** Published test numbers, one or more of each network. */
const CARDS = [
  '4242424242424242',
  '4222222222222',
  '4000000000000000006',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
  '3056930009020004',
  '30569309025904',
  '36227206271667',
  '38520000023237',
  '3566002020360505',
  '6200000000000005',
  '6759649826438453',
  '5078030000000003',
];

describe('a card number in a text', () => {
  for (const card of CARDS)
    it(`is ${card}, however it is written`, () => {
      const [spaced, dashed] = [' ', '-'].map((sign) =>
        card.replaceAll(/\d{4}(?=\d)/g, `$&${sign}`),
      );
      for (const text of [
        card,
        spaced,
        dashed,
        card.split('').join(' '),
        card.split('').join(' - '),
        card.split('').join('\u200b'),
        `to ${spaced}, 12/29 123`,
        `12 ${spaced} 29`,
        `order-${card}`,
        `card${card}of`,
        `${card}-550e8400-e29b-41d4-a716-446655440000`,
        `550e8400-e29b-41d4-a716-446655440000 ${card}`,
        `(${card})`,
        `${card}@shop.example`,
        inScript(card, 0x06_60),
        inScript(card, 0x06_f0),
        inScript(card, 0x09_66),
        inScript(card, 0xff_10),
        inScript(card, 0x1_d7_ce),
      ])
        assert.ok(holdsCardNumber(text ?? ''), text);
    });

  for (const [text, why] of [
    ['4242424242424241', 'its check digit is wrong'],
    ['1234567812345670', 'nobody gives out numbers that begin so'],
    ['20260131150000123', 'it is a time'],
    ['1763895187000', 'it is a time in milliseconds'],
    ['4242/4242/4242/4242', 'strokes are between'],
    ['4242a4242a4242a4242', 'letters are between'],
    ['424242424242', 'it is too short'],
    ['42424242424242424242424242424242', 'it is too long'],
    ['4006381333931', 'it is the barcode of a pen'],
    ['48.2081712345678', 'it is a latitude'],
    ['fa4242424242424242c0', 'it is in a hash'],
    ['42424242-4242-4242-8f3a-0c5cf6f1a9c3', 'it is in a UUID'],
    ['KW81CBKU0000000000001234560101', 'it is an IBAN'],
    ['SA0380000000608010167519', 'it is an IBAN'],
    ['+965 5123 4567', 'it is a telephone number'],
    ['784-1984-1234567-1', 'it is an identity card of the Emirates'],
  ] as const)
    it(`is not ${text}: ${why}`, () => {
      assert.equal(holdsCardNumber(text), false);
    });

  it('is no UUID', () => {
    const beginning = constantFrom(...CARDS.filter(({ length }) => length === 16));
    holds(
      property(beginning, uuid(), (card, other) => {
        const [first, second, third] = [card.slice(0, 8), card.slice(8, 12), card.slice(12)];
        assert.equal(holdsCardNumber(`order ${first}-${second}-${third}${other.slice(18)}`), false);
      }),
    );
  });

  it('is in a hash only where the whole word beside it is hexadecimal, as far as it is looked at', () => {
    const beside = constantFrom('a', 'F', 'f'.repeat(63), 'g', 'é', '𝒜', '٫', '.', '_', '😀');
    const around = array(beside, { maxLength: 3 }).map((pieces) => pieces.join(''));
    holds(
      property(around, constantFrom(...CARDS), around, (before, card, after) => {
        const word = [
          ...Array.from(/[\p{L}\p{Nd}]*$/u.exec(before)?.[0] ?? '').slice(-64),
          ...Array.from(/^[\p{L}\p{Nd}]*/u.exec(after)?.[0] ?? '').slice(0, 64),
        ];
        const isInHash = /^[\da-f]+$/i.test(word.join(''));
        assert.equal(holdsCardNumber(`${before}${card}${after}`), !isInHash);
      }),
      { numRuns: 1000 },
    );
  });

  it('is said alike of a text however often it is asked, where the last character that is looked at has two halves', () => {
    const text = `4242424242424242${'f'.repeat(63)}𝒜`;
    const answers = new Set(Array.from({ length: 2000 }, () => holdsCardNumber(text)));
    assert.deepEqual([...answers], [true]);
  });

  it('asks no regular expression of each number in a hash', () => {
    const text = 'a4111111111111111 '.repeat(1000);
    holdsCardNumber(text);
    const exec = mock.method(RegExp.prototype, 'exec');
    const isFound = holdsCardNumber(text);
    exec.mock.restore();
    assert.deepEqual([isFound, exec.mock.callCount()], [false, 0]);
  });

  it('has at least as many digits as are asked for', () => {
    assert.equal(holdsCardNumber('378282246310005', 16), false);
    assert.equal(holdsCardNumber('4242424242424242', 16), true);
  });

  it('is found in every text that has one between signs', () => {
    const around = string().map((text) => text.replaceAll(/[\p{Nd}\p{L}\p{N}]/gu, ''));
    holds(
      property(tuple(around, constantFrom(...CARDS), around), ([before, card, after]) => {
        assert.ok(holdsCardNumber(`${before} | ${card} | ${after}`));
      }),
    );
  });

  it('is one of some forty order numbers of sixteen digits, drawn by lot', () => {
    let found = 0;
    const digits = array(integer({ min: 0, max: 9 }), { minLength: 16, maxLength: 16 });
    holds(
      property(digits, (drawn) => {
        if (holdsCardNumber(drawn.join(''))) found += 1;
      }),
      { numRuns: 4000, seed: 1 },
    );
    assert.ok(found > 40 && found < 200, String(found));
  });

  it('passes the check of ISO/IEC 7812, as one digit of ten does', () => {
    for (const card of CARDS) {
      const digits = Array.from(card, Number);
      const last = digits.at(-1) ?? 0;
      for (let other = 0; other < 10; other += 1)
        assert.equal(passesLuhn([...digits.slice(0, -1), other]), other === last);
    }
  });
});

function inScript(digits: string, zero: number): string {
  return Array.from(digits, (digit) => String.fromCodePoint(zero + Number(digit))).join('');
}
