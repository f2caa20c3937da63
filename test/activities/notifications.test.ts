import assert from 'node:assert/strict';
import { notificationActivities } from '../../activities/notifications.ts';
import { mailOfGivenUp, mailOfNews } from '../../activities/staff-mails.ts';
import { notificationId } from '../../domain/ids.ts';
import { messageOf, type Notification } from '../../domain/notification/notification.ts';
import type { Handed } from '../../domain/notification/outcome.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import type { Mail } from '../../transports/mail.ts';
import { aMerchant, aTransaction, BORN, CARD, sessionOf, SHOP } from '../support/builders.ts';
import { inActivity } from './support/in-activity.ts';

const ID = notificationId('one');
const PAID = aTransaction({ state: 'paid', customer: { email: 'sara@example.test' } });

describe('sendNotification', () => {
  it('sends it, and once it is over never again', async () => {
    const post = office({ answer: { kind: 'accepted' } });
    assert.equal(await post.send(), 'sent');
    assert.equal(await post.send(), 'sent');
    assert.deepEqual(
      post.mails.map(({ messageId, to, subject }) => [messageId, to, subject.slice(0, 8)]),
      [[ID, ['sara@example.test'], 'You have']],
    );
  });

  it('does not know what became of it when a try before has handed it over and said no more', async () => {
    const post = office({ kept: { handedAt: BORN } });
    assert.deepEqual([await post.send(), post.mails.length], ['unknown', 0]);
  });

  it('tries again when no server has it, and takes back what it has handed over', async () => {
    const post = office({ answer: { kind: 'unsent', why: 'EMESSAGE 451', final: false } });
    await assert.rejects(post.send(), /has taken one yet \(EMESSAGE 451\)/);
    await assert.rejects(post.send(), { type: 'MailIsLate', nonRetryable: false });
    assert.deepEqual([post.kept().status, post.kept().tries], ['wanted', 2]);
    assert.equal(await post.giveUp(), 'failed');
    assert.equal(post.kept().error, 'EMESSAGE 451');
  });

  for (const [what, given, status] of [
    ['a server refuses it', { answer: { kind: 'unsent', why: '550', final: true } }, 'failed'],
    ['a server never answers', { answer: { kind: 'silent', why: 'ETIMEDOUT' } }, 'unknown'],
    ['no server is set', { hasRoad: false }, 'failed'],
    ['the payment is not there any more', { transactions: [] }, 'dropped'],
    ['it is not true any more', { kept: { event: 'expired' }, transactions: [PAID] }, 'dropped'],
  ] as const satisfies readonly (readonly [string, Given, string])[])
    it(`ends as ${status} when ${what}`, async () => {
      const post = office(given);
      assert.deepEqual([await post.send(), await post.giveUp()], [status, status]);
    });

  it('ends as unknown when it is given up while another try has it', async () => {
    const post = office({ kept: { handedAt: BORN } });
    assert.equal(await post.giveUp(), 'unknown');
  });
});

describe('the mails to staff', () => {
  const emails = ['noor@shop.example.test', 'noor@shop.example.test'];

  it('are one for a webhook that was given up, and none where nobody is named', () => {
    const eventId = eventIdOf(sessionOf('7'), 1);
    const givenUp = { eventId, merchantId: SHOP, host: 'shop.example.test', calls: 10, emails };
    const [mail, ...others] = mailOfGivenUp(givenUp, BORN);
    assert.deepEqual([mail?.key, mail?.to, others], [`webhook/${eventId}`, [emails[0]], []]);
    assert.deepEqual(mailOfGivenUp({ ...givenUp, emails: [] }, BORN), []);
  });

  it('are one for each change of a request that is news, with what people have to know', () => {
    const request = {
      merchantId: SHOP,
      requestId: sessionOf('b1'),
      sessionId: sessionOf('a1'),
      operation: 'refund',
      pgCode: CARD,
      amount: 'KWD 12.500',
      maker: 'sara',
      emails,
    } as const;
    const keys = [1, 2].map((version) =>
      mailOfNews({ ...request, version, news: 'needs-hand' }, BORN),
    );
    assert.deepEqual(
      keys.flat().map(({ key }) => key),
      [1, 2].map((version) => `request/${request.requestId}/${version}/request-needs-hand`),
    );
    assert.deepEqual(keys[0]?.[0]?.facts?.['lines'], [
      ['operation', 'refund'],
      ['amount', 'KWD 12.500'],
      ['payment', request.sessionId],
      ['request', request.requestId],
      ['maker', 'sara'],
    ]);
  });
});

interface Given {
  readonly kept?: Partial<Notification>;
  readonly answer?: Handed;
  readonly hasRoad?: boolean;
  readonly transactions?: readonly Transaction[];
}

/** One message that is wanted, a server that answers, and what it was given. */
function office({ kept, answer = { kind: 'accepted' }, hasRoad = true, transactions }: Given) {
  const wanted = messageOf(PAID, { event: 'paid' }, BORN);
  assert.ok(wanted);
  let now: Notification = { ...wanted, id: ID, status: 'wanted', tries: 0, ...kept };
  const mails: Mail[] = [];
  const notifications = {
    find: async () => now,
    begin: async () => void (now = { ...now, tries: now.tries + 1 }),
    hand: async (_id: string, at: number) => {
      now = { ...now, handedAt: at };
      return true;
    },
    takeBack: async (_id: string, { error }: { readonly error: string }) => {
      const { handedAt: _gone, ...rest } = now;
      now = { ...rest, error };
    },
    settle: async (_id: string, end: Pick<Notification, 'status'>) =>
      void (now = { ...now, ...end }),
  };
  const activities = notificationActivities(
    {
      notifications,
      transactions: { find: async () => (transactions ?? [PAID])[0] },
      merchants: { find: async () => aMerchant() },
    },
    {
      notify: async () => undefined,
      road: hasRoad
        ? {
            publicUrl: 'https://pay.example.test',
            send: async (mail, atTheEdge) => {
              mails.push(mail);
              await atTheEdge();
              return answer;
            },
          }
        : undefined,
    },
  );
  return {
    mails,
    kept: () => now,
    send: () => inActivity(() => activities.sendNotification({ id: ID })),
    giveUp: () => inActivity(() => activities.giveUpNotification({ id: ID })),
  };
}
