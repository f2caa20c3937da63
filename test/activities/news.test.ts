import assert from 'node:assert/strict';
import { newsActivities, type PeopleNews } from '../../activities/news.ts';
import type { News } from '../../domain/operation/news.ts';
import type { Operation } from '../../domain/operation/operation.ts';
import { NO_APPROVAL } from '../../domain/operation/policy.ts';
import { promise } from '../../domain/operation/promise.ts';
import type { Permission } from '../../domain/permission.ts';
import type { User } from '../../domain/user.ts';
import { initiatorOf } from '../../domain/initiator.ts';
import { aMerchant, aTransaction, CREATED_AT, SHOP } from '../support/builders.ts';
import { useDatabase } from '../store/database.ts';
import { CHECKER, PAID, request, refundRequest } from '../workflows/support/operating.ts';

describe('telling people of a request', () => {
  const database = useDatabase();
  const told: PeopleNews[] = [];
  let maker: User;
  before(async () => {
    const approving: readonly Permission[] = ['payment.approve'];
    await hire('checker', { permissions: approving });
    await hire('boss', { superuser: true });
    await hire('gone', { permissions: approving, active: false });
    await hire('clerk', { permissions: ['payment.refund'] });
    maker = await hire('maker', { permissions: ['payment.refund', 'payment.approve'] });
  });

  async function hire(username: string, given: Partial<User> = {}): Promise<User> {
    const user = await database().store.users.create({
      merchantId: SHOP,
      username,
      email: `${username}@shop.example.test`,
      active: true,
      superuser: false,
      service: false,
      permissions: [],
      password: 'a long password',
      ...given,
    });
    assert.ok(user);
    return user;
  }

  async function tell(operation: Operation, news: News) {
    told.length = 0;
    const activities = newsActivities(database().store, async (one) => {
      told.push(one);
    });
    await activities.tellOfOperation({ operation, news });
    return told.map(({ emails }) => emails.map((email) => email.split('@')[0]));
  }

  async function bcc(bccInitiator: boolean): Promise<void> {
    const operationsApproval = { ...NO_APPROVAL, enabled: true, bccInitiator };
    await database().store.merchants.put(aMerchant({ operationsApproval }), 'whk');
  }

  it('reaches whoever may decide of what waits, but not who asked', async () => {
    assert.deepEqual(await tell(asked(maker), 'waits'), [['checker', 'boss']]);
    assert.deepEqual(await tell(asked(undefined), 'waits'), [['checker', 'boss', 'maker']]);
  });

  it('reaches every checker of an emergency', async () => {
    assert.deepEqual(await tell(asked(maker), 'break-glass'), [['checker', 'boss', 'maker']]);
  });

  it('reaches who asked of a no and of what needs a hand, and of what is done where that is wanted', async () => {
    await bcc(false);
    for (const news of ['rejected', 'needs-hand'] as const)
      assert.deepEqual(await tell(asked(maker), news), [['maker']], news);
    assert.deepEqual(await tell(asked(maker), 'done'), []);
    await bcc(true);
    assert.deepEqual(await tell(asked(maker), 'done'), [['maker']]);
  });

  it('reaches nobody for a program, which has no address', async () => {
    await bcc(true);
    for (const news of ['rejected', 'needs-hand', 'done'] as const)
      assert.deepEqual(await tell(asked(undefined), news), [], news);
  });

  it('says what it is about: who asked, who decided, how much, of which payment', async () => {
    const operation = asked(maker);
    const { approval } = operation;
    assert.ok(approval);
    const decided = { ...approval, state: 'rejected', decidedBy: CHECKER, reason: 'No.' } as const;
    await tell({ ...operation, parentOrderNo: 'TOUR-1', approval: decided }, 'rejected');
    assert.deepEqual(told, [
      {
        news: 'rejected',
        merchantId: SHOP,
        requestId: operation.sessionId,
        version: 1,
        sessionId: operation.parentId,
        operation: 'refund',
        pgCode: operation.pgCode,
        amount: 'KWD 12.500',
        orderNo: 'TOUR-1',
        maker: 'maker',
        checker: CHECKER.username,
        reason: 'No.',
        emails: ['maker@shop.example.test'],
      },
    ]);
  });
});

function asked(maker: User | undefined): Operation {
  const made = promise(aTransaction(PAID), {
    ...refundRequest(1, {
      approval: request(CREATED_AT),
      ...(maker && { initiator: initiatorOf(maker) }),
    }),
    now: CREATED_AT,
  });
  assert.ok(made.step === 'new');
  return made.operation;
}
