import assert from 'node:assert/strict';
import { cardNetworkAdvice } from '../../gateways/network-advice.ts';

const AT = Date.UTC(2026, 10, 25);
const HOUR = 60 * 60 * 1000;

describe('the advice of a card network', () => {
  for (const [code, advice, hours] of [
    ['01', 'hard'],
    ['02', 'soft', 72],
    ['03', 'do-not-retry'],
    ['04', 'hard'],
    ['21', 'do-not-retry'],
    ['22', 'hard'],
    ['24', 'soft', 1],
    ['25', 'soft', 24],
    ['26', 'soft', 48],
    ['27', 'soft', 96],
    ['28', 'soft', 144],
    ['29', 'soft', 192],
    ['30', 'soft', 240],
  ] as const)
    it(`by Mastercard’s code ${code} is ${advice}${hours ? `, not before ${hours} h` : ''}`, () => {
      const said = cardNetworkAdvice({ brand: 'mastercard', adviceCode: code }, AT);
      assert.deepEqual(said, { advice, ...(hours && { notBefore: AT + hours * HOUR }) });
    });

  for (const [advice, codes] of [
    ['do-not-retry', ['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3']],
    ['soft', '03 19 51 59 61 62 65 75 78 83 91 93 96 5C 9G'.split(' ')],
    ['hard', ['54', '55', '70', '82', '1A', '6P', 'N7']],
  ] as const)
    for (const code of codes)
      it(`by Visa’s code ${code} is ${advice}`, () => {
        assert.deepEqual(cardNetworkAdvice({ brand: 'Visa', responseCode: code }, AT), { advice });
      });

  for (const [what, word] of [
    ['a card of which nothing is said', {}],
    ['a kind of Mastercard card', { brand: 'MASTERCARD', adviceCode: '40' }],
    ['a Visa code of the fourth category', { brand: 'VISA', responseCode: '05' }],
    [
      'a Mastercard response code, which is not Visa’s',
      { brand: 'MASTERCARD', responseCode: '04' },
    ],
    ['a Mastercard advice for a Visa card', { brand: 'VISA', adviceCode: '03' }],
  ] as const)
    it(`leaves the gateway’s own words to decide for ${what}`, () => {
      assert.equal(cardNetworkAdvice(word, AT), undefined);
    });
});
