import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { BreakerState } from '../../../domain/routing/breaker.ts';
import { choose, type AccountStanding } from '../../../domain/routing/choose.ts';
import { chosenIn, whyNobody, ENDINGS } from '../../../domain/routing/decision.ts';
import type { RouteRule } from '../../../domain/routing/route.ts';
import { questionOf } from '../../../domain/routing/question.ts';
import { amountOf, aMethod, anAttempt, aTransaction, kwd } from '../../support/builders.ts';
import {
  ALL,
  aPress,
  around,
  aRoute,
  aRouteMethod,
  aRule,
  factsOf,
  ONE,
  ROUTED_ACCOUNTS,
  THREE,
  TWO,
} from './builders.ts';

const STATES: readonly BreakerState[] = ['closed', 'open', 'half-open'];
const standing: fc.Arbitrary<AccountStanding> = fc.record(
  {
    breaker: fc.constantFrom(...STATES),
    refuses: fc.constant('It cannot.'),
    endedThere: fc.constantFrom(...ENDINGS.filter((one) => one !== 'closed')),
  },
  { requiredKeys: ['breaker'] },
);
const shares = fc
  .tuple(fc.nat(100), fc.nat(100))
  .map(([a, b]) => [Math.min(a, b), Math.abs(a - b), 100 - Math.max(a, b)] as const);
const rule: fc.Arbitrary<RouteRule> = fc.option(shares, { nil: undefined }).map((given) =>
  aRule({
    accounts: ALL.map((pgCode, at) => ({ pgCode, ...(given && { share: given[at] ?? 0 }) })),
  }),
);

function decide(given: RouteRule, stands: readonly AccountStanding[] = [], seed = 'a reference') {
  return choose(aRoute(given), {
    facts: factsOf(),
    seed,
    standing: (code) => stands[ALL.indexOf(code)] ?? { breaker: 'closed' },
  });
}

describe('the choice of an account', () => {
  it('names every account of the rule once, and chooses at most one, the first', () => {
    fc.assert(
      fc.property(rule, fc.array(standing, { maxLength: 3 }), fc.string(), (one, stands, seed) => {
        const { accounts } = decide(one, stands, seed);
        assert.deepEqual(accounts.map(({ pgCode }) => pgCode).toSorted(), [...ALL].toSorted());
        const verdicts = accounts.map(({ verdict }) => verdict);
        assert.ok(!verdicts.slice(1).includes('chosen'));
        assert.equal(
          verdicts[0] === 'chosen',
          ALL.some((_, at) => stands[at]?.refuses === undefined),
        );
        assert.ok(accounts.every(({ why }) => why !== ''));
      }),
    );
  });

  it('never falls on an account that rests, or was tried, while a better one can take it', () => {
    fc.assert(
      fc.property(rule, fc.array(standing, { minLength: 3, maxLength: 3 }), (one, stands) => {
        const chosen = chosenIn(decide(one, stands));
        const fit = stands.filter(({ refuses }) => refuses === undefined);
        const taken = chosen && stands[ALL.indexOf(chosen)];
        if (taken?.breaker === 'open') assert.ok(fit.every(({ breaker }) => breaker === 'open'));
        else if (taken?.endedThere)
          assert.ok(fit.every(({ breaker, endedThere }) => breaker === 'open' || endedThere));
      }),
    );
  });

  it('is the same for the same attempt, and shares come out as they were set', () => {
    const shared = aRule({
      accounts: [
        { pgCode: ONE, share: 70 },
        { pgCode: TWO, share: 20 },
        { pgCode: THREE, share: 10 },
      ],
    });
    const counts = new Map<string, number>();
    for (let nth = 0; nth < 20_000; nth += 1) {
      const seed = `demo${nth}`;
      const chosen = chosenIn(decide(shared, [], seed));
      assert.ok(chosen);
      assert.equal(chosenIn(decide(shared, [], seed)), chosen);
      counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
    }
    // Five standard deviations of a share of 70 percent in 20,000 are 1.6 percent.
    for (const [code, share] of [
      [ONE, 70],
      [TWO, 20],
      [THREE, 10],
    ] as const)
      assert.ok(
        Math.abs((counts.get(code) ?? 0) / 200 - share) < 1.7,
        `${code}: ${counts.get(code)}`,
      );
  });

  it('leaves the turns of the others as they are when one cannot take it, and their shares of what is left', () => {
    const shared = aRule({
      accounts: [
        { pgCode: ONE, share: 50 },
        { pgCode: TWO, share: 40 },
        { pgCode: THREE, share: 10 },
      ],
    });
    let second = 0;
    for (let nth = 0; nth < 10_000; nth += 1) {
      const seed = `demo${nth}`;
      const all = decide(shared, [], seed).accounts.map(({ pgCode }) => pgCode);
      const without = decide(shared, [{ breaker: 'closed', refuses: 'No.' }], seed);
      const left = without.accounts.filter(({ verdict }) => verdict !== 'left-out');
      assert.deepEqual(
        left.map(({ pgCode }) => pgCode),
        all.filter((code) => code !== ONE),
      );
      if (left[0]?.pgCode === TWO) second += 1;
    }
    assert.ok(Math.abs(second / 100 - 80) < 2.5, String(second));
  });

  it('never begins with an account that has no share while another can take it', () => {
    const shared = aRule({
      accounts: [
        { pgCode: ONE, share: 0 },
        { pgCode: TWO, share: 100 },
      ],
    });
    for (let nth = 0; nth < 500; nth += 1)
      assert.equal(chosenIn(decide(shared, [], `demo${nth}`)), TWO);
  });

  it('follows the first rule that holds, and says why those before it do not', () => {
    const dollars = amountOf('1', 'USD').currency;
    const route = aRoute(
      aRule({ name: 'dollars', when: { currencies: [dollars] } }),
      aRule({ name: 'rest', accounts: [{ pgCode: TWO }] }),
      aRule({ name: 'never' }),
    );
    const decision = choose(route, {
      facts: factsOf(),
      seed: 's',
      standing: () => ({ breaker: 'closed' }),
    });
    assert.equal(decision.rule, 'rest');
    assert.deepEqual(decision.skipped, [{ rule: 'dollars', why: 'It is for USD, not for KWD.' }]);
    assert.equal(chosenIn(decision), TWO);
  });

  it('is the account of an attempt of which nobody knows what has become, and no other, also by another rule', () => {
    const route = aRoute(
      aRule({ name: 'small', when: { amountBelow: kwd('5') }, accounts: [{ pgCode: TWO }] }),
      aRule({ name: 'rest', accounts: [{ pgCode: ONE }, { pgCode: THREE }] }),
    );
    const unclear = anAttempt({ pgCode: ONE, state: 'failed', unanswered: true });
    const transaction = aTransaction({
      state: 'attempted',
      amountEditable: true,
      methods: [aRouteMethod()],
      attempts: [unclear],
    });
    const small = aPress(transaction, { amount: kwd('2') });
    const decision = choose(route, questionOf(small, around()));
    assert.deepEqual(
      [decision.rule, ...decision.accounts.map(({ pgCode, verdict }) => `${pgCode} ${verdict}`)],
      ['small', 'one chosen', 'two left-out'],
    );
    assert.match(decision.accounts[0]?.why ?? '', /Nobody knows yet what has become/);
    // What has been taken off the route, or cannot take it any more, is not asked again; and neither is anybody else.
    const without = aRoute(aRule({ accounts: [{ pgCode: TWO }] }));
    const gone = around([], { accounts: ROUTED_ACCOUNTS.filter(({ code }) => code !== ONE) });
    // The payment was changed, and the route leads elsewhere since.
    const routing = { ...decision, press: unclear.referenceNumber };
    const changed = aPress({
      ...transaction,
      methods: [aRouteMethod({ accounts: [aMethod({ pgCode: TWO })] })],
      attempts: [{ ...unclear, routing }],
    });
    for (const nobody of [
      choose(without, questionOf(changed, around())),
      choose(without, questionOf(small, around())),
      choose(route, questionOf(small, gone)),
    ])
      assert.equal(chosenIn(nobody), undefined, JSON.stringify(nobody));
  });

  it('is no account that cannot take what the engine charges by the agreement', () => {
    const route = aRoute(aRule({ accounts: [{ pgCode: ONE }, { pgCode: TWO }] }));
    const press = aPress(aTransaction({ methods: [aRouteMethod()] }));
    const untaken = new Map([[ONE, 'It takes no such charge.']]);
    const decision = choose(route, questionOf(press, { ...around(), untaken }));
    assert.equal(chosenIn(decision), TWO);
    assert.equal(
      decision.accounts.find(({ pgCode }) => pgCode === ONE)?.why,
      'It takes no such charge.',
    );
  });

  it('falls on nobody where no rule holds, or no account can take it, and says why', () => {
    const dollars = amountOf('1', 'USD').currency;
    const none = decide(aRule({ name: 'dollars', when: { currencies: [dollars] } }));
    assert.equal(chosenIn(none), undefined);
    assert.equal(whyNobody(none), 'Rule "dollars": It is for USD, not for KWD.');
    const cannot = decide(aRule({ accounts: [{ pgCode: ONE }] }), [
      { breaker: 'closed', refuses: 'It cannot.' },
    ]);
    assert.equal(chosenIn(cannot), undefined);
    assert.equal(whyNobody(cannot), 'one: It cannot.');
  });
});
