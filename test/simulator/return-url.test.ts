import assert from 'node:assert/strict';
import { returnUrlOf } from '../../simulator/return-url.ts';
import type { Payment } from '../../simulator/payment.ts';

const PAYMENT: Payment = {
  id: 'pay_1',
  account: 'shop',
  merchantReference: 'a&b ب',
  amount: '1.000',
  currency: 'KWD',
  capture: true,
  returnUrl: '',
  notifyUrl: '',
  language: 'en',
  createdAt: '',
  updatedAt: '',
  state: { status: 'OPEN' },
};
const ADDED = 'payment_id=pay_1&merchant_reference=a%26b%20%D8%A8';

describe('the way back', () => {
  for (const [given, expected] of [
    ['https://shop.example/r', `https://shop.example/r?${ADDED}`],
    ['https://shop.example/r?', `https://shop.example/r?${ADDED}`],
    ['https://shop.example/r?x=%20+y', `https://shop.example/r?x=%20+y&${ADDED}`],
    ['https://shop.example/r?x=1#part', `https://shop.example/r?x=1&${ADDED}#part`],
  ] as const)
    it(`keeps ${given} and adds the two identifiers`, () => {
      assert.equal(returnUrlOf({ ...PAYMENT, returnUrl: given }), expected);
    });
});
