import assert from 'node:assert/strict';
import type { GatewayAccount } from '../../../domain/account.ts';
import { routeFaults } from '../../../domain/routing/check.ts';
import type { RouteConditions, RouteRule } from '../../../domain/routing/route.ts';
import { amountOf, anAccount, codeOf, kwd, someTraits } from '../../support/builders.ts';
import { aRoute, aRule, CARD_ROUTE, ONE, ROUTED_ACCOUNTS, THREE, TWO } from './builders.ts';

const KWD = kwd('1').currency;
const USD = amountOf('1', 'USD').currency;

function faults(
  rules: readonly RouteRule[],
  accounts: readonly GatewayAccount[] = ROUTED_ACCOUNTS,
  offline?: string,
): readonly string[] {
  return routeFaults(aRoute(...rules), {
    accounts,
    routes: [codeOf('other-route')],
    traitsOf: (gateway) => someTraits({ offline: gateway === offline }),
  });
}

/** One of the accounts is otherwise. */
const butOne = (given: Partial<GatewayAccount>) =>
  ROUTED_ACCOUNTS.map((one) => (one.code === ONE ? { ...one, ...given } : one));
const when = (given: RouteConditions) => [aRule({ when: given })];
const shared = (...shares: readonly (number | undefined)[]) => [
  aRule({
    accounts: [ONE, TWO, THREE].flatMap((pgCode, at) => {
      const share = shares[at];
      return at < shares.length ? [{ pgCode, ...(share !== undefined && { share }) }] : [];
    }),
  }),
];

describe('a route', () => {
  it('has no faults when it is right', () => {
    const dinars = aRule({ name: 'dinars', when: { currencies: [KWD], amountFrom: kwd('100') } });
    assert.deepEqual(faults([dinars, aRule()]), []);
    assert.deepEqual(faults(shared(50, 50, 0)), []);
  });

  for (const [what, found, sentence] of [
    [
      'an unknown account',
      faults([aRule({ accounts: [{ pgCode: codeOf('nobody') }] })]),
      'There is no account "nobody".',
    ],
    [
      'a route in a route',
      faults([aRule({ accounts: [{ pgCode: codeOf('other-route') }] })]),
      '"other-route" is a route: a rule names accounts only.',
    ],
    [
      'itself',
      faults([aRule({ accounts: [{ pgCode: CARD_ROUTE }] })]),
      '"cards" is a route: a rule names accounts only.',
    ],
    [
      'the code of an account',
      faults([aRule()], [...ROUTED_ACCOUNTS, anAccount({ code: CARD_ROUTE })]),
      '"cards" is an account already: give the route another code.',
    ],
    [
      'a rule without accounts',
      faults([aRule({ accounts: [] })]),
      'Rule "all": it names no account.',
    ],
    [
      'an account twice',
      faults([aRule({ accounts: [{ pgCode: ONE }, { pgCode: ONE }] })]),
      'Rule "all": it names "one" twice.',
    ],
    [
      'shares of 99',
      faults(shared(50, 49)),
      'Rule "all": its shares make 99 percent together, and must make 100.',
    ],
    [
      'shares of 101',
      faults(shared(50, 51)),
      'Rule "all": its shares make 101 percent together, and must make 100.',
    ],
    [
      'a share that is missing',
      faults(shared(100, undefined)),
      'Rule "all": all of its accounts have a share, or none.',
    ],
    [
      'a rule that is never reached',
      faults([aRule(), aRule({ name: 'later', when: { currencies: [KWD] } })]),
      'Rule "later" is never reached: "all" holds wherever it would.',
    ],
    [
      'two rules of a name',
      faults([aRule({ when: { currencies: [KWD] } }), aRule()]),
      'Two rules are called "all".',
    ],
    [
      'a rule for a currency that none takes',
      faults(when({ currencies: [USD] })),
      'Rule "all": none of its accounts takes USD.',
    ],
    [
      'no amount at all',
      faults(when({ amountFrom: kwd('5'), amountBelow: kwd('5') })),
      'Rule "all": no amount is as much as amount_from and less than amount_below.',
    ],
    [
      'an amount in one of two currencies',
      faults(
        when({ currencies: [KWD, USD], amountFrom: kwd('5') }),
        butOne({ currencies: ['USD'] }),
      ),
      'Rule "all": an amount needs one currency: name that one alone.',
    ],
    [
      'first digits the wrong way around',
      faults(when({ bins: [{ from: '500000', to: '400000' }] })),
      'Rule "all": the first digits 500000 to 400000 are no range: as many digits in both, the lesser first.',
    ],
    [
      'first digits of two lengths',
      faults(when({ bins: [{ from: '400000', to: '49999999' }] })),
      'Rule "all": the first digits 400000 to 49999999 are no range: as many digits in both, the lesser first.',
    ],
    [
      'a time that has no end',
      faults(when({ times: { from: '08:00', until: '08:00' } })),
      'Rule "all": it is open from a time until the same time: leave both out.',
    ],
    [
      'an account of the sandbox',
      faults([aRule()], butOne({ sandbox: true })),
      'Sandbox and production accounts cannot be mixed in one route.',
    ],
    [
      'an account that only authorizes',
      faults([aRule()], butOne({ kind: 'authorize' })),
      'Accounts that charge and accounts that only authorize cannot be mixed in one route.',
    ],
    [
      'an account of one attempt',
      faults([aRule()], butOne({ multipleAttempts: false })),
      '"one" allows one attempt only: no other account could follow it.',
    ],
    [
      'cash',
      faults([aRule()], butOne({ gateway: 'cash' }), 'cash'),
      '"one" asks no network, so nothing can be routed to it.',
    ],
  ] as const)
    it(`is refused with ${what}`, () => assert.deepEqual(found, [sentence]));

  it('is refused without a rule', () => {
    const route = { ...aRoute(), rules: [] };
    const context = { accounts: ROUTED_ACCOUNTS, routes: [], traitsOf: () => someTraits() };
    assert.deepEqual(routeFaults(route, context), ['A route needs a rule.']);
  });
});
