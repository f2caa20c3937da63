import assert from 'node:assert/strict';
import { toDecimal } from '../../../domain/money.ts';
import { balancesOf, outOfBalance } from '../../../domain/ledger/balance.ts';
import type { LedgerEntry } from '../../../domain/ledger/entry.ts';
import { sessionDifferences } from '../../../domain/ledger/compare.ts';
import { entriesBetween, entriesOf, unposted } from '../../../domain/ledger/post.ts';
import { available } from '../../../domain/operation/amounts.ts';
import { acknowledgeCash } from '../../../domain/transaction/cash.ts';
import type { OperationState } from '../../../domain/operation/operation.ts';
import { settle } from '../../../domain/operation/settle.ts';
import { cancel } from '../../../domain/transaction/halt.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  aMethod,
  amountOf,
  anAttempt,
  aTransaction,
  CREATED_AT,
  codeOf,
  inDinars,
  kwd,
  referenceOf,
} from '../../support/builders.ts';
import {
  anOperationRequest,
  chosen,
  doneThere,
  operated,
  paid,
  promisedTo,
  succeeded,
} from './support/operations.ts';

const FIRST = referenceOf('demoAAAAAA');
const SECOND = anAttempt({
  amount: kwd('100'),
  fee: kwd('2'),
  referenceNumber: referenceOf('demoBBBBBB'),
});

/** A second attempt at the network beside what there is. */
function again(transaction: Transaction, attempt = SECOND): Transaction {
  return succeeded({ ...transaction, attempts: [...transaction.attempts, attempt] });
}

function withCash(): Transaction {
  const method = aMethod({ pgCode: codeOf('cash'), offline: true, fee: kwd('1') });
  const open = aTransaction({ amount: kwd('100'), methods: [method] });
  const command = { referenceNumber: referenceOf('demoCCCCCC'), requestId: 'r1', now: CREATED_AT };
  const change = acknowledgeCash(open, command);
  assert.ok(change);
  return change.transaction;
}

/** Debits are positive. */
const CASES: readonly (readonly [what: string, Transaction, Readonly<Record<string, string>>])[] = [
  ['nothing while nobody has paid', chosen('purchase'), {}],
  [
    'the charge, what was sold and the fee',
    paid('purchase'),
    { gateway: '102.000', sales: '-100.000', fees: '-2.000' },
  ],
  ['a hold as a memo', paid('authorize'), { hold: '102.000', 'hold-contra': '-102.000' }],
  [
    'a capture, and what is still held',
    operated(paid('authorize'), anOperationRequest('capture', '1', { amount: kwd('40') })),
    { hold: '62.000', 'hold-contra': '-62.000', gateway: '40.000', sales: '-40.000' },
  ],
  [
    'the fee with what is captured beyond the amount',
    operated(
      operated(paid('authorize'), anOperationRequest('capture', '1', { amount: kwd('60') })),
      anOperationRequest('capture', '2'),
    ),
    { gateway: '102.000', sales: '-100.000', fees: '-2.000' },
  ],
  ['nothing held after a void', operated(paid('authorize'), anOperationRequest('void', '1')), {}],
  [
    'a refund out of the sales, never out of the fee',
    operated(paid('purchase'), anOperationRequest('refund', '1', { amount: kwd('30') })),
    { gateway: '72.000', sales: '-70.000', fees: '-2.000' },
  ],
  [
    'all refunded, and the fee stays',
    operated(paid('purchase'), anOperationRequest('refund', '1')),
    { gateway: '2.000', fees: '-2.000' },
  ],
  [
    'a refund to the wallet, which leaves the gateway alone',
    operated(
      paid('purchase'),
      anOperationRequest('refund', '1', { amount: kwd('30'), destination: 'wallet' }),
    ),
    { gateway: '102.000', sales: '-70.000', fees: '-2.000', wallet: '-30.000' },
  ],
  [
    'a second payment as suspense',
    again(paid('purchase')),
    { gateway: '204.000', sales: '-100.000', fees: '-2.000', suspense: '-102.000' },
  ],
  [
    'late money of a canceled transaction as suspense',
    succeeded({ ...chosen('purchase'), state: 'canceled' }),
    { gateway: '102.000', suspense: '-102.000' },
  ],
  [
    'late money for earlier terms as suspense, also when the new terms are paid',
    again(
      succeeded({ ...chosen('purchase'), amount: kwd('90') }),
      anAttempt({ amount: kwd('90'), referenceNumber: referenceOf('demoBBBBBB') }),
    ),
    { gateway: '192.000', suspense: '-102.000', sales: '-90.000' },
  ],
  [
    'a late hold as a memo, because nobody was charged',
    succeeded({ ...chosen('authorize'), state: 'canceled' }),
    { hold: '102.000', 'hold-contra': '-102.000' },
  ],
  [
    'nothing of late money any more that was given back at the gateway',
    doneThere(succeeded({ ...chosen('purchase'), state: 'canceled' }), 'refund', {
      amount: kwd('102'),
      reference: FIRST,
    }),
    {},
  ],
  [
    'a second payment that was given back at the gateway out of suspense, not out of the sales',
    doneThere(again(paid('purchase')), 'refund', {
      amount: kwd('102'),
      reference: SECOND.referenceNumber,
    }),
    { gateway: '102.000', sales: '-100.000', fees: '-2.000' },
  ],
  [
    'a late hold that was captured at the gateway as suspense',
    doneThere(succeeded({ ...chosen('authorize'), state: 'canceled' }), 'capture', {
      amount: kwd('40'),
      reference: FIRST,
    }),
    { hold: '62.000', 'hold-contra': '-62.000', gateway: '40.000', suspense: '-40.000' },
  ],
  [
    'nothing of a late hold that was let go at the gateway',
    doneThere(succeeded({ ...chosen('authorize'), state: 'canceled' }), 'void', {
      amount: kwd('102'),
      reference: FIRST,
    }),
    {},
  ],
  [
    'no more let go than was still held, when the rest of a capture is voided at the gateway',
    doneThere(
      operated(paid('authorize'), anOperationRequest('capture', '1', { amount: kwd('40') })),
      'void',
      {
        amount: kwd('62'),
        reference: FIRST,
      },
    ),
    { gateway: '40.000', sales: '-40.000' },
  ],
  [
    'nothing of a fee that the gateway has given back, too',
    doneThere(paid('purchase'), 'refund', { amount: kwd('102'), reference: FIRST }),
    {},
  ],
  [
    'the part of the fee that is left when more than the sales was given back',
    doneThere(
      operated(paid('purchase'), anOperationRequest('refund', '1', { amount: kwd('30') })),
      'refund',
      {
        amount: kwd('71.500'),
        reference: FIRST,
      },
    ),
    { gateway: '0.500', fees: '-0.500' },
  ],
  [
    'what was given back beyond all that was paid as a loss of the sales',
    doneThere(paid('purchase'), 'refund', { amount: kwd('103'), reference: FIRST }),
    { gateway: '-1.000', sales: '1.000' },
  ],
  [
    'nothing of a purchase that was voided at the gateway',
    doneThere(paid('purchase'), 'void', { amount: kwd('102'), reference: FIRST }),
    {},
  ],
  [
    'what is left of a purchase of which a part was voided at the gateway',
    doneThere(paid('purchase'), 'void', { amount: kwd('40'), reference: FIRST }),
    { gateway: '62.000', sales: '-60.000', fees: '-2.000' },
  ],
  [
    'nothing of a second payment that was voided at the gateway',
    doneThere(again(paid('purchase')), 'void', {
      amount: kwd('102'),
      reference: SECOND.referenceNumber,
    }),
    { gateway: '102.000', sales: '-100.000', fees: '-2.000' },
  ],
  ['cash', withCash(), { cash: '101.000', sales: '-100.000', fees: '-1.000' }],
  [
    'nothing when cash is canceled',
    cancel(withCash(), { referenceNumber: referenceOf('demoDDDDDD'), now: CREATED_AT }).transaction,
    {},
  ],
  [
    'nothing for a card that is only saved',
    succeeded(aTransaction({ state: 'pending', amount: kwd('0'), attempts: [free()] })),
    {},
  ],
];

function free() {
  return anAttempt({ amount: kwd('0') });
}

describe('the ledger of a transaction', () => {
  for (const [what, transaction, expected] of CASES)
    it(`has ${what}`, () => {
      assert.deepEqual(standing(entriesOf(transaction, CREATED_AT)), expected);
    });

  it('has every entry in balance, with an id that follows from session, event and reference', () => {
    for (const [, transaction] of CASES)
      for (const entry of entriesOf(transaction, CREATED_AT)) {
        assert.deepEqual(outOfBalance(entry), []);
        assert.equal(entry.id, `${transaction.sessionId}/${entry.event}/${entry.referenceNumber}`);
      }
  });

  for (const state of [
    'awaiting',
    'promised',
    'queued',
    'unclear',
    'failed',
    'rejected',
    'dropped',
  ] as const)
    it(`has nothing of an operation that is ${state}`, () => {
      const before = paid('purchase');
      const after = operated(
        before,
        anOperationRequest('refund', '1', { amount: kwd('30') }),
        state,
      );
      assert.deepEqual(entriesBetween(before, after, CREATED_AT), []);
      assert.deepEqual(entriesOf(after, CREATED_AT), entriesOf(before, CREATED_AT));
    });

  it('is in the currency in which the gateway charges', () => {
    const { exchange, fee } = inDinars();
    const attempt = anAttempt({ amount: exchange.to, fee, exchange });
    const bought = succeeded(
      aTransaction({ state: 'pending', amount: exchange.from, attempts: [attempt] }),
    );
    assert.deepEqual(standing(entriesOf(bought, CREATED_AT)), {
      gateway: '3.112',
      sales: '-3.066',
      fees: '-0.046',
    });
  });

  it('waits with what was given back until it knows what the payment was', () => {
    const gone = { ...chosen('purchase'), state: 'canceled' as const };
    const early = doneThere(gone, 'refund', { amount: kwd('102'), reference: FIRST });
    assert.deepEqual(entriesOf(early, CREATED_AT), []);
    const late = succeeded(early);
    const events = entriesBetween(early, late, CREATED_AT).map(({ event }) => event);
    assert.deepEqual(events, ['stray', 'refund']);
    assert.deepEqual(standing(entriesOf(late, CREATED_AT)), {});
  });

  it('has what was given back at the gateway as the gateway tells it, whatever the rate', () => {
    const { exchange, fee } = inDinars();
    const attempt = anAttempt({ amount: exchange.to, fee, exchange });
    const bought = succeeded(
      aTransaction({ state: 'pending', amount: exchange.from, attempts: [attempt] }),
    );
    const refunded = doneThere(bought, 'refund', { amount: kwd('1.001'), reference: FIRST });
    assert.deepEqual(standing(entriesOf(refunded, CREATED_AT)), {
      gateway: '2.111',
      sales: '-2.065',
      fees: '-0.046',
    });
  });

  it('has what was given back in a strange currency on the sales, beside the payment', () => {
    const strange = { amount: amountOf('5.00', 'USD'), reference: FIRST };
    const entries = entriesOf(doneThere(paid('purchase'), 'refund', strange), CREATED_AT);
    const [charged, refunded] = entries;
    assert.ok(charged && refunded);
    assert.deepEqual(standing([charged]), {
      gateway: '102.000',
      sales: '-100.000',
      fees: '-2.000',
    });
    assert.deepEqual(standing([refunded]), { gateway: '-5.00', sales: '5.00' });
  });

  for (const [what, kind, operation, amount] of [
    ['a refund', 'purchase', 'refund', '101'],
    ['a capture', 'authorize', 'capture', '101'],
    ['a void', 'authorize', 'void', undefined],
  ] as const)
    it(`stands after ${what} that the gateway has undone as it stood before`, () => {
      const before = paid(kind);
      const wanted = anOperationRequest(operation, 'e1', {
        ...(amount !== undefined && { amount: kwd(operation === 'refund' ? '60' : amount) }),
      });
      const done = operated(before, wanted);
      const [entry] = done.operations ?? [];
      assert.ok(entry);
      const undone = { ...done, operations: [{ ...entry, reversedAt: CREATED_AT + 1 }] };
      const posted = entriesOf(undone, CREATED_AT);
      assert.deepEqual(standing(posted), standing(entriesOf(before, CREATED_AT)));
      assert.equal(posted.at(-1)?.event, `${operation}-reversed`);
      assert.equal(posted.at(-1)?.at, CREATED_AT + 1);
      for (const one of posted) assert.deepEqual(outOfBalance(one), []);
      const { sessionId } = undone;
      const session = { sessionId, transaction: undone, entries: posted, operations: [] };
      assert.deepEqual(
        sessionDifferences(session).filter(({ kind: one }) => one !== 'operation'),
        [],
      );
      // The next one finds all of the money again.
      assert.deepEqual(available(undone, operation), available(before, operation));
    });

  it('lets go of the whole hold after a capture that the gateway has undone, and only of the rest before', () => {
    const [capture, void_] = ['capture', 'void'] as const;
    const captured = operated(
      paid('authorize'),
      anOperationRequest(capture, 'e1', { amount: kwd('60') }),
    );
    const [entry] = captured.operations ?? [];
    assert.ok(entry);
    const undone = { ...captured, operations: [{ ...entry, reversedAt: CREATED_AT + 1 }] };
    const released = operated(undone, {
      ...anOperationRequest(void_, 'e2'),
      now: CREATED_AT + 2,
    });
    assert.equal(standing(entriesOf(released, CREATED_AT + 3))['hold'] ?? '0.000', '0.000');
    const [, last] = released.operations ?? [];
    assert.ok(last);
    // A void that came before the capture was undone took only what was held then, and nothing is held any more.
    const earlier = {
      ...released,
      operations: [
        { ...entry, reversedAt: CREATED_AT + 9 },
        { ...last, createdAt: CREATED_AT + 2 },
      ],
    };
    assert.equal(standing(entriesOf(earlier, CREATED_AT + 10))['hold'] ?? '0.000', '0.000');
    // Where that void is undone in the end, all is held again, heard of one by one or all at once.
    const anew = {
      ...earlier,
      operations: earlier.operations.map((one) =>
        one.kind === void_ ? { ...one, reversedAt: CREATED_AT + 11 } : one,
      ),
    };
    const oneByOne = [
      ...entriesOf(earlier, CREATED_AT + 10),
      ...entriesBetween(earlier, anew, CREATED_AT + 12),
    ];
    assert.equal(standing(oneByOne)['hold'], '102.000');
    assert.deepEqual(standing(entriesOf(anew, CREATED_AT + 12)), standing(oneByOne));
    assert.deepEqual(available(anew, capture), kwd('102'));
  });

  it('holds what is left of a hold whose void was undone, whatever was undone around it, heard of one by one or all at once', () => {
    const captured = operated(
      paid('authorize'),
      anOperationRequest('capture', 'e1', { amount: kwd('60') }),
    );
    const [capture] = captured.operations ?? [];
    const voided = doneThere(captured, 'void', { amount: kwd('42'), reference: FIRST });
    const void_ = voided.operations?.at(-1);
    assert.ok(capture && void_);
    const names = ['demoDDDDDD', 'demoEEEEEE'].map((name) => ({
      ...void_,
      referenceNumber: referenceOf(name),
    }));
    const voids = (...spans: readonly (readonly [number, number?])[]) =>
      spans.map(([from, to], nth) => ({ ...(names[nth] ?? void_), at: from, ...(to && { to }) }));
    for (const [captureUndoneAt, spans, held] of [
      [undefined, voids([2, 11]), '42.000'],
      [1, voids([2, 11]), '102.000'],
      [9, voids([2, 11]), '102.000'],
      [12, voids([2, 11]), '102.000'],
      // It was let go anew, also where that is heard of before the first void's undoing.
      [9, voids([2, 11], [13]), '0.000'],
      [9, voids([2, 11], [10]), '0.000'],
      [9, voids([2, 11], [8]), '0.000'],
      [9, voids([2, 11], [8, 15]), '102.000'],
      [12, voids([2, 11], [10]), '0.000'],
      [14, voids([2, 11], [12, 15]), '102.000'],
    ] as const) {
      /** What was known then. */
      const known = (now: number): Transaction => {
        const undone = (at: number | undefined) =>
          at !== undefined && at <= now && { reversedAt: CREATED_AT + at };
        return {
          ...captured,
          operations: [
            { ...capture, ...undone(captureUndoneAt) },
            ...spans
              .filter(({ at }) => at <= now)
              .map(({ at, to, ...one }) => ({ ...one, createdAt: CREATED_AT + at, ...undone(to) })),
          ],
        };
      };
      const oneByOne = Array.from({ length: 20 }, (_one, now) => now).flatMap((now) =>
        now === 0
          ? entriesOf(known(0), CREATED_AT)
          : entriesBetween(known(now - 1), known(now), CREATED_AT + now),
      );
      const what = JSON.stringify([captureUndoneAt, spans.map(({ at, to }) => [at, to])]);
      assert.equal(standing(oneByOne)['hold'] ?? '0.000', held, `one by one: ${what}`);
      const atOnce = standing(entriesOf(known(20), CREATED_AT + 20));
      assert.equal(atOnce['hold'] ?? '0.000', held, `at once: ${what}`);
    }
  });

  it('holds nothing more where a capture in a third currency is undone', () => {
    const amount = amountOf('5', 'USD');
    const captured = doneThere(paid('authorize'), 'capture', { amount, reference: FIRST });
    const [entry] = captured.operations ?? [];
    assert.ok(entry);
    const undone = { ...captured, operations: [{ ...entry, reversedAt: CREATED_AT + 1 }] };
    const entries = entriesOf(undone, CREATED_AT);
    assert.equal(entries.at(-1)?.event, 'capture-reversed');
    assert.deepEqual(standing(entries), standing(entriesOf(paid('authorize'), CREATED_AT)));
  });

  for (const [amount, left] of [
    ['102', '0.000'],
    ['60', '42.000'],
    ['40', '62.000'],
  ] as const)
    it(`holds what is left where ${amount} were captured, undone and captured anew, in whichever order that is heard`, () => {
      const held = paid('authorize');
      const asked = anOperationRequest('capture', '1', { amount: kwd(amount) });
      const captured = operated(held, asked);
      const anew = (before: Transaction) =>
        doneThere(before, 'capture', { amount: kwd(amount), reference: FIRST, name: 'f2' });
      for (const heard of [
        [firstUndone(captured), anew(firstUndone(captured))],
        [anew(captured), firstUndone(anew(captured))],
      ]) {
        const posted = [held, captured, ...heard].flatMap((one, at, all) => {
          const before = all[at - 1];
          return before ? entriesBetween(before, one, CREATED_AT) : entriesOf(one, CREATED_AT);
        });
        for (const entries of [posted, entriesOf(anew(firstUndone(captured)), CREATED_AT)])
          assert.equal(standing(entries)['hold'] ?? '0.000', left);
        const transaction = anew(firstUndone(captured));
        const { sessionId } = transaction;
        const session = { sessionId, transaction, entries: posted, operations: [] };
        assert.deepEqual(
          sessionDifferences(session).filter(({ kind }) => kind !== 'operation'),
          [],
        );
      }
    });

  for (const [end, gateway] of [
    ['done', '60.000'],
    ['rejected', undefined],
  ] as const)
    it(`holds nothing where a capture that was queued is ${end} after the hold was let go`, () => {
      const held = paid('authorize');
      const asked = anOperationRequest('capture', '1', { amount: kwd('60') });
      const { transaction, operation } = promisedTo(held, asked);
      const to = (before: Transaction, version: number, state: OperationState) =>
        settle(before, { ...operation, version, state }) ?? before;
      const queued = to(transaction, 2, 'queued');
      const expired = doneThere(queued, 'void', { amount: kwd('102'), reference: FIRST });
      const over = to(expired, 3, end);
      const posted = [held, queued, expired, over].flatMap((one, at, all) => {
        const before = all[at - 1];
        return before ? entriesBetween(before, one, CREATED_AT) : entriesOf(one, CREATED_AT);
      });
      for (const entries of [posted, entriesOf(over, CREATED_AT)]) {
        assert.equal(standing(entries)['hold'] ?? '0.000', '0.000');
        assert.equal(standing(entries)['gateway'], gateway);
      }
      const { sessionId } = over;
      const session = { sessionId, transaction: over, entries: posted, operations: [] };
      assert.deepEqual(
        sessionDifferences(session).filter(({ kind }) => kind !== 'operation'),
        [],
      );
    });

  it('has no difference where all of a hold was captured after it was let go', () => {
    const held = paid('authorize');
    const expired = doneThere(held, 'void', { amount: kwd('102'), reference: FIRST });
    const over = doneThere(expired, 'capture', {
      amount: kwd('102'),
      reference: FIRST,
      name: 'f2',
    });
    const posted = [held, expired, over].flatMap((one, at, all) => {
      const before = all[at - 1];
      return before ? entriesBetween(before, one, CREATED_AT) : entriesOf(one, CREATED_AT);
    });
    for (const entries of [posted, entriesOf(over, CREATED_AT)]) {
      assert.equal(standing(entries)['hold'] ?? '0.000', '0.000');
      assert.equal(standing(entries)['gateway'], '102.000');
    }
    const { sessionId } = over;
    const session = { sessionId, transaction: over, entries: posted, operations: [] };
    const booked = (entries: readonly LedgerEntry[]) =>
      sessionDifferences({ ...session, entries }).filter(({ kind }) => kind !== 'operation');
    assert.deepEqual(booked(posted), []);
    assert.deepEqual(
      booked(posted.filter(({ event }) => event !== 'capture')).map(({ kind }) => kind),
      ['not-posted'],
    );
    const [, freed] = posted;
    assert.ok(freed);
    const stranger = { ...freed, id: `${freed.id}-else`, referenceNumber: FIRST };
    assert.deepEqual(
      booked([...posted, stranger]).map(({ kind }) => kind),
      ['not-implied'],
    );
  });

  it('gets one entry for a change that moves money, and none for another', () => {
    const before = paid('purchase');
    const { transaction: promised, operation } = promisedTo(
      before,
      anOperationRequest('refund', '1'),
    );
    const done = operated(before, anOperationRequest('refund', '1'));
    assert.deepEqual(entriesBetween(before, { ...before }, CREATED_AT), []);
    assert.deepEqual(entriesBetween(before, promised, CREATED_AT), []);
    const [entry, ...more] = entriesBetween(promised, done, CREATED_AT + 5);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [entry?.event, entry?.at, entry?.referenceNumber, entry?.paymentReference],
      ['refund', CREATED_AT + 5, operation.referenceNumber, 'demoAAAAAA'],
    );
  });

  it('comes to the same whichever captures were posted, and the repair posts the others', () => {
    const held = paid('authorize');
    const one = operated(held, anOperationRequest('capture', '1', { amount: kwd('60') }));
    const both = operated(one, anOperationRequest('capture', '2'));
    const all = entriesOf(both, CREATED_AT);
    const last = entriesBetween(one, both, CREATED_AT);
    const repaired = [...last, ...unposted(both, last, CREATED_AT)];
    assert.equal(repaired.length, all.length);
    assert.deepEqual(sorted(standing(repaired)), sorted(standing(all)));
    assert.deepEqual(unposted(both, repaired, CREATED_AT), []);
  });
});

/** What stands on each account, without the empty ones. */
function standing(entries: readonly LedgerEntry[]): Record<string, string> {
  return Object.fromEntries(
    balancesOf(entries.map((entry) => ({ ...entry, pgCode: codeOf('any') })))
      .filter(({ amount }) => amount.minor !== 0)
      .map(({ account, amount }) => [account, toDecimal(amount)]),
  );
}

function sorted(balances: Record<string, string>) {
  return Object.entries(balances).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

/** The first operation, undone by the gateway since. */
const firstUndone = (before: Transaction): Transaction => ({
  ...before,
  operations: (before.operations ?? []).map((one, at) =>
    at === 0 ? { ...one, reversedAt: CREATED_AT + 1 } : one,
  ),
});
