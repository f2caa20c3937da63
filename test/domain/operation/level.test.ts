import assert from 'node:assert/strict';
import { APPROVAL_PATIENCE_MS } from '../../../domain/operation/approval.ts';
import { levelWith } from '../../../domain/operation/level.ts';
import type { OperationState, Approval } from '../../../domain/operation/operation.ts';
import { CREATED_AT } from '../../support/builders.ts';
import { aNumberedEntry, aNumberedOperation } from './support.ts';

const NOW = CREATED_AT + 1000;
const APPROVED: Approval = { state: 'approved', needed: 1, votes: [], expiresAt: CREATED_AT };

describe('an operation that was left behind', () => {
  const states: readonly (readonly [OperationState, Approval['state']])[] = [
    ['promised', 'approved'],
    ['queued', 'done'],
    ['done', 'done'],
    ['rejected', 'done'],
    ['dropped', 'canceled'],
    ['failed', 'manual_action_required'],
    ['unclear', 'manual_action_required'],
  ];
  for (const [state, approval] of states)
    it(`is ${state} when its payment says so, and its request is ${approval}`, () => {
      const kept = aNumberedOperation(1, { version: 2, approval: APPROVED, alert: 'Look there.' });
      const level = levelWith(kept, aNumberedEntry(1, { version: 5, state }), NOW);
      assert.deepEqual([level.version, level.state, level.approval?.state], [5, state, approval]);
      const isOver = ['done', 'rejected', 'dropped', 'failed'].includes(state);
      assert.equal(level.concludedAt, isOver ? NOW : undefined);
      assert.equal(level.alert === undefined, state !== 'unclear');
    });

  it('waits for the other checkers as it was', () => {
    const approval: Approval = { ...APPROVED, state: 'pending', needed: 2 };
    const kept = aNumberedOperation(1, { state: 'awaiting', approval });
    const level = levelWith(kept, aNumberedEntry(1, { version: 2, state: 'awaiting' }), NOW);
    assert.deepEqual(level, { ...kept, version: 2 });
  });

  it('becomes no request where it was none, unless nobody knows what became of it', () => {
    const known = (state: OperationState) =>
      levelWith(aNumberedOperation(1), aNumberedEntry(1, { version: 2, state }), NOW).approval;
    assert.equal(known('failed'), undefined);
    assert.equal(known('done'), undefined);
    assert.equal(known('unclear')?.expiresAt, NOW + APPROVAL_PATIENCE_MS);
  });
});
