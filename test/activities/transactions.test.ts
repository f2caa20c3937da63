import assert from 'node:assert/strict';
import { transactionActivities } from '../../activities/transactions.ts';
import type { SessionId } from '../../domain/ids.ts';
import { entriesBetween } from '../../domain/ledger/post.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import type { TransactionRef } from '../../domain/transaction/transaction.ts';
import type { Notice } from '../../domain/webhook/notice.ts';
import { eventIdOf } from '../../store/webhook-events.ts';
import {
  aCard,
  aMerchant,
  anAgreement,
  anAttempt,
  anOperation,
  aTransaction,
  BORN,
  CARD,
  SHOP,
  sessionOf,
  untold,
} from '../support/builders.ts';
import { failure } from './support/failures.ts';
import {
  memoryAgreements,
  memoryCards,
  memoryEvents,
  memoryLedger,
  memoryMerchants,
  memoryOperations,
  memoryTransactions,
} from './support/memory-store.ts';

const NEWBORN = aTransaction();
const { merchantId, sessionId } = NEWBORN;
const ATTEMPT = anAttempt({ state: 'success' });
const PAID = aTransaction({ version: 2, state: 'paid', attempts: [ATTEMPT], sequence: 1 });
const { referenceNumber } = ATTEMPT;
const NOTICE: Notice = { sequence: 1, at: BORN, referenceNumber, pgCode: CARD, result: 'success' };

function setting(merchants = memoryMerchants('key-1', aMerchant())) {
  const transactions = memoryTransactions(NEWBORN);
  const webhookEvents = memoryEvents();
  const operations = memoryOperations();
  const ledger = memoryLedger();
  const cards = memoryCards();
  const agreements = memoryAgreements();
  const stores = { transactions, operations, ledger, webhookEvents, merchants, cards, agreements };
  const told: SessionId[] = [];
  const tellInvoice = async (ref: TransactionRef) => void told.push(ref.sessionId);
  return {
    ...stores,
    told,
    activities: transactionActivities(stores, tellInvoice, async () => undefined),
  };
}

describe('loadTransaction', () => {
  it('brings the document as it was last saved', async () => {
    const { activities } = setting();
    await activities.keepTransaction({ transaction: PAID });
    assert.deepEqual(await activities.loadTransaction({ merchantId, sessionId }), PAID);
  });

  it('is final when there is no such transaction', async () => {
    const { activities } = setting();
    await assert.rejects(
      activities.loadTransaction({ merchantId, sessionId: sessionOf('b2') }),
      failure('NotFound', 'final'),
    );
  });
});

describe('keepTransaction', () => {
  it('saves the version and freezes what the merchant is told, under an id that follows from both', async () => {
    const { activities, transactions, webhookEvents } = setting();
    const { eventId } = await activities.keepTransaction({ transaction: PAID, notice: NOTICE });
    assert.equal(eventId, eventIdOf(sessionId, 1));
    assert.deepEqual(await transactions.find({ merchantId, sessionId }), PAID);
    const [event, ...more] = await webhookEvents.listOf(merchantId, sessionId);
    assert.deepEqual(more, []);
    assert.ok(event);
    assert.deepEqual(
      [event.url, event.payload['state'], event.payload['result'], event.createdAt],
      [PAID.webhookUrl, 'paid', 'success', BORN],
    );
  });

  it('may be repeated: the event is the same and is not written anew', async () => {
    const { activities, webhookEvents } = setting();
    const first = await activities.keepTransaction({ transaction: PAID, notice: NOTICE });
    const later = { ...PAID, state: 'failed' } as const;
    const again = await activities.keepTransaction({ transaction: later, notice: NOTICE });
    assert.deepEqual(again, first);
    const events = await webhookEvents.listOf(merchantId, sessionId);
    assert.deepEqual(
      events.map(({ payload }) => payload['state']),
      ['paid'],
    );
  });

  it('never lets an older version take the place of a newer one, and says so', async () => {
    const { activities, transactions } = setting();
    await activities.keepTransaction({ transaction: { ...PAID, version: 3 } });
    await assert.rejects(
      activities.keepTransaction({ transaction: { ...PAID, state: 'pending' } }),
      { type: 'Overtaken', nonRetryable: true },
    );
    const kept = await transactions.find({ merchantId, sessionId });
    assert.deepEqual([kept?.version, kept?.state], [3, 'paid']);
  });

  it('leaves nothing of a change that was overtaken: no operation, no entry, no event', async () => {
    const { activities, operations, ledger, webhookEvents } = setting();
    await activities.keepTransaction({ transaction: { ...PAID, version: 3 } });
    const before = { ...NEWBORN, attempts: [anAttempt()] };
    const entries = entriesBetween(before, { ...PAID, settledPgCode: CARD }, BORN);
    assert.equal(entries.length, 1);
    const operation = anOperation({ state: 'promised', version: 1 });
    const change = { transaction: PAID, notice: NOTICE, operation, entries };
    await assert.rejects(activities.keepTransaction(change), { type: 'Overtaken' });
    assert.deepEqual(await ledger.listOf(merchantId, sessionId), []);
    assert.deepEqual(await operations.openBetween(0, Infinity), []);
    assert.deepEqual(await webhookEvents.listOf(merchantId, sessionId), []);
  });

  it('keeps the card that a change has brought', async () => {
    const { activities, cards } = setting();
    await activities.keepTransaction({ transaction: PAID, card: aCard() });
    assert.deepEqual(cards.all(), [aCard()]);
  });

  it('makes durable what the payment means to an agreement, once it stands', async () => {
    const { activities, agreements } = setting();
    const { customerId, sandbox, pgCode, token, terms } = anAgreement();
    const paid = { merchantId, sessionId, customerId, sandbox, pgCode, token, terms, at: BORN };
    await activities.keepTransaction({ transaction: { ...PAID, version: 3 }, binding: paid });
    await assert.rejects(activities.keepTransaction({ transaction: PAID, binding: paid }));
    assert.deepEqual(agreements.bound(), [paid]);
  });

  it('counts the charge of an agreement, or gives its cycle free, once the change stands', async () => {
    const { activities, agreements } = setting();
    for (const [version, how] of [
      [3, 'release'],
      [4, 'settle'],
      [2, 'release'],
    ] as const) {
      const charge = { merchantId, uuid: 'u-1', how, at: BORN };
      const kept = activities.keepTransaction({ transaction: { ...PAID, version }, charge });
      await (version === 2 ? assert.rejects(kept) : kept);
    }
    const [free, paid] = [`u-1 free of ${sessionId}`, `u-1 paid by ${sessionId} at ${BORN}`];
    assert.deepEqual(agreements.counted(), [free, paid]);
  });

  it('keeps no card of a change that was overtaken', async () => {
    const { activities, cards } = setting();
    await activities.keepTransaction({ transaction: { ...PAID, version: 3 } });
    await assert.rejects(activities.keepTransaction({ transaction: PAID, card: aCard() }));
    assert.deepEqual(cards.all(), []);
  });

  it('freezes nothing where there is nothing to tell or nobody to tell it to', async () => {
    const { activities, webhookEvents } = setting();
    assert.deepEqual(await activities.keepTransaction({ transaction: PAID }), {});
    const silent = { transaction: untold(PAID), notice: NOTICE };
    assert.deepEqual(await activities.keepTransaction(silent), {});
    assert.deepEqual(await webhookEvents.listOf(merchantId, sessionId), []);
  });

  it('does not show a state whose notice could not be frozen', async () => {
    const { activities, transactions } = setting(memoryMerchants('key-1'));
    await assert.rejects(
      activities.keepTransaction({ transaction: PAID, notice: NOTICE }),
      failure('NotFound', 'final'),
    );
    assert.deepEqual(await transactions.find({ merchantId: SHOP, sessionId }), NEWBORN);
  });
});

describe('keepTransaction of an invoice', () => {
  const BILLED = { ...PAID, invoiceNumber: 'INV-7' };

  for (const state of TRANSACTION_STATES) {
    const isTold = ['paid', 'cod', 'canceled'].includes(state);
    it(`${isTold ? 'tells the invoice' : 'keeps quiet'} when it becomes ${state}`, async () => {
      const { activities, told } = setting();
      await activities.keepTransaction({ transaction: { ...BILLED, state } });
      assert.deepEqual(told, isTold ? [sessionId] : []);
    });
  }

  it('tells it once, not at each later save, and again when a save is repeated', async () => {
    const { activities, told } = setting();
    await activities.keepTransaction({ transaction: BILLED });
    await activities.keepTransaction({ transaction: { ...BILLED, version: 3 } });
    assert.equal(told.length, 1);
    await activities.keepTransaction({ transaction: { ...BILLED, version: 3 } });
    assert.equal(told.length, 2);
  });

  it('tells nobody of a transaction without an invoice', async () => {
    const { activities, told } = setting();
    await activities.keepTransaction({ transaction: PAID });
    assert.deepEqual(told, []);
  });
});
