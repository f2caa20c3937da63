import assert from 'node:assert/strict';
import {
  alertReceivers,
  disputeReceivers,
  failureReceivers,
  requestReceivers,
} from '../../domain/staff-receivers.ts';
import { NO_APPROVAL } from '../../domain/operation/policy.ts';
import type { Permission } from '../../domain/permission.ts';
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
    assert.deepEqual(alertReceivers(merchant, people, payment), [
      'help@pearl.example',
      'may@pearl.example',
    ]);
    assert.deepEqual(disputeReceivers(merchant, payment), ['help@pearl.example']);
  });

  it('is nobody for what they may where nobody knows which payment is meant', () => {
    assert.deepEqual(alertReceivers(merchant, people, undefined), ['help@pearl.example']);
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

  it('is who asked, of what is done, where the merchant wants that', () => {
    const told = requestReceivers('done', maker, { users, merchant: merchant(true) });
    assert.deepEqual(told, ['maker@pearl.example']);
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

function merchant(bccInitiator: boolean) {
  return aMerchant({ operationsApproval: { ...NO_APPROVAL, bccInitiator } });
}
