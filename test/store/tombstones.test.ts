import assert from 'node:assert/strict';
import type { Dispute } from '../../domain/dispute/dispute.ts';
import { tombstoneOf } from '../../domain/transaction/tombstone.ts';
import {
  anAttempt,
  anEntry,
  aTransaction,
  CREATED_AT,
  kwd,
  aMerchantId,
  referenceOf,
  SHOP,
} from '../support/builders.ts';
import { useDatabase } from './database.ts';

describe('tombstones', () => {
  const db = useDatabase();
  const attempt = anAttempt({ state: 'failed' });
  const transaction = aTransaction({ state: 'failed', attempts: [attempt], orderNo: 'ORD-1' });
  const tombstone = tombstoneOf(transaction, { now: CREATED_AT });
  const late = { referenceNumber: attempt.referenceNumber, charged: kwd('12.500'), at: CREATED_AT };

  afterEach(() => db().connection.collection('tombstones').deleteMany({}));

  it('are written once, and found by merchant and session, or by an attempt', async () => {
    const { tombstones } = db().store;
    await tombstones.insert(tombstone);
    await tombstones.insert({ ...tombstone, orderNo: 'ORD-2' });
    assert.deepEqual(await tombstones.find(transaction), tombstone);
    assert.deepEqual(await tombstones.findByReference(attempt.referenceNumber), tombstone);
    const other = { ...transaction, merchantId: aMerchantId('other') };
    assert.equal(await tombstones.find(other), undefined);
    assert.equal(await tombstones.findByReference(referenceOf('demoZZZZZZ')), undefined);
  });

  it('are found by what a gateway calls the page, the payment, or the money that came late', async () => {
    const { tombstones } = db().store;
    const named = { ...attempt, gatewayReference: 'cs_1', gatewayPayment: 'pi_1' };
    await tombstones.insert(
      tombstoneOf({ ...transaction, attempts: [named] }, { now: CREATED_AT }),
    );
    await tombstones.addLateMoney(tombstone, { ...late, gatewayPayment: 'pi_2' });
    const { referenceNumber, pgCode } = attempt;
    for (const name of ['cs_1', 'pi_1', 'pi_2'])
      assert.deepEqual(await tombstones.paymentsNamed(SHOP, name), [{ referenceNumber, pgCode }]);
    assert.deepEqual(await tombstones.paymentsNamed(SHOP, 'pi_3'), []);
    assert.deepEqual(await tombstones.paymentsNamed(aMerchantId('other'), 'pi_1'), []);
  });

  it('get money that came late once, however many tell of it at once', async () => {
    const { tombstones } = db().store;
    await tombstones.insert(tombstone);
    const news = await Promise.all([1, 2, 3].map(() => tombstones.addLateMoney(tombstone, late)));
    assert.deepEqual(news.filter(Boolean), [true]);
    const [found, ...others] = await tombstones.withLateMoney(SHOP);
    assert.deepEqual([found?.lateMoney, others], [[late], []]);
    assert.deepEqual(await tombstones.withLateMoney(aMerchantId('other')), []);
  });

  it('get a word on a dispute, with its alert, as long as nobody has written into them since they were read', async () => {
    const { tombstones } = db().store;
    await tombstones.insert(tombstone);
    const { referenceNumber } = attempt;
    const amount = kwd('12.500');
    const taken = { name: 'txn_1', kind: 'taken', amount, at: CREATED_AT } as const;
    const asked: Dispute = {
      disputeId: 'du_1',
      referenceNumber,
      state: 'open',
      amount,
      saidAt: CREATED_AT,
      movements: [],
    };
    const alert = { kind: 'dispute', referenceNumber } as const;
    const moved = { ...asked, movements: [taken] };
    assert.equal(await tombstones.addDispute(tombstone, asked, alert), true);
    const read = await tombstones.find(transaction);
    assert.ok(read);
    assert.equal(await tombstones.addDispute(tombstone, moved), false);
    assert.equal(await tombstones.addLateMoney(tombstone, late), false);
    assert.equal(await tombstones.addLateMoney(read, late), true);
    assert.equal(await tombstones.addDispute(read, moved), false);
    const newest = await tombstones.find(transaction);
    assert.ok(newest);
    assert.equal(await tombstones.addDispute(newest, moved), true);
    const found = await tombstones.find(transaction);
    assert.deepEqual(
      [found?.lateMoney, found?.disputes, found?.alerts],
      [[late], [asked, moved], [alert]],
    );
  });

  it('get what was given back at the gateway once, and are read whole by who checks the books', async () => {
    const { tombstones } = db().store;
    await tombstones.insert(tombstone);
    const entry = anEntry({ source: 'pg' });
    assert.equal(await tombstones.addOperations(tombstone, [entry]), true);
    assert.equal(await tombstones.addOperations(tombstone, [entry]), false);
    assert.equal(await tombstones.addLateMoney(tombstone, late), false);
    const found = await tombstones.find(transaction);
    assert.deepEqual(found?.operations, [entry]);
    const read: unknown[] = [];
    for await (const one of tombstones.bySession()) read.push(one);
    assert.deepEqual(read, [found]);
    const asked = [attempt.referenceNumber, referenceOf('demoZZZZZZ')];
    assert.deepEqual(await tombstones.removedReferences(asked), [attempt.referenceNumber]);
  });

  it('take the place of documents that no save brings back', async () => {
    const { transactions } = db().store;
    await transactions.insert(transaction);
    await transactions.remove(transaction);
    await transactions.save({ ...transaction, version: 9 });
    assert.equal(await transactions.find(transaction), undefined);
  });
});
