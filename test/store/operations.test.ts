import assert from 'node:assert/strict';
import { foreignNames } from '../../store/operations.ts';
import {
  CREATED_AT,
  CARD,
  codeOf,
  kwd,
  aMerchantId,
  referenceOf,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { aNumberedOperation, wordOn } from '../domain/operation/support.ts';
import { useDatabase } from './database.ts';

describe('the store of operations', () => {
  const database = useDatabase();
  const store = () => database().store.operations;

  it('gives back what it was given, with what others sent as it was', async () => {
    const operation = aNumberedOperation(1, {
      parentOrderNo: 'O-1',
      trackingKey: 'track-1',
      asksForAll: true,
      extra: { $ref: 'x', $id: 1, nested: { toObject: true } },
      gatewayResponse: { 'a.b': [null, 1] },
      pgParams: { rrn: '7' },
      initiator: { id: 1, username: 'sara', email: 'sara@shop.example.test' },
      approval: { state: 'pending', needed: 1, votes: [], expiresAt: CREATED_AT },
      alert: 'Look.',
    });
    await store().insert(operation);
    const { merchantId, parentId, sessionId, referenceNumber } = operation;
    assert.deepEqual(await store().find({ merchantId, parentId, sessionId }), operation);
    assert.deepEqual(await store().findBySession(merchantId, sessionId), operation);
    assert.deepEqual(await store().findByReference(referenceNumber), operation);
    assert.equal(await store().findBySession(aMerchantId('other'), sessionId), undefined);
  });

  it('inserts once, and what is there stays as it is', async () => {
    const operation = aNumberedOperation(2);
    await store().insert(operation);
    await store().save({ ...operation, version: 2, state: 'done' });
    await store().insert(operation);
    assert.equal((await store().findByReference(operation.referenceNumber))?.state, 'done');
  });

  it('lets no two operations have one reference', async () => {
    const operation = aNumberedOperation(3);
    await store().insert(operation);
    await assert.rejects(store().insert({ ...operation, sessionId: sessionOf('d3') }), /E11000/);
  });

  it('saves only forward, and tells what was replaced to whom replaced it', async () => {
    const operation = aNumberedOperation(4);
    await store().insert(operation);
    const done = { ...operation, version: 3, state: 'done' as const };
    assert.equal(await store().save(done), 'promised');
    assert.equal(await store().save(done), undefined);
    assert.equal(await store().save({ ...operation, version: 2, state: 'queued' }), undefined);
    assert.deepEqual(await store().findByReference(operation.referenceNumber), done);
  });

  it('of many saves at once keeps the latest', async () => {
    const operation = aNumberedOperation(5);
    await store().insert(operation);
    const versions = Array.from({ length: 20 }, (_, index) => ({
      ...operation,
      version: index + 2,
    }));
    await Promise.all(versions.toReversed().map((one) => store().save(one)));
    assert.equal((await store().findByReference(operation.referenceNumber))?.version, 21);
  });

  it('lists those of a payment, oldest first, and of no other merchant', async () => {
    const parentId = sessionOf('b7');
    const later = aNumberedOperation(6, { parentId, createdAt: CREATED_AT + 2 });
    const earlier = aNumberedOperation(7, { parentId, createdAt: CREATED_AT + 1 });
    await store().insert(later);
    await store().insert(earlier);
    assert.deepEqual(await store().ofPayment(SHOP, parentId), [earlier, later]);
    assert.deepEqual(await store().ofPayment(aMerchantId('other'), parentId), []);
  });

  it('finds what is not over and was created in a span of time', async () => {
    const at = CREATED_AT + 500_000;
    const states = ['awaiting', 'promised', 'queued', 'unclear', 'done', 'failed'] as const;
    for (const [index, state] of states.entries())
      await store().insert(aNumberedOperation(10 + index, { state, createdAt: at + index }));
    const found = await store().openBetween(at, at + 10);
    assert.deepEqual(
      found.map(({ state }) => state),
      ['promised', 'queued'],
    );
  });

  it('finds, page by page, what has to have a run, whenever it was created', async () => {
    const at = CREATED_AT - 500_000;
    const approval = { state: 'pending', needed: 1, votes: [], expiresAt: CREATED_AT } as const;
    const created = [
      aNumberedOperation(30, { createdAt: at }),
      aNumberedOperation(31, { createdAt: at, state: 'awaiting', approval }),
      aNumberedOperation(32, { createdAt: at + 1, state: 'queued' }),
      aNumberedOperation(33, { createdAt: at + 1, state: 'done' }),
      aNumberedOperation(34, { createdAt: at + 2 }),
    ];
    for (const one of created) await store().insert(one);
    const [first, second, third, , last] = created;
    assert.ok(first && second && third && last);
    await store().save({ ...last, version: 2, state: 'failed' });
    const one = await store().underWay({ until: at + 2, limit: 2 });
    assert.deepEqual(one, [first, second]);
    const after = { at: second.createdAt, id: second.sessionId };
    assert.deepEqual(await store().underWay({ until: at + 2, after, limit: 2 }), [third]);
    await store().save({ ...third, version: 2, state: 'rejected' });
    assert.deepEqual(await store().underWay({ until: at + 2, after, limit: 2 }), []);
  });

  it('knows what a gateway means: ours by our reference, its own by its name, each of one account', async () => {
    const account = { merchantId: SHOP, pgCode: CARD };
    const ours = aNumberedOperation(20);
    const word = wordOn(ours);
    await store().insert(ours);
    assert.deepEqual(await store().meantBy(account, word), ours);
    assert.equal(await store().meantBy({ ...account, pgCode: codeOf('other') }, word), undefined);
    const foreign = wordOn(ours, {
      referenceNumber: referenceOf('at-the-network'),
      gatewayReference: 'op_9',
      paymentReference: referenceOf('demoAAAAAAAA'),
      amount: kwd('2'),
    });
    assert.equal(await store().meantBy(account, foreign), undefined);
    const names = foreignNames(account, foreign);
    const taken = aNumberedOperation(21, { ...names, source: 'pg' });
    await store().insert(taken);
    assert.deepEqual(await store().meantBy(account, foreign), taken);
    assert.match(names.referenceNumber, /^demo/);
  });
});
