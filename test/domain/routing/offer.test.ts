import assert from 'node:assert/strict';
import { currencyCode } from '../../../domain/currencies.ts';
import { readFieldSentences } from '../../../domain/field-sentence.ts';
import { routeFault, takersOf } from '../../../domain/routing/offer.ts';
import { anAccount, kwd, someTraits } from '../../support/builders.ts';
import { aRoute, aRule, ONE, THREE, TWO } from './builders.ts';

const USD = currencyCode('USD');
assert.ok(USD);
const whens = [
  { currencies: [USD] },
  { amountBelow: { ...kwd('5'), currency: USD } },
  { amountFrom: kwd('20') },
  { amountBelow: kwd('5') },
];
const ROUTE = aRoute(
  ...whens.map((when, nth) => aRule({ name: `It. Is ${nth}`, when, accounts: [{ pgCode: ONE }] })),
  aRule({ name: 'the rest', accounts: [ONE, TWO, THREE].map((pgCode) => ({ pgCode })) }),
);

describe('a route that can lead nobody anywhere', () => {
  it('says why, of its rules and of each account, in sentences that pages can say in another language', () => {
    const route = { ...ROUTE, active: false };
    const takers = takersOf(
      route,
      { amount: '10', currencyCode: 'KWD', orderNo: 'a-very-long-one' },
      {
        accounts: [
          anAccount({ code: ONE, active: false }),
          anAccount({ code: TWO, gateway: 'short' }),
        ],
        traitsOf: (slug) => someTraits(slug === 'short' ? { longestOrderNo: 3 } : {}),
      },
    );
    const read = readFieldSentences(routeFault(route, takers) ?? '') ?? [];
    assert.deepEqual(
      read.map(({ code, values: { why } }) =>
        why === undefined ? [code] : [code, readFieldSentences(why)?.[0]?.code],
      ),
      [
        ['route-none'],
        ['route-inactive'],
        ['route-rule', 'for-currencies'],
        ['route-rule', 'for-amounts-of'],
        ['route-rule', 'for-more'],
        ['route-rule', 'for-less'],
        ['inactive-method'],
        ['account-order-no'],
        ['no-account'],
      ],
    );
  });
});
