import assert from 'node:assert/strict';
import { mailsOfWords, type UnbookedWord } from '../../activities/gateway-word-mails.ts';
import { staffLinesOf } from '../../activities/staff-mails.ts';
import type { MessageRequest } from '../../domain/notification/notification.ts';
import { renderStaffMail } from '../../render/mails/staff.ts';
import {
  aMerchant,
  anAttempt,
  aReport,
  aTransaction,
  CARD,
  CREATED_AT,
  kwd,
  SHOP,
} from '../support/builders.ts';
import { memoryMerchants } from './support/memory-store.ts';

const ATTEMPT = anAttempt();
const { referenceNumber } = ATTEMPT;
const PAYMENT = aTransaction({ orderNo: 'ORD-1', attempts: [ATTEMPT] });
const CALLBACK: Extract<UnbookedWord, { what: 'callback' }> = {
  what: 'callback',
  entry: {
    merchantId: SHOP,
    pgCode: CARD,
    gatewayEventId: 'evt_1',
    referenceNumber,
    report: aReport(ATTEMPT),
    receivedAt: CREATED_AT,
    signaled: false,
  },
  payment: PAYMENT,
};
const DISPUTE: Extract<UnbookedWord, { what: 'dispute' }> = {
  what: 'dispute',
  merchantId: SHOP,
  pgCode: CARD,
  word: {
    disputeId: 'du_1',
    gatewayPayment: 'pi_1',
    state: 'open',
    amount: kwd('3.500'),
    dueAt: CREATED_AT,
    saidAt: CREATED_AT,
    movements: [],
  },
};

async function mailsOf(word: UnbookedWord) {
  const mails: MessageRequest[] = [];
  const merchant = aMerchant({ id: SHOP, supportEmail: 'help@pearl.example' });
  const users = { list: async () => [] } as never;
  const call = mailsOfWords(
    { merchants: memoryMerchants('key', merchant), users },
    { notify: async (wanted) => void mails.push(...wanted), operators: ['duty@pay.example'] },
  );
  await call(word);
  return mails;
}

describe('the mail about what a gateway has said and nobody could book', () => {
  for (const [word, event, parts] of [
    [
      CALLBACK,
      'callback-unheard',
      ['evt_1', 'ORD-1', PAYMENT.sessionId, referenceNumber, '12.500', 'send the event once more'],
    ],
    [
      DISPUTE,
      'dispute-unplaced',
      ['du_1', 'open', '3.500', 'pi_1', 'Answer until', 'Ask the gateway'],
    ],
  ] as const)
    it(`says what it is and what to do, to the merchant's people and to operators: ${event}`, async () => {
      const mails = await mailsOf(word);
      assert.deepEqual(
        mails.map((mail) => [mail.to, mail.event, mail.forOperators]),
        [
          [['help@pearl.example'], event, undefined],
          [['duty@pay.example'], event, true],
        ],
      );
      const [mail] = mails;
      assert.ok(mail);
      for (const language of ['en', 'ar'] as const) {
        const { subject, text } = renderStaffMail({
          kind: event,
          language,
          timeZone: 'Asia/Kuwait',
          merchantName: 'Pearl',
          lines: staffLinesOf(mail),
        });
        assert.ok(subject.includes('Pearl'), subject);
        if (language === 'en')
          for (const part of parts) assert.ok(text.includes(part), `${part} in ${text}`);
      }
    });

  it('is one for each event, and for each state of a dispute', async () => {
    const { payment: _unknown, ...unplaced } = CALLBACK;
    const all = [
      await keysOf(CALLBACK),
      await keysOf(unplaced),
      await keysOf({ ...CALLBACK, entry: { ...CALLBACK.entry, gatewayEventId: 'evt_2' } }),
      await keysOf(DISPUTE),
      await keysOf({ ...DISPUTE, word: { ...DISPUTE.word, saidAt: CREATED_AT + 1 } }),
      await keysOf({ ...DISPUTE, word: { ...DISPUTE.word, state: 'lost' } }),
    ].flat();
    assert.deepEqual([all.length, new Set(all).size], [12, 8]);
  });
});

async function keysOf(word: UnbookedWord): Promise<readonly string[]> {
  return (await mailsOf(word)).map(({ key }) => key);
}
