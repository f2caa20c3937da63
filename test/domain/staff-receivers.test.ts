import assert from 'node:assert/strict';
import {
  alertReceivers,
  failureReceivers,
  requestReceivers,
} from '../../domain/staff-receivers.ts';
import { subscribed, type TaskMailTime } from '../../domain/tasks/subscription.ts';
import type { TaskKind } from '../../domain/tasks/task.ts';
import { NO_APPROVAL } from '../../domain/operation/policy.ts';
import type { Permission } from '../../domain/permission.ts';
import type { TransactionType } from '../../domain/transaction/type.ts';
import { ALERT_KINDS, type Alert } from '../../domain/transaction/transaction.ts';
import { aMerchant } from '../support/builders.ts';

describe('who is told that webhooks fail', () => {
  const NAMED = ['ops@pearl.example'];
  const plain = aMerchant({ supportEmail: 'help@pearl.example' });
  const withPlugin = {
    ...plain,
    plugins: {
      ...plain.plugins,
      e_commerce: { enabled: true, supportEmail: 'shop@pearl.example' },
    },
  };
  const withNamed = { ...withPlugin, webhooks: { ...plain.webhooks, emails: NAMED } };

  const CASES = [
    ['those who are named', withNamed, 'e_commerce', NAMED],
    ['the support address of the plugin', withPlugin, 'e_commerce', ['shop@pearl.example']],
    ['that of the merchant for another plugin', withPlugin, 'invoice', ['help@pearl.example']],
    [
      'that of the merchant where nobody knows the plugin',
      withPlugin,
      undefined,
      ['help@pearl.example'],
    ],
    ['nobody without any address', aMerchant(), 'e_commerce', []],
  ] as const;
  for (const [who, merchant, plugin, emails] of CASES)
    it(`is ${who}`, () => {
      assert.deepEqual(failureReceivers(merchant, plugin), emails);
    });

  it('is nobody where the merchant does not want it', () => {
    const webhooks = { ...plain.webhooks, emails: NAMED, notifyOnFailure: false };
    assert.deepEqual(failureReceivers({ ...withPlugin, webhooks }, 'e_commerce'), []);
  });
});

describe('who is told of money that a person has to look at', () => {
  const payment = { type: 'e_commerce' } as const;
  const merchant = aMerchant({
    supportEmail: 'help@pearl.example',
    webhooks: { ...aMerchant().webhooks, notifyOnFailure: false },
  });
  const may = ['alert.handle', 'e_commerce.view'] as const;
  const people = [
    aUser({ id: 1, email: 'may@pearl.example', permissions: may }),
    aUser({ id: 2, email: 'sees-it@pearl.example', permissions: ['e_commerce.view'] }),
    aUser({ id: 3, email: 'sees-it-not@pearl.example', permissions: ['alert.handle'] }),
    aUser({ id: 4, email: 'left@pearl.example', permissions: may, active: false }),
    aUser({ id: 5, email: 'program@pearl.example', permissions: may, service: true }),
  ];

  it('is who is told of webhooks, also where they want no mail about those, and who may act', () => {
    for (const kind of ALERT_KINDS)
      assert.deepEqual(
        alertReceivers(merchant, people, { kind, payment }),
        ['help@pearl.example', 'may@pearl.example'],
        kind,
      );
  });

  it('is nobody who wants to hear of it later, or not at all', () => {
    const choosy = (['now', 'daily', 'never'] as const).map((when, id) =>
      aUser({
        id,
        email: `${when}@pearl.example`,
        permissions: may,
        subscriptions: chosen('alert.late-money', when),
      }),
    );
    const of = (kind: Alert['kind']) => alertReceivers(aMerchant(), choosy, { kind, payment });
    assert.deepEqual(of('late-money'), ['now@pearl.example']);
    assert.equal(of('dispute').length, 3);
  });

  it('is nobody for what they may where nobody knows which payment is meant', () => {
    const about = { kind: 'dispute', payment: undefined } as const;
    assert.deepEqual(alertReceivers(merchant, people, about), ['help@pearl.example']);
  });
});

describe('who is told of a request', () => {
  const maker = aUser({ id: 1, email: 'maker@pearl.example', permissions: ['payment.approve'] });
  const checker = aUser({
    id: 2,
    email: 'checker@pearl.example',
    permissions: ['payment.approve'],
  });
  const users = [maker, checker, aUser({ id: 3, email: 'other@pearl.example' })];
  const CASES = [
    ['waits', ['checker@pearl.example']],
    ['break-glass', ['maker@pearl.example', 'checker@pearl.example']],
    ['rejected', ['maker@pearl.example']],
    ['needs-hand', ['maker@pearl.example']],
    ['done', undefined],
  ] as const;
  for (const [news, emails] of CASES)
    it(`is ${emails?.join(' and ') ?? 'nobody'} where it ${news}`, () => {
      assert.deepEqual(requestReceivers(news, maker, { users, merchant: merchant(false) }), emails);
    });

  it('is nobody of those who want to hear of it later, or not at all', () => {
    const quiet = users.map((user) => ({ ...user, subscriptions: chosen('approval', 'daily') }));
    for (const news of ['waits', 'break-glass'] as const)
      assert.deepEqual(
        requestReceivers(news, maker, { users: quiet, merchant: undefined }),
        [],
        news,
      );
  });

  it('is of an emergency by the choice for the alert, where they have it in their inbox', () => {
    const may = ['payment.approve', 'alert.handle', 'e_commerce.view'] as const;
    const people = [
      aUser({ id: 4, email: 'alerts@pearl.example', permissions: may.slice(1) }),
      aUser({
        id: 5,
        email: 'both@pearl.example',
        permissions: may,
        subscriptions: chosen('approval', 'never'),
      }),
      aUser({
        id: 6,
        email: 'quiet@pearl.example',
        permissions: may,
        subscriptions: chosen('alert.break-glass', 'never'),
      }),
    ];
    const told = (type: TransactionType) =>
      requestReceivers('break-glass', maker, { users: people, merchant: undefined, type });
    assert.deepEqual(told('e_commerce'), ['alerts@pearl.example', 'both@pearl.example']);
    assert.deepEqual(told('payment_request'), ['quiet@pearl.example']);
  });

  it('is who asked, of what needs a hand, unless they hear of such tasks anyway', () => {
    const permissions = ['payment.refund'] as const;
    const subscriptions = chosen('needs_hand', 'now');
    const told = (who: ReturnType<typeof aUser>) =>
      requestReceivers('needs-hand', who, { users: [who], merchant: undefined });
    const plain = { id: 7, email: 'own@pearl.example', permissions };
    assert.deepEqual(told(aUser(plain)), ['own@pearl.example']);
    assert.equal(told(aUser({ ...plain, subscriptions })), undefined);
    assert.deepEqual(told(aUser({ ...plain, permissions: [], subscriptions })), [
      'own@pearl.example',
    ]);
  });

  it('is who asked, of what is done, where the merchant wants that', () => {
    const told = requestReceivers('done', maker, { users, merchant: merchant(true) });
    assert.deepEqual(told, ['maker@pearl.example']);
  });

  it('is nobody who asked and is let in no more, and the others where they are reached now', () => {
    const told = (now: readonly ReturnType<typeof aUser>[]) =>
      requestReceivers('rejected', maker, { users: now, merchant: undefined });
    assert.equal(told([{ ...maker, active: false }, checker]), undefined);
    assert.equal(told([checker]), undefined);
    assert.deepEqual(told([{ ...maker, email: 'moved@pearl.example' }]), ['moved@pearl.example']);
  });

  it('is nobody where a program asked and nobody may approve', () => {
    assert.equal(
      requestReceivers('rejected', undefined, { users, merchant: merchant(true) }),
      undefined,
    );
    assert.deepEqual(
      requestReceivers('break-glass', undefined, { users: [], merchant: undefined }),
      [],
    );
  });
});

function aUser(
  given: Partial<Parameters<typeof alertReceivers>[1][number]> & {
    readonly id: number;
    readonly email: string;
    readonly permissions?: readonly Permission[];
  },
) {
  return { active: true, service: false, superuser: false, permissions: [], ...given };
}

function chosen(kind: TaskKind, when: TaskMailTime) {
  return subscribed(undefined, [{ kind, when }], { now: 0, timeZone: 'UTC' });
}

function merchant(bccInitiator: boolean) {
  return aMerchant({ operationsApproval: { ...NO_APPROVAL, bccInitiator } });
}
