import assert from 'node:assert/strict';
import { type NotificationEvent, NOTIFICATION_EVENTS } from '../../../domain/notification/event.ts';
import { resendOf } from '../../../domain/notification/resend.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { aTransaction, CREATED_AT } from '../../support/builders.ts';

const ALL = [...NOTIFICATION_EVENTS];
const customer = { email: 'sara@example.test', phone: '+96550001234' };
const asking = (given: Partial<Transaction> = {}) =>
  aTransaction({ customer, notifications: { email: ALL, sms: ALL, whatsapp: ALL }, ...given });

/** What a resend tells of, written again. */
const TOLD: Readonly<Record<string, NotificationEvent>> = {
  created: 'created',
  pending: 'created',
  attempted: 'created',
  paid: 'paid',
  cod: 'paid',
  authorized: 'authorized',
  failed: 'failed',
  canceled: 'canceled',
  expired: 'expired',
};

describe('a message that somebody asks for again', () => {
  for (const state of TRANSACTION_STATES)
    it(`tells of ${TOLD[state] ?? 'nothing'} where a payment request is ${state}`, () => {
      const found = resendOf(
        asking({ state, type: 'payment_request' }),
        ['email', 'sms'],
        CREATED_AT,
      );
      const events = 'wanted' in found ? found.wanted.map(({ event }) => event) : [];
      assert.deepEqual(events, TOLD[state] ? [TOLD[state], TOLD[state]] : []);
    });

  it('is marked, so that it is told apart from what was sent by itself', () => {
    const found = resendOf(asking({ state: 'paid' }), ['sms'], CREATED_AT);
    assert.ok('wanted' in found);
    assert.deepEqual(
      found.wanted.map(({ forced, to }) => [forced, to]),
      [[true, [customer.phone]]],
    );
  });

  for (const [what, given, impossible] of [
    ['the checkout of a shop that is open', { type: 'e_commerce' }, ['email', 'sms']],
    ['a saved card', { state: 'paid', paymentType: 'save_card' }, ['email', 'sms']],
    ['a channel that is not asked for', { state: 'paid', notifications: { email: ALL } }, ['sms']],
    [
      'a state that is not asked for',
      { state: 'paid', notifications: { email: ['failed'], sms: ALL } },
      ['email'],
    ],
    ['somebody without a number', { state: 'paid', customer: { email: customer.email } }, ['sms']],
  ] as const satisfies readonly (readonly [string, Partial<Transaction>, readonly string[]])[])
    it(`is none for ${what}, and then none at all`, () => {
      const found = resendOf(asking(given), ['email', 'sms'], CREATED_AT);
      assert.ok('impossible' in found);
      assert.deepEqual(found.impossible, impossible);
    });
});
