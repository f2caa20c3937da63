import assert from 'node:assert/strict';
import {
  begunBy,
  endedByMerchant,
  autopayFaults,
  cardNamed,
  hurriedUp,
  movedTo,
  paused,
  resumed,
  without,
  type AutopayRequest,
} from '../../../domain/agreement/arrange.ts';
import type { Agreement } from '../../../domain/agreement/agreement.ts';
import { currencyCode } from '../../../domain/currencies.ts';
import { money } from '../../../domain/money.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { aCard, codeOf, sessionOf } from '../../support/builders.ts';
import { anAutopayRequest, aPaidAgreement } from './agreements.ts';

const NOW = Date.parse('2027-01-01T00:00Z');
const DAY = 24 * 3_600_000;
const REFUSED = { name: 'Refusal', code: 'invalid_state' };

describe('a request that the engine charges an agreement', () => {
  it('has no fault when it is right', () => {
    assert.deepEqual(autopayFaults(anAutopayRequest(), aPaidAgreement(), NOW), {});
  });

  for (const { about, request = {}, agreement = {}, field } of [
    { about: 'no money', request: { amount: kwd(0) }, field: 'amount' },
    {
      about: 'more than the agreement allows',
      request: { amount: kwd(5001) },
      agreement: terms({ maxAmountPerCycle: kwd(5000) }),
      field: 'amount',
    },
    {
      about: 'another currency',
      agreement: terms({ maxAmountPerCycle: dinars('BHD') }),
      field: 'amount',
    },
    { about: 'an unknown place', request: { timeZone: 'Mars/Olympus' }, field: 'time_zone' },
    { about: 'a time of day that no clock has', request: { at: '24:00' }, field: 'charge_at' },
    { about: 'a start in the past', request: { startsOn: '2026-12-31' }, field: 'start_date' },
    { about: 'a start that is no date', request: { startsOn: '2027-02-30' }, field: 'start_date' },
    {
      about: 'a start after the agreement',
      agreement: terms({ expiryDate: '2027-01-04' }),
      field: 'start_date',
    },
    {
      about: 'a start before the agreement',
      agreement: terms({ startDate: '2027-01-06' }),
      field: 'start_date',
    },
    {
      about: 'a start that nobody lives to see',
      request: { startsOn: '2037-01-02' },
      field: 'start_date',
    },
    { about: 'an end before the start', request: { endsOn: '2027-01-04' }, field: 'end_date' },
    {
      about: 'an end after the agreement',
      request: { endsOn: '2028-01-01' },
      agreement: terms({ expiryDate: '2027-12-31' }),
      field: 'end_date',
    },
    {
      about: 'no day of a month',
      request: { rhythm: { every: 'months', months: 1, day: 32 } },
      field: 'payment_processing_day',
    },
    {
      about: 'half a day',
      request: { rhythm: { every: 'days', days: 0.5 } },
      field: 'interval_days',
    },
    { about: 'more cycles than are left', request: { cycles: 25 }, field: 'total_cycles' },
  ] satisfies readonly {
    about: string;
    request?: Partial<AutopayRequest>;
    agreement?: Partial<Agreement>;
    field: string;
  }[])
    it(`is refused for ${about}`, () => {
      const limited = { terms: { ...aPaidAgreement().terms }, ...agreement };
      assert.deepEqual(
        Object.keys(autopayFaults(anAutopayRequest(request), aPaidAgreement(limited), NOW)),
        [field],
      );
    });

  it('may have all 999 cycles where no number of them is agreed on, whatever was charged before', () => {
    const agreement = aPaidAgreement({
      terms: { id: 'gym', type: 'other' },
      charges: Array.from({ length: 999 }, (_none, number) => sessionOf(`${number}`)),
    });
    assert.deepEqual(autopayFaults(anAutopayRequest({ cycles: 999 }), agreement, NOW), {});
    assert.equal(begunBy(agreement, anAutopayRequest(), NOW).autopay.cycles, 999);
    const fault = autopayFaults(anAutopayRequest({ cycles: 1000 }), agreement, NOW);
    assert.deepEqual(fault, { total_cycles: ['The agreement allows from 1 to 999 more.'] });
  });

  it('is refused when no date lies between start and end', () => {
    const request = anAutopayRequest({ startsOn: '2027-01-06', endsOn: '2027-02-04' });
    assert.throws(() => begunBy(aPaidAgreement(), request, NOW), Refusal);
  });
});

describe('an agreement that the engine charges, when the merchant asks', () => {
  const running = begunBy(aPaidAgreement(), anAutopayRequest(), NOW);
  const ended = endedByMerchant(running, NOW);
  const over = { ...running, autopay: { ...running.autopay, state: 'ended' as const } };

  for (const [about, ask] of [
    ['begun twice', () => begunBy(running, anAutopayRequest(), NOW)],
    ['begun after its end', () => begunBy(ended, anAutopayRequest(), NOW)],
    ['ended twice', () => endedByMerchant(ended, NOW)],
    ['paused twice', () => paused(paused(running, NOW), NOW)],
    ['resumed while it runs', () => resumed(running, NOW)],
    ['charged while it is paused', () => hurriedUp(paused(running, NOW), '2027-01-05', NOW)],
    [
      'charged when the engine does not charge it',
      () => hurriedUp(aPaidAgreement(), '2027-01-05', NOW),
    ],
    ['charged for another date than the next', () => hurriedUp(running, '2027-02-05', NOW)],
    ['shortened after its last cycle', () => without(over, '2027-01-05', NOW)],
  ] as const)
    it(`cannot be ${about}`, () => {
      assert.throws(ask, (error) => error instanceof Refusal && error.code === 'invalid_state');
    });

  it('is charged once, and left out once, however often that is asked', () => {
    const charged = hurriedUp(running, '2027-01-05', NOW);
    assert.equal(hurriedUp(charged, '2027-01-05', NOW), charged);
    const left = without(running, '2027-01-05', NOW);
    assert.equal(without(left, '2027-01-05', NOW), left);
  });

  it('is charged now or left out, never both', () => {
    const period = '2027-01-05';
    assert.throws(() => without(hurriedUp(running, period, NOW), period, NOW), REFUSED);
    assert.throws(() => hurriedUp(without(running, period, NOW), period, NOW), REFUSED);
  });

  it('is looked at after each change', () => {
    const later = NOW + DAY;
    for (const changed of [
      paused(running, later),
      resumed(paused(running, NOW), later),
      without(running, '2027-01-05', later),
      hurriedUp(running, '2027-01-05', later),
    ])
      assert.equal(changed.autopay.lookAt, later);
  });

  it('is charged to the card that was named, which no payment changes that began before', () => {
    for (const token of [running.token, 'tok_2']) {
      const moved = movedTo(running, { ...aCard(), autoDebit: true, token }, NOW + DAY);
      assert.deepEqual([moved.token, moved.boundAt], [token, NOW + DAY]);
    }
  });

  it('is moved to the account that is named, else keeps its own where that has the card', () => {
    const [own, other] = [running.pgCode, codeOf('other')];
    const cards = [own, other].map((pgCode, nth) => aCard({ pgCode, usedAt: nth }));
    const keeper = (pgCode?: string, among = cards) =>
      cardNamed(running, among, { token: 'tok_1', pgCode })?.pgCode;
    assert.deepEqual([keeper(), keeper(other), keeper('none')], [own, other, undefined]);
    assert.equal(keeper(undefined, cards.slice(1)), other);
    assert.equal(cardNamed(running, cards, { token: 'tok_2' }), undefined);
  });

  it('can be begun anew after its last cycle, and remembers what was', () => {
    const cycles = [{ ...period('2027-01-05'), state: 'paid' as const, tries: [], told: [] }];
    const done = { ...over, autopay: { ...over.autopay, history: cycles } };
    assert.deepEqual(begunBy(done, anAutopayRequest(), NOW).autopay.history, cycles);
  });
});

function terms(given: Partial<Agreement['terms']>) {
  return { terms: { id: 'gym', type: 'recurring' as const, ...given } };
}

function period(name: string) {
  return { name, number: 1, dueAt: NOW };
}

function kwd(minor: number) {
  return money(minor, known('KWD'));
}

function dinars(code: string) {
  return money(5000, known(code));
}

function known(code: string) {
  const currency = currencyCode(code);
  assert.ok(currency);
  return currency;
}
