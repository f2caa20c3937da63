import assert from 'node:assert/strict';
import {
  conclude,
  concludeUnopened,
  isAbandoned,
  isHeard,
} from '../../../domain/transaction/conclude.ts';
import type { Money } from '../../../domain/money.ts';
import type { ReportOutcome } from '../../../domain/transaction/network.ts';
import { TRANSACTION_STATES, type TransactionState } from '../../../domain/transaction/states.ts';
import {
  attemptOf,
  type Alert,
  type Attempt,
  type AttemptState,
  type Transaction,
} from '../../../domain/transaction/transaction.ts';
import {
  amountOf,
  aMethod,
  anAttempt,
  aReport,
  aTransaction,
  CREATED_AT,
  codeOf,
  inDinars,
  kwd,
  referenceOf,
  untold,
} from '../../support/builders.ts';

const now = CREATED_AT + 60_000;
const FEE = kwd('0.250');
const ATTEMPT_STATES: readonly AttemptState[] = [
  'pending',
  'success',
  'failed',
  'canceled',
  'error',
  'cod',
];
const WORDS = ['pending', 'purchase', 'authorize', 'cod', 'failed', 'canceled', 'error'] as const;
type Word = (typeof WORDS)[number];

/** One cell: the network says `word` of an attempt that is `was`, in a transaction that is `state`. */
interface Cell {
  readonly state: TransactionState;
  readonly was: AttemptState;
  readonly word: Word;
  readonly multi: boolean;
  readonly newer: boolean;
}

/** What the contract says of a cell; undefined when nothing happens. */
interface Expected {
  readonly state: TransactionState;
  readonly attempt: AttemptState;
  readonly alert?: 'late-money' | 'second-success';
}

const SUCCESS: Partial<Record<Word, TransactionState>> = {
  purchase: 'paid',
  authorize: 'authorized',
  cod: 'cod',
};
const CAN_STILL_BE_PAID = ['created', 'pending', 'attempted', 'failed', 'expired'];
const UNPAID = ['created', 'pending', 'attempted'];

function expected({ state, was, word, multi, newer }: Cell): Expected | undefined {
  if (was === 'success' || was === 'cod' || word === 'pending') return undefined;
  const success = SUCCESS[word];
  if (success !== undefined) {
    const attempt = word === 'cod' ? 'cod' : 'success';
    if (CAN_STILL_BE_PAID.includes(state)) return { state: success, attempt };
    const closed = state === 'canceled' || state === 'invalided';
    return { state, attempt, alert: closed ? 'late-money' : 'second-success' };
  }
  if (was !== 'pending') return undefined;
  const attempt = was === 'pending' && isEnd(word) ? word : was;
  if (newer || !UNPAID.includes(state)) return { state, attempt };
  if (multi) return { state: 'attempted', attempt };
  return { state: word === 'canceled' ? 'expired' : 'failed', attempt };
}

/** An attempt under way makes the transaction pending, so it is never the only one of a created or attempted one. */
function canBe({ state, was, newer }: Cell): boolean {
  return !(was === 'pending' && !newer && (state === 'created' || state === 'attempted'));
}

function isEnd(word: Word): word is 'failed' | 'canceled' | 'error' {
  return word === 'failed' || word === 'canceled' || word === 'error';
}

function* cells(): Generator<Cell> {
  for (const state of TRANSACTION_STATES)
    for (const was of ATTEMPT_STATES)
      for (const word of WORDS)
        for (const multi of [true, false])
          for (const newer of [true, false]) yield { state, was, word, multi, newer };
}

function given({ state, was, multi, newer }: Cell): Transaction {
  const attempts = [
    anAttempt({ state: was, fee: FEE }),
    ...(newer ? [anAttempt({ referenceNumber: referenceOf('demoNEWER2'), fee: FEE })] : []),
  ];
  return aTransaction({
    state,
    attempts,
    methods: [aMethod({ fee: FEE, multipleAttempts: multi })],
    sequence: 4,
  });
}

function outcomeOf(word: Word): ReportOutcome {
  return word === 'purchase' || word === 'authorize'
    ? { result: 'success', kind: word, charged: kwd('12.750') }
    : { result: word };
}

function firstOf({ attempts: [first] }: Transaction): Attempt {
  assert.ok(first);
  return first;
}

describe('conclude', () => {
  for (const word of WORDS)
    it(`does with the word "${word}" what the contract says, in every cell`, () => {
      let walked = 0;
      for (const cell of cells()) {
        if (cell.word !== word || !canBe(cell)) continue;
        walked += 1;
        checkCell(cell);
      }
      assert.ok(walked > 200, `only ${walked} cells`);
    });

  it('changes nothing in whichever cell the payment has heard the word, as it has of an attempt that succeeded', () => {
    const heard = new Set<string>();
    for (const cell of cells()) {
      const transaction = given(cell);
      const report = aReport(firstOf(transaction), outcomeOf(cell.word));
      if (!isHeard(transaction, report)) continue;
      heard.add(cell.was);
      assert.equal(conclude(transaction, report, now), undefined, JSON.stringify(cell));
    }
    assert.deepEqual([...heard].toSorted(), ['cod', 'success']);
  });

  it('has not heard of another payment of the network, nor of an attempt that is not there', () => {
    const paid = anAttempt({ state: 'success', gatewayReference: 'pay_1' });
    const transaction = aTransaction({ state: 'paid', attempts: [paid] });
    const said = { ...aReport(paid), gatewayReference: 'pay_1' };
    assert.equal(isHeard(transaction, said), true);
    assert.equal(isHeard(transaction, { ...said, gatewayReference: 'pay_2' }), false);
    assert.equal(isHeard(aTransaction({ state: 'pending' }), said), false);
  });

  it('knows nothing of an attempt that is not there', () => {
    const stranger = anAttempt({ referenceNumber: referenceOf('demoELSE22') });
    const transaction = aTransaction({ state: 'pending', attempts: [anAttempt()] });
    assert.equal(conclude(transaction, aReport(stranger), now), undefined);
  });

  it('leaves a newer attempt alone when an older one ends', () => {
    for (const outcome of [outcomeOf('purchase'), outcomeOf('failed')]) {
      const transaction = given({
        state: 'pending',
        was: 'pending',
        word: 'failed',
        multi: true,
        newer: true,
      });
      const change = conclude(transaction, aReport(firstOf(transaction), outcome), now);
      assert.deepEqual(change?.transaction.attempts[1], transaction.attempts[1]);
    }
  });

  it('lets an attempt follow when its method is no longer offered', () => {
    const attempt = anAttempt({ pgCode: codeOf('gone') });
    const transaction = aTransaction({ state: 'pending', attempts: [attempt] });
    const change = conclude(transaction, aReport(attempt, { result: 'failed' }), now);
    assert.equal(change?.transaction.state, 'attempted');
  });
});

function checkCell(cell: Cell): void {
  const where = JSON.stringify(cell);
  const transaction = given(cell);
  const attempt = firstOf(transaction);
  const change = conclude(transaction, aReport(attempt, outcomeOf(cell.word)), now);
  const wanted = expected(cell);
  if (!wanted) {
    assert.equal(change, undefined, where);
    return;
  }
  assert.ok(change, where);
  const after = change.transaction;
  assert.equal(after.state, wanted.state, where);
  assert.equal(firstOf(after).state, wanted.attempt, where);
  assert.equal(firstOf(after).concludedAt, now, where);
  assert.deepEqual(
    after.alerts.map(({ kind }) => kind),
    wanted.alert ? [wanted.alert] : [],
    where,
  );
  assert.deepEqual(
    change.notice,
    wanted.alert === 'late-money'
      ? undefined
      : {
          sequence: 5,
          at: now,
          referenceNumber: attempt.referenceNumber,
          pgCode: attempt.pgCode,
          result: wanted.attempt,
          ...(wanted.alert && { secondSuccess: true }),
        },
    where,
  );
  const settled = wanted.state !== cell.state && Object.values(SUCCESS).includes(wanted.state);
  assert.deepEqual(after.settledAmount, settled ? kwd('12.500') : undefined, where);
  assert.deepEqual(after.settledPgCode, settled ? attempt.pgCode : undefined, where);
  const charged = settled && wanted.state === 'paid';
  assert.deepEqual(after.paidAmount, charged ? kwd('12.750') : undefined, where);
}

describe('a success', () => {
  const attempt = anAttempt({ fee: FEE });
  const transaction = aTransaction({ state: 'pending', attempts: [attempt] });

  it('said twice pays once', () => {
    const once = conclude(transaction, aReport(attempt), now);
    assert.equal(once?.transaction.state, 'paid');
    assert.equal(conclude(once.transaction, aReport(attempt), now + 1), undefined);
  });

  it('is not undone by a failure that comes after it', () => {
    const paid = conclude(transaction, aReport(attempt), now);
    assert.ok(paid);
    for (const result of ['failed', 'canceled', 'error', 'pending'] as const)
      assert.equal(conclude(paid.transaction, aReport(attempt, { result }), now), undefined);
  });

  it('counts although a failure came before it', () => {
    const failed = conclude(transaction, aReport(attempt, { result: 'failed' }), now);
    assert.equal(failed?.transaction.state, 'attempted');
    const paid = conclude(failed.transaction, aReport(attempt), now + 1);
    assert.equal(paid?.transaction.state, 'paid');
    assert.equal(paid.notice?.sequence, 2);
  });

  it('of a second attempt is money to give back, told at once and besides the notice that leads the payer', () => {
    const second = anAttempt({ referenceNumber: referenceOf('demoTWO222') });
    const both = aTransaction({ state: 'pending', attempts: [attempt, second] });
    const first = conclude(both, aReport(attempt), now);
    assert.ok(first);
    const change = conclude(first.transaction, aReport(second), now + 1);
    assert.ok(change);
    const { referenceNumber, pgCode } = second;
    assert.deepEqual(change.notice, {
      sequence: 2,
      at: now + 1,
      referenceNumber,
      pgCode,
      result: 'success',
      secondSuccess: true,
    });
    assert.deepEqual(change.transaction.notice, first.transaction.notice);
    assert.deepEqual(change.transaction.alerts, [
      {
        kind: 'second-success',
        referenceNumber: second.referenceNumber,
        at: now + 1,
        detail: 'A second attempt succeeded with KWD 12.500; one of them must be refunded.',
      },
    ]);
    assert.deepEqual(change.transaction.settledAmount, first.transaction.settledAmount);
    assert.deepEqual(change.transaction.paidAmount, first.transaction.paidAmount);
    const { webhookUrl: _none, ...addressless } = first.transaction;
    const elsewhere = conclude(addressless, aReport(second), now + 1);
    assert.deepEqual([elsewhere?.notice, elsewhere?.endpointNotice], [undefined, change.notice]);
  });

  for (const state of ['canceled', 'invalided'] as const)
    it(`of a transaction that is ${state} alerts once, however often it is said`, () => {
      const closed = aTransaction({
        state,
        attempts: [anAttempt({ fee: FEE, state: 'canceled' })],
      });
      const change = conclude(closed, aReport(attempt), now);
      assert.match(change?.transaction.alerts[0]?.detail ?? '', /KWD 12\.750 .*must be refunded/);
      assert.equal(change && conclude(change.transaction, aReport(attempt), now), undefined);
    });

  it('keeps what the network told', () => {
    const told = {
      gatewayReference: 'pay_1',
      pgParams: { auth_code: 'A83921' },
      gatewayResponse: { status: 'CAPTURED' },
    };
    const change = conclude(transaction, { ...aReport(attempt), ...told }, now);
    assert.deepEqual(change?.transaction.attempts, [
      { ...attempt, ...told, state: 'success', concludedAt: now },
    ]);
  });

  it('without a webhook URL is told to nobody and decides the way of the payer', () => {
    const change = conclude(untold(transaction), aReport(attempt), now);
    assert.ok(change && !change.notice);
    assert.deepEqual(change.transaction.notice, {
      sequence: 1,
      referenceNumber: attempt.referenceNumber,
      status: 'none',
    });
  });
});

describe('money that is not what was asked for', () => {
  const attempt = anAttempt({ fee: FEE });
  const transaction = aTransaction({ state: 'pending', attempts: [attempt] });

  for (const [what, charged] of [
    ['a fils less', kwd('12.749')],
    ['a fils more', kwd('12.751')],
    ['the amount without the fee', kwd('12.500')],
    ['nothing', kwd('0')],
    ['the same number in another currency', amountOf('12.750', 'BHD')],
  ] as const) {
    const report = aReport(attempt, { result: 'success', kind: 'purchase', charged });

    it(`(${what}) never pays, and alerts`, () => {
      const change = conclude(transaction, report, now);
      assert.ok(change && !change.notice);
      const { alerts, ...rest } = change.transaction;
      assert.deepEqual({ ...rest, alerts: [] }, transaction);
      assert.deepEqual(alerts, [
        {
          kind: 'amount-mismatch',
          referenceNumber: attempt.referenceNumber,
          at: now,
          detail: `Asked for KWD 12.750, the network reports ${what.startsWith('the same') ? 'BHD' : 'KWD'} ${decimal(charged.minor)}.`,
          charged,
        },
      ]);
    });

    it(`(${what}) alerts once, however often it is said`, () => {
      const change = conclude(transaction, report, now);
      assert.ok(change);
      assert.equal(conclude(change.transaction, report, now + 1), undefined);
    });
  }

  const said = (charged: Money) =>
    aReport(attempt, { result: 'success', kind: 'purchase', charged });

  it('alerts anew of more than was known, or in another currency', () => {
    const change = conclude(transaction, said(kwd('1')), now);
    assert.ok(change);
    assert.equal(conclude(change.transaction, said(kwd('0.500')), now + 1), undefined);
    for (const more of [kwd('1.001'), amountOf('1', 'BHD')]) {
      const again = conclude(change.transaction, said(more), now + 1);
      assert.deepEqual(
        again?.transaction.alerts.map(({ charged }) => charged),
        [kwd('1'), more],
      );
    }
    const [{ charged: _charged, ...unknown }] = change.transaction.alerts as [Alert];
    const older = { ...change.transaction, alerts: [unknown] };
    assert.equal(conclude(older, said(kwd('2')), now + 1), undefined);
  });

  it('does not stand in the way of the right word', () => {
    const wrong = aReport(attempt, { result: 'success', kind: 'purchase', charged: kwd('1') });
    const change = conclude(transaction, wrong, now);
    assert.ok(change);
    assert.equal(conclude(change.transaction, aReport(attempt), now)?.transaction.state, 'paid');
  });

  for (const [what, amount] of [
    ['a higher amount', kwd('20.000')],
    ['a lower amount', kwd('5.000')],
    ['another currency', amountOf('12.500', 'BHD')],
  ] as const) {
    const edited = aTransaction({
      state: 'attempted',
      amount,
      attempts: [anAttempt({ fee: FEE, state: 'failed' })],
    });

    it(`never pays a transaction that has since been given ${what}`, () => {
      const change = conclude(edited, aReport(attempt), now);
      assert.ok(change && !change.notice);
      assert.equal(change.transaction.state, 'attempted');
      assert.equal(change.transaction.paidAmount, undefined);
      assert.equal(change.transaction.settledAmount, undefined);
      assert.equal(change.transaction.attempts[0]?.state, 'success');
      assert.deepEqual(
        change.transaction.alerts.map(({ kind }) => kind),
        ['amount-mismatch'],
      );
      assert.equal(conclude(change.transaction, aReport(attempt), now), undefined);
    });
  }
});

describe('an attempt whose page was to be closed for another one, without an answer', () => {
  const attempt = anAttempt({ state: 'pending', givesWay: true });
  const methods = [aMethod({ multipleAttempts: false })];
  const transaction = aTransaction({ state: 'pending', methods, attempts: [attempt] });

  it('gives way, and its payer has not left the payment when that expires', () => {
    const change = conclude(transaction, aReport(attempt, { result: 'canceled' }), now);
    assert.ok(change);
    const [ended] = change.transaction.attempts;
    assert.deepEqual([change.transaction.state, ended?.state], ['pending', 'canceled']);
    assert.equal(change.notice, undefined);
    const expired = { ...change.transaction, state: 'expired' } as const;
    assert.equal(isAbandoned(expired), false);
    // Given up by us.
    const given = anAttempt({ state: 'canceled', concludedAt: now });
    const over = (attempts: readonly Attempt[]) =>
      isAbandoned({ ...expired, attempts, expiresAt: now + 1 });
    assert.deepEqual([over([given]), over([{ ...given, unanswered: true }])], [true, false]);
  });

  it('has failed where a card was declined and its page is not what has ended', () => {
    const change = conclude(transaction, aReport(attempt, { result: 'failed' }), now);
    assert.equal(change?.transaction.state, 'failed');
  });

  it('is told once nobody can pay any more', () => {
    const over = { ...transaction, state: 'expired' } as const;
    const change = conclude(over, aReport(attempt, { result: 'canceled' }), now);
    assert.equal(change?.notice?.result, 'canceled');
  });
});

describe('a payment in another currency', () => {
  const amount = amountOf('10.00', 'USD');
  const attempt = anAttempt({ ...inDinars(), total: kwd('3.112') });
  const transaction = aTransaction({
    amount,
    state: 'pending',
    methods: [aMethod(inDinars())],
    attempts: [attempt],
  });

  it('is settled with the amount of the order, and paid with the fee in its currency', () => {
    const change = conclude(transaction, aReport(attempt), now);
    assert.equal(change?.transaction.state, 'paid');
    assert.deepEqual(change.transaction.settledAmount, amount);
    assert.deepEqual(change.transaction.paidAmount, amountOf('10.15', 'USD')); // 0.046 / 0.3066 = 0.150
  });

  it('loses nothing on its way back when there is no fee', () => {
    const exchange = { from: amountOf('0.07', 'USD'), rate: '0.3066', to: kwd('0.021') };
    const free = anAttempt({ exchange, fee: kwd('0'), total: kwd('0.021') });
    const small = aTransaction({ state: 'pending', amount: exchange.from, attempts: [free] });
    assert.deepEqual(
      conclude(small, aReport(free), now)?.transaction.paidAmount,
      amountOf('0.07', 'USD'),
    );
  });

  for (const [what, charged] of [
    ['the amount of the order, unconverted', amount],
    ['the same number of dollars', amountOf('3.11', 'USD')],
    ['a fils less', kwd('3.111')],
    ['the amount without the fee', kwd('3.066')],
  ] as const)
    it(`is not paid when the network charged ${what}`, () => {
      const report = aReport(attempt, { result: 'success', kind: 'purchase', charged });
      const change = conclude(transaction, report, now);
      assert.equal(change?.transaction.state, 'pending');
      assert.match(change.transaction.alerts[0]?.detail ?? '', /^Asked for KWD 3\.112, /);
    });

  it('that comes late for the same order still pays it, at the rate of its attempt', () => {
    const exchange = { from: amount, rate: '0.4', to: kwd('4') };
    const late = {
      ...transaction,
      state: 'attempted',
      methods: [aMethod({ exchange })],
      attempts: [{ ...attempt, state: 'failed' }],
    } as const;
    const change = conclude(late, aReport(attempt), now);
    assert.equal(change?.transaction.state, 'paid');
    assert.deepEqual(change.transaction.paidAmount, amountOf('10.15', 'USD'));
  });

  it('that comes late for another amount pays nothing', () => {
    const late = {
      ...transaction,
      state: 'attempted',
      amount: amountOf('11.00', 'USD'),
      attempts: [{ ...attempt, state: 'failed' }],
    } as const;
    const change = conclude(late, aReport(attempt), now);
    assert.equal(change?.transaction.state, 'attempted');
    assert.equal(change.transaction.alerts[0]?.kind, 'amount-mismatch');
  });
});

describe('money that is undone, of which there is no operation', () => {
  const paid = anAttempt({ state: 'success' });
  const undone = {
    ...aReport(paid, { result: 'reversed', charged: kwd('12.500') }),
    message: 'CAPTURE_FAILED, PSP1',
  };

  for (const state of ['success', 'pending', 'failed'] as const)
    it(`calls a person once for each word, and changes nothing else, also of an attempt that is ${state}`, () => {
      const before = aTransaction({ state: 'paid', attempts: [{ ...paid, state }] });
      assert.ok(!isHeard(before, undone));
      const { transaction: after, notice } = conclude(before, undone, now) ?? {};
      assert.ok(after);
      const { alerts, ...same } = after;
      assert.deepEqual({ ...same, alerts: [] }, before);
      assert.equal(notice, undefined);
      assert.deepEqual(
        alerts.map(({ kind, referenceNumber }) => [kind, referenceNumber]),
        [['manual-action-required', paid.referenceNumber]],
      );
      assert.match(alerts[0]?.detail ?? '', /undone KWD 12\.500 of this payment: CAPTURE_FAILED/);
      assert.ok(isHeard(after, undone));
      assert.equal(conclude(after, undone, now), undefined);
      const second = conclude(after, { ...undone, message: 'REFUND_FAILED, PSP2' }, now);
      assert.equal(second?.transaction.alerts.length, 2);
    });

  it('is nothing of an attempt that is not there', () => {
    assert.equal(conclude(aTransaction(), undone, now), undefined);
  });
});

describe('a page on which a card was refused', () => {
  const attempt = anAttempt({ state: 'pending' });
  const methods = [aMethod({ multipleAttempts: false })];
  const transaction = aTransaction({ state: 'pending', attempts: [attempt], methods });
  const refusal = {
    message: 'Not enough balance',
    decline: { code: 'insufficient_funds', advice: 'soft' },
  } as const;
  const refused = { ...aReport(attempt, { result: 'pending', refusedOnPage: true }), ...refusal };
  const after = conclude(transaction, refused, now)?.transaction;

  it('stays as it is, and keeps why; nobody is told, and the same word changes nothing', () => {
    assert.deepEqual(conclude(transaction, refused, now), {
      transaction: { ...transaction, attempts: [{ ...attempt, lastRefusal: refusal }] },
    });
    assert.equal(after && conclude(after, refused, now + 1), undefined);
    const over = anAttempt({ state: 'canceled' });
    assert.equal(conclude({ ...transaction, attempts: [over] }, refused, now), undefined);
  });

  for (const [how, outcome, state, kept] of [
    ['has expired', { result: 'canceled', expired: true }, 'failed', refusal],
    ['was left', { result: 'canceled' }, 'expired', {}],
    ['is paid', { result: 'success', kind: 'purchase', charged: attempt.total }, 'paid', {}],
  ] as const)
    it(`makes the payment ${state} when it ${how}`, () => {
      assert.ok(after);
      const ended = conclude(after, aReport(attempt, outcome), now)?.transaction;
      assert.equal(ended?.state, state);
      const { message, decline } = ended.attempts[0] ?? {};
      assert.deepEqual({ ...(message && { message }), ...(decline && { decline }) }, kept);
    });

  it('is merely canceled when it has expired and no card was refused there', () => {
    const word = aReport(attempt, { result: 'canceled', expired: true });
    assert.equal(conclude(transaction, word, now)?.transaction.attempts[0]?.state, 'canceled');
  });
});

describe('the message of a network', () => {
  const attempt = anAttempt();
  const transaction = aTransaction({ state: 'pending', attempts: [attempt] });

  for (const [given, kept] of [
    [255, 255],
    [256, 255],
    [5000, 255],
  ] as const)
    it(`of ${given} characters is kept as ${kept}`, () => {
      const report = { ...aReport(attempt, { result: 'failed' }), message: 'x'.repeat(given) };
      const change = conclude(transaction, report, now);
      assert.equal(change?.transaction.attempts[0]?.message, 'x'.repeat(kept));
    });
});

describe('concludeUnopened', () => {
  const told = { message: 'No page.', now, why: 'refused' } as const;
  it('leaves the payer free to choose again where another attempt may follow', () => {
    const transaction = byFlag(true);
    const attempt = firstOf(transaction);
    const change = concludeUnopened(transaction, {
      ...told,
      referenceNumber: attempt.referenceNumber,
    });
    assert.equal(change.transaction.state, 'pending');
    assert.deepEqual(change.transaction.attempts, [
      { ...attempt, state: 'error', unopened: 'refused', message: 'No page.', concludedAt: now },
    ]);
    assert.equal(change.notice?.result, 'error');
  });

  it('fails the transaction of a single attempt', () => {
    const transaction = byFlag(false);
    const { referenceNumber } = firstOf(transaction);
    const change = concludeUnopened(transaction, { ...told, referenceNumber });
    assert.equal(change.transaction.state, 'failed');
    assert.equal(change.notice?.result, 'error');
  });

  it('moves nothing that has ended meanwhile', () => {
    for (const state of ['paid', 'canceled', 'expired'] as const) {
      const transaction = { ...byFlag(false), state };
      const { referenceNumber } = firstOf(transaction);
      const change = concludeUnopened(transaction, { ...told, referenceNumber });
      assert.equal(change.transaction.state, state);
      assert.equal(attemptOf(change.transaction, referenceNumber)?.state, 'error');
    }
  });

  for (const state of ATTEMPT_STATES.filter((one) => one !== 'pending'))
    it(`changes nothing when the attempt is ${state} already`, () => {
      const transaction = byFlag(true, anAttempt({ state }));
      const { referenceNumber } = firstOf(transaction);
      assert.deepEqual(concludeUnopened(transaction, { ...told, referenceNumber }), {
        transaction,
      });
    });

  it('changes nothing when there is no such attempt', () => {
    const transaction = byFlag(true);
    const referenceNumber = referenceOf('demoELSE22');
    assert.deepEqual(concludeUnopened(transaction, { ...told, referenceNumber }), { transaction });
  });
});

function decimal(fils: number): string {
  return (fils / 1000).toFixed(3);
}

function byFlag(multipleAttempts: boolean, attempt = anAttempt()): Transaction {
  return aTransaction({
    state: 'pending',
    methods: [aMethod({ multipleAttempts })],
    attempts: [attempt],
  });
}
