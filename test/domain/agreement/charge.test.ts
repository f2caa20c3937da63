import assert from 'node:assert/strict';
import type { Agreement, AgreementTerms } from '../../../domain/agreement/agreement.ts';
import { atClock, bound, type Binding } from '../../../domain/agreement/binding.ts';
import { refuseUnlessChargeable, type AgreementCharge } from '../../../domain/agreement/charge.ts';
import { begunBy, endedByMerchant } from '../../../domain/agreement/arrange.ts';
import { endedAs } from '../../../domain/agreement/look.ts';
import { endAgreement, isOver, isToEnd } from '../../../domain/agreement/ending.ts';
import { Refusal } from '../../../domain/refusal.ts';
import {
  aCard,
  amountOf,
  anAgreement,
  CREATED_AT,
  codeOf,
  DAY_MS,
  kwd,
  aMerchantId,
  sessionOf,
} from '../../support/builders.ts';
import { anAutopayRequest } from './agreements.ts';

const card = aCard();
const [first, second, third] = [sessionOf('1'), sessionOf('2'), sessionOf('3')];
const terms = (given: Partial<AgreementTerms>): Partial<Agreement> => ({
  terms: { ...anAgreement().terms, ...given },
});

function verdict(given: Partial<Agreement> | null, more: Partial<AgreementCharge> = {}): string {
  try {
    const agreement = given === null ? undefined : anAgreement(given);
    refuseUnlessChargeable({
      agreement,
      card,
      amount: kwd('5'),
      sessionId: third,
      now: CREATED_AT + DAY_MS,
      ...more,
    });
    return 'charged';
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.code;
  }
}

const binding = (given: Partial<Binding> = {}): Binding => {
  const { merchantId, customerId, sandbox, transactionType, pgCode, terms: agreed } = anAgreement();
  const whose = { merchantId, customerId, sandbox, transactionType, pgCode, terms: agreed };
  return {
    ...whose,
    token: 'tok_new',
    sessionId: sessionOf('9'),
    at: CREATED_AT + DAY_MS,
    ...given,
  };
};

/** Of an agreement: a cycle of the engine's, with a try that was declined. */
function begunByEngine(): Partial<Agreement> {
  const { autopay } = begunBy(anAgreement(), anAutopayRequest(), Date.parse('2027-01-01T00:00Z'));
  const cycle = { name: '2027-01-05', number: 1, dueAt: 1, told: [], state: 'trying' } as const;
  const tries = [{ sessionId: third, token: card.token, at: 1, result: 'soft' }] as const;
  return { autopay: { ...autopay, history: [{ ...cycle, tries }] } };
}

/** Of an agreement: so many cycles were agreed on, and two payments have paid one of them. */
function paidTwice(totalCycles: number): Partial<Agreement> {
  const { autopay } = begunBy(anAgreement(), anAutopayRequest(), Date.parse('2027-01-01T00:00Z'));
  const cycle = { name: '2027-01-05', number: 1, dueAt: 1, told: [], state: 'paid' } as const;
  const charges = [first, second];
  const paid = { token: card.token, at: 1, result: 'paid' } as const;
  const history = [{ ...cycle, tries: charges.map((sessionId) => ({ sessionId, ...paid })) }];
  return { ...terms({ totalCycles }), charges, paid: charges, autopay: { ...autopay, history } };
}

describe('a charge by an agreement', () => {
  for (const [what, given, more, expected] of [
    ['that the customer has paid by', {}, {}, 'charged'],
    ['that there is not', null, {}, 'no_cit'],
    ['of another merchant', { merchantId: aMerchantId('other') }, {}, 'no_cit'],
    ['of another customer', { customerId: 'other' }, {}, 'no_cit'],
    ['of the sandbox', { sandbox: true }, {}, 'no_cit'],
    ['of another account', { pgCode: codeOf('other') }, {}, 'no_cit'],
    ['of another card', { token: 'tok_other' }, {}, 'no_cit'],
    ['that has ended', { state: 'ended', endedAt: CREATED_AT }, {}, 'agreement_violation'],
    ['on its last day', terms({ expiryDate: '2026-01-16' }), {}, 'charged'],
    ['after its last day', terms({ expiryDate: '2026-01-15' }), {}, 'agreement_violation'],
    ['with a cycle left', { ...terms({ totalCycles: 2 }), charges: [first] }, {}, 'charged'],
    ['without one', { ...terms({ totalCycles: 1 }), charges: [first] }, {}, 'agreement_violation'],
    ['after a period that two payments have paid', paidTwice(2), {}, 'charged'],
    ['after the same without another cycle', paidTwice(1), {}, 'agreement_violation'],
    ['up to its limit', terms({ maxAmountPerCycle: kwd('5') }), {}, 'charged'],
    ['again, which is counted', { ...terms({ totalCycles: 1 }), charges: [third] }, {}, 'charged'],
    ['over its limit', terms({ maxAmountPerCycle: kwd('4.999') }), {}, 'agreement_violation'],
    [
      'in another currency than its limit',
      terms({ maxAmountPerCycle: amountOf('500', 'SAR') }),
      {},
      'agreement_violation',
    ],
    [
      'over another amount, though it is fixed',
      terms({ amountVariability: 'fixed' }),
      {},
      'charged',
    ],
    ['a day later, though it is of months', terms({ cycleIntervalDays: 30 }), {}, 'charged'],
  ] as const)
    it(`${what} is ${expected}`, () => assert.equal(verdict(given, more), expected));

  it('that the engine makes is not begun once the merchant has paused it; one of their own is', () => {
    const { autopay } = begunByEngine();
    assert.ok(autopay);
    const pausedNow = { autopay: { ...autopay, state: 'paused' } } as const;
    assert.equal(verdict(pausedNow, { isNew: true }), 'invalid_state');
    assert.equal(verdict(pausedNow, { isNew: true, sessionId: second }), 'charged');
    // A gateway may have been asked for it.
    assert.equal(verdict(pausedNow), 'charged');
    assert.equal(verdict({ autopay }, { isNew: true }), 'charged');
  });

  describe('of a strict merchant', () => {
    const strictly = { firstAmount: kwd('5'), lastAt: CREATED_AT };
    for (const [what, given, more, expected] of [
      ['over the same amount', terms({ amountVariability: 'fixed' }), {}, 'charged'],
      [
        'over another',
        terms({ amountVariability: 'fixed' }),
        { amount: kwd('4') },
        'agreement_violation',
      ],
      [
        'over another, where that may be',
        terms({ amountVariability: 'variable' }),
        { amount: kwd('4') },
        'charged',
      ],
      ['a day too early', terms({ cycleIntervalDays: 2 }), {}, 'agreement_violation'],
      [
        'over another, though it is counted already',
        { ...terms({ amountVariability: 'fixed' }), charges: [third] },
        { amount: kwd('4') },
        'charged',
      ],
      [
        'a day too early, for a cycle that the engine has begun',
        { ...terms({ cycleIntervalDays: 30 }), ...begunByEngine() },
        {},
        'charged',
      ],
      [
        'over another, for a cycle that the engine has begun',
        { ...terms({ amountVariability: 'fixed' }), ...begunByEngine() },
        { amount: kwd('4') },
        'agreement_violation',
      ],
      [
        'early on the day',
        terms({ cycleIntervalDays: 1 }),
        { now: Date.UTC(2026, 0, 16) },
        'charged',
      ],
    ] as const)
      it(`${what} is ${expected}`, () =>
        assert.equal(verdict(given, { strictly, ...more }), expected));
  });
});

describe('an agreement', () => {
  it('is over with its last paid cycle, not with the charge of it', () => {
    const given = { ...terms({ totalCycles: 2 }), charges: [first, second] };
    assert.equal(isOver(anAgreement({ ...given, paid: [first] }), CREATED_AT), false);
    assert.equal(isOver(anAgreement({ ...given, paid: [first, second] }), CREATED_AT), true);
  });

  it('is not over with as many payments where two of them have paid one period', () => {
    assert.equal(isOver(anAgreement(paidTwice(2)), CREATED_AT), false);
    assert.equal(isOver(anAgreement(paidTwice(1)), CREATED_AT), true);
  });

  it('ends once', () => {
    const ended = endAgreement(anAgreement(), CREATED_AT + 1);
    assert.deepEqual([ended.state, ended.endedAt], ['ended', CREATED_AT + 1]);
    assert.equal(endAgreement(ended, CREATED_AT + 2), ended);
  });

  it('begins with the first payment', () => {
    const transactionType = 'e_commerce' as const;
    const { ended, next } = bound(undefined, binding({ transactionType }), 'u-9');
    assert.equal(next.transactionType, transactionType);
    assert.equal(ended, undefined);
    assert.deepEqual(
      [next.uuid, next.state, next.token, next.firstSessionId, next.charges, next.createdAt],
      ['u-9', 'active', 'tok_new', sessionOf('9'), [], CREATED_AT + DAY_MS],
    );
  });

  it('is moved to another card by a later payment, with what it was agreed on', () => {
    const known = anAgreement({ charges: [first] });
    const wanted = { ...known.terms, totalCycles: 99 };
    const { next } = bound(known, binding({ terms: wanted }), 'u-9');
    assert.deepEqual(next, { ...known, token: 'tok_new', boundAt: CREATED_AT + DAY_MS });
  });

  for (const [what, given] of [
    ['an earlier payment that is told late', { at: CREATED_AT - 1 }],
    ['its own first payment, told again', { sessionId: anAgreement().firstSessionId }],
  ] as const)
    it(`is not moved by ${what}`, () => {
      const known = anAgreement();
      assert.equal(bound(known, binding(given), 'u-9').next, known);
    });

  it('is charged from when its payment was heard of, and to the card that was paid with last by when the customer began', () => {
    const heardAt = CREATED_AT + 2 * DAY_MS;
    const { next } = bound(undefined, binding({ heardAt }), 'u-9');
    assert.deepEqual([next.createdAt, next.boundAt], [heardAt, CREATED_AT + DAY_MS]);
    const charged = begunBy(anAgreement(), anAutopayRequest(), CREATED_AT);
    const moved = bound(charged, binding({ heardAt }), 'u-9').next;
    assert.equal(moved.boundAt, CREATED_AT + DAY_MS);
    // Whether a declined card is mended, and when the engine looks, is another matter.
    assert.deepEqual(
      [moved.autopay?.paidWith, moved.autopay?.lookAt],
      [[{ token: 'tok_new', at: heardAt }], heardAt],
    );
    const later = atClock(binding({ heardAt }), DAY_MS);
    assert.deepEqual([later.at, later.heardAt], [CREATED_AT + 2 * DAY_MS, heardAt + DAY_MS]);
  });

  it('that has ended is begun anew by a payment that the customer began then, and not by an earlier one, unless by new terms', () => {
    const at = CREATED_AT + DAY_MS;
    const byMerchant = { endedBy: 'merchant' } as const;
    const over = terms({ expiryDate: '2026-01-15' });
    const { terms: longer } = anAgreement(terms({ expiryDate: '2099-12-31' }));
    for (const [given, endedAt, paid, isNew] of [
      [byMerchant, at - 1, {}, true],
      [byMerchant, at, {}, false],
      [byMerchant, at + 1, {}, false],
      [{}, at + 1, {}, true],
      [{ ...over, ...byMerchant }, at + 1, { terms: longer }, true],
      [over, at + 1, { terms: anAgreement(over).terms }, false],
      [over, at + 1, { terms: longer, at: CREATED_AT + 1 }, true],
      [{ ...terms({ totalCycles: 1 }), paid: [sessionOf('1')] }, at + 1, {}, true],
    ] as const) {
      const known = endAgreement(anAgreement(given), endedAt);
      const { ended, next } = bound(known, binding(paid), 'u-9');
      assert.deepEqual([ended, next.uuid], [undefined, isNew ? 'u-9' : known.uuid]);
    }
    // The merchant's word stands against who is paying, also when the engine had charged all that it should; declines do not.
    const charged = begunBy(anAgreement(), anAutopayRequest(), CREATED_AT);
    for (const [known, isNew] of [
      [endedAs(charged, 'declined', at + 1), true],
      [endedByMerchant(charged, at + 1), false],
      [endedByMerchant(endedAs(charged, 'completed', at), at + 1), false],
      [endedByMerchant(anAgreement(), at + 1), false],
    ] as const) {
      assert.equal(bound(known, binding(), 'u-9').next.uuid === 'u-9', isNew);
      // The payment with its own card, told again, is no later one.
      assert.equal(bound(known, binding({ at: known.boundAt }), 'u-9').next, known);
    }
  });

  it('gives way to a new one when it is over', () => {
    const known = anAgreement(terms({ expiryDate: '2026-01-15' }));
    const { ended, next } = bound(known, binding(), 'u-9');
    assert.deepEqual([ended?.state, ended?.uuid, next.uuid], ['ended', known.uuid, 'u-9']);
  });

  it('is ended by the engine where that charges it, and gives way to a new one all the same', () => {
    const agreed = anAgreement({ ...terms({ expiryDate: '2026-01-15' }), paid: [] });
    const charged = begunBy(agreed, anAutopayRequest({ startsOn: '2026-01-15' }), CREATED_AT);
    const later = CREATED_AT + DAY_MS;
    assert.deepEqual([isToEnd(agreed, later), isToEnd(charged, later)], [true, false]);
    const stopped = { ...charged, autopay: { ...charged.autopay, state: 'paused' as const } };
    assert.deepEqual([isToEnd(stopped, later), isToEnd(stopped, later + DAY_MS)], [false, true]);
    assert.equal(isToEnd({ ...charged, state: 'ended' }, later), true);
    assert.equal(bound(charged, binding(), 'u-9').next.uuid, 'u-9');
  });

  it('is moved to another card after its last day, while the engine still tries to charge it', () => {
    const agreed = anAgreement({ ...terms({ expiryDate: '2026-01-15' }), paid: [] });
    const charged = begunBy(agreed, anAutopayRequest({ startsOn: '2026-01-15' }), CREATED_AT);
    const later = CREATED_AT + DAY_MS;
    const { ended, next } = bound(charged, binding({ terms: charged.terms, at: later }), 'u-9');
    assert.deepEqual([ended, next.uuid, next.boundAt], [undefined, charged.uuid, later]);
    // Nobody charges it any more: there is nothing to move.
    const { autopay: _none, ...byMerchant } = charged;
    const renewed = bound(byMerchant, binding({ terms: charged.terms, at: later }), 'u-9');
    assert.equal(renewed.next.uuid, 'u-9');
  });
});
