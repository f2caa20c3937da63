import assert from 'node:assert/strict';
import { isEmergency, newsOf, type News } from '../../../domain/operation/news.ts';
import {
  type Operation,
  APPROVAL_STATES,
  type Approval,
  type Vote,
} from '../../../domain/operation/operation.ts';
import { promise } from '../../../domain/operation/promise.ts';
import { raiseEmergency } from '../../../domain/operation/settle.ts';
import { aTransaction, CREATED_AT } from '../../support/builders.ts';
import { CHECKER, MAKER, PAID, request, refundRequest } from '../../workflows/support/operating.ts';

function requested(approval: Partial<Approval> = {}): Operation {
  const made = promise(aTransaction(PAID), {
    ...refundRequest(1, { approval: { ...request(CREATED_AT), ...approval }, initiator: MAKER }),
    now: CREATED_AT,
  });
  assert.ok(made.step === 'new');
  return made.operation;
}

describe('the news of a request', () => {
  const TOLD: Readonly<Record<Approval['state'], readonly News[]>> = {
    pending: ['waits'],
    approved: [],
    rejected: ['rejected'],
    canceled: [],
    done: ['done'],
    manual_action_required: ['needs-hand'],
    expired: [],
  };

  for (const state of APPROVAL_STATES)
    it(`when it becomes ${state}: ${TOLD[state].join(', ') || 'none'}`, () => {
      const from = state === 'pending' ? undefined : requested();
      assert.deepEqual(newsOf(from, requested({ state })), TOLD[state]);
    });

  it('are told once: not again while it stays as it is', () => {
    for (const state of APPROVAL_STATES)
      assert.deepEqual(newsOf(requested({ state }), requested({ state, reason: 'x' })), [], state);
  });

  it('of an emergency are an alert of the payment, once, without a name', () => {
    const vote: Vote = { by: CHECKER, at: CREATED_AT, breakGlass: true };
    const approved = requested({ needed: 3, votes: [vote], state: 'approved' });
    assert.deepEqual([isEmergency(requested()), isEmergency(approved)], [false, true]);
    const raised = raiseEmergency(aTransaction(PAID), approved, CREATED_AT);
    const { kind, referenceNumber, detail } = raised.alerts.at(-1) ?? {};
    assert.deepEqual([kind, referenceNumber], ['break-glass', approved.referenceNumber]);
    assert.ok(detail !== undefined && !detail.includes(CHECKER.username), detail);
    assert.equal(raiseEmergency(raised, approved, CREATED_AT), raised);
  });

  it('of an operation that nobody has to agree to are none', () => {
    const { approval: _approval, ...direct } = requested();
    assert.deepEqual(newsOf(undefined, direct), []);
    assert.deepEqual(newsOf(direct, { ...direct, state: 'done' }), []);
  });

  it('tell of an emergency with the yes that is one, and of no other yes', () => {
    const vote: Vote = { by: CHECKER, at: CREATED_AT };
    const one = requested({ needed: 3, votes: [vote] });
    assert.deepEqual(newsOf(requested({ needed: 3 }), one), []);
    const alone: Vote = { ...vote, by: { ...CHECKER, id: 3 }, breakGlass: true };
    const approved = requested({ needed: 3, votes: [vote, alone], state: 'approved' });
    assert.deepEqual(newsOf(one, approved), ['break-glass']);
    assert.deepEqual(newsOf(approved, requested({ ...approved.approval, state: 'done' })), [
      'done',
    ]);
  });
});
