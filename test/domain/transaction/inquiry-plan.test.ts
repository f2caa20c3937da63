import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  DEFAULT_INQUIRY,
  inquiryAfter,
  isUndecided,
  nextDue,
  nextInquiry,
} from '../../../domain/transaction/inquiry-plan.ts';
import type { TransactionState } from '../../../domain/transaction/states.ts';
import type { Attempt, InquirySettings, Heard } from '../../../domain/transaction/transaction.ts';
import {
  anAttempt,
  aTransaction,
  CREATED_AT,
  DAY_MS,
  referenceOf,
} from '../../support/builders.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('nextInquiry', () => {
  const transaction = aTransaction({ state: 'pending' });
  const asked = (given: Partial<Attempt> = {}) =>
    nextInquiry(transaction, anAttempt({ inquiry: DEFAULT_INQUIRY, ...given }));
  const after = (calls: number, heard: Heard, sinceMs: number) =>
    asked({ inquired: { calls, heard, at: CREATED_AT + sinceMs } });

  it("comes first after the gateway's minutes, counted from the beginning of the attempt", () => {
    assert.equal(minutes(asked()), 15);
    assert.equal(minutes(asked({ inquiry: { ...DEFAULT_INQUIRY, firstAfterSeconds: 480 } })), 8);
  });

  it('comes again one and then four minutes later, however long an answer took', () => {
    assert.equal(minutes(after(1, 'pending', 15.5 * MINUTE)), 16);
    assert.equal(minutes(after(2, 'silence', 17 * MINUTE)), 20);
  });

  for (const heard of ['pending', 'unheard-of', 'silence', 'mismatch'] as const)
    it(`comes every half hour after that while the gateway says: ${heard}`, () => {
      assert.equal(minutes(after(3, heard, 20 * MINUTE)), 50);
      assert.equal(minutes(after(7, heard, 141 * MINUTE)), 171);
    });

  it('comes less and less often while the page is merely open', () => {
    const waits = [3, 4, 5, 6].map((calls) => minutes(after(calls, 'open', 20 * MINUTE)));
    assert.deepEqual(waits, [50, 80, 140, 260]);
  });

  it('comes for the last time 24 hours after the beginning', () => {
    assert.equal(minutes(after(50, 'pending', DAY_MS - MINUTE)), 24 * 60);
    assert.equal(after(51, 'pending', DAY_MS), undefined);
    assert.equal(after(51, 'open', DAY_MS + MINUTE), undefined);
  });

  it('makes all the first calls, even when they take longer than the time of the last one', () => {
    const inquiry = { ...DEFAULT_INQUIRY, giveUpAfterSeconds: 60 };
    const inquired = { calls: 2, heard: 'pending', at: CREATED_AT + 16 * MINUTE } as const;
    assert.equal(minutes(asked({ inquiry, inquired })), 20);
    assert.equal(asked({ inquiry, inquired: { ...inquired, calls: 3 } }), undefined);
  });

  it('never comes where the gateway cannot be asked', () => {
    assert.equal(nextInquiry(transaction, anAttempt()), undefined);
    assert.equal(asked({ inquiry: { ...DEFAULT_INQUIRY, gapsSeconds: [] } }), undefined);
  });

  for (const state of ['success', 'failed', 'canceled', 'error', 'cod'] as const)
    it(`never comes once the attempt is decided: ${state}`, () => {
      assert.equal(asked({ state }), undefined);
    });

  it('comes for an attempt that we ended ourselves, because it may be paid all the same', () => {
    assert.equal(minutes(asked({ state: 'canceled', unanswered: true })), 15);
    assert.ok(isUndecided(anAttempt({ state: 'error', unanswered: true })));
  });

  for (const state of ['expired', 'canceled', 'paid'] as const)
    describe(`of a transaction that is ${state}`, () => {
      it('makes its first calls', () => {
        assert.equal(minutes(over(state, 2, 'open')), 20);
      });

      it('leaves a page alone that is merely open', () => {
        assert.equal(over(state, 3, 'open'), undefined);
      });

      it('goes on while nobody knows', () => {
        assert.equal(minutes(over(state, 3, 'silence')), 50);
      });
    });

  it('asks seldom enough and comes to an end, whatever the settings and the answers', () => {
    const seconds = fc.nat({ max: 5000 });
    const settings: fc.Arbitrary<InquirySettings> = fc.record({
      firstAfterSeconds: seconds,
      gapsSeconds: fc.array(seconds, { maxLength: 4 }),
      repeatEverySeconds: seconds,
      giveUpAfterSeconds: fc.nat({ max: 3000 }),
    });
    const answers = fc.infiniteStream(
      fc.constantFrom<Heard>('open', 'pending', 'unheard-of', 'silence', 'mismatch'),
    );
    fc.assert(
      fc.property(settings, answers, (inquiry, heard) => {
        let attempt = anAttempt({ inquiry });
        let calls = 0;
        for (let last = 0; ; calls += 1) {
          const at = nextInquiry(transaction, attempt);
          if (at === undefined) break;
          assert.ok(Number.isSafeInteger(at) && at >= last);
          if (calls >= inquiry.gapsSeconds.length && last < at)
            assert.ok(at - last >= 1000 || at === CREATED_AT + 1000 * inquiry.giveUpAfterSeconds);
          last = at;
          const [word = 'pending'] = [...heard.take(1)];
          attempt = { ...attempt, inquired: { calls: calls + 1, heard: word, at } };
        }
        const most = inquiry.gapsSeconds.length + inquiry.giveUpAfterSeconds + 1;
        assert.ok(calls <= most, `${calls} calls`);
      }),
    );
  });
});

describe('the minutes of a catalogue', () => {
  it('are the time to the first call, and all else is as always', () => {
    assert.deepEqual(inquiryAfter(8), { ...DEFAULT_INQUIRY, firstAfterSeconds: 480 });
  });

  it('are ten where the catalogue does not know', () => {
    assert.deepEqual(inquiryAfter(null), { ...DEFAULT_INQUIRY, firstAfterSeconds: 600 });
  });

  it('are none where the gateway cannot be asked', () => {
    assert.equal(inquiryAfter(0), 'never');
  });
});

describe('nextDue', () => {
  const attempt = anAttempt({ inquiry: DEFAULT_INQUIRY });
  const now = CREATED_AT + MINUTE;

  it('is the expiry while no attempt is undecided', () => {
    const transaction = aTransaction({ state: 'pending' });
    assert.deepEqual(nextDue(transaction, now), { what: 'expiry', at: CREATED_AT + DAY_MS });
  });

  it('is the inquiry when that comes first, and the expiry when it does', () => {
    const transaction = aTransaction({ state: 'pending', attempts: [attempt] });
    const { referenceNumber } = attempt;
    assert.deepEqual(nextDue(transaction, now), {
      what: 'inquiry',
      at: CREATED_AT + 15 * MINUTE,
      referenceNumber,
    });
    const short = { ...transaction, expiresAt: CREATED_AT + 5 * MINUTE };
    assert.deepEqual(nextDue(short, now), { what: 'expiry', at: CREATED_AT + 5 * MINUTE });
  });

  it('is the earliest inquiry of several attempts', () => {
    const older = anAttempt({
      referenceNumber: referenceOf('demoOLD222'),
      state: 'canceled',
      unanswered: true,
      inquiry: DEFAULT_INQUIRY,
      createdAt: CREATED_AT - HOUR,
      inquired: { calls: 3, heard: 'silence', at: CREATED_AT - 20 * MINUTE },
    });
    const transaction = aTransaction({ state: 'pending', attempts: [older, attempt] });
    assert.deepEqual(nextDue(transaction, now), {
      what: 'inquiry',
      at: CREATED_AT + 10 * MINUTE,
      referenceNumber: older.referenceNumber,
    });
  });

  it('stays due when it was missed', () => {
    const transaction = aTransaction({ state: 'pending', attempts: [attempt] });
    const due = nextDue(transaction, CREATED_AT + 10 * DAY_MS);
    assert.deepEqual([due?.what, due?.at], ['inquiry', CREATED_AT + 15 * MINUTE]);
  });

  it('is nothing once the transaction is over and every attempt decided', () => {
    const transaction = aTransaction({
      state: 'paid',
      attempts: [anAttempt({ state: 'success' })],
    });
    assert.equal(nextDue(transaction, now), undefined);
  });

  it('is an inquiry after the end of a transaction whose attempt nobody has decided', () => {
    const transaction = aTransaction({ state: 'expired', attempts: [attempt] });
    assert.equal(nextDue(transaction, now)?.what, 'inquiry');
  });

  describe('where the merchant switched the expiry timer off', () => {
    const transaction = aTransaction({ state: 'pending', expiresByTimer: false });

    it('keeps the run open until the expiry, and no longer', () => {
      assert.deepEqual(nextDue(transaction, now), { what: 'expiry', at: CREATED_AT + DAY_MS });
      assert.equal(nextDue(transaction, CREATED_AT + DAY_MS), undefined);
    });

    it('is still an inquiry afterwards', () => {
      const attempts = [attempt];
      assert.equal(nextDue({ ...transaction, attempts }, CREATED_AT + DAY_MS)?.what, 'inquiry');
    });
  });
});

/** Minutes since the beginning. */
function minutes(at: number | undefined): number | undefined {
  return at === undefined ? undefined : (at - CREATED_AT) / MINUTE;
}

/** When an attempt of a transaction in this state is asked about next, after so many calls in 20 minutes. */
function over(state: TransactionState, calls: number, heard: Heard): number | undefined {
  const inquired = { calls, heard, at: CREATED_AT + 20 * MINUTE };
  return nextInquiry(aTransaction({ state }), anAttempt({ inquiry: DEFAULT_INQUIRY, inquired }));
}
