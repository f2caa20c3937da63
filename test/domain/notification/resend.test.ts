import assert from 'node:assert/strict';
import { type NotificationEvent, NOTIFICATION_EVENTS } from '../../../domain/notification/event.ts';
import {
  isOwnAddress,
  REQUESTABLE,
  resendOf,
  wantedByRepetition,
} from '../../../domain/notification/resend.ts';
import { TRANSACTION_STATES } from '../../../domain/transaction/states.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import { anAttempt, anEntry, aTransaction, CREATED_AT } from '../../support/builders.ts';

const CAPTURED = anEntry({ kind: 'capture', paymentReference: anAttempt().referenceNumber });
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

/** Who gets what is sent to an address, and in copy. */
function receiversOf(paid: Transaction, to: string, channel: 'email' | 'sms' = 'email') {
  const found = resendOf(paid, { channels: [channel], event: 'paid', to }, 1);
  assert.ok('wanted' in found);
  return found.wanted.map((message) => [message.to, message.cc]);
}

describe('a message that somebody asks for again', () => {
  for (const state of TRANSACTION_STATES)
    it(`tells of ${TOLD[state] ?? 'nothing'} where a payment request is ${state}`, () => {
      const found = resendOf(
        asking({ state, type: 'payment_request' }),
        { channels: ['email', 'sms'] },
        CREATED_AT,
      );
      const events = 'wanted' in found ? found.wanted.map(({ event }) => event) : [];
      assert.deepEqual(events, TOLD[state] ? [TOLD[state], TOLD[state]] : []);
    });

  it('is marked, so that it is told apart from what was sent by itself', () => {
    const found = resendOf(asking({ state: 'paid' }), { channels: ['sms'] }, CREATED_AT);
    assert.ok('wanted' in found);
    assert.deepEqual(
      found.wanted.map(({ forced, to }) => [forced, to]),
      [[true, [customer.phone]]],
    );
  });

  it('tells of the same where the request comes again, also by a channel that it did not come to', () => {
    const request = { channels: ['email', 'sms'] } as const;
    const open = asking({ type: 'payment_request' });
    const first = resendOf(open, request, CREATED_AT);
    assert.ok('wanted' in first);
    const paid = { ...open, state: 'paid' } as const;
    assert.deepEqual(wantedByRepetition(paid, request, first.wanted.slice(0, 1)), first.wanted);
    assert.deepEqual(wantedByRepetition(paid, request, []), []);
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
    [
      'a hold of which something is captured',
      { state: 'authorized', operations: [CAPTURED] },
      ['email', 'sms'],
    ],
    ['somebody without a number', { state: 'paid', customer: { email: customer.email } }, ['sms']],
  ] as const satisfies readonly (readonly [string, Partial<Transaction>, readonly string[]])[])
    it(`is none for ${what}, and then none at all`, () => {
      const found = resendOf(asking(given), { channels: ['email', 'sms'] }, CREATED_AT);
      assert.ok('impossible' in found);
      assert.deepEqual(found.impossible, impossible);
    });

  const silent = { notifications: {}, type: 'payment_request' } as const;

  for (const state of TRANSACTION_STATES)
    it(`is a request for payment or a receipt although nothing asks for it, where it is so: ${state}`, () => {
      for (const event of REQUESTABLE) {
        const found = resendOf(asking({ ...silent, state }), { channels: ['email'], event }, 1);
        assert.equal('wanted' in found, TOLD[state] === event, event);
        if ('wanted' in found)
          assert.deepEqual(
            found.wanted.map((one) => [one.event, one.to, one.forced]),
            [[event, [customer.email], true]],
          );
      }
    });

  it('is refused with what became of the money where it is on hold no more', () => {
    const over = asking({ state: 'authorized', operations: [CAPTURED] });
    const found = resendOf(over, { channels: ['email'], event: 'authorized' }, CREATED_AT);
    assert.ok('impossible' in found);
    assert.match(found.why, /captured or voided.*no message/iu);
  });

  it('goes to another address alone, without copies, also of a payment that names nobody', () => {
    const paid = asking({ ...silent, state: 'paid', emailRecipients: ['copy@example.test'] });
    assert.deepEqual(receiversOf(paid, 'other@example.test'), [
      [['other@example.test'], undefined],
    ]);
    assert.deepEqual(receiversOf(paid, 'SARA@example.test'), [
      [[customer.email], ['copy@example.test']],
    ]);
    assert.deepEqual(receiversOf(paid, '0096550009999', 'sms'), [[['+96550009999'], undefined]]);
    const nobody = asking({ ...silent, state: 'paid', customer: {} });
    assert.deepEqual(receiversOf(nobody, 'other@example.test'), [
      [['other@example.test'], undefined],
    ]);
  });

  it("knows the customer's own address, however it is written", () => {
    const paid = asking({ state: 'paid' });
    for (const to of ['sara@example.test', 'Sara@Example.TEST', '+96550001234', '00965 5000 1234'])
      assert.equal(isOwnAddress(paid, to), true, to);
    for (const to of ['sara@example.tes', '+96550001235', 'undefined'])
      assert.equal(isOwnAddress(paid, to), false, to);
    assert.equal(isOwnAddress(asking({ customer: {} }), 'undefined'), false);
  });
});
