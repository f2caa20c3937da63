import assert from 'node:assert/strict';
import type { Context } from 'koa';
import type { ApiDeps } from '../../../api/deps.ts';
import { resend } from '../../../api/notifications/resend.ts';
import type { ResendBody } from '../../../api/notifications/schema.ts';
import type { MessageRequest, Notification } from '../../../domain/notification/notification.ts';
import { resendOf } from '../../../domain/notification/resend.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { notificationIdOf } from '../../../store/notifications.ts';
import { aTransaction, CREATED_AT, sessionOf, SHOP } from '../../support/builders.ts';

const STRANGER = '+96550009999';
const KEY_SESSION = sessionOf('9');

/** A request that comes again under its key, once its payment stands as given: its answer, and what was done for it. */
async function repeated(payment: Transaction, log: readonly Notification[]) {
  const done: string[] = [];
  const deps = {
    store: {
      transactions: { find: async () => payment },
      notifications: {
        listOf: async () => log,
        want: async ({ event, channel }: MessageRequest) => done.push(`${event} ${channel}`),
        findOwn: async (_: unknown, id: string) => log.find((message) => message.id === id),
      },
      audit: { append: async () => done.push('audit') },
    },
    engine: { sendMessage: async () => true },
    limits: {},
    clientAddress: () => '203.0.113.7',
  } as unknown as ApiDeps;
  const caller = { kind: 'key', merchantId: SHOP, keyId: 'k' };
  const state = { isRepeated: true, sessionId: KEY_SESSION, caller };
  const ctx = { state } as unknown as Context;
  const body: ResendBody = {
    session_id: payment.sessionId,
    channels: ['sms'],
    event: 'created',
    to: STRANGER,
  };
  return { answer: await resend(deps, ctx, body), done };
}

describe('a message that is asked for again under the same Idempotency-Key', () => {
  it('is the one that was wanted before, whatever has become of the payment since, and counts once', async () => {
    const open = aTransaction({ type: 'payment_request' });
    const request = { channels: ['sms'], event: 'created', to: STRANGER } as const;
    const found = resendOf(open, request, CREATED_AT);
    assert.ok('wanted' in found);
    const [wanted] = found.wanted;
    assert.ok(wanted);
    const id = notificationIdOf(wanted, KEY_SESSION);
    const byItself = { ...wanted, id: notificationIdOf(wanted), status: 'sent', tries: 1 } as const;
    const log = [byItself, { ...wanted, id, status: 'sent', tries: 1 }] as const;

    const { answer, done } = await repeated({ ...open, state: 'paid' }, log);
    assert.equal(answer.status, 200);
    assert.deepEqual('notifications' in answer.body && answer.body.notifications, [id]);
    assert.deepEqual(done, ['created sms']);
  });
});
