import assert from 'node:assert/strict';
import { cellsOf, commonColumn } from '../../domain/report/columns.ts';
import { rowsOf } from '../../domain/report/rows.ts';
import type { Selection } from '../../domain/report/selection.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { anAttempt, aTransaction, CREATED_AT, aMerchantId } from '../support/builders.ts';
import { useDatabase } from './database.ts';
import { profiled } from './profiled.ts';

const MERCHANT = aMerchantId('large-shop');
/** More than two queries of the source look through, with several in each instant. */
const COUNT = 12_000;

describe('transactions for a report of a large merchant', function () {
  this.timeout(60_000);
  const database = useDatabase();
  const until = CREATED_AT + COUNT;
  before(async () => {
    const sales = Array.from({ length: COUNT }, (_, index) => ({
      ...aTransaction(),
      merchantId: MERCHANT,
      sessionId: `large-${index}`,
      attempts: [],
      orderNo: String(index),
      createdAt: CREATED_AT + Math.floor(index / 3),
      unitCode: index % 4000 === 3999 ? 'rare' : 'usual',
    }));
    await database().connection.collection('transactions').insertMany(sales);
  });

  const read = async (selection: Selection) => {
    const found: number[] = [];
    for await (const { orderNo } of database().store.reportSource.created(MERCHANT, selection, []))
      found.push(Number(orderNo));
    return found;
  };

  it('are each there once, in their order, however many queries they take', async () => {
    const all = await read({ until });
    assert.equal(new Set(all).size, COUNT);
    assert.equal(all.length, COUNT);
    const instants = all.map((index) => Math.floor(index / 3));
    assert.deepEqual(
      instants,
      instants.toSorted((one, other) => one - other),
    );
  });

  it('are found where few fit, and no query looks through more than a part of them', async () => {
    const found: number[] = [];
    const [queries = []] = await profiled(database().connection, 'transactions', [
      async () => found.push(...(await read({ until, unitCode: 'rare' }))),
    ]);
    assert.deepEqual(found, [3999, 7999, 11_999]);
    assert.ok(queries.length > 0);
    for (const { documents } of queries) assert.ok(documents <= 5003, `${documents}`);
  });

  it('are only those of the span', async () => {
    assert.deepEqual(await read({ after: CREATED_AT, until: CREATED_AT + 1 }), [3, 4, 5]);
    assert.deepEqual(await read({ after: until, until: until + 1 }), []);
  });

  it('come with the card as the network has named it, for whom a column shows it', async () => {
    const merchantId = aMerchantId('shop-of-cards');
    const params = { card_type: 'VISA', card_number: '400000******1019', card_holder: 'SARA' };
    const attempts = [anAttempt({ state: 'success', pgParams: params })];
    await database().store.transactions.insert({ ...aTransaction({ attempts }), merchantId });
    const found: Transaction[] = [];
    const all = database().store.reportSource.created(merchantId, { until }, []);
    for await (const one of all) found.push(one);
    const [row] = found.flatMap(rowsOf);
    assert.ok(row);
    assert.deepEqual(cellsOf([commonColumn('card_type')], Date.now())(row), ['VISA **** 1019']);
    assert.equal(row.attempt?.pgParams?.card_holder, undefined);
  });
});
