import assert from 'node:assert/strict';
import { begunBy } from '../../../domain/agreement/arrange.ts';
import type { Autopay } from '../../../domain/agreement/autopay.ts';
import { lastOrderNoOf, untakenBy } from '../../../domain/agreement/debit.ts';
import { currencyCode } from '../../../domain/currencies.ts';
import { takersOf } from '../../../domain/routing/offer.ts';
import { aMerchant, anAccount, codeOf, someTraits } from '../../support/builders.ts';
import { aRoute, aRule, ONE, THREE, TWO } from '../routing/builders.ts';
import { anAutopayRequest, aPaidAgreement } from './agreements.ts';

const NOW = Date.parse('2027-01-04T00:00Z');
const [KWD, USD] = [currencyCode('KWD'), currencyCode('USD')];
assert.ok(KWD && USD);
const OWN = codeOf('own');
const saving = { tokenizable: true, autoDebit: true, currencies: [KWD, USD] };
const CONTEXT = {
  merchant: aMerchant(),
  accounts: [
    // Whatever it takes by now: a payment there moves nothing.
    anAccount({ ...saving, code: OWN, active: false }),
    anAccount({ ...saving, code: ONE }),
    anAccount({ ...saving, code: TWO, currencies: [USD], defaultCurrency: USD }),
    anAccount({ ...saving, code: THREE, plugins: ['payment_request'] }),
  ],
  traitsOf: () => someTraits({}),
  now: NOW,
};
const RUNNING = begunBy(aPaidAgreement({ pgCode: OWN }), anAutopayRequest(), NOW);

describe('what the engine charges by an agreement', () => {
  it('is taken by some accounts of the merchant and not by others, and is asked of none once it has ended', () => {
    assert.deepEqual([...untakenBy(RUNNING, CONTEXT).keys()], [TWO, THREE]);
    const states = ['active', 'paused', 'ended'] as const satisfies readonly Autopay['state'][];
    const counts = states.map((state) => {
      const autopay = { ...RUNNING.autopay, state };
      return untakenBy({ ...RUNNING, autopay }, CONTEXT).size;
    });
    assert.deepEqual(counts, [2, 2, 0]);
    assert.equal(untakenBy(aPaidAgreement(), CONTEXT).size, 0);
  });

  it('is taken with the order number of its last cycle, which is the longest one', () => {
    const { autopay } = RUNNING;
    const terms = { id: 'gym', type: 'recurring' } as const;
    const asked = { ...autopay, cycles: 120 };
    for (const [limits, expiryDate, orderNo] of [
      [{}, undefined, 'gym-120'],
      [{ cycles: 9 }, undefined, 'gym-9'],
      [{ endsOn: '2027-10-05' }, undefined, 'gym-10'],
      [{}, '2027-10-04', 'gym-9'],
      [{ startsOn: '2027-02-05' }, '2027-01-31', 'gym-1'],
    ] as const) {
      const agreement = { terms: { ...terms, ...(expiryDate && { expiryDate }) } };
      assert.equal(lastOrderNoOf(agreement, { ...asked, ...limits }), orderNo);
    }
    const untaken = (longestOrderNo: number) =>
      untakenBy(
        { ...RUNNING, terms, autopay: asked },
        { ...CONTEXT, traitsOf: () => someTraits({ longestOrderNo }) },
      ).has(ONE);
    assert.deepEqual([untaken(7), untaken(6)], [false, true]);
  });

  it('leaves the others out of a route by which its customer pays', () => {
    const route = aRoute(aRule({ accounts: [TWO, ONE].map((pgCode) => ({ pgCode })) }));
    const untaken = untakenBy(RUNNING, CONTEXT);
    const proposal = { type: 'e_commerce', paymentType: 'auto_debit' } as const;
    const payment = { ...proposal, amount: '1', currencyCode: 'USD' };
    const taken = [
      takersOf(route, payment, CONTEXT),
      takersOf(route, payment, { ...CONTEXT, untaken }),
    ];
    assert.deepEqual(
      taken.map(({ accounts }) => accounts.map(({ account }) => account.code)),
      [[TWO, ONE], [ONE]],
    );
  });
});
