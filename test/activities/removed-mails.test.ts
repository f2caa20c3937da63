import assert from 'node:assert/strict';
import { mailsOfRemoved, type RemovedNews } from '../../activities/removed-mails.ts';
import type { MessageRequest } from '../../domain/notification/notification.ts';
import { tombstoneOf } from '../../domain/transaction/tombstone.ts';
import { renderStaffMail } from '../../render/mails/staff.ts';
import { staffLinesOf } from '../../activities/staff-mails.ts';
import {
  aMerchant,
  anAttempt,
  aTransaction,
  CREATED_AT,
  kwd,
  referenceOf,
  SHOP,
} from '../support/builders.ts';
import { memoryMerchants } from './support/memory-store.ts';

const ATTEMPT = anAttempt({ state: 'failed' });
const TOMBSTONE = tombstoneOf(
  aTransaction({ state: 'expired', orderNo: 'ORD-1', attempts: [ATTEMPT] }),
  { now: CREATED_AT },
);
const { referenceNumber } = ATTEMPT;
const MONEY: RemovedNews = {
  what: 'late-money',
  name: referenceNumber,
  referenceNumber,
  amount: kwd('12.500'),
};
const SILENCE: RemovedNews = {
  what: 'manual-action',
  name: `silence/${referenceNumber}`,
  referenceNumber,
  amount: kwd('12.500'),
  detail: 'It gives no answer.',
};
const DISPUTE: RemovedNews = {
  what: 'dispute',
  dispute: {
    disputeId: 'du_1',
    referenceNumber: referenceOf('demoAAAAAA'),
    state: 'open',
    amount: kwd('12.500'),
    saidAt: CREATED_AT,
    movements: [],
  },
};

async function mailsOf(news: RemovedNews, operators: readonly string[] = []) {
  const mails: MessageRequest[] = [];
  const merchant = aMerchant({ id: SHOP, supportEmail: 'help@pearl.example' });
  const call = mailsOfRemoved(
    { merchants: memoryMerchants('key', merchant), users: { list: async () => [] } as never },
    { notify: async (wanted) => void mails.push(...wanted), operators },
  );
  await call(TOMBSTONE, news);
  return mails;
}

describe('the mail about money of what was removed', () => {
  it('goes to the same people as of what is there, and names it, without a link that leads nowhere', async () => {
    for (const [news, event] of [
      [MONEY, 'late-money'],
      [SILENCE, 'manual-action'],
      [DISPUTE, 'dispute-open'],
    ] as const) {
      const [mail, ...others] = await mailsOf(news);
      assert.ok(mail);
      assert.deepEqual(others, []);
      assert.deepEqual([mail.to, mail.event], [['help@pearl.example'], event]);
      const { text } = renderStaffMail({
        kind: event,
        language: 'en',
        timeZone: 'Asia/Kuwait',
        merchantName: 'Pearl',
        lines: staffLinesOf(mail),
        officeUrl: 'https://office.example.test',
      });
      for (const part of ['ORD-1', TOMBSTONE.sessionId, 'Removed for good on', '12.500'])
        assert.ok(text.includes(part), `${part} in ${text}`);
      assert.ok(!text.includes('/office/payments/'), text);
    }
  });

  it('goes to operators, too, where it is about money that came', async () => {
    const mails = await mailsOf(MONEY, ['duty@pay.example']);
    assert.deepEqual(
      mails.map(({ to, forOperators }) => [to, forOperators]),
      [
        [['help@pearl.example'], undefined],
        [['duty@pay.example'], true],
      ],
    );
  });

  it('is one for each occasion, however often people are called for it', async () => {
    const keys = [
      ...(await mailsOf(MONEY)),
      ...(await mailsOf(MONEY)),
      ...(await mailsOf({ ...MONEY, name: `${referenceNumber}/pi_2` })),
      ...(await mailsOf(DISPUTE)),
      ...(await mailsOf({ ...DISPUTE, dispute: { ...DISPUTE.dispute, state: 'lost' } })),
    ].map(({ key }) => key);
    assert.deepEqual([keys.length, new Set(keys).size], [5, 4]);
  });
});
