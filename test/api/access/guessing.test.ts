import assert from 'node:assert/strict';
import { pino } from 'pino';
import { warnOfGuessing } from '../../../api/access/guessing.ts';
import type { MessageRequest } from '../../../domain/notification/notification.ts';
import type { User } from '../../../domain/user.ts';
import { aMerchant, SHOP } from '../../support/builders.ts';

/** The mails that are wanted after somebody guessed for this user, so often. */
async function mailsFor(user: Partial<User> | undefined, times = 1) {
  const wanted: MessageRequest[] = [];
  const taken: string[] = [];
  const deps = {
    store: {
      users: {
        findSecret: async () =>
          user && {
            user: {
              id: 7,
              merchantId: SHOP,
              username: 'layla',
              email: 'layla@shop.example',
              active: true,
              service: false,
              ...user,
            },
          },
      },
      merchants: { find: async () => aMerchant() },
      notifications: { want: async (one: MessageRequest) => void wanted.push(one) },
    },
    limits: {
      guessingMail: { take: async (key: string) => ({ isOver: taken.push(key) > 1 }) },
    },
    engine: { sendMessage: async () => true },
    drain: { hold: (work: Promise<void>) => work },
    logger: pino({ level: 'silent' }),
  } as unknown as Parameters<typeof warnOfGuessing>[0];
  for (let time = 0; time < times; time += 1)
    await warnOfGuessing(deps, { username: 'layla', network: '203.0.113.1' });
  return wanted.map(({ event, to, language, facts }) => [event, to, language, facts?.['lines']]);
}

describe('a mail about wrong passwords', () => {
  it('goes to whose name it is, in their language, once in the time of its limit', async () => {
    const [mail, ...more] = await mailsFor({ language: 'ar' }, 3);
    const [event, to, language, lines] = mail ?? [];
    assert.deepEqual([event, to, language], ['wrong-passwords', ['layla@shop.example'], 'ar']);
    assert.deepEqual(
      (lines as string[][]).map(([label, value]) => (label === 'time' ? [label] : [label, value])),
      [['person', 'layla'], ['time'], ['network', '203.0.113.1']],
    );
    assert.deepEqual(more, []);
  });

  for (const [name, user] of [
    ['nobody', undefined],
    ['somebody who is let in no more', { active: false }],
    ['a service account', { service: true }],
  ] as const)
    it(`goes to nobody for a name of ${name}`, async () => {
      assert.deepEqual(await mailsFor(user), []);
    });
});
