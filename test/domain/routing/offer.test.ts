import assert from 'node:assert/strict';
import { currencyCode } from '../../../domain/currencies.ts';
import { readFieldSentences } from '../../../domain/field-sentence.ts';
import type { PgCode } from '../../../domain/ids.ts';
import { routeFault, takersOf } from '../../../domain/routing/offer.ts';
import type { RouteConditions, RouteRule } from '../../../domain/routing/route.ts';
import type { Proposal } from '../../../domain/transaction/proposal.ts';
import { methodsFor, offeredBy } from '../../../domain/transaction/open.ts';
import type { PaymentMethod } from '../../../domain/transaction/transaction.ts';
import { anAccount, kwd, someTraits } from '../../support/builders.ts';
import { aRoute, aRule, ONE, THREE, TWO } from './builders.ts';

const USD = currencyCode('USD');
assert.ok(USD);
const whens: readonly RouteConditions[] = [
  { brands: ['VISA'] },
  { bins: [{ from: '400000', to: '499999' }] },
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
        ['route-rule', 'for-brands'],
        ['route-rule', 'for-digits'],
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

describe('a payment by a route, of which the payer may pay less', () => {
  const fee = { type: 'fixed', values: { KWD: '0.500' }, chargeDefaultCurrency: true } as const;
  const cards = { tokenizable: true, autoDebit: true };
  const context = {
    accounts: [
      anAccount({ code: ONE, tokenizable: false }),
      anAccount({ code: TWO, ...cards, fee }),
      anAccount({ code: THREE, ...cards, gateway: 'in-tens' }),
    ],
    traitsOf: (slug: string) =>
      someTraits(slug === 'in-tens' ? { amountStep: { [kwd('1').currency]: 10 } } : {}),
  };
  const small = { amountBelow: kwd('5') };
  const byRoute = (rules: readonly RouteRule[], more: Partial<Proposal> = {}) => {
    const route = aRoute(...rules);
    const proposal = { amount: '12.345', currencyCode: 'KWD', ...more };
    const offered = offeredBy([route.code], proposal, { ...context, routes: [route] });
    return methodsFor({ amount: kwd('12.345'), pgCodes: [route.code] }, offered)[0];
  };

  it('keeps the accounts for smaller sums, behind those for the whole, whose fee is shown and who may save cards', () => {
    const rules = [
      aRule({ name: 'small', when: small, accounts: to(ONE, THREE) }),
      aRule({ name: 'all', accounts: to(TWO) }),
    ];
    const method = byRoute(rules);
    assert.deepEqual(codesIn(method), [TWO, ONE, THREE]);
    assert.deepEqual(method?.fee, kwd('0.500'));
    assert.ok(method.savesCards);
    for (const paymentType of ['auto_debit', 'save_card'] as const)
      assert.deepEqual(codesIn(byRoute(rules, { paymentType })), [TWO], paymentType);
  });

  it('keeps one that cannot charge the whole of it, though the rule for the whole names it, too', () => {
    const method = byRoute([
      aRule({ name: 'small', when: small, accounts: to(THREE) }),
      aRule({ name: 'all', accounts: to(THREE, TWO) }),
    ]);
    assert.deepEqual(codesIn(method), [TWO, THREE]);
    assert.deepEqual(
      method?.accounts?.map(({ partsOnly }) => partsOnly),
      [undefined, true],
    );
  });

  it('keeps none that no part of it leads to', () => {
    const dollars = { ...kwd('5'), currency: USD };
    const never = [
      { amountBelow: dollars },
      { ...small, currencies: [USD] },
      { amountFrom: kwd('20'), amountBelow: kwd('30') },
    ];
    const rules = never.map((when, nth) =>
      aRule({ name: `never ${nth}`, when, accounts: to(ONE) }),
    );
    const method = byRoute([...rules, aRule({ name: 'all', accounts: to(TWO) })]);
    assert.deepEqual(codesIn(method), [TWO]);
  });

  it('is refused where no rule is for the whole of it', () => {
    assert.equal(byRoute([aRule({ name: 'small', when: small })]), undefined);
  });

  it('shows the fee of no account that a rule for some cards leads to: which card it will be, nobody knows when it is paid', () => {
    for (const cardsOf of [
      { brands: ['VISA'] },
      { bins: [{ from: '400000', to: '499999' }] },
    ] satisfies readonly RouteConditions[]) {
      const some = aRule({ name: 'some', when: cardsOf, accounts: to(TWO) });
      const method = byRoute([some, aRule({ name: 'all', accounts: to(ONE) })]);
      assert.deepEqual(codesIn(method), [ONE]);
      assert.deepEqual(method?.fee, kwd('0'));
      assert.equal(byRoute([some]), undefined);
    }
  });
});

function codesIn(method: PaymentMethod | undefined) {
  return method?.accounts?.map(({ pgCode }) => pgCode);
}

function to(...codes: readonly PgCode[]): RouteRule['accounts'] {
  return codes.map((pgCode) => ({ pgCode }));
}
