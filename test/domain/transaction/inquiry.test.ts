import assert from 'node:assert/strict';
import { beginAttempt } from '../../../domain/transaction/attempt.ts';
import { conclude } from '../../../domain/transaction/conclude.ts';
import { hearInquiry, NO_FINAL_ANSWER } from '../../../domain/transaction/inquiry.ts';
import { DEFAULT_INQUIRY } from '../../../domain/transaction/inquiry-plan.ts';
import type {
  Inquired,
  NetworkReport,
  ReportOutcome,
} from '../../../domain/transaction/network.ts';
import type { TransactionState } from '../../../domain/transaction/states.ts';
import {
  attemptOf,
  type Attempt,
  type Transaction,
  type Heard,
} from '../../../domain/transaction/transaction.ts';
import type { Change } from '../../../domain/transaction/change.ts';
import {
  aMethod,
  amountOf,
  anAttempt,
  aReport,
  aTransaction,
  CREATED_AT,
  CARD,
  DAY_MS,
  kwd,
  referenceOf,
} from '../../support/builders.ts';

const MINUTE = 60_000;
const FIRST = { calls: 0, at: CREATED_AT + 15 * MINUTE };
const THIRD = { calls: 2, at: CREATED_AT + 20 * MINUTE };
const LATER = { calls: 9, at: CREATED_AT + 200 * MINUTE };
const LAST = { calls: 50, at: CREATED_AT + DAY_MS };
const STAGES = { FIRST, THIRD, LATER, LAST } as const;
type Stage = keyof typeof STAGES;

const attempt = anAttempt({ inquiry: DEFAULT_INQUIRY });
const { referenceNumber } = attempt;

const OPEN: Inquired = { step: 'page', pageUrl: 'https://n.example.test/1', gatewayReference: '1' };
const UNHEARD: Inquired = { step: 'unheard-of' };
const said = (outcome?: ReportOutcome): NetworkReport => ({
  step: 'report',
  report: aReport(attempt, outcome),
});
const CHARGED = said();
const MISMATCH = said({ result: 'success', kind: 'purchase', charged: kwd('1.250') });
const SILENCE = undefined;

/** What a call leaves: state of attempt and transaction, what was heard, the notice's result, and the alerts. */
type Left = readonly [
  attempt: Attempt['state'],
  transaction: TransactionState,
  heard: Heard | undefined,
  notice: string | undefined,
  alerts: string,
];

describe('an automatic inquiry', () => {
  const quiet: Left = ['pending', 'pending', 'pending', undefined, ''];
  const paid: Left = ['success', 'paid', 'decided', 'success', ''];
  const failed: Left = ['failed', 'attempted', 'decided', 'failed', ''];
  const held: Left = ['pending', 'pending', 'without-success', undefined, ''];
  const given = (heard: Heard, left: Left = quiet): Left => [
    left[0],
    left[1],
    heard,
    ...rest(left),
  ];

  const TABLE: readonly (readonly [string, Inquired | undefined, Record<Stage, Left>])[] = [
    ['a success', CHARGED, { FIRST: paid, THIRD: paid, LATER: paid, LAST: paid }],
    [
      'a decline',
      said({ result: 'failed' }),
      { FIRST: held, THIRD: failed, LATER: failed, LAST: failed },
    ],
    [
      'an open page',
      OPEN,
      { FIRST: given('open'), THIRD: given('open'), LATER: given('open'), LAST: given('open') },
    ],
    [
      'not decided',
      said({ result: 'pending' }),
      {
        FIRST: quiet,
        THIRD: told('pending'),
        LATER: told('pending'),
        LAST: given('pending', failed),
      },
    ],
    [
      'paid, and not by which payment',
      { ...said({ result: 'pending' }), isPaid: true },
      {
        FIRST: quiet,
        THIRD: told('pending'),
        LATER: told('pending'),
        LAST: ['pending', 'pending', 'pending', 'pending', 'manual-action-required'],
      },
    ],
    [
      'never heard of',
      UNHEARD,
      {
        FIRST: given('unheard-of'),
        THIRD: told('unheard-of'),
        LATER: told('unheard-of'),
        LAST: given('unheard-of', failed),
      },
    ],
    [
      'no answer',
      SILENCE,
      {
        FIRST: given('silence'),
        THIRD: told('silence'),
        LATER: told('silence'),
        LAST: ['pending', 'pending', 'silence', 'pending', 'manual-action-required'],
      },
    ],
    [
      'another amount',
      MISMATCH,
      {
        FIRST: ['pending', 'pending', 'mismatch', undefined, 'amount-mismatch'],
        THIRD: ['pending', 'pending', 'mismatch', 'pending', 'amount-mismatch'],
        LATER: ['pending', 'pending', 'mismatch', 'pending', 'amount-mismatch'],
        LAST: ['pending', 'pending', 'mismatch', 'pending', 'amount-mismatch'],
      },
    ],
  ];

  for (const [name, answer, row] of TABLE)
    for (const stage of ['FIRST', 'THIRD', 'LATER', 'LAST'] as const)
      it(`that hears ${name} (${stage.toLowerCase()} call)`, () => {
        assert.deepEqual(left(call(answer, stage)), row[stage]);
      });

  for (const [what, charged] of [
    ['a card of the frame', { cardGiven: true }],
    ['a wallet of the device', { deviceWallet: 'google_pay' }],
  ] as const)
    it(`ends ${what} of which nobody has heard with the third call, for nobody is on a page`, () => {
      const change = call(UNHEARD, 'THIRD', {}, charged);
      assert.deepEqual(left(change).slice(0, 2), ['failed', 'attempted']);
    });

  it('ends a card that was to be kept for nothing and of which no gateway says anything, for nobody can have been charged', () => {
    const change = call(SILENCE, 'LAST', {}, { total: kwd('0.000') });
    assert.deepEqual(left(change), ['failed', 'attempted', 'silence', 'failed', '']);
    assert.equal(attemptIn(change).message, NO_FINAL_ANSWER);
    assert.equal(attemptIn(change).unanswered, true);
  });

  it('counts its calls', () => {
    const change = call(SILENCE, 'LATER');
    assert.deepEqual(attemptIn(change).inquired, {
      calls: 10,
      heard: 'silence',
      at: LATER.at,
      told: true,
    });
  });

  it('tells the merchant once that the attempt is undecided', () => {
    const first = call(SILENCE, 'THIRD');
    const second = hearInquiry(first.transaction, {
      referenceNumber,
      now: LATER.at,
      answer: said({ result: 'pending' }),
    });
    assert.equal(second?.notice, undefined);
    assert.equal(second?.transaction.sequence, 1);
    const paidAtLast = hearInquiry(second?.transaction ?? first.transaction, {
      referenceNumber,
      now: LATER.at + 1,
      answer: CHARGED,
    });
    assert.deepEqual(paidAtLast?.notice?.result, 'success');
    assert.equal(paidAtLast?.notice?.sequence, 2);
  });

  it('changes nothing when the attempt was decided while the gateway was asked', () => {
    const decided = conclude(undecided('FIRST'), aReport(attempt), FIRST.at);
    assert.ok(decided);
    for (const answer of [CHARGED, said({ result: 'failed' }), OPEN, SILENCE])
      assert.equal(
        hearInquiry(decided.transaction, {
          referenceNumber,
          now: FIRST.at,
          ...(answer && { answer }),
        }),
        undefined,
      );
  });

  it('says in the notice why an attempt has failed that no gateway decided', () => {
    const change = call(said({ result: 'pending' }), 'LAST');
    assert.equal(attemptIn(change).message, NO_FINAL_ANSWER);
    assert.equal(NO_FINAL_ANSWER, 'no final answer from gateway');
  });

  it('fails the transaction at the end where one attempt is all', () => {
    const methods = [aMethod({ multipleAttempts: false })];
    const change = call(UNHEARD, 'LAST', { methods });
    assert.deepEqual(left(change).slice(0, 2), ['failed', 'failed']);
  });

  it('still takes money that comes after all', () => {
    const ended = call(said({ result: 'pending' }), 'LAST');
    const late = conclude(ended.transaction, aReport(attempt), LAST.at + MINUTE);
    assert.equal(late?.transaction.state, 'paid');
    const asked = call(SILENCE, 'LAST');
    assert.equal(conclude(asked.transaction, aReport(attempt), 1)?.transaction.state, 'paid');
  });

  describe('of an expired transaction', () => {
    it('tells nothing that the merchant has not been told before', () => {
      assert.deepEqual(expired(SILENCE, 'THIRD').slice(0, 4), [
        'pending',
        'expired',
        'silence',
        undefined,
      ]);
    });

    it('pays it when the money came late', () => {
      assert.deepEqual(expired(CHARGED, 'THIRD'), ['success', 'paid', 'decided', 'success', '']);
    });

    it('calls for a person when the gateway stays silent to the end', () => {
      assert.equal(expired(SILENCE, 'LAST').at(-1), 'manual-action-required');
    });
  });

  describe('of an attempt that we ended ourselves', () => {
    it('raises the alert of late money when it was paid after the merchant canceled', () => {
      assert.deepEqual(left(closed(CHARGED, 'FIRST', 'canceled')), [
        'success',
        'canceled',
        'decided',
        undefined,
        'late-money',
      ]);
    });

    it('raises the alert of a second success when another attempt has paid', () => {
      assert.equal(left(closed(CHARGED, 'FIRST', 'paid')).at(-1), 'second-success');
    });

    it('is quietly content with the word that nothing happened there', () => {
      const change = closed(said({ result: 'failed' }), 'THIRD', 'attempted');
      assert.deepEqual(left(change), ['canceled', 'attempted', 'decided', undefined, '']);
      assert.ok(!('unanswered' in attemptIn(change)));
    });

    it('tells nobody that it is undecided, and does not fail it again at the end', () => {
      for (const stage of ['THIRD', 'LAST'] as const)
        assert.deepEqual(left(closed(UNHEARD, stage, 'attempted')), [
          'canceled',
          'attempted',
          'unheard-of',
          undefined,
          '',
        ]);
    });

    it('calls for a person when the gateway stays silent to the end', () => {
      assert.equal(left(closed(SILENCE, 'LAST', 'canceled')).at(-1), 'manual-action-required');
    });
  });
});

describe('a success with other money than was asked', () => {
  const wrong = [
    ['too little', kwd('12.499')],
    ['too much', kwd('12.501')],
    ['another currency', amountOf('12.500', 'BHD')],
    ['nothing', kwd('0')],
  ] as const;

  for (const [name, charged] of wrong)
    it(`never pays, comes once or twice: ${name}`, () => {
      const report = aReport(attempt, { result: 'success', kind: 'purchase', charged });
      const once = conclude(undecided('FIRST'), report, FIRST.at);
      assert.ok(once);
      assert.equal(once.transaction.state, 'pending');
      assert.equal(attemptIn(once).state, 'pending');
      assert.equal(once.transaction.alerts.length, 1);
      assert.equal(conclude(once.transaction, report, FIRST.at + 1), undefined);
      const heard = hearInquiry(once.transaction, {
        referenceNumber,
        now: FIRST.at,
        answer: { step: 'report', report },
      });
      assert.equal(heard?.transaction.state, 'pending');
      assert.equal(heard?.transaction.alerts.length, 1);
    });

  it('is put right by the right answer, by whatever way that comes', () => {
    const { transaction } = call(MISMATCH, 'FIRST');
    assert.equal(conclude(transaction, aReport(attempt), 1)?.transaction.state, 'paid');
    const heard = hearInquiry(transaction, { referenceNumber, now: THIRD.at, answer: CHARGED });
    assert.equal(heard?.transaction.state, 'paid');
    assert.deepEqual(heard?.transaction.paidAmount, attempt.total);
  });

  it('keeps the payer from paying once more, also when the attempt has ended since', () => {
    const { transaction } = call(MISMATCH, 'FIRST');
    const again = { pgCode: CARD, referenceNumber: referenceOf('demoNEW222'), now: THIRD.at };
    assert.throws(() => beginAttempt(transaction, again), {
      code: 'locked',
      message: /does not pay this/,
    });
    const ended = call(said({ result: 'pending' }), 'LAST', {
      alerts: transaction.alerts,
      expiresAt: CREATED_AT + 2 * DAY_MS,
    });
    assert.equal(ended.transaction.state, 'attempted');
    assert.throws(() => beginAttempt(ended.transaction, { ...again, now: LAST.at }), {
      code: 'locked',
    });
  });
});

/** A transaction whose attempt is about to be asked about for the n-th time. */
function undecided(
  stage: Stage,
  given: Partial<Transaction> = {},
  attemptGiven: Partial<Attempt> = {},
): Transaction {
  const { calls } = STAGES[stage];
  const inquired = { calls, heard: 'pending', at: CREATED_AT + MINUTE } as const;
  const asked = { ...attempt, ...(calls > 0 && { inquired }), ...attemptGiven };
  return aTransaction({ state: 'pending', attempts: [asked], ...given });
}

function call(
  answer: Inquired | undefined,
  stage: Stage,
  given: Partial<Transaction> = {},
  attemptGiven: Partial<Attempt> = {},
): Change {
  const change = hearInquiry(undecided(stage, given, attemptGiven), {
    referenceNumber,
    now: STAGES[stage].at,
    ...(answer && { answer }),
  });
  assert.ok(change);
  return change;
}

function attemptIn({ transaction }: Change): Attempt {
  const found = attemptOf(transaction, referenceNumber);
  assert.ok(found);
  return found;
}

function left(change: Change): Left {
  const { transaction, notice } = change;
  const { state, inquired } = attemptIn(change);
  const alerts = transaction.alerts.map(({ kind }) => kind).join();
  return [state, transaction.state, inquired?.heard, notice?.result, alerts];
}

function rest([, , , notice, alerts]: Left): readonly [string | undefined, string] {
  return [notice, alerts];
}

function told(heard: Heard): Left {
  return ['pending', 'pending', heard, 'pending', ''];
}

function expired(answer: Inquired | undefined, stage: Stage): Left {
  return left(call(answer, stage, { state: 'expired' }));
}

/** A call about an attempt that we canceled without the network's word. */
function closed(answer: Inquired | undefined, stage: Stage, state: TransactionState): Change {
  return call(answer, stage, { state }, { state: 'canceled', unanswered: true });
}
