import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  decide,
  dropped,
  expireRequest,
  isDecisionLate,
  needsHand,
  standingDecision,
  UNANSWERED,
  APPROVAL_PATIENCE_MS,
  type Decision,
} from '../../../domain/operation/approval.ts';
import {
  askedAt,
  entryOf,
  type Operation,
  APPROVAL_STATES,
  type Approval,
  type ApprovalState,
} from '../../../domain/operation/operation.ts';
import { Refusal, type RefusalCode } from '../../../domain/refusal.ts';
import type { Initiator } from '../../../domain/initiator.ts';
import { hearOperation, refused, unclear } from '../../../domain/operation/hear.ts';
import { CREATED_AT, kwd } from '../../support/builders.ts';
import { aNumberedOperation, wordOn } from './support.ts';

const NOW = CREATED_AT + 1000;
const [MAKER, CHECKER, OTHER] = [1, 2, 3].map(person);

/** A request of the maker that waits for so many checkers. */
function asked(given: Partial<Approval> = {}, over: Partial<Operation> = {}): Operation {
  const approval: Approval = {
    state: 'pending',
    needed: 1,
    votes: [],
    expiresAt: CREATED_AT + APPROVAL_PATIENCE_MS,
    ...given,
  };
  return aNumberedOperation(1, { state: 'awaiting', initiator: person(1), approval, ...over });
}

describe('a decision about what was looked at', () => {
  for (const verdict of ['approve', 'reject', 'cancel', 'retry'] as const)
    it(`is not taken about another version: ${verdict}`, () => {
      const request = asked({}, { version: 3 });
      for (const seen of [2, 4])
        assert.throws(() => decide(request, by(CHECKER, verdict, { seen }), NOW), {
          code: 'version_conflict' satisfies RefusalCode,
        });
      if (verdict === 'approve' || verdict === 'reject')
        assert.notEqual(decide(request, by(CHECKER, verdict, { seen: 3 }), NOW), request);
    });

  it('keeps what each checker notes with their yes', () => {
    const first = decide(asked({ needed: 2 }), by(CHECKER, 'approve', { note: 'Called' }), NOW);
    const second = decide(first, by(OTHER, 'approve'), NOW);
    assert.deepEqual(
      second.approval?.votes.map(({ note }) => note),
      ['Called', undefined],
    );
    assert.equal(second.approval?.reason, undefined);
  });
});

describe('a request that was dropped', () => {
  it('says by whom, and never that the gateway declined', () => {
    const rejected = decide(asked(), by(CHECKER, 'reject', { reason: 'Not agreed.' }), NOW);
    const canceled = decide(asked(), by(MAKER, 'cancel'), NOW);
    const unattended = expireRequest(asked(), CREATED_AT + APPROVAL_PATIENCE_MS);
    assert.ok(unattended);
    assert.deepEqual(
      [rejected, canceled, unattended].map((one) => dropped(one).message),
      [
        'The request for this refund was rejected: Not agreed.',
        'The request for this refund was canceled.',
        'The request for this refund was canceled, because nobody decided about it in time.',
      ],
    );
  });
});

describe('a decision on a request', () => {
  it('of one checker is enough where one is needed', () => {
    const approved = decide(asked(), by(CHECKER, 'approve', { reason: 'Right' }), NOW);
    assert.deepEqual(
      [approved.state, approved.approval],
      [
        'promised',
        {
          state: 'approved',
          needed: 1,
          votes: [{ by: CHECKER, at: NOW }],
          expiresAt: CREATED_AT + APPROVAL_PATIENCE_MS,
          decidedBy: CHECKER,
          decidedAt: NOW,
          reason: 'Right',
        },
      ],
    );
  });

  it('waits for every checker who is needed, each of them once', () => {
    const first = decide(asked({ needed: 2 }), by(CHECKER, 'approve'), NOW);
    assert.deepEqual([first.state, first.approval?.state], ['awaiting', 'pending']);
    assert.equal(refusal(first, by(CHECKER, 'approve')), 'invalid_state');
    assert.equal(decide(first, by(OTHER, 'approve'), NOW).state, 'promised');
  });

  it('in an emergency is of one alone, and says so', () => {
    const broken = decide(asked({ needed: 3 }), by(CHECKER, 'approve', { breakGlass: true }), NOW);
    assert.equal(broken.state, 'promised');
    assert.deepEqual(broken.approval?.votes, [{ by: CHECKER, at: NOW, breakGlass: true }]);
  });

  it('is no emergency where one checker is enough anyway', () => {
    const approved = decide(asked(), by(CHECKER, 'approve', { breakGlass: true }), NOW);
    assert.deepEqual(approved.approval?.votes, [{ by: CHECKER, at: NOW }]);
  });

  for (const verdict of ['reject', 'cancel'] as const)
    it(`to ${verdict} gives the money back`, () => {
      const dropped = decide(asked(), by(CHECKER, verdict, { reason: 'No' }), NOW);
      assert.deepEqual(
        [dropped.state, dropped.approval?.state, dropped.approval?.reason, dropped.concludedAt],
        ['dropped', verdict === 'reject' ? 'rejected' : 'canceled', 'No', NOW],
      );
    });

  const forbidden: readonly (readonly [string, Decision])[] = [
    ['approve what they asked for', by(MAKER, 'approve')],
    ['approve what they asked for, in an emergency', by(MAKER, 'approve', { breakGlass: true })],
    ['approve without being a checker', by(CHECKER, 'approve', { checker: false })],
    ['reject without being a checker', by(CHECKER, 'reject', { checker: false })],
    ["cancel another's request", by(OTHER, 'cancel', { checker: false })],
  ];
  for (const [what, decision] of forbidden)
    it(`lets nobody ${what}`, () => {
      assert.equal(refusal(asked(), decision), 'forbidden');
    });

  for (const [who, decision] of [
    ['the maker', by(MAKER, 'cancel', { checker: false })],
    ['a checker', by(OTHER, 'cancel')],
  ] as const)
    it(`lets ${who} cancel`, () => {
      assert.equal(decide(asked(), decision, NOW).state, 'dropped');
    });

  for (const state of APPROVAL_STATES)
    for (const verdict of ['approve', 'reject', 'cancel'] as const)
      if (state !== 'pending')
        it(`to ${verdict} comes too late when it is ${state}`, () => {
          assert.equal(refusal(asked({ state }), by(CHECKER, verdict)), 'invalid_state');
        });

  it('is refused where nobody needs to decide', () => {
    assert.equal(refusal(aNumberedOperation(1), by(CHECKER, 'approve')), 'invalid_state');
  });
});

describe('a further try', () => {
  const failed = needsHand(
    asked({ state: 'approved' }, { state: 'failed', message: 'No funds' }),
    'No funds',
    NOW,
  );

  it('of what the gateway declined is another question', () => {
    const again = decide(failed, by(MAKER, 'retry', { checker: false }), NOW);
    assert.deepEqual([again.state, again.approval?.state], ['promised', 'approved']);
    assert.equal(again.idempotencyKey, `${failed.idempotencyKey}:2`);
    assert.equal(askedAt(again), NOW);
    assert.equal(again.message, undefined);
    const third = decide(
      needsHand({ ...again, state: 'failed' }, 'No funds', NOW),
      by(MAKER, 'retry'),
      NOW,
    );
    assert.equal(third.idempotencyKey, `${failed.idempotencyKey}:3`);
  });

  it('is made below the sum that was given with it, and not with that of the one before', () => {
    const given: Decision = { ...by(MAKER, 'retry'), retryBelow: kwd('5') };
    const again = decide(failed, given, NOW);
    assert.deepEqual(again.approval?.retryBelow, kwd('5'));
    const third = decide(
      needsHand({ ...again, state: 'failed' }, 'No', NOW),
      by(MAKER, 'retry'),
      NOW,
    );
    assert.deepEqual([third.approval?.retries, third.approval?.retryBelow], [2, undefined]);
  });

  it('of what nobody knows is the same question', () => {
    const again = decide({ ...failed, state: 'unclear' }, by(MAKER, 'retry'), NOW);
    assert.deepEqual([again.state, again.idempotencyKey], ['promised', failed.idempotencyKey]);
  });

  it('is refused of what was begun at the gateway itself, which would do another one', () => {
    const foreign: Operation = { ...failed, state: 'unclear', source: 'pg' };
    assert.equal(refusal(foreign, by(MAKER, 'retry')), 'invalid_state');
  });

  it('changes nothing while the approved one is being done', () => {
    const approved = asked({ state: 'approved' }, { state: 'promised' });
    assert.equal(decide(approved, by(MAKER, 'retry'), NOW), approved);
  });

  for (const state of ['pending', 'rejected', 'canceled', 'done', 'expired'] as const)
    it(`is refused when the request is ${state}`, () => {
      assert.equal(refusal(asked({ state }), by(CHECKER, 'retry')), 'invalid_state');
    });
});

describe('an operation of which nobody knows whether it was done', () => {
  const approved = asked({ state: 'approved' }, { state: 'promised' });
  const lost = unclear(approved, UNANSWERED, NOW);

  it('is given up by a checker alone, who has looked at the gateway, and says by whom', () => {
    assert.equal(refusal(lost, by(MAKER, 'cancel', { checker: false })), 'forbidden');
    const { alert, ...given } = decide(lost, by(CHECKER, 'cancel', { reason: 'Not there.' }), NOW);
    assert.deepEqual(
      [given.state, given.approval?.state, given.approval?.decidedBy, given.concludedAt, alert],
      ['failed', 'canceled', CHECKER, NOW, undefined],
    );
    assert.match(given.message ?? '', / has looked at the gateway/);
    assert.equal(refusal(given, by(MAKER, 'retry')), 'invalid_state');
    assert.equal(hearOperation(given, wordOn(given), NOW)?.state, 'done');
  });

  it('is given up by nobody where the gateway has said something that does not fit: money may have moved', () => {
    const other = unclear(approved, 'The gateway reports KWD 0.001.', NOW);
    assert.equal(refusal(other, by(CHECKER, 'cancel')), 'invalid_state');
  });

  it('keeps its Tracking-Key where it was given up, and frees it where it failed', () => {
    const given = decide(lost, by(CHECKER, 'cancel'), NOW);
    assert.equal(entryOf(given).givenUp, true);
    assert.equal(entryOf(refused(approved, 'No.', NOW)).givenUp, undefined);
  });

  it('has a new time when it is declined after its own is over', () => {
    const { expiresAt = 0 } = lost.approval ?? {};
    const again = decide(lost, by(MAKER, 'retry'), expiresAt + 1);
    const declined = refused(again, 'No.', expiresAt + 1);
    assert.equal(declined.approval?.expiresAt, expiresAt + 1 + APPROVAL_PATIENCE_MS);
  });
});

describe('the time of a request', () => {
  const late: readonly (readonly [Decision['verdict'], Partial<Approval>, number, boolean])[] = [
    ['approve', {}, -1, false],
    ['approve', {}, 0, true],
    ['retry', { state: 'manual_action_required' }, -1, false],
    ['retry', { state: 'manual_action_required' }, 0, true],
    ['retry', { state: 'approved' }, 0, false],
    ['reject', {}, 0, false],
    ['cancel', {}, 0, false],
  ];
  for (const [verdict, approval, after, isOver] of late)
    it(`is ${isOver ? '' : 'not '}over for who says ${verdict} ${after} ms after it, when it is ${approval.state ?? 'pending'}`, () => {
      const now = CREATED_AT + APPROVAL_PATIENCE_MS + after;
      assert.equal(isDecisionLate(asked(approval), by(CHECKER, verdict), now), isOver);
    });

  const over: readonly (readonly [
    ApprovalState,
    Operation['state'],
    ApprovalState | undefined,
    Operation['state'],
  ])[] = [
    ['pending', 'awaiting', 'canceled', 'dropped'],
    ['manual_action_required', 'failed', 'expired', 'failed'],
    ['manual_action_required', 'unclear', undefined, 'unclear'],
    ['approved', 'promised', undefined, 'promised'],
    ['done', 'done', undefined, 'done'],
    ['expired', 'failed', undefined, 'failed'],
  ];
  for (const [approval, state, then, after] of over)
    it(`when it is over makes of one that is ${approval} and ${state} ${then ?? 'nothing new'}`, () => {
      const operation = asked({ state: approval }, { state });
      const { expiresAt = 0 } = operation.approval ?? {};
      assert.equal(expireRequest(operation, expiresAt - 1), undefined);
      const expired = expireRequest(operation, expiresAt);
      assert.equal(expired?.approval?.state, then);
      assert.equal((expired ?? operation).state, after);
    });
});

describe('people at random', () => {
  it('never have anything done without its checkers, and never approve their own', () => {
    const decisions = fc.array(
      fc.record({
        who: fc.integer({ min: 1, max: 5 }),
        verdict: fc.constantFrom('approve', 'reject', 'cancel', 'retry'),
        checker: fc.boolean(),
        breakGlass: fc.boolean(),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(decisions, fc.integer({ min: 1, max: 3 }), (all, needed) => {
        const end = all.reduce((held, { who, breakGlass, ...rest }) => {
          const decision = {
            by: person(who),
            ...rest,
            ...(breakGlass && { breakGlass: true as const }),
          };
          return attempt(held, decision) ?? held;
        }, asked({ needed }));
        if (end.state !== 'promised') return;
        const votes = end.approval?.votes ?? [];
        const isEmergency = votes.some(({ breakGlass }) => breakGlass);
        assert.ok(isEmergency || votes.length >= needed);
        assert.equal(new Set(votes.map((vote) => vote.by.id)).size, votes.length);
        assert.ok(votes.every((vote) => vote.by.id !== 1));
      }),
    );
  });
});

describe('a decision that nobody has answered', () => {
  const verdicts = ['approve', 'reject', 'cancel'] as const;
  for (const verdict of verdicts)
    for (const other of verdicts) {
      const standing = (whose: Initiator | undefined, needed = 1) => {
        const kept = decide(asked({ needed }), by(CHECKER, other), NOW);
        const sent = by(whose, verdict);
        return standingDecision({ ...kept, version: 2 }, sent, { since: 1, now: NOW });
      };

      it(`is told only to whose it is: ${verdict}, where ${other} stands`, () => {
        if (verdict === other) assert.equal(standing(CHECKER)?.version, 2);
        for (const whose of verdict === other ? [OTHER] : [CHECKER, OTHER])
          assert.throws(() => standing(whose), { code: 'invalid_state' satisfies RefusalCode });
      });

      if (other === 'approve')
        it(`has come to nothing where another one's yes is not enough: ${verdict}`, () => {
          assert.equal(standing(OTHER, 2), undefined);
        });
    }

  it('is what has become of it where it was to be tried again', () => {
    const done = asked({ state: 'done' }, { version: 3, state: 'done' });
    const sent = by(CHECKER, 'retry');
    assert.equal(standingDecision(done, sent, { since: 2, now: NOW }), done);
    assert.equal(standingDecision(done, sent, { since: 3, now: NOW }), undefined);
  });
});

function by(
  who: Initiator | undefined,
  verdict: Decision['verdict'],
  given: Partial<Decision> = {},
): Decision {
  assert.ok(who);
  return { verdict, by: who, checker: true, ...given };
}

function person(id: number): Initiator {
  return { id, username: `user-${id}`, email: `user-${id}@shop.example.test` };
}

function attempt(operation: Operation, decision: Decision): Operation | undefined {
  try {
    return decide(operation, decision, NOW);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return undefined;
  }
}

function refusal(operation: Operation, decision: Decision): RefusalCode | undefined {
  try {
    decide(operation, decision, NOW);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return error.code;
  }
}
