import assert from 'node:assert/strict';
import type { AgreementTerms } from '../../../domain/agreement/agreement.ts';
import {
  begunBy,
  hurriedUp,
  strictFaults,
  type AutopayRequest,
} from '../../../domain/agreement/arrange.ts';
import { chargesBefore } from '../../../domain/agreement/strict.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  anAgreement,
  anAttempt,
  aTransaction,
  CARD,
  CREATED_AT,
  kwd,
  sessionOf,
} from '../../support/builders.ts';
import { anAutopayRequest, aPaidAgreement } from './agreements.ts';

const MONTHLY = { amountVariability: 'fixed', cycleIntervalDays: 30 } as const;
const NOW = Date.parse('2027-02-06T00:00Z');
/** Paid for the first time on 5 February, in Kuwait and in UTC. */
const BEFORE = { firstAmount: kwd('5'), lastAt: Date.parse('2027-02-05T09:00Z') };

/** Fields that are refused, of a request for the fifth of each month from March on. */
function faultsOf(request: Partial<AutopayRequest>, given: Partial<AgreementTerms> = MONTHLY) {
  const { terms } = aPaidAgreement();
  const agreement = aPaidAgreement({ terms: { ...terms, ...given } });
  const asked = anAutopayRequest({ startsOn: '2027-03-05', ...request });
  return Object.keys(strictFaults(asked, agreement, BEFORE)).join(' ');
}

const days = (count: number) => ({ rhythm: { every: 'days', days: count } }) as const;
const months = (count: number) => ({ rhythm: { every: 'months', months: count, day: 5 } }) as const;

describe('a request that the engine charges an agreement of a strict merchant', () => {
  for (const [what, request, given, expected] of [
    ['each month, though February has 28 days', {}, {}, ''],
    ['over another amount', { amount: kwd('50') }, {}, 'amount'],
    [
      'over another where that may be',
      { amount: kwd('50') },
      { amountVariability: 'variable' },
      '',
    ],
    ['each day', days(1), {}, 'interval_days start_date'],
    ['every thirty days, too early', days(30), {}, 'start_date'],
    ['every thirty days', { ...days(30), startsOn: '2027-03-07' }, {}, ''],
    ['every 29 days', { ...days(29), startsOn: '2027-03-07' }, {}, 'interval_days'],
    ['from a day that comes too early', { startsOn: '2027-02-06', ...dayOf(20) }, {}, 'start_date'],
    [
      'each month where a quarter was agreed on',
      {},
      { cycleIntervalDays: 90 },
      'interval_months start_date',
    ],
    [
      'each quarter, on the day',
      { ...months(3), startsOn: '2027-05-05' },
      { cycleIntervalDays: 90 },
      '',
    ],
    [
      'each month where it is more than one',
      { startsOn: '2027-04-05' },
      { cycleIntervalDays: 45 },
      'interval_months',
    ],
    [
      'every second month where it is less',
      { ...months(2), startsOn: '2027-04-05' },
      { cycleIntervalDays: 45 },
      '',
    ],
    ['each month where four weeks were agreed on', {}, { cycleIntervalDays: 28 }, ''],
    [
      'each month where it says no days',
      { startsOn: '2027-02-06' },
      { cycleIntervalDays: undefined },
      '',
    ],
  ] as const)
    it(`(${what}) is refused for ${expected || 'nothing'}`, () => {
      const { cycleIntervalDays: _none, ...rest } = { ...MONTHLY, ...given };
      const interval = 'cycleIntervalDays' in given ? given.cycleIntervalDays : 30;
      const terms = { ...rest, ...(interval !== undefined && { cycleIntervalDays: interval }) };
      assert.equal(faultsOf(request, terms), expected);
    });

  it('charges the next cycle before its date only when the last payment is old enough', () => {
    const terms = { ...aPaidAgreement().terms, ...MONTHLY };
    const request = anAutopayRequest({ startsOn: '2027-03-20', ...dayOf(20) });
    const running = begunBy(aPaidAgreement({ terms }), request, NOW);
    const hurry = (now: string) => () =>
      hurriedUp(running, '2027-03-20', Date.parse(now), BEFORE).autopay.hurried;
    assert.throws(hurry('2027-03-04T12:00Z'), { name: 'Refusal', code: 'agreement_violation' });
    assert.equal(hurry('2027-03-05T12:00Z')(), '2027-03-20');
    const asked = hurriedUp(running, '2027-03-20', NOW);
    assert.equal(hurriedUp(asked, '2027-03-20', NOW, BEFORE), asked);
  });
});

function dayOf(day: number) {
  return { rhythm: { every: 'months', months: 1, day } } as const;
}

describe('what was paid by an agreement', () => {
  const now = CREATED_AT + 100;
  const [one, other] = [sessionOf('1'), sessionOf('2')];
  const payment = (given: Partial<Transaction>) => aTransaction({ sessionId: one, ...given });
  const paid = payment({
    sessionId: other,
    state: 'paid',
    settledPgCode: CARD,
    settledAmount: kwd('12.500'),
    attempts: [anAttempt({ state: 'success', concludedAt: CREATED_AT + 7 })],
  });
  const pending = anAttempt({ state: 'pending', createdAt: CREATED_AT + 9 });
  const failed = anAttempt({ state: 'failed', createdAt: CREATED_AT + 9 });
  for (const [what, charges, payments, after] of [
    ['nothing after the first payment', [], [], 0],
    ['what somebody has paid', [], [paid], 7],
    ['a charge without an answer', [one, other], [paid, payment({ attempts: [pending] })], 9],
    ['a charge that was declined', [one, other], [paid, payment({ attempts: [failed] })], 7],
    ['a charge that is about to begin', [one], [payment({})], 100],
    ['a charge that has no payment yet', [one], [], 100],
  ] as const)
    it(`was paid last by ${what}`, () => {
      const agreement = anAgreement({ charges, paid: [other] });
      assert.equal(chargesBefore(agreement, payments, now).lastAt, CREATED_AT + after);
    });

  it('was at first what its first payment asked for', () => {
    const first = payment({ sessionId: anAgreement().firstSessionId, amount: kwd('5') });
    assert.deepEqual(chargesBefore(anAgreement(), [first], now).firstAmount, kwd('5'));
    assert.equal(chargesBefore(anAgreement(), [], now).firstAmount, undefined);
  });
});
