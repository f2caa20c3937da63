import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  TIMELINE_KINDS,
  timelineOf,
  timelinePage,
  type TimelineEntry,
  type TimelinePlace,
  type TimelineSources,
} from '../../../domain/transaction/timeline.ts';
import { notificationId } from '../../../domain/ids.ts';
import { subtract } from '../../../domain/money.ts';
import {
  aTransaction,
  anAttempt,
  anOperation,
  CARD,
  CREATED_AT,
  kwd,
  referenceOf,
  sessionOf,
  SHOP,
} from '../../support/builders.ts';

const PAYMENT = sessionOf('a1');
const CHILD = sessionOf('c1');
const FIRST = referenceOf('demoAAAAAA');
const REFUND = referenceOf('demoRRRRRR');
const person = (id: number, username: string) => ({
  id,
  username,
  email: `${username}@shop.example`,
});
const MESSAGE = notificationId('5f0d7f53-40f5-5d6b-bd0f-7ac81f05b2c1');

/** A payment to which everything has happened, each thing at an instant of its own. */
const EVERYTHING: TimelineSources = {
  transaction: aTransaction({
    state: 'paid',
    initiator: person(7, 'maker'),
    agreement: { id: 'gym', type: 'recurring' },
    seenAt: CREATED_AT + 1,
    attempts: [
      anAttempt({
        referenceNumber: FIRST,
        state: 'success',
        createdAt: CREATED_AT + 2,
        concludedAt: CREATED_AT + 5,
        message: 'Approved',
        inquired: { calls: 2, heard: 'decided', at: CREATED_AT + 4 },
      }),
    ],
    disputes: [
      {
        disputeId: 'dp_1',
        referenceNumber: FIRST,
        state: 'open',
        amount: kwd('12.500'),
        saidAt: CREATED_AT + 20,
        movements: [{ name: 'mv_1', kind: 'taken', amount: kwd('12.500'), at: CREATED_AT + 19 }],
      },
    ],
    alerts: [
      { kind: 'dispute', referenceNumber: FIRST, at: CREATED_AT + 21, detail: 'Look at it.' },
    ],
  }),
  operations: [
    anOperation({
      sessionId: CHILD,
      initiator: person(7, 'maker'),
      createdAt: CREATED_AT + 10,
      concludedAt: CREATED_AT + 14,
      reversedAt: CREATED_AT + 18,
      approval: {
        state: 'done',
        needed: 2,
        votes: [
          { by: person(8, 'checker'), at: CREATED_AT + 11 },
          { by: person(9, 'second'), at: CREATED_AT + 12, breakGlass: true },
        ],
        decidedBy: person(9, 'second'),
        decidedAt: CREATED_AT + 12,
        reason: 'It is theirs.',
        expiresAt: CREATED_AT + 1000,
      },
    }),
  ],
  callbacks: [
    {
      id: 'cb1',
      receivedAt: CREATED_AT + 3,
      pgCode: CARD,
      referenceNumber: FIRST,
      subject: 'attempt',
      result: 'success',
    },
  ],
  deliveries: [
    {
      eventId: 'ev1',
      createdAt: CREATED_AT + 7,
      type: 'payment.paid',
      state: 'delivered',
      calls: 2,
    },
  ],
  notifications: [
    {
      id: MESSAGE,
      key: 'k',
      merchantId: SHOP,
      channel: 'email',
      event: 'created',
      language: 'en',
      to: ['payer@example.test'],
      cc: ['copy@example.test'],
      createdAt: CREATED_AT + 8,
      status: 'sent',
      tries: 1,
    },
  ],
  ledger: [
    {
      id: `${PAYMENT}/capture/${FIRST}`,
      merchantId: SHOP,
      sessionId: PAYMENT,
      event: 'capture',
      referenceNumber: FIRST,
      paymentReference: FIRST,
      pgCode: CARD,
      gateway: 'sandbox',
      sandbox: false,
      at: CREATED_AT + 6,
      lines: [
        { account: 'gateway', amount: kwd('12.500') },
        { account: 'sales', amount: subtract(kwd('0'), kwd('12.500')) },
      ],
    },
  ],
  audit: [
    {
      id: '41',
      at: CREATED_AT + 9,
      who: 'user:maker',
      from: '203.0.113.7',
      action: 'request',
      about: PAYMENT,
      route: 'operations.do',
      requestId: 'r1',
    },
  ],
};

describe('the timeline of a payment', () => {
  it('tells of everything, oldest first', () => {
    const told = timelineOf(EVERYTHING, { maySeePeople: true, maySeeNotes: true });
    assert.deepEqual(
      told.map(({ at, kind, about, who }) => [at - CREATED_AT, kind, about, who ?? '']),
      [
        [0, 'created', PAYMENT, 'user:maker'],
        [0, 'agreement', 'gym', ''],
        [1, 'viewed', PAYMENT, ''],
        [2, 'attempt.begun', FIRST, ''],
        [3, 'callback', FIRST, ''],
        [4, 'inquiry', FIRST, ''],
        [5, 'attempt.ended', FIRST, ''],
        [6, 'ledger', FIRST, ''],
        [7, 'webhook', 'ev1', ''],
        [8, 'notification', MESSAGE, ''],
        [9, 'audit', PAYMENT, 'user:maker'],
        [10, 'operation', CHILD, 'user:maker'],
        [11, 'vote', CHILD, 'user:checker'],
        [12, 'vote', CHILD, 'user:second'],
        [12, 'approval', CHILD, 'user:second'],
        [14, 'operation', CHILD, ''],
        [18, 'operation', CHILD, ''],
        [19, 'dispute', 'dp_1', ''],
        [20, 'dispute', 'dp_1', ''],
        [21, 'alert', FIRST, ''],
      ],
    );
    assert.deepEqual(
      told.filter(({ from }) => from !== undefined).map(({ kind, from }) => [kind, from]),
      [['audit', '203.0.113.7']],
    );
    const kinds = new Set(told.map(({ kind }) => kind));
    assert.deepEqual(
      TIMELINE_KINDS.filter((kind) => !kinds.has(kind)),
      [],
    );
  });

  it('has the facts of an operation step by step', () => {
    const same = { operation: 'refund', amount: kwd('3.000'), referenceNumber: REFUND };
    assert.deepEqual(
      timelineOf(EVERYTHING, { maySeePeople: true, maySeeNotes: true })
        .filter(({ kind }) => ['operation', 'vote', 'approval'].includes(kind))
        .map(({ facts }) => facts),
      [
        {
          ...same,
          pgCode: CARD,
          step: 'begun',
          destination: 'pg',
          source: 'input',
          checkers: 2,
        },
        {},
        { breakGlass: true },
        { state: 'approved', reason: 'It is theirs.' },
        { ...same, pgCode: CARD, step: 'ended', state: 'done' },
        { ...same, pgCode: CARD, step: 'reversed' },
      ],
    );
  });

  for (const [state, decision] of [
    ['approved', 'approved'],
    ['done', 'approved'],
    ['manual_action_required', 'approved'],
    ['expired', 'approved'],
    ['rejected', 'rejected'],
    ['canceled', 'canceled'],
  ] as const)
    it(`says what was decided of a request that is ${state} now`, () => {
      const approval = { state, needed: 1, votes: [], decidedAt: 5, expiresAt: 9 };
      const told = timelineOf(
        { ...EVERYTHING, operations: [anOperation({ approval })] },
        { maySeePeople: false, maySeeNotes: false },
      );
      const decided = told.filter(({ kind }) => kind === 'approval');
      assert.deepEqual(
        decided.map(({ at, facts, who }) => [at, facts.state, who]),
        [[5, decision, undefined]],
      );
    });

  it('has no address of a person for who may not see any', () => {
    const to = (maySeePeople: boolean) =>
      timelineOf(EVERYTHING, { maySeePeople, maySeeNotes: false }).flatMap(
        ({ facts }) => facts.to ?? [],
      );
    assert.deepEqual(to(true), ['payer@example.test', 'copy@example.test']);
    assert.deepEqual(to(false), []);
    assert.doesNotMatch(
      JSON.stringify(timelineOf(EVERYTHING, { maySeePeople: false, maySeeNotes: false })),
      /example\.test/,
    );
  });

  // Few instants, so that many entries have the same one.
  const instants = fc.integer({ min: 0, max: 4 });
  const histories = fc.record({
    callbacks: fc.array(instants, { maxLength: 12 }),
    deliveries: fc.array(instants, { maxLength: 12 }),
    audit: fc.array(instants, { maxLength: 12 }),
    operations: fc.array(instants, { maxLength: 6 }),
  });
  type History = typeof histories extends fc.Arbitrary<infer H> ? H : never;
  const sourcesOf = ({ callbacks, deliveries, audit, operations }: History): TimelineSources => ({
    ...EVERYTHING,
    transaction: aTransaction({ createdAt: 0 }),
    notifications: [],
    ledger: [],
    callbacks: callbacks.map((receivedAt, nth) => ({
      id: `c${nth}`,
      receivedAt,
      pgCode: CARD,
      referenceNumber: FIRST,
      subject: 'attempt',
      result: 'pending',
    })),
    deliveries: deliveries.map((createdAt, nth) => ({
      eventId: `d${nth}`,
      createdAt,
      state: 'queued',
      calls: 0,
    })),
    audit: audit.map((at, nth) => ({
      id: `e${nth}`,
      at,
      who: 'key:k',
      from: '::1',
      action: 'request',
      about: PAYMENT,
    })),
    operations: operations.map((createdAt, nth) =>
      anOperation({ sessionId: sessionOf(`c${nth}`), createdAt, concludedAt: createdAt + 1 }),
    ),
  });

  it('loses nothing, tells nothing twice, and has one order, in whatever order it is read', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const sources = sourcesOf(history);
        const told = timelineOf(sources, { maySeePeople: true, maySeeNotes: true });
        const { callbacks, deliveries, audit, operations } = history;
        assert.equal(
          told.length,
          1 + callbacks.length + deliveries.length + audit.length + 2 * operations.length,
        );
        assert.equal(new Set(told.map(nameOf)).size, told.length);
        for (const [nth, { at, kind }] of told.entries()) {
          const before = told[nth - 1];
          if (!before) continue;
          assert.ok(before.at <= at);
          if (before.at === at)
            assert.ok(TIMELINE_KINDS.indexOf(before.kind) <= TIMELINE_KINDS.indexOf(kind));
        }
        const backwards = {
          ...sources,
          callbacks: sources.callbacks.toReversed(),
          deliveries: sources.deliveries.toReversed(),
          audit: sources.audit.toReversed(),
          operations: sources.operations.toReversed(),
        };
        assert.deepEqual(timelineOf(backwards, { maySeePeople: true, maySeeNotes: true }), told);
      }),
    );
  });

  it('is the same page by page as at once, also while others write at instants that were shown', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 7 }), (history, limit) => {
        const told = timelineOf(sourcesOf(history), { maySeePeople: true, maySeeNotes: true });
        const more = timelineOf(sourcesOf({ ...history, audit: [...history.audit, 0] }), {
          maySeePeople: true,
          maySeeNotes: true,
        });
        const shown: TimelineEntry[] = [];
        let after: TimelinePlace | undefined;
        for (;;) {
          // From the second page on there is one entry more, at the first instant.
          const { results, next } = timelinePage(after ? more : told, { after, limit });
          assert.ok(results.length <= limit);
          shown.push(...results);
          if (!next) break;
          after = placeOf(next);
        }
        const names = shown.map(nameOf);
        assert.equal(new Set(names).size, names.length, 'nothing twice');
        const missing = told.map(nameOf).filter((name) => !names.includes(name));
        assert.deepEqual(missing, []);
      }),
    );
  });

  it('has the code of a reason for all, and the note for people alone', () => {
    const sources = sourcesOf({ callbacks: [], deliveries: [], audit: [], operations: [1] });
    const operations = sources.operations.map((one) => ({
      ...one,
      reasonCode: 'other' as const,
      reasonNote: 'Said so at noon',
    }));
    const factsFor = (maySeeNotes: boolean) =>
      timelineOf({ ...sources, operations }, { maySeePeople: true, maySeeNotes })
        .filter(({ facts }) => facts.step === 'begun')
        .map(({ facts: { reason, note } }) => [reason, note]);
    assert.deepEqual(factsFor(true), [['other', 'Said so at noon']]);
    assert.deepEqual(factsFor(false), [['other', undefined]]);
  });

  it('goes on from the first of an instant where the place is not seen any more', () => {
    const told = timelineOf(
      sourcesOf({ callbacks: [1, 2, 2], deliveries: [3], audit: [], operations: [] }),
      {
        maySeePeople: true,
        maySeeNotes: true,
      },
    );
    const { results } = timelinePage(told, { after: { at: 2, is: () => false }, limit: 9 });
    assert.deepEqual(results.map(nameOf), ['callback/c1', 'callback/c2', 'webhook/d0']);
    assert.deepEqual(timelinePage(told, { after: { at: 9, is: () => false }, limit: 9 }), {
      results: [],
    });
  });
});

function nameOf({ kind, id }: TimelineEntry): string {
  return `${kind}/${id}`;
}

function placeOf(last: TimelineEntry): TimelinePlace {
  return { at: last.at, is: (entry) => nameOf(entry) === nameOf(last) };
}
