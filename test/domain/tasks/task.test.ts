import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { marked, TASK_ACTS, type TaskAct, type TaskMark } from '../../../domain/tasks/mark.ts';
import {
  alertTasks,
  approvalTask,
  canBeHandled,
  endpointTask,
  handTask,
  keyTasks,
  SEVERITIES,
  STUCK_MS,
  stuckTasks,
  urgency,
  type Task,
} from '../../../domain/tasks/task.ts';
import type { Heard, Transaction } from '../../../domain/transaction/transaction.ts';
import type { WebhookEndpoint } from '../../../domain/webhook/endpoint.ts';
import {
  anAttempt,
  anOperation,
  aTransaction,
  CREATED_AT,
  DAY_MS,
  kwd,
  referenceOf,
  SHOP,
} from '../../support/builders.ts';
import { chosen, doneThere, succeeded } from '../ledger/support/operations.ts';

const NOW = CREATED_AT + DAY_MS;
const HOUR_MS = DAY_MS / 24;

/** How many tasks there are of an attempt that began so long ago. */
const tasks = (age: number, heard?: Heard, state: 'pending' | 'failed' = 'pending') =>
  stuckTasks(
    aTransaction({
      state: 'pending',
      attempts: [
        anAttempt({
          state,
          createdAt: NOW - age,
          ...(heard && { inquired: { calls: 1, heard, at: NOW } }),
        }),
      ],
    }),
    NOW,
  ).length;

const person = (id: number, checker = true) => ({
  by: { id, username: `u${id}`, email: `u${id}@shop.example` },
  superuser: false,
  checker,
});

describe('the tasks of alerts', () => {
  const late = succeeded({ ...chosen('purchase'), state: 'canceled' });

  it('are one for each alert, with its money and what is known of it', () => {
    const [task, ...others] = alertTasks(late);
    assert.deepEqual(others, []);
    const [alert] = late.alerts;
    assert.ok(task && alert);
    assert.deepEqual(
      [task.kind, task.severity, task.since, task.subject.id, task.amount, task.detail],
      ['alert.late-money', 'high', alert.at, late.sessionId, kwd('102'), alert.detail],
    );
  });

  it('end by themselves when all that came astray has been given back, and not before', () => {
    const reference = late.attempts[0]?.referenceNumber ?? referenceOf('demoNOBODY');
    const after = (text: string) =>
      alertTasks(doneThere(late, 'refund', { amount: kwd(text), reference })).length;
    assert.deepEqual([after('101.999'), after('102')], [1, 0]);
  });

  it('stay of an amount that is not clear, when the money of another attempt has been given back', () => {
    const unclear = { ...chosen('purchase'), state: 'canceled' } as const;
    const [attempt] = unclear.attempts;
    assert.ok(attempt);
    const other = anAttempt({ referenceNumber: referenceOf('demoOTHER1'), total: kwd('102') });
    const alerts = [
      {
        kind: 'amount-mismatch',
        referenceNumber: attempt.referenceNumber,
        at: CREATED_AT,
        detail: 'Asked for KWD 102.000, the network reports KWD 90.000.',
      },
    ] as const;
    const both = succeeded({ ...unclear, alerts, attempts: [attempt, other] });
    const even = doneThere(both, 'refund', {
      amount: kwd('102'),
      reference: other.referenceNumber,
    });
    assert.deepEqual(kindsOf(both), ['alert.amount-mismatch', 'alert.late-money']);
    assert.deepEqual(kindsOf(even), ['alert.amount-mismatch']);
  });

  it('are known apart when the same thing happens again, at another time or at the same', () => {
    const alert = {
      kind: 'dispute',
      referenceNumber: referenceOf('demoAAAAAA'),
      at: CREATED_AT,
      detail: 'The bank asks.',
    } as const;
    const alerts = [
      alert,
      { ...alert, detail: 'The bank has taken it.' },
      { ...alert, at: CREATED_AT + DAY_MS },
    ];
    const ids = idsOf(alerts);
    assert.equal(new Set(ids).size, alerts.length);
    // What comes later changes none of them.
    assert.deepEqual(idsOf(alerts.slice(0, 1)), ids.slice(0, 1));
  });

  it('stay where no money came astray', () => {
    const alerts = (['break-glass', 'dispute', 'reference-mismatch'] as const).map((kind) => ({
      kind,
      referenceNumber: referenceOf('demoAAAAAA'),
      at: CREATED_AT,
      detail: '',
    }));
    assert.equal(alertTasks(aTransaction({ alerts })).length, alerts.length);
  });
});

describe('the task of an attempt', () => {
  it('is there half an hour after it began, while it is undecided and its page is not known to be open', () => {
    assert.deepEqual([tasks(STUCK_MS - 1), tasks(STUCK_MS)], [0, 1]);
    assert.deepEqual([tasks(STUCK_MS, 'silence'), tasks(STUCK_MS, 'open')], [1, 0]);
    assert.equal(tasks(STUCK_MS, undefined, 'failed'), 0);
  });
});

describe('the task of a request', () => {
  const approval = { state: 'pending', needed: 2, votes: [], expiresAt: NOW + 1 } as const;
  const request = anOperation({ state: 'awaiting', initiator: person(1).by, approval });
  const OPEN = { now: NOW, isArchived: false };

  it('is for who may say yes: not for who asked, nor for who has said it', () => {
    const voted = { ...approval, votes: [{ by: person(3).by, at: NOW }] };
    const seen = (id: number, checker = true) =>
      approvalTask({ ...request, approval: voted }, person(id, checker), OPEN) !== undefined;
    assert.deepEqual([seen(1), seen(2), seen(3), seen(2, false)], [false, true, false, false]);
    assert.equal(approvalTask(request, person(2), OPEN)?.until, approval.expiresAt);
  });

  it('is none where the yes would begin what cannot be, while its payment is archived', () => {
    const archived = { now: NOW, isArchived: true };
    const isTask = (needed: number) =>
      approvalTask({ ...request, approval: { ...approval, needed } }, person(2), archived) !==
      undefined;
    assert.deepEqual([isTask(1), isTask(2)], [false, true]);
  });

  it('tells what went wrong where it needs a hand', () => {
    const stands = {
      ...approval,
      state: 'manual_action_required',
      lastError: 'No answer',
    } as const;
    const task = handTask({ ...request, approval: stands });
    assert.deepEqual([task.kind, task.detail], ['needs_hand', 'No answer']);
  });
});

describe('the task of an endpoint', () => {
  const endpoint: WebhookEndpoint = {
    id: 'whe_1',
    merchantId: SHOP,
    url: 'https://shop.example/hooks?secret=1',
    registered: true,
    events: [],
    createdAt: CREATED_AT,
    version: 1,
  };

  it('is there after an hour of failures, another one where it is disabled, and anew each time', () => {
    const of = (health: Partial<WebhookEndpoint>) => endpointTask({ ...endpoint, ...health }, NOW);
    assert.equal(of({}), undefined);
    assert.equal(of({ failingSince: NOW - HOUR_MS + 1 }), undefined);
    const failing = of({ failingSince: NOW - HOUR_MS });
    assert.deepEqual([failing?.kind, failing?.detail], ['webhook.failing', 'shop.example']);
    assert.equal(of({ failingSince: 1, disabledAt: NOW })?.kind, 'webhook.disabled');
    assert.notEqual(of({ failingSince: NOW - 2 * HOUR_MS })?.id, failing?.id);
  });
});

describe('the task of a key', () => {
  it('is one for each pair that ends within two weeks', () => {
    const key = { prefix: 'a', pair: 'p', name: 'Shop', revoked: false };
    const of = (expiresAt?: number, revoked = false) =>
      keyTasks(
        ['a', 'b'].map((prefix) => ({
          ...key,
          prefix,
          revoked,
          ...(expiresAt !== undefined && { expiresAt }),
        })),
        NOW,
      ).map(({ subject }) => subject.id);
    assert.deepEqual(of(NOW + 14 * DAY_MS), ['p']);
    for (const none of [of(), of(NOW), of(NOW + 14 * DAY_MS + 1), of(NOW + 1, true)])
      assert.deepEqual(none, []);
  });
});

describe('the order of tasks', () => {
  it('is by severity, then by age, in a number that a cursor can carry', () => {
    const tasks = fc.record({
      severity: fc.constantFrom(...SEVERITIES),
      since: fc.integer({ min: 0, max: Date.UTC(2200, 0) }),
    });
    fc.assert(
      fc.property(tasks, tasks, (one, other) => {
        const bySeverity = SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity);
        const expected = Math.sign(bySeverity || one.since - other.since);
        assert.equal(Math.sign(urgency(one) - urgency(other)), expected);
        assert.match(String(urgency(one)), /^\d{1,16}$/);
      }),
    );
  });
});

describe('the mark of a task', () => {
  const task: Task = {
    id: 'stuck:1',
    kind: 'stuck',
    severity: 'medium',
    since: 1,
    subject: { type: 'payment', id: '1' },
  };
  const [me, other] = [1, 2].map((id) => ({ id, username: `u${id}` }));
  assert.ok(me && other);
  const mark = (state: TaskMark['state'], by = me): TaskMark => ({
    merchantId: SHOP,
    taskId: task.id,
    state,
    by,
    at: 1,
    version: 4,
    ...(state === 'handled' && { note: 'Done' }),
  });

  /** What is kept then, `nothing`, or the code of the refusal. */
  const outcome = (act: TaskAct, before?: TaskMark, note?: string, of = task): string => {
    try {
      const word = { act, by: me, at: 2, ...(note !== undefined && { note }) };
      return marked(SHOP, of, { mark: before, word })?.state ?? 'nothing';
    } catch (error) {
      return String((error as { readonly code?: string }).code);
    }
  };

  it('follows the table', () => {
    const TABLE = {
      none: ['taken', 'nothing', 'handled', 'invalid_state'],
      mine: ['taken', 'nothing', 'handled', 'invalid_state'],
      theirs: ['invalid_state', 'nothing', 'handled', 'invalid_state'],
      handled: ['invalid_state', 'invalid_state', 'invalid_state', 'nothing'],
    };
    const BEFORE = {
      none: undefined,
      mine: mark('taken'),
      theirs: mark('taken', other),
      handled: mark('handled'),
    };
    const found = Object.fromEntries(
      Object.entries(BEFORE).map(([name, before]) => [
        name,
        TASK_ACTS.map((act) => outcome(act, before, 'Done')),
      ]),
    );
    assert.deepEqual(found, TABLE);
  });

  it('takes a note to be done, and is none of what ends by a decision', () => {
    assert.equal(outcome('handle', undefined), 'validation_error');
    assert.equal(outcome('handle', undefined, ' '), 'validation_error');
    const request: Task = { ...task, kind: 'approval' };
    assert.equal(canBeHandled(request), false);
    assert.equal(outcome('handle', undefined, 'Done', request), 'invalid_state');
  });
});

function kindsOf(transaction: Transaction) {
  return alertTasks(transaction).map(({ kind }) => kind);
}

function idsOf(alerts: Transaction['alerts']) {
  return alertTasks(aTransaction({ alerts })).map(({ id }) => id);
}
