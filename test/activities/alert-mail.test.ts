import assert from 'node:assert/strict';
import { mailsOfAlert } from '../../activities/alert-mail.ts';
import type { Permission } from '../../domain/permission.ts';
import { subscribed } from '../../domain/tasks/subscription.ts';
import type { Alert } from '../../domain/transaction/transaction.ts';
import type { ToldAlert } from '../../domain/transaction/told-alerts.ts';
import {
  aMerchant,
  anAttempt,
  aTransaction,
  CREATED_AT,
  referenceOf,
} from '../support/builders.ts';

const second = anAttempt({ referenceNumber: referenceOf('demoTWO222'), state: 'success' });
const transaction = aTransaction({ state: 'paid', orderNo: 'ORD-1', attempts: [second] });
const { webhooks } = aMerchant();

function user(name: string, permissions: readonly Permission[], given: object = {}) {
  const plain = { active: true, service: false, superuser: false, permissions };
  return { ...plain, email: `${name}@pearl.example`, ...given };
}

function mailsOf(
  given: Parameters<typeof aMerchant>[0],
  {
    users = [],
    operators = [],
    kind = 'second-success',
    raised = {},
  }: {
    readonly users?: readonly ReturnType<typeof user>[];
    readonly operators?: readonly string[];
    readonly kind?: ToldAlert['kind'];
    readonly raised?: Partial<Pick<Alert, 'at' | 'detail'>>;
  } = {},
) {
  const { referenceNumber } = second;
  const alert = { kind, referenceNumber, at: CREATED_AT, detail: 'Look at it.' };
  const told = { ...alert, ...raised };
  return mailsOfAlert({ ...transaction, alerts: [alert, told] }, told, {
    merchant: aMerchant(given),
    users,
    operators,
  });
}

describe('the mail about an alert of money', () => {
  it('names the payment whose money goes back, once for each', () => {
    const { own, operators } = mailsOf({ supportEmail: 'help@pearl.example' });
    const [mail, ...others] = own;
    assert.deepEqual([others, operators], [[], []]);
    assert.deepEqual([mail?.to, mail?.event], [['help@pearl.example'], 'second-success']);
    const said = JSON.stringify(mail?.facts);
    for (const part of ['ORD-1', 'demoTWO222', 'KWD 12.500', transaction.sessionId])
      assert.ok(said.includes(part), part);
  });

  it('is another one of another alert of its kind and reference, and the same on every try', () => {
    const again = keysOf({});
    assert.deepEqual(keysOf({}), again);
    const keys = [again, keysOf({ at: CREATED_AT + 1 }), keysOf({ detail: 'Look once more.' })];
    assert.equal(new Set(keys.flat()).size, 6);
  });

  it('says why a second charge did not go back by itself, and nothing more of one that was only made', () => {
    assert.ok(saying('The gateway did not do the refund.').includes('did not do the refund'));
    assert.ok(!saying('Look at it.').includes('Look at it'));
  });

  it('goes to the addresses for failed webhooks before the support address, and else to nobody', () => {
    const named = { webhooks: { ...webhooks, emails: ['books@pearl.example'] } };
    const both = mailsOf({ ...named, supportEmail: 'help@pearl.example' });
    assert.deepEqual(
      both.own.map(({ to }) => to),
      [['books@pearl.example']],
    );
    assert.deepEqual(mailsOf({}).own, []);
  });

  it('goes to who may handle alerts and see the payment, in person', () => {
    const rights = ['alert.handle', 'payment_request.view', 'e_commerce.view'] as const;
    const users = [
      user('acts', rights),
      user('owner', [], { superuser: true }),
      user('left', rights, { active: false }),
      user('program', rights, { service: true }),
      user('looks', ['payment_request.view', 'e_commerce.view']),
      user('blind', ['alert.handle']),
    ];
    const [mail] = mailsOf({}, { users, kind: 'late-money' }).own;
    assert.deepEqual(mail?.to, ['acts@pearl.example', 'owner@pearl.example']);
    assert.deepEqual([mail.event, mail.key.startsWith('late-money/')], ['late-money', true]);
    assert.ok(JSON.stringify(mail.facts).includes('Look at it.'));
  });

  it('goes to operators apart, and tells them when nobody else is told at once', () => {
    const operators = ['duty@pay.example'];
    const alone = mailsOf({}, { operators });
    assert.deepEqual(
      [alone.own, alone.operators.map(({ to }) => to)],
      [[], [['duty@pay.example']]],
    );
    assert.ok(JSON.stringify(alone.operators[0]?.facts).includes('nobody'));
    const both = mailsOf({ supportEmail: 'help@pearl.example' }, { operators });
    assert.ok(!JSON.stringify(both.operators[0]?.facts).includes('nobody'));
    assert.notEqual(both.own[0]?.key, both.operators[0]?.key);
    // Somebody reads of it tomorrow, and nobody now.
    const subscriptions = subscribed(undefined, [{ kind: 'alert.second-success', when: 'daily' }], {
      now: CREATED_AT,
      timeZone: 'UTC',
    });
    const users = [user('later', [], { superuser: true, subscriptions })];
    const later = mailsOf({}, { users, operators });
    assert.deepEqual(later.own, []);
    assert.ok(JSON.stringify(later.operators[0]?.facts).includes('nobody'));
    // Theirs alone stays out of what the merchant reads.
    assert.deepEqual(
      [both.own[0]?.forOperators, both.operators[0]?.forOperators],
      [undefined, true],
    );
  });
});

function saying(detail: string): string {
  return JSON.stringify(
    mailsOf({ supportEmail: 'help@pearl.example' }, { raised: { detail } }).own,
  );
}

function keysOf(raised: Partial<Pick<Alert, 'at' | 'detail'>>) {
  const told = { operators: ['duty@pay.example'], raised };
  const { own, operators } = mailsOf({ supportEmail: 'help@pearl.example' }, told);
  return [...own, ...operators].map(({ key }) => key);
}
