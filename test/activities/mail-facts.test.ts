import assert from 'node:assert/strict';
import { customerMailFacts } from '../../activities/mail-facts.ts';
import { messageOf } from '../../domain/notification/notification.ts';
import { notificationId } from '../../domain/ids.ts';
import { aMerchant, anAttempt, aTransaction, kwd } from '../support/builders.ts';

describe('the mail of a payment', () => {
  for (const [state, ended, date] of [
    ['paid', 'success', '2026-11-21T10:04:00Z'],
    ['cod', 'cod', undefined],
  ] as const)
    it(`says of what is ${state} ${date === undefined ? 'no date, since nobody has paid yet' : 'when that was'}`, () => {
      const attempt = anAttempt({ state: ended, concludedAt: Date.parse('2026-11-21T10:04:00Z') });
      const transaction = aTransaction({
        state,
        attempts: [attempt],
        settledPgCode: attempt.pgCode,
        settledAmount: kwd('12.500'),
        customer: { email: 'sara@example.com' },
      });
      const request = messageOf(transaction, { event: 'paid' }, { channel: 'email', now: 0 });
      const id = notificationId('5d0c6f7e-1111-4222-8333-444455556666');
      assert.ok(request && id);
      const { happenedAt } = customerMailFacts({
        transaction,
        merchant: aMerchant(),
        notification: { ...request, id, status: 'wanted', tries: 0 },
        event: 'paid',
        publicUrl: 'https://pay.example',
      });
      assert.equal(happenedAt, date);
    });
});
