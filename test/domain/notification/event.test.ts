import assert from 'node:assert/strict';
import {
  happenedAtStart,
  happenedBetween,
  isStillSo,
  standingEvent,
  type NotificationEvent,
} from '../../../domain/notification/event.ts';
import { messageOf, wantedOf } from '../../../domain/notification/notification.ts';
import { TRANSACTION_STATES, type TransactionState } from '../../../domain/transaction/states.ts';
import type { Transaction } from '../../../domain/transaction/transaction.ts';
import {
  entryOf,
  type Operation,
  type OperationEntry,
} from '../../../domain/operation/operation.ts';
import {
  anAttempt,
  aTransaction,
  codeOf,
  CREATED_AT,
  referenceOf,
  sessionOf,
} from '../../support/builders.ts';
import { aNumberedOperation } from '../operation/support.ts';

const unpaid = aTransaction({ state: 'pending', type: 'payment_request' });

describe('what a customer is told of', () => {
  const told: Readonly<Record<TransactionState, NotificationEvent | undefined>> = {
    created: undefined,
    pending: undefined,
    attempted: undefined,
    authorized: 'authorized',
    paid: 'paid',
    failed: 'failed',
    canceled: 'canceled',
    expired: 'expired',
    invalided: undefined,
    cod: 'paid',
  };
  for (const state of TRANSACTION_STATES)
    it(`when it becomes ${state}: ${told[state] ?? 'nothing'}`, () => {
      const before = aTransaction({
        ...unpaid,
        state: state === 'pending' ? 'created' : 'pending',
      });
      const events = happenedBetween(before, { ...before, state }).map(({ event }) => event);
      assert.deepEqual(events, told[state] ? [told[state]] : []);
      const after = { ...before, state };
      assert.deepEqual(happenedBetween(after, { ...after }), []);
    });

  it('is a request for payment when it was made, and never the checkout of a shop', () => {
    assert.deepEqual(happenedAtStart(unpaid), [{ event: 'created' }]);
    const shop = { ...unpaid, type: 'e_commerce' } as const;
    assert.deepEqual(happenedAtStart(shop), []);
    const legacy = { referenceNumber: referenceOf('demoAB12CD34') };
    assert.deepEqual(happenedAtStart({ ...shop, legacy }), [{ event: 'created' }]);
    assert.equal(isStillSo('created', { ...shop, legacy }), true);
    assert.deepEqual(happenedAtStart({ ...unpaid, paymentType: 'save_card' }), []);
  });

  it('is a try that could not be made, but not one that was declined and may be repeated', () => {
    const tried = (state: 'error' | 'failed') => ({ ...unpaid, attempts: [anAttempt({ state })] });
    assert.deepEqual(happenedBetween(unpaid, tried('error')), [{ event: 'failed' }]);
    assert.deepEqual(happenedBetween(unpaid, tried('failed')), []);
    const single = { ...tried('error'), state: 'failed' as const };
    assert.deepEqual(happenedBetween(unpaid, single), [{ event: 'failed' }]);
  });

  it('is no try at an account after which the next one of the route was asked, but the last one', () => {
    const [first, next] = [referenceOf('demoAB12CD34'), referenceOf('demoAB12CD35')];
    const routing = { route: codeOf('cards'), skipped: [], accounts: [], press: first };
    const routed = (state: 'error' | 'pending') => ({
      ...unpaid,
      attempts: [
        anAttempt({ referenceNumber: first, state: 'error' }),
        anAttempt({
          referenceNumber: next,
          state,
          routing: { ...routing, after: { referenceNumber: first, ending: 'unsent' } },
        }),
      ],
    });
    assert.deepEqual(happenedBetween(unpaid, routed('pending')), []);
    assert.deepEqual(happenedBetween(routed('pending'), routed('error')), [{ event: 'failed' }]);
  });

  it('is nothing of a card that is saved', () => {
    const saved: Transaction = { ...unpaid, paymentType: 'save_card' };
    assert.deepEqual(happenedBetween(saved, { ...saved, state: 'paid' }), []);
  });

  for (const [kind, event] of [
    ['refund', 'refunded'],
    ['capture', 'captured'],
    ['void', 'voided'],
  ] as const)
    it(`is a ${kind} once it is done, by its own id`, () => {
      const paid = aTransaction({ state: 'paid' });
      const queued = entryOf(aNumberedOperation(1, { kind, state: 'queued' }));
      const before = { ...paid, operations: [queued] };
      assert.deepEqual(happenedBetween(paid, before), []);
      const after = { ...paid, operations: [{ ...queued, state: 'done' as const }] };
      assert.deepEqual(happenedBetween(before, after), [{ event, operationId: queued.sessionId }]);
      const failed = { ...queued, state: 'done', reversedBeforeTold: true } as const;
      assert.deepEqual(happenedBetween(before, { ...paid, operations: [failed] }), []);
      const another = entryOf(aNumberedOperation(2, { kind, state: 'done' }));
      assert.deepEqual(
        happenedBetween(after, { ...after, operations: [...after.operations, another] }),
        [{ event, operationId: another.sessionId }],
      );
    });

  it('is no refund that goes to a wallet', () => {
    const paid = aTransaction({ state: 'paid' });
    const refund = entryOf(aNumberedOperation(1, { state: 'done', destination: 'wallet' }));
    assert.deepEqual(happenedBetween(paid, { ...paid, operations: [refund] }), []);
  });
});

describe('a message that waits', () => {
  for (const [event, state, holds] of [
    ['created', 'pending', true],
    ['created', 'paid', false],
    ['created', 'canceled', false],
    ['failed', 'failed', true],
    ['failed', 'pending', true],
    ['failed', 'paid', false],
    ['expired', 'expired', true],
    ['expired', 'authorized', false],
    ['canceled', 'canceled', true],
    ['refunded', 'paid', true],
    ['paid', 'paid', true],
    ['paid', 'cod', true],
    ['paid', 'canceled', false],
  ] as const)
    it(`"${event}" is ${holds ? 'still' : 'no longer'} so when it is ${state}`, () => {
      assert.equal(isStillSo(event, { ...unpaid, state }), holds);
    });
});

describe('money on hold', () => {
  const held = aTransaction({ ...unpaid, state: 'authorized' });
  const after = (...operations: readonly OperationEntry[]) => ({ ...held, operations });

  for (const kind of ['capture', 'void'] as const) {
    it(`is told of no more once a ${kind} is done, by itself or when somebody asks`, () => {
      const done = after(entry({ kind, state: 'done' }));
      assert.equal(isStillSo('authorized', done), false);
      assert.equal(standingEvent(done), undefined);
      // What the customer was told of the end of another payment stays as it was.
      assert.equal(isStillSo('failed', done), false);
    });

    it(`is told of while a ${kind} is under way, and after one that failed or was undone`, () => {
      for (const given of [
        { state: 'queued' },
        { state: 'failed' },
        { state: 'done', reversedAt: CREATED_AT },
      ] as const) {
        const standing = after(entry({ kind, ...given }));
        assert.equal(isStillSo('authorized', standing), true);
        assert.equal(standingEvent(standing), 'authorized');
      }
    });
  }

  it('is told of while it is held, and not of what is no hold', () => {
    assert.equal(isStillSo('authorized', held), true);
    assert.equal(standingEvent(held), 'authorized');
    assert.equal(isStillSo('authorized', { ...held, state: 'paid' }), false);
  });
});

describe('a resend', () => {
  it('tells how it stands, and knows no message for a shop that waits or for what is invalid', () => {
    assert.equal(standingEvent(unpaid), 'created');
    assert.equal(standingEvent({ ...unpaid, type: 'e_commerce' }), undefined);
    assert.equal(standingEvent({ ...unpaid, state: 'cod' }), 'paid');
    assert.equal(standingEvent({ ...unpaid, state: 'invalided' }), undefined);
  });
});

describe('the messages that a change wants', () => {
  const asking = aTransaction({
    notifications: { email: ['paid', 'refunded'], sms: ['failed'] },
    customer: { email: 'sara@example.test' },
    emailRecipients: ['Desk@shop.example.test', 'SARA@example.test', 'Desk@shop.example.test'],
    language: 'ar',
  });

  it('are those that the terms name for e-mail, to the customer, with the own people in copy once', () => {
    const happened = [{ event: 'paid' }, { event: 'failed' }] as const;
    const { merchantId, sessionId } = asking;
    assert.deepEqual(wantedOf(asking, happened, CREATED_AT), [
      {
        key: `${sessionId}/paid/email`,
        merchantId,
        channel: 'email',
        event: 'paid',
        language: 'ar',
        sessionId,
        to: ['sara@example.test'],
        cc: ['Desk@shop.example.test'],
        createdAt: CREATED_AT,
      },
    ]);
  });

  it('are none where nothing was asked for, or nobody has an address', () => {
    const { notifications: _none, ...silent } = asking;
    const paid = [{ event: 'paid' }] as const;
    assert.deepEqual(wantedOf(silent, paid, CREATED_AT), []);
    assert.deepEqual(
      wantedOf({ ...asking, notifications: { email: 'paid' } }, paid, CREATED_AT),
      [],
    );
    assert.deepEqual(wantedOf({ ...asking, customer: {} }, paid, CREATED_AT), []);
  });

  it('go by each channel that is asked for, but by WhatsApp none about operations', () => {
    const events = ['paid', 'refunded'] as const;
    const all = { email: [...events], sms: [...events], whatsapp: [...events] };
    const customer = { email: 'sara@example.test', phone: '+96550001234' };
    const wanted = wantedOf(
      { ...asking, customer, notifications: all },
      events.map((event) => ({ event })),
      CREATED_AT,
    );
    assert.deepEqual(
      wanted.map(({ channel, event, to, cc = [] }) => [channel, event, ...to, cc.length]),
      [
        ['email', 'paid', 'sara@example.test', 1],
        ['sms', 'paid', '+96550001234', 0],
        ['whatsapp', 'paid', '+96550001234', 0],
        ['email', 'refunded', 'sara@example.test', 1],
        ['sms', 'refunded', '+96550001234', 0],
      ],
    );
    assert.equal(new Set(wanted.map(({ key }) => key)).size, wanted.length);
  });

  it('have a key for each operation', () => {
    const keys = ['b1', 'b2'].map(
      (tail) =>
        messageOf(
          asking,
          { event: 'refunded', operationId: sessionOf(tail) },
          { channel: 'email', now: CREATED_AT },
        )?.key,
    );
    assert.deepEqual(keys, [
      `${sessionOf('b1')}/refunded/email`,
      `${sessionOf('b2')}/refunded/email`,
    ]);
  });
});

function entry(given: Partial<Operation>): OperationEntry {
  return entryOf(aNumberedOperation(1, given));
}
