import assert from 'node:assert/strict';
import {
  approvalFacts,
  verdictsFor,
  warningsOf,
  type RequestReader,
  type RequestAnswer,
} from '../../office/approvals/facts.ts';
import { doesOf, groupsOf } from '../../office/inbox/facts.ts';
import { APPROVAL_STATES } from '../../domain/operation/operation.ts';
import type { Permission } from '../../domain/permission.ts';
import { anOfficeFrame } from '../render/office/builders.ts';

const [MAKER, VOTER, OTHER] = [1, 2, 3];
const FORM = { action: '/office/approvals/x', token: 'token', number: 'number-1' };

function aRequest(changes: Partial<RequestAnswer> = {}): RequestAnswer {
  return {
    id: 'c'.repeat(40),
    number: 17,
    created: '2026-11-21T10:00:00Z',
    requested_by: { id: MAKER, username: 'noura' },
    session_id: 'a'.repeat(40),
    operation: 'refund',
    amount: '40.000',
    operation_amount: '12.500',
    currency_code: 'KWD',
    pg_code: 'knet',
    destination: 'pg',
    reference_number: 'R',
    state: 'pending',
    approvals_needed: 2,
    approvals: [{ by: { id: VOTER, username: 'ali' }, at: '2026-11-21T11:00:00Z' }],
    expires_at: '2026-11-23T10:00:00Z',
    version: 'v1',
    context: { refundable: '25.000', refunded_before: '0.000' },
    you: { may_decide: true, may_break_glass: false, may_give_up: false, needs_step_up: false },
    ...changes,
  };
}

function aReader(id: number, permissions: readonly Permission[]): RequestReader {
  return { id, stepUpBy: 'password', may: (one) => permissions.includes(one) };
}

describe('who may press what on a request', () => {
  for (const [who, reader, mayDecide, offered] of [
    ['a checker', aReader(OTHER, ['payment.approve']), true, ['approve', 'reject']],
    [
      'who asked for it',
      aReader(MAKER, ['payment.refund', 'payment.approve']),
      false,
      ['withdraw'],
    ],
    ['who has said yes', aReader(VOTER, ['payment.approve']), false, []],
    ['who may refund only', aReader(OTHER, ['payment.refund']), false, []],
    ['who may approve by the API alone', aReader(OTHER, []), true, []],
    ['a checker, of what cannot begin', aReader(OTHER, ['payment.approve']), false, ['reject']],
  ] as const)
    it(`while it waits: ${who}`, () => {
      assert.deepEqual(
        verdictsFor(
          aRequest({
            you: {
              may_decide: mayDecide,
              may_break_glass: false,
              may_give_up: false,
              needs_step_up: false,
            },
          }),
          reader,
        ),
        offered,
      );
    });

  it('of one of which nobody knows whether it was done: a checker says that it was not', () => {
    const you = {
      may_decide: false,
      may_break_glass: false,
      may_give_up: true,
      needs_step_up: false,
    };
    const request = aRequest({ state: 'manual_action_required', you });
    const offered = (...permissions: readonly Permission[]) =>
      verdictsFor(request, aReader(OTHER, permissions));
    assert.deepEqual(offered('payment.approve'), ['giveUp']);
    assert.deepEqual(offered('payment.refund', 'payment.approve'), ['retry', 'giveUp']);
    assert.deepEqual(offered('payment.refund'), ['retry']);
    const none = { ...request, you: { ...you, may_give_up: false } };
    assert.deepEqual(verdictsFor(none, aReader(OTHER, ['payment.approve'])), []);
  });

  for (const state of APPROVAL_STATES.filter((one) => one !== 'pending'))
    it(`when it is ${state}: who may do the operation, nobody else`, () => {
      const request = aRequest({
        state,
        you: {
          may_decide: false,
          may_break_glass: false,
          may_give_up: false,
          needs_step_up: false,
        },
      });
      const isOpen = state === 'manual_action_required';
      const all = aReader(OTHER, ['payment.refund', 'payment.void', 'payment.approve']);
      assert.deepEqual(verdictsFor(request, all), isOpen ? ['retry'] : []);
      assert.deepEqual(verdictsFor(request, aReader(OTHER, ['payment.approve'])), []);
      assert.deepEqual(verdictsFor(request, aReader(OTHER, ['payment.void'])), []);
    });
});

describe('what a checker is warned of', () => {
  for (const [context, keys] of [
    [{}, []],
    [{ refunded_before: '0.001' }, ['back']],
    [{ payment_age_days: 89 }, []],
    [{ payment_age_days: 90 }, ['old']],
    [{ card_expired: true }, ['expired']],
    [{ maker_requests_today: 5 }, []],
    [{ maker_requests_today: 6 }, ['maker']],
    [{ customer_payments_90d: 4, customer_refunds_90d: 1 }, []],
    [{ customer_payments_90d: 4, customer_refunds_90d: 2 }, ['customer']],
  ] as const)
    it(`${JSON.stringify(context)}: ${keys.join() || 'nothing'}`, () => {
      const request = aRequest({
        context: { refundable: '25.000', refunded_before: '0.000', ...context },
      });
      assert.deepEqual(
        warningsOf(request, undefined).map(({ key }) => key),
        keys,
      );
    });

  it('not of an expired card where nothing goes back to it', () => {
    const request = aRequest({
      operation: 'void',
      context: { refundable: '0.000', refunded_before: '0.000', card_expired: true },
    });
    assert.deepEqual(warningsOf(request, undefined), []);
  });
});

describe('what a decision sends along', () => {
  const around = { reader: aReader(OTHER, ['payment.approve']), form: FORM, now: 0 };
  const shown = approvalFacts(anOfficeFrame(), aRequest(), around);

  it('is the version that was shown, also after a fault', () => {
    const faulty = approvalFacts(anOfficeFrame(), aRequest({ version: 'v2' }), {
      ...around,
      sent: {
        verdict: 'reject',
        comment: '',
        hidden: shown.hidden,
        outcome: { is: 'refused', faults: ['Say why.'] },
      },
    });
    assert.deepEqual(faulty.hidden, shown.hidden);
    assert.deepEqual(faulty.hidden[0], { name: 'version', value: 'v1' });
  });

  it('is the new one after a change, which is marked', () => {
    const now = aRequest({
      version: 'v2',
      approvals: [],
      context: { refundable: '20.000', refunded_before: '5.000' },
    });
    const changed = approvalFacts(anOfficeFrame(), now, {
      ...around,
      sent: { verdict: 'approve', comment: '', hidden: shown.hidden, outcome: { is: 'changed' } },
    });
    assert.deepEqual(changed.hidden[0], { name: 'version', value: 'v2' });
    assert.deepEqual(changed.changed, ['remains', 'back', 'votes']);
    assert.deepEqual(changed.offers, ['approve', 'reject']);
  });

  it('is asked for again with nothing but what was pressed, while nobody knows', () => {
    const unknown = approvalFacts(anOfficeFrame(), aRequest(), {
      ...around,
      sent: { verdict: 'reject', comment: 'No', hidden: shown.hidden, outcome: { is: 'unknown' } },
    });
    assert.deepEqual([unknown.offers, unknown.comment], [['reject'], 'No']);
  });
});

describe('what became of a request', () => {
  const reader = aReader(OTHER, ['payment.approve']);

  it('that the gateway has queued is not told as done, also to who may not look at the payment', () => {
    for (const result of ['queued', 'success']) {
      const request = aRequest({ state: 'done', result: { result } });
      const facts = approvalFacts(anOfficeFrame(), request, { reader, form: FORM, now: 0 });
      assert.equal(facts.isQueued, result === 'queued', result);
    }
  });
});

describe('who will be asked to show once more who they are', () => {
  const you = { may_decide: true, may_break_glass: false, may_give_up: false, needs_step_up: true };
  const checker = aReader(OTHER, ['payment.approve']);
  const around = { reader: checker, form: FORM, now: 0 };
  const shown = approvalFacts(anOfficeFrame(), aRequest({ you }), around);
  const sentFor = (outcome: { is: 'unknown' | 'changed' } | { is: 'step-up' }) =>
    approvalFacts(anOfficeFrame(), aRequest({ you }), {
      ...around,
      sent: { verdict: 'approve', comment: '', hidden: shown.hidden, outcome },
    });
  for (const [when, facts, ahead] of [
    ['who may approve: at once', shown, 'password'],
    ['after something has changed: again', sentFor({ is: 'changed' }), 'password'],
    ['who was asked: by that question alone', sentFor({ is: 'step-up' }), undefined],
    ['while nobody knows: not', sentFor({ is: 'unknown' }), undefined],
    [
      'who may only withdraw: not',
      approvalFacts(anOfficeFrame(), aRequest({ you }), {
        ...around,
        reader: aReader(MAKER, ['payment.refund']),
      }),
      undefined,
    ],
  ] as const)
    it(when, () => {
      assert.equal(facts.stepUpAhead, ahead);
    });
});

const at = '2026-11-21T11:00:00Z';

describe('what somebody can do about a task', () => {
  for (const [how, mark, canBeHandled, does] of [
    ['open', undefined, true, ['take', 'handle']],
    ['open, ends by a decision', undefined, false, ['take']],
    ['taken by me', { state: 'taken', by: by(OTHER), at }, true, ['release', 'handle']],
    ['taken by another', { state: 'taken', by: by(VOTER), at }, true, ['release']],
    ['done', { state: 'handled', by: by(VOTER), at }, true, ['reopen']],
  ] as const)
    it(how, () => {
      const task = { can_be_handled: canBeHandled, ...(mark && { mark }) };
      assert.deepEqual(doesOf(task, OTHER), does);
    });

  it('stands with others of its kind, the worst kind first', () => {
    const groups = groupsOf(
      [task('needs_hand', 'a'), task('approval', 'b'), task('stuck', 'c'), task('approval', 'd')],
      OTHER,
    );
    assert.deepEqual(
      groups.map(({ kind, tasks }) => [kind, tasks.map(({ id }) => id)]),
      [
        ['needs_hand', ['a']],
        ['approval', ['b', 'd']],
        ['stuck', ['c']],
      ],
    );
  });
});

function by(id: number) {
  return { id, username: 'ali' };
}

function task(kind: 'stuck' | 'approval' | 'needs_hand', id: string) {
  return {
    id,
    kind,
    severity: 'medium' as const,
    since: at,
    subject: { type: 'request' as const, id },
    title: '',
    next: '',
    can_be_handled: true,
  };
}
