import assert from 'node:assert/strict';
import { customerMailFacts } from '../../activities/mail-facts.ts';
import { messageOf } from '../../domain/notification/notification.ts';
import { notificationId } from '../../domain/ids.ts';
import type { NotificationEvent } from '../../domain/notification/event.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { aMerchant, aMethod, anAttempt, aTransaction, kwd } from '../support/builders.ts';

/** The facts of the mail about an event, as the transaction is now. */
function factsOf(transaction: Transaction, event: NotificationEvent) {
  const request = messageOf(transaction, { event }, { channel: 'email', now: 0 });
  const id = notificationId('5d0c6f7e-1111-4222-8333-444455556666');
  assert.ok(request && id);
  return customerMailFacts({
    transaction,
    merchant: aMerchant(),
    notification: { ...request, id, status: 'wanted', tries: 0 },
    event,
    publicUrl: 'https://pay.example',
  });
}

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
      assert.equal(factsOf(transaction, 'paid').happenedAt, date);
    });

  for (const [kind, multipleAttempts, last, late] of [
    ['canceled', false, 'canceled', -1],
    ['expired', false, 'canceled', 0],
    ['expired', false, 'pending', undefined],
    ['expired', true, 'canceled', -1],
  ] as const)
    it(`says that it is ${kind} when it ended with one ${last} of ${multipleAttempts ? 'several attempts' : 'one attempt'}${late === 0 ? ' as its time was over' : ''}`, () => {
      const { expiresAt } = aTransaction();
      const transaction = aTransaction({
        state: 'expired',
        methods: [aMethod({ multipleAttempts })],
        attempts: [
          anAttempt({
            state: last,
            ...(late !== undefined && { concludedAt: expiresAt + late }),
          }),
        ],
        customer: { email: 'sara@example.com' },
      });
      assert.equal(factsOf(transaction, 'expired').kind, kind);
    });
});
