import assert from 'node:assert/strict';
import {
  isUnderWay,
  OPERATION_STATES,
  type Operation,
  APPROVAL_STATES,
  type ApprovalState,
} from '../../../domain/operation/operation.ts';
import { CREATED_AT } from '../../support/builders.ts';
import { aNumberedOperation } from './support.ts';

describe('an operation is under way', () => {
  const WAITING: readonly ApprovalState[] = ['pending', 'manual_action_required'];

  for (const state of OPERATION_STATES)
    it(`${state}: by itself, or as long as a person has time for it`, () => {
      const alone = state === 'promised' || state === 'queued';
      assert.equal(isUnderWay(aNumberedOperation(1, { state })), alone);
      for (const approval of APPROVAL_STATES)
        assert.equal(
          isUnderWay(requested(state, approval)),
          alone || WAITING.includes(approval),
          approval,
        );
    });

  it('no more when the gateway has forgotten it in its queue', () => {
    assert.equal(
      isUnderWay(aNumberedOperation(1, { state: 'queued', alert: 'Ask the gateway.' })),
      false,
    );
  });
});

function requested(state: Operation['state'], approval: ApprovalState): Operation {
  return aNumberedOperation(1, {
    state,
    approval: { state: approval, needed: 1, votes: [], expiresAt: CREATED_AT },
  });
}
