import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { begunBy, hurriedUp, paused, resumed, without } from '../../../domain/agreement/arrange.ts';
import { isCycleSettled, type CycleNews } from '../../../domain/agreement/autopay.ts';
import { bound } from '../../../domain/agreement/binding.ts';
import { isBehind, isDue } from '../../../domain/agreement/due.ts';
import { endAgreement } from '../../../domain/agreement/ending.ts';
import {
  comingPeriod,
  endedAs,
  isRunning,
  look,
  nextChargeAt,
  openCycles,
  settled,
  type Running,
} from '../../../domain/agreement/look.ts';
import { spreadOf } from '../../../domain/agreement/reminders.ts';
import { isWithin, limitsOf } from '../../../domain/agreement/retries.ts';
import { stepOf, watchAgainAt, type CardStanding } from '../../../domain/agreement/step.ts';
import { withNews, withResult, withTry } from '../../../domain/agreement/tries.ts';
import type { Advice } from '../../../domain/card/decline.ts';
import { sessionId, type SessionId } from '../../../domain/ids.ts';
import { sessionOf } from '../../support/builders.ts';
import { anAutopayRequest, aPaidAgreement } from './agreements.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.parse('2027-01-01T00:00Z');
const FIRST_DUE = Date.parse('2027-01-05T06:00Z');

describe('a cycle', () => {
  it('that is paid is begun, told of, charged on its date and settled', () => {
    const { log } = play(monthly(), always('paid'), START + 40 * DAY);
    assert.deepEqual(log.slice(0, 7), [
      '2027-01-01T00:00 tell week-ahead of 2027-01-05',
      '2027-01-04T06:00 tell day-ahead of 2027-01-05',
      '2027-01-05T06:00 charge 1 of 2027-01-05',
      '2027-01-05T06:00 settle paid 2027-01-05',
      '2027-01-29T06:00 tell week-ahead of 2027-02-05',
      '2027-02-04T06:00 tell day-ahead of 2027-02-05',
      '2027-02-05T06:00 charge 1 of 2027-02-05',
    ]);
  });

  it('that is declined is tried on the days 1, 3 and 7, and then the agreement ends, which is all that the customer is told last', () => {
    const { agreement, log } = play(monthly(), always('soft'), START + 60 * DAY);
    assert.deepEqual(
      log.filter((line) => !line.includes('ahead')),
      [
        '2027-01-05T06:00 charge 1 of 2027-01-05',
        '2027-01-05T06:00 tell try-failed of 2027-01-05',
        '2027-01-06T06:00 charge 2 of 2027-01-05',
        '2027-01-06T06:00 tell try-failed of 2027-01-05',
        '2027-01-08T06:00 charge 3 of 2027-01-05',
        '2027-01-08T06:00 tell try-failed of 2027-01-05',
        '2027-01-12T06:00 charge 4 of 2027-01-05',
        '2027-01-12T06:00 tell given-up of 2027-01-05',
        '2027-01-12T06:00 settle failed 2027-01-05',
      ],
    );
    assert.equal(agreement.state, 'ended');
    assert.equal(agreement.autopay.endedAs, 'declined');
  });

  it('that ends the agreement leaves out the one that has begun after it, at once', () => {
    const fortnight = { every: 'days', days: 14 } as const;
    const one = look(monthly({ rhythm: fortnight }), FIRST_DUE);
    const both = look(one, FIRST_DUE + 13 * DAY);
    const [first, second] = both.autopay.history;
    assert.ok(first && second?.state === 'coming');
    const now = FIRST_DUE + 13 * DAY;
    const { autopay } = settled(both, first.name, { state: 'failed', now });
    assert.equal(autopay.state, 'ended');
    assert.deepEqual(
      autopay.history.map(({ state, settledAt }) => [state, settledAt]),
      [
        ['failed', now],
        ['skipped', now],
      ],
    );
  });

  for (const { days, tried } of [
    { days: 1, tried: [0] },
    { days: 2, tried: [0, 1] },
    { days: 3, tried: [0, 1] },
    { days: 4, tried: [0, 1, 3] },
    { days: 7, tried: [0, 1, 3] },
    { days: 8, tried: [0, 1, 3, 7] },
  ])
    for (const [who, uuid] of [
      ['first', '00000000-7d0e-4b8a-9c3f-2a4d5e6f7081'],
      ['last', 'ffffffff-7d0e-4b8a-9c3f-2a4d5e6f7081'],
    ] as const)
      it(`that is due every ${days} days is tried on the days ${tried.join(', ')}, also when each step comes a little late, ${who} of its hour`, () => {
        const begun = everyDays(days, { uuid });
        const { charged } = play(begun, always('soft'), START + 60 * DAY, { delay: () => 1500 });
        const due = FIRST_DUE + spreadOf(uuid);
        assert.deepEqual(
          charged.map(({ at }) => Math.floor((at - due) / DAY)),
          tried,
        );
        assert.ok(charged.every(({ at }) => (at - due) % DAY < HOUR / 60));
      });

  for (const result of ['hard', 'do-not-retry'] as const) {
    it(`is not tried again with a card that was declined as ${result}, and waits a week for another, for which the customer is asked`, () => {
      const { log } = play(monthly(), always(result), START + 60 * DAY);
      assert.deepEqual(
        log.filter((line) => !line.includes('ahead')),
        [
          '2027-01-05T06:00 charge 1 of 2027-01-05',
          '2027-01-05T06:00 tell card-refused of 2027-01-05',
          '2027-01-12T06:00 tell given-up of 2027-01-05',
          '2027-01-12T06:00 settle failed 2027-01-05',
        ],
      );
    });

    it(`that leaves no time for another card is given up at once after ${result}, and the customer is told that alone`, () => {
      const { log } = play(everyDays(1), always(result), START + 60 * DAY);
      assert.deepEqual(log.filter((line) => !line.includes('ahead')).slice(1), [
        '2027-01-05T06:00 tell given-up of 2027-01-05',
        '2027-01-05T06:00 settle failed 2027-01-05',
      ]);
    });
  }

  it('tells the customer once of each card that was refused, and of the next one what becomes of that', () => {
    const PERIOD = '2027-01-05';
    const refused = play(monthly(), always('hard'), FIRST_DUE + HOUR).agreement;
    const id = sessionIdOf('2');
    const now = FIRST_DUE + 2 * HOUR;
    const card = { token: 'tok_2', declined: [], never: false };
    const second = withTry({ ...refused, token: 'tok_2' }, PERIOD, {
      sessionId: id,
      token: 'tok_2',
      at: now,
    });
    for (const [result, news] of [
      ['soft', 'try-failed'],
      ['hard', 'card-refused'],
    ] as const) {
      const declined = withResult(second, PERIOD, { sessionId: id, result });
      assert.deepEqual(stepOf(declined, PERIOD, { now, card }), { do: 'tell', news });
      const told = withNews(declined, PERIOD, news);
      assert.equal(stepOf(told, PERIOD, { now, card }).do, 'wait');
    }
  });

  for (const [brand, most, news] of [
    ['MASTERCARD', 10, 'try-failed'],
    ['VISA', 15, 'card-refused'],
  ] as const)
    it(`tells of ${news} after the last try that ${brand} allows now, by whether it allows one in time`, () => {
      const PERIOD = '2027-01-05';
      const id = sessionIdOf('1');
      const tried = withTry(look(monthly(), FIRST_DUE), PERIOD, {
        sessionId: id,
        token: 'tok_1',
        at: FIRST_DUE,
      });
      const declined = withResult(tried, PERIOD, { sessionId: id, result: 'soft' });
      const card = {
        token: 'tok_1',
        brand,
        declined: Array.from({ length: most }, () => FIRST_DUE),
        never: false,
      };
      const step = stepOf(declined, PERIOD, { now: FIRST_DUE, card });
      assert.deepEqual(step, { do: 'tell', news });
    });

  it('is tried at once with another card', () => {
    const tried = play(monthly(), always('do-not-retry'), FIRST_DUE + HOUR).agreement;
    const card = { token: 'tok_2', declined: [], never: false };
    const moved = { ...tried, token: 'tok_2' };
    assert.deepEqual(stepOf(moved, '2027-01-05', { now: FIRST_DUE + 2 * HOUR, card }), {
      do: 'charge',
      number: 2,
    });
  });

  it('is tried at once with the same card, when the customer has paid with it since it was refused', () => {
    const tried = play(monthly(), always('hard'), FIRST_DUE + HOUR).agreement;
    const card = { token: 'tok_1', declined: [], never: false };
    const now = FIRST_DUE + 2 * HOUR;
    assert.equal(stepOf(tried, '2027-01-05', { now, card }).do, 'wait');
    assert.deepEqual(stepOf(paidBy(tried), '2027-01-05', { now, card }), {
      do: 'charge',
      number: 2,
    });
    // Another one does not mend it, whatever is named after it.
    const other = { ...paidBy(tried, { token: 'tok_2' }), token: 'tok_1' };
    assert.equal(stepOf(other, '2027-01-05', { now, card }).do, 'wait');
    // Nor does a payment from before, whenever that is heard of.
    const late = paidBy({ ...tried, boundAt: 0 }, { at: FIRST_DUE - HOUR });
    assert.equal(stepOf(late, '2027-01-05', { now, card }).do, 'wait');
    // One does that was made before the network's word was heard.
    const open = withTry(look(monthly(), FIRST_DUE), '2027-01-05', {
      sessionId: sessionIdOf('1'),
      token: 'tok_1',
      at: FIRST_DUE,
    });
    const word = { sessionId: sessionIdOf('1'), result: 'hard' } as const;
    const heard = withResult(paidBy(open), '2027-01-05', word);
    assert.deepEqual(
      stepOf(withNews(heard, '2027-01-05', 'card-refused'), '2027-01-05', { now, card }),
      {
        do: 'charge',
        number: 2,
      },
    );
    // Also where it was declined otherwise before.
    const soft = play(monthly(), always('soft'), FIRST_DUE + HOUR).agreement;
    const second = { sessionId: sessionIdOf('2'), token: 'tok_1', at: FIRST_DUE + DAY };
    const both = withResult(withTry(soft, '2027-01-05', second), '2027-01-05', {
      ...second,
      result: 'hard',
    });
    const told = withNews(both, '2027-01-05', 'card-refused');
    const later = { now: FIRST_DUE + DAY + 2 * HOUR, card };
    assert.equal(stepOf(told, '2027-01-05', later).do, 'wait');
    assert.deepEqual(stepOf(paidBy(told), '2027-01-05', later), { do: 'charge', number: 3 });
    const forbidden = play(monthly(), always('do-not-retry'), FIRST_DUE + HOUR).agreement;
    assert.equal(stepOf(paidBy(forbidden), '2027-01-05', { now, card }).do, 'wait');
  });

  it('is not tried at once with a card that was tried for it, because another one was named between', () => {
    const PERIOD = '2027-01-05';
    const now = FIRST_DUE + 3 * HOUR;
    const card = { token: 'tok_1', declined: [], never: false };
    const other = { sessionId: sessionIdOf('2'), token: 'tok_2', at: FIRST_DUE + 2 * HOUR };
    for (const result of ['hard', 'soft'] as const) {
      const { agreement } = play(monthly(), always(result), FIRST_DUE + HOUR);
      const tried = withTry(agreement, PERIOD, other);
      const declined = withResult(tried, PERIOD, { ...other, result: 'soft' });
      const back = withNews(declined, PERIOD, 'try-failed');
      assert.equal(back.token, card.token);
      assert.equal(stepOf(back, PERIOD, { now, card }).do, 'wait', result);
    }
    const rest = FIRST_DUE + 5 * DAY;
    const id = sessionIdOf('1');
    const first = withTry(look(monthly(), FIRST_DUE), PERIOD, {
      sessionId: id,
      token: 'tok_1',
      at: FIRST_DUE,
    });
    const rested = withResult(first, PERIOD, { sessionId: id, result: 'soft', notBefore: rest });
    const both = withResult(withTry(rested, PERIOD, other), PERIOD, { ...other, result: 'soft' });
    const told = withNews(withNews(both, PERIOD, 'try-failed'), PERIOD, 'try-failed');
    const step = stepOf(told, PERIOD, { now: FIRST_DUE + 4 * DAY, card });
    assert.equal(step.do === 'wait' && step.until, rest);
  });

  it('has all its tries where no further one is charged: after the last date, and where the next one is left out', () => {
    const terms = { id: 'gym', type: 'recurring', expiryDate: '2027-01-05' } as const;
    const skipped = everyDays(5);
    for (const agreement of [
      everyDays(1, { terms }),
      { ...skipped, autopay: { ...skipped.autopay, skipped: ['2027-01-10'] } },
    ]) {
      const { charged } = play(agreement, always('soft'), FIRST_DUE + 9 * DAY);
      const days = charged.map(({ at }) => Math.round((at - FIRST_DUE) / DAY));
      assert.deepEqual(days, [0, 1, 3, 7]);
    }
  });

  it('that is neither over, nor tried, nor left out is the one that is due next', () => {
    const JANUARY = '2027-01-05';
    const SECOND_DUE = Date.parse('2027-02-05T06:00Z');
    const card = { sessionId: sessionIdOf('1'), token: 'tok_1', at: FIRST_DUE };
    const begun = look(monthly(), FIRST_DUE);
    for (const [agreement, due] of [
      [monthly(), FIRST_DUE],
      [begun, FIRST_DUE],
      [withTry(begun, JANUARY, card), SECOND_DUE],
      [settled(begun, JANUARY, { state: 'paid', now: FIRST_DUE }), SECOND_DUE],
      [without(monthly(), JANUARY, START), SECOND_DUE],
      [paused(monthly(), START), undefined],
      [endedAs(monthly(), 'merchant', START), undefined],
      [
        settled(look(monthly({ cycles: 1 }), FIRST_DUE), JANUARY, {
          state: 'paid',
          now: FIRST_DUE,
        }),
        undefined,
      ],
      [aPaidAgreement(), undefined],
    ] as const)
      assert.equal(nextChargeAt(agreement), due);
  });

  it('that was charged before its date is not tried again during a pause', () => {
    const hurried = hurriedUp(monthly(), '2027-01-05', START);
    const { agreement } = play(hurried, always('soft'), START + HOUR);
    const held = paused(agreement, START + HOUR);
    const card = { token: 'tok_1', declined: [], never: false };
    for (const now of [START + DAY, START + 3 * DAY])
      assert.deepEqual(stepOf(held, '2027-01-05', { now, card }), {
        do: 'wait',
        until: FIRST_DUE,
        for: 'its due date',
      });
    assert.deepEqual(stepOf(held, '2027-01-05', { now: FIRST_DUE, card }), {
      do: 'settle',
      state: 'skipped',
    });
  });

  describe('with a card that its network lets rest', () => {
    const PERIOD = '2027-01-05';
    const id = sessionIdOf('1');
    const card = { token: 'tok_1', declined: [FIRST_DUE], never: false };
    const declinedUntil = (notBefore: number, from = monthly()) => {
      const tried = { sessionId: id, token: 'tok_1', at: FIRST_DUE };
      const begun = withTry(look(from, FIRST_DUE), PERIOD, tried);
      const word = { sessionId: id, result: 'soft', notBefore } as const;
      return withNews(withResult(begun, PERIOD, word), PERIOD, 'try-failed');
    };
    const stepAt = (notBefore: number, now: number, token = 'tok_1') =>
      stepOf({ ...declinedUntil(notBefore), token }, PERIOD, { now, card: { ...card, token } });

    it('is not tried before, and then at once', () => {
      const rest = FIRST_DUE + 2 * DAY + HOUR;
      assert.deepEqual(stepAt(rest, FIRST_DUE + DAY), {
        do: 'wait',
        until: rest,
        for: 'try 2',
      });
      assert.deepEqual(stepAt(rest, rest), { do: 'charge', number: 2 });
    });

    it('is tried when it is planned, when that is later', () => {
      const step = stepAt(FIRST_DUE + HOUR, FIRST_DUE + HOUR);
      assert.equal(step.do === 'wait' && step.until, FIRST_DUE + DAY);
    });

    it('is given up when that is after all that was planned', () => {
      const tooLate = FIRST_DUE + 10 * DAY + HOUR + 1;
      assert.deepEqual(stepAt(tooLate, FIRST_DUE + DAY), { do: 'tell', news: 'given-up' });
      assert.equal(stepAt(tooLate - 1, FIRST_DUE + DAY).do, 'wait');
    });

    for (const [every, from, days] of [
      ['month', monthly(), 10],
      ['week', everyDays(7), 6],
    ] as const)
      it(`is tried after the longest rest that a ${every} has room for, counted from the network's answer`, () => {
        const rest = FIRST_DUE + days * DAY + 700;
        const agreement = declinedUntil(rest, from);
        const wait = { do: 'wait', until: rest, for: 'try 2' };
        for (const now of [FIRST_DUE + 700, rest - 1])
          assert.deepEqual(stepOf(agreement, PERIOD, { now, card }), wait);
        // A timer fires a little late, and whoever takes the step may have been away.
        for (const now of [rest + 200, rest + 3 * DAY])
          assert.deepEqual(stepOf(agreement, PERIOD, { now, card }), { do: 'charge', number: 2 });
        assert.deepEqual(stepOf(agreement, PERIOD, { now: rest + 3 * DAY + 1, card }), {
          do: 'settle',
          state: 'missed',
        });
      });

    it('is not waited for into the day before the next charge', () => {
      const latest = FIRST_DUE + 4 * DAY + HOUR;
      for (const [rest, expected] of [
        [latest, 'wait'],
        [latest + 1, 'tell'],
      ] as const) {
        const agreement = declinedUntil(rest, everyDays(5));
        assert.equal(stepOf(agreement, PERIOD, { now: FIRST_DUE + HOUR, card }).do, expected);
      }
    });

    it('is tried at once with another card', () => {
      const rest = FIRST_DUE + 5 * DAY;
      assert.deepEqual(stepAt(rest, FIRST_DUE + HOUR, 'tok_2'), { do: 'charge', number: 2 });
    });
  });

  it('waits for the network as long as it says nothing, and is never charged again', () => {
    const { agreement, log } = play(monthly(), always(undefined), FIRST_DUE + 40 * DAY);
    assert.equal(log.filter((line) => line.includes('charge 2')).length, 0);
    assert.equal(agreement.autopay.history[0]?.state, 'unknown');
  });

  it('is missed when nobody was there for more than three days', () => {
    const late = look(monthly(), FIRST_DUE + 3 * DAY + 1);
    assert.equal(late.autopay.history[0]?.state, 'missed');
    const inTime = look(monthly(), FIRST_DUE + 3 * DAY);
    assert.equal(inTime.autopay.history[0]?.state, 'coming');
    const card = { token: 'tok_1', declined: [], never: false };
    const step = stepOf(inTime, '2027-01-05', { now: FIRST_DUE + 4 * DAY, card });
    assert.deepEqual(step, { do: 'settle', state: 'missed' });
  });

  it('is missed when nobody could charge it for three days, also one that was to be charged early, or that waited for a card', () => {
    const PERIOD = '2027-01-05';
    const card = { token: 'tok_1', declined: [], never: false };
    const hurried = hurriedUp(monthly(), PERIOD, START);
    const asked = withNews(look(monthly(), FIRST_DUE), PERIOD, 'card-needed');
    for (const [agreement, latest] of [
      [hurried, FIRST_DUE + 4 * DAY],
      [asked, FIRST_DUE + 11 * DAY],
    ] as const) {
      assert.deepEqual(stepOf(agreement, PERIOD, { now: latest - 2 * DAY, card }), {
        do: 'charge',
        number: 1,
      });
      assert.deepEqual(stepOf(agreement, PERIOD, { now: latest, card }), {
        do: 'settle',
        state: 'missed',
      });
    }
  });

  it('asks for another card when the card has been declined too often elsewhere', () => {
    const begun = look(monthly(), FIRST_DUE);
    const declined = Array.from({ length: 15 }, () => FIRST_DUE - DAY);
    const card = { token: 'tok_1', brand: 'VISA', declined, never: false };
    const step = stepOf(begun, '2027-01-05', { now: FIRST_DUE, card });
    assert.deepEqual(step, { do: 'tell', news: 'card-needed' });
    const told = withNews(begun, '2027-01-05', 'card-needed');
    assert.equal(stepOf(told, '2027-01-05', { now: FIRST_DUE, card }).do, 'wait');
    assert.deepEqual(stepOf(told, '2027-01-05', { now: FIRST_DUE + 8 * DAY, card }), {
      do: 'tell',
      news: 'given-up',
    });
  });
});

describe('an agreement that the engine charges', () => {
  it('that was paused on its last day has expired, unless all of its cycles are paid', () => {
    for (const [paid, endedAs] of [
      [1, 'expired'],
      [24, 'completed'],
    ] as const) {
      const sessions = Array.from({ length: paid }, (_none, number) => sessionOf(`${number}`));
      const ended = endAgreement({ ...paused(monthly(), START), paid: sessions }, START);
      assert.ok(isRunning(ended));
      assert.equal(look(ended, START).autopay.endedAs, endedAs);
    }
  });

  it('is looked at again while a cycle is open, also once it is paused or over: its run may be lost', () => {
    const begun = withTry(look(monthly(), FIRST_DUE), '2027-01-05', {
      sessionId: sessionIdOf('1'),
      token: 'tok_1',
      at: FIRST_DUE,
    });
    for (const agreement of [paused(begun, FIRST_DUE), endedAs(begun, 'merchant', FIRST_DUE)]) {
      const { lookAt = 0 } = look(agreement, FIRST_DUE + HOUR).autopay;
      assert.ok(lookAt > FIRST_DUE + HOUR);
      const over = settled(agreement, '2027-01-05', { state: 'paid', now: FIRST_DUE });
      assert.equal(look(over, lookAt).autopay.lookAt, undefined);
    }
  });

  it('ends when all its cycles are over', () => {
    const { agreement } = play(monthly({ cycles: 3 }), always('paid'), START + 200 * DAY);
    assert.deepEqual(
      agreement.autopay.history.map(({ name, state }) => `${name} ${state}`),
      ['2027-01-05 paid', '2027-02-05 paid', '2027-03-05 paid'],
    );
    assert.equal(agreement.autopay.endedAs, 'completed');
    assert.equal(agreement.state, 'active');
  });

  it('is charged no more after its expiry date', () => {
    const terms = { id: 'gym', type: 'recurring', expiryDate: '2027-02-05' } as const;
    const { agreement } = play(monthly({}, { terms }), always('paid'), START + 200 * DAY);
    assert.equal(agreement.autopay.history.length, 2);
    assert.equal(agreement.autopay.endedAs, 'expired');
  });

  it('leaves out what was due while it was paused', () => {
    const waiting = play(paused(monthly(), START), always('paid'), START + 70 * DAY).agreement;
    assert.equal(waiting.autopay.history.length, 0);
    const { agreement } = play(
      resumed(waiting, START + 70 * DAY),
      always('paid'),
      START + 100 * DAY,
    );
    assert.deepEqual(
      agreement.autopay.history.map(({ state }) => state),
      ['skipped', 'skipped', 'skipped', 'paid'],
    );
  });

  it('leaves out what was due while it was paused, also what had begun and nobody looked at meanwhile', () => {
    const begun = look(monthly(), FIRST_DUE - DAY);
    assert.equal(begun.autopay.history[0]?.state, 'coming');
    const again = resumed(paused(begun, FIRST_DUE - DAY), FIRST_DUE + 2 * HOUR);
    assert.equal(again.autopay.history[0]?.state, 'skipped');
  });

  it('does not leave out a try that is under way when it is resumed', () => {
    const { agreement } = play(monthly(), always(undefined), FIRST_DUE + HOUR);
    const again = resumed(paused(agreement, FIRST_DUE + HOUR), FIRST_DUE + 2 * HOUR);
    assert.equal(again.autopay.history[0]?.state, 'trying');
  });

  it('has no further cycle after its last day, whatever the last one does', () => {
    const terms = { id: 'gym', type: 'recurring', expiryDate: '2027-01-31' } as const;
    const { agreement } = play(monthly({}, { terms }), always('soft'), FIRST_DUE + HOUR);
    assert.equal(comingPeriod(agreement, FIRST_DUE + HOUR), undefined);
    assert.throws(() => hurriedUp(agreement, '2027-02-05', FIRST_DUE + HOUR), /No further cycle/);
  });

  it('leaves out the next one, and no other', () => {
    const { agreement } = play(
      without(monthly(), '2027-01-05', START),
      always('paid'),
      START + 40 * DAY,
    );
    assert.deepEqual(
      agreement.autopay.history.map(({ state }) => state),
      ['skipped', 'paid'],
    );
  });

  it('charges the next one at once when the merchant wants that, and not again on its date', () => {
    const { log } = play(
      hurriedUp(monthly(), '2027-01-05', START),
      always('paid'),
      START + 20 * DAY,
    );
    assert.deepEqual(
      log.filter((line) => line.includes('charge')),
      ['2027-01-01T00:00 charge 1 of 2027-01-05'],
    );
  });

  it('charges no period twice, skips none without a word, and exceeds no limit, whatever happens', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('VISA', 'MASTERCARD', undefined),
        fc.constantFrom(1, 3, 7, 15, 30),
        fc.infiniteStream(
          fc.constantFrom<Result>(
            'paid',
            'paid',
            'soft',
            'soft',
            'hard',
            'do-not-retry',
            undefined,
          ),
        ),
        fc.infiniteStream(fc.constantFrom(0, 0, 0, 5 * HOUR, 2 * DAY)),
        (brand, days, results, delays) => {
          const request = { rhythm: { every: 'days' as const, days }, startsOn: '2027-01-01' };
          const { agreement, charged } = play(
            monthly(request),
            () => results.next().value,
            START + 300 * DAY,
            { brand, delay: () => delays.next().value },
          );
          const paid = charged.filter(({ result }) => result === 'paid');
          assert.equal(new Set(paid.map(({ period }) => period)).size, paid.length);
          assert.equal(new Set(charged.map(({ id }) => id)).size, charged.length);
          const never = charged.findIndex(
            ({ result }) => result === 'do-not-retry' || result === 'hard',
          );
          if (never >= 0) assert.equal(never, charged.length - 1);
          const { history } = agreement.autopay;
          assert.deepEqual(
            history.map(({ number }) => number),
            history.map((_, index) => index + 1),
          );
          const declined = charged.filter(({ result }) => result === 'soft').map(({ at }) => at);
          for (const [index, at] of declined.entries())
            assert.ok(isWithin(limitsOf(brand), declined.slice(0, index), at));
          if (agreement.autopay.state === 'active') return;
          assert.ok(history.every(isCycleSettled));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('a day of the test clock', () => {
  const PERIOD = '2027-01-05';
  const begun = look(monthly(), START);
  const told = withNews(begun, PERIOD, 'week-ahead');
  const awaited = withNews(told, PERIOD, 'day-ahead');
  const id = sessionIdOf('1');
  const tried = withTry(awaited, PERIOD, { sessionId: id, token: 'tok_1', at: FIRST_DUE });
  const declined = withNews(
    withResult(tried, PERIOD, { sessionId: id, result: 'soft' }),
    PERIOD,
    'try-failed',
  );
  const asked = withNews(awaited, PERIOD, 'card-needed');

  for (const [what, agreement, idleUntil, dueAt] of [
    ['that nobody has looked at yet', monthly(), START - 1, START],
    ['whose customer has to be told', told, FIRST_DUE - DAY - 1, FIRST_DUE - DAY],
    ['that is charged', awaited, FIRST_DUE - 1, FIRST_DUE],
    ['whose card was declined', declined, FIRST_DUE + DAY - 1, FIRST_DUE + DAY],
    ['that waits for another card', asked, FIRST_DUE + DAY - 1, asked.autopay.lookAt ?? 0],
  ] as const)
    it(`looks at an agreement ${what} when it is time, and not before`, () => {
      assert.deepEqual(
        [isDue(agreement, idleUntil), isBehind(agreement, idleUntil)],
        [false, false],
      );
      assert.deepEqual([isDue(agreement, dueAt), isBehind(agreement, dueAt)], [true, true]);
    });

  it('waits for the word of a network, but no second day', () => {
    assert.deepEqual([isDue(tried, FIRST_DUE), isBehind(tried, FIRST_DUE)], [true, true]);
    // Its look comes an hour later than this.
    const nextDay = FIRST_DUE + DAY;
    assert.deepEqual([isDue(tried, nextDay), isBehind(tried, nextDay)], [true, false]);
  });

  it('leaves agreements alone that the engine does not charge', () => {
    assert.equal(isDue(aPaidAgreement(), FIRST_DUE), false);
    assert.equal(isBehind(aPaidAgreement(), FIRST_DUE), false);
  });
});

/** Its customer has paid by it once more, with this card. */
function paidBy(
  agreement: Running,
  { token = agreement.token, at = FIRST_DUE + 40 * DAY }: { token?: string; at?: number } = {},
): Running {
  const { merchantId, customerId, sandbox, transactionType, pgCode, terms } = agreement;
  const owner = { merchantId, customerId, sandbox, transactionType, pgCode, terms };
  const paid = { ...owner, token, sessionId: sessionIdOf('9'), at };
  const { next } = bound(agreement, paid, agreement.uuid);
  assert.ok(isRunning(next));
  return next;
}

function sessionIdOf(digit: string): SessionId {
  const id = sessionId(digit.repeat(40));
  assert.ok(id);
  return id;
}

type Result = 'paid' | Advice | undefined;

function monthly(
  given: Parameters<typeof anAutopayRequest>[0] = {},
  of: Parameters<typeof aPaidAgreement>[0] = {},
) {
  return begunBy(aPaidAgreement(of), anAutopayRequest(given), START);
}

function everyDays(days: number, of: Parameters<typeof aPaidAgreement>[0] = {}) {
  return monthly({ rhythm: { every: 'days', days } }, of);
}

function always(result: Result) {
  return () => result;
}

/** Does what the engine does, on a clock of its own, until then. */
function play(
  begun: Running,
  network: () => Result,
  until: number,
  { brand, delay = () => 0 }: { brand?: string | undefined; delay?: () => number } = {},
) {
  const log: string[] = [];
  const charged: { period: string; id: SessionId; at: number; result: Result }[] = [];
  const declined: number[] = [];
  let agreement = begun;
  let now = START;
  const say = (line: string) => log.push(`${new Date(now).toISOString().slice(0, 16)} ${line}`);
  for (let turns = 0; now < until; turns += 1) {
    assert.ok(turns < 20_000, 'It never comes to rest.');
    const [wasDue, { history }] = [isDue(agreement, now), agreement.autopay];
    agreement = look(agreement, now);
    const waits = openCycles(agreement.autopay).flatMap(({ name }) => advance(name));
    assert.ok(
      wasDue || agreement.autopay.history === history,
      'Something was done that was not due.',
    );
    const next = Math.min(until, ...waits, agreement.autopay.lookAt ?? until);
    now = Math.max(now + 1, next) + delay();
  }
  return { agreement, log, charged };

  /** Everything that can be done for a period now; when there is more to do. */
  function advance(name: string): readonly number[] {
    for (;;) {
      const never = charged.some(({ result }) => result === 'do-not-retry');
      const card: CardStanding = {
        token: 'tok_1',
        ...(brand && { brand }),
        declined,
        never,
      };
      const step = stepOf(agreement, name, { now, card });
      switch (step.do) {
        case 'end':
          return [];
        case 'wait':
          return [step.until];
        case 'tell':
          say(`tell ${step.news satisfies CycleNews} of ${name}`);
          agreement = withNews(agreement, name, step.news);
          break;
        case 'settle':
          say(`settle ${step.state} ${name}`);
          agreement = settled(agreement, name, { state: step.state, now });
          break;
        case 'charge': {
          say(`charge ${step.number} of ${name}`);
          const id = sessionId((charged.length + 1).toString(16).padStart(40, '0'));
          assert.ok(id);
          const result = network();
          charged.push({ period: name, id, at: now, result });
          agreement = withTry(agreement, name, { sessionId: id, token: 'tok_1', at: now });
          if (result === 'soft') declined.push(now);
          if (result) agreement = withResult(agreement, name, { sessionId: id, result });
          break;
        }
        case 'watch': {
          const again = watchAgainAt(step.open, now);
          if (again !== undefined) return [again];
          const { sessionId: id } = step.open;
          agreement = withResult(agreement, name, { sessionId: id, result: 'unknown' });
        }
      }
    }
  }
}
