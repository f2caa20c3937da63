import assert from 'node:assert/strict';
import { currencyCode } from '../../../domain/currencies.ts';
import { chosenIn, whyNobody } from '../../../domain/routing/decision.ts';
import { dryRun } from '../../../domain/routing/dry-run.ts';
import { takersOf } from '../../../domain/routing/offer.ts';
import type { PaymentRoute } from '../../../domain/routing/route.ts';
import { anAccount, kwd, someTraits } from '../../support/builders.ts';
import { aRoute, aRule, factsOf, ONE, TWO } from './builders.ts';

const USD = currencyCode('USD');
assert.ok(USD);
const withFee = (fils: string) =>
  ({ type: 'fixed', values: { KWD: fils }, chargeDefaultCurrency: true }) as const;
/** The first takes dinars, too, and costs another sum; its rule is for dollars alone. */
const ACCOUNTS = [
  anAccount({ code: ONE, currencies: ['KWD', 'USD'], fee: withFee('0.500') }),
  anAccount({ code: TWO, fee: withFee('1.000') }),
];
const CONTEXT = { accounts: ACCOUNTS, traitsOf: () => someTraits(), breakers: new Map() };
const ROUTE = aRoute(
  aRule({ name: 'dollars', when: { currencies: [USD] }, accounts: [{ pgCode: ONE }] }),
  aRule({ name: 'the rest', accounts: [{ pgCode: TWO }] }),
);
const trial = (route: PaymentRoute) =>
  dryRun(route, { facts: factsOf({ amount: kwd('10') }), seed: 'demoAAAAAA' }, CONTEXT);

describe('the dry run of a route', () => {
  it('leads to whom a payment would be led, whatever accounts of other rules cost', () => {
    const { accounts } = takersOf(ROUTE, { amount: '10', currencyCode: 'KWD' }, CONTEXT);
    assert.deepEqual(
      accounts.map(({ account }) => account.code),
      [TWO],
    );
    assert.equal(chosenIn(trial(ROUTE)), TWO);
  });

  it('leads nowhere by a route that is not active, and says so', () => {
    const decision = trial({ ...ROUTE, active: false });
    assert.equal(chosenIn(decision), undefined);
    assert.match(whyNobody(decision), /not active/);
  });
});
