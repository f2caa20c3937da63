import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { currencyCode, type CurrencyCode } from '../../domain/currencies.ts';
import {
  OPERATION_KINDS,
  OPERATION_STATES,
  type Approval,
  type Operation,
} from '../../domain/operation/operation.ts';
import type { OperationFilter } from '../../domain/search/operation-filter.ts';
import { TRANSACTION_TYPES } from '../../domain/transaction/type.ts';
import type { Cursor } from '../../store/cursors.ts';
import { operationSearch } from '../../store/operation-search.ts';
import { operationStore } from '../../store/operations.ts';
import { aNumberedOperation } from '../domain/operation/support.ts';
import {
  aMerchantId,
  amountOf,
  aTransaction,
  CREATED_AT,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { useDatabase } from './database.ts';
import { profiled } from './profiled.ts';

const OTHER = aMerchantId('other-shop');
const MANY = 240;

/** Payments of both types; the last one is gone. */
const PAYMENTS = ['d1', 'd2', 'd3', 'd4'].map(sessionOf);
const typeAt = (index: number) => (index % 2 === 0 ? 'e_commerce' : 'payment_request');

/** One of very few values each, so that every question fits some and not all. */
function nth(index: number): Operation {
  const pick = <V>(values: readonly V[], turn: number): V => {
    const value = values[Math.floor(index / turn) % values.length];
    assert.ok(value !== undefined);
    return value;
  };
  return aNumberedOperation(index + 200, {
    merchantId: index % 9 === 8 ? OTHER : SHOP,
    parentId: pick(PAYMENTS, 1),
    kind: pick(OPERATION_KINDS, 1),
    state: pick(OPERATION_STATES, 2),
    amount: amountOf(pick(['1.000', '2.500', '40'], 3), pick(['KWD', 'USD'], 2)),
    destination: pick(['pg', 'wallet'], 5),
    source: pick(['input', 'pg'], 7),
    ...(index % 3 !== 0 && { initiator: { id: index % 4, username: 'sara', email: 'a@b.test' } }),
    ...(index % 4 !== 0 && { concludedAt: CREATED_AT + index * 7919 }),
    // Several of one instant: then the name decides.
    createdAt: CREATED_AT + Math.floor(index / 3) * 1000,
  });
}

const ALL = Array.from({ length: MANY }, (_one, index) => nth(index));

/** What fits, said without a database. */
function fits(one: Operation, filter: OperationFilter): boolean {
  const { parentId, kinds, states, currencies, destinations, sources, initiatorId } = filter;
  const { created, ended, amountFrom, amountUntil, types } = filter;
  const { currency, minor } = one.amount;
  const place = PAYMENTS.indexOf(one.parentId);
  return (
    one.merchantId === SHOP &&
    (parentId === undefined || one.parentId === parentId) &&
    (!kinds || kinds.includes(one.kind)) &&
    (!states || states.includes(one.state)) &&
    (!currencies || currencies.includes(currency)) &&
    (!destinations || destinations.includes(one.destination)) &&
    (!sources || sources.includes(one.source)) &&
    (initiatorId === undefined || one.initiator?.id === initiatorId) &&
    (created?.from === undefined || one.createdAt >= created.from) &&
    (created?.until === undefined || one.createdAt < created.until) &&
    (ended?.from === undefined || (one.concludedAt ?? -1) >= ended.from) &&
    (!amountFrom || (currency === amountFrom.currency && minor >= amountFrom.minor)) &&
    (!amountUntil || (currency === amountUntil.currency && minor <= amountUntil.minor)) &&
    (!types || (place < 3 && types.includes(typeAt(place))))
  );
}

const CURRENCIES = ['KWD', 'USD'].map(currencyCode).filter((one): one is CurrencyCode => !!one);
const optional = <V>(values: fc.Arbitrary<V>) => fc.option(values, { nil: undefined });
const some = <V>(values: readonly V[]) => optional(fc.subarray([...values], { minLength: 1 }));
const filters = fc
  .record({
    parentId: fc.option(fc.constantFrom(...PAYMENTS), { nil: undefined, freq: 1 }),
    kinds: some(OPERATION_KINDS),
    states: some(OPERATION_STATES),
    currencies: some(CURRENCIES),
    destinations: optional(fc.constantFrom(['pg'] as const, ['wallet'] as const)),
    sources: optional(fc.constantFrom(['input'] as const, ['pg'] as const)),
    initiatorId: optional(fc.integer({ min: 1, max: 3 })),
    created: optional(
      fc.record({
        from: fc.integer({ min: CREATED_AT, max: CREATED_AT + 40_000 }),
        until: fc.integer({ min: CREATED_AT + 30_000, max: CREATED_AT + 90_000 }),
      }),
    ),
    ended: optional(
      fc.record({ from: fc.integer({ min: CREATED_AT, max: CREATED_AT + 10 ** 6 }) }),
    ),
    amountFrom: optional(fc.constantFrom(amountOf('2', 'KWD'), amountOf('2', 'USD'))),
    amountUntil: optional(fc.constantFrom(amountOf('2.500', 'KWD'), amountOf('40', 'USD'))),
    types: some(TRANSACTION_TYPES),
  })
  .map((made): OperationFilter => JSON.parse(JSON.stringify(made)));

describe('the search for operations', () => {
  const database = useDatabase();
  /** The order in which the database names them is that in which they were written. */
  before(async () => {
    const { connection, store } = database();
    const { transactions } = store;
    const operations = operationStore(connection);
    for (const [index, sessionId] of PAYMENTS.slice(0, 3).entries())
      await transactions.insert(
        aTransaction({ sessionId, merchantId: SHOP, type: typeAt(index), attempts: [] }),
      );
    for (const one of ALL) await operations.insert(one);
  });

  for (const looks of [
    [1000, 20_000],
    [7, 23],
  ] as const)
    it(`finds what fits, all of it, once and in order, whatever is asked for, looking at ${looks.join(' and ')}`, async () => {
      const { search } = operationSearch(database().connection, looks);
      await fc.assert(
        fc.asyncProperty(filters, fc.integer({ min: 1, max: 40 }), async (filter, limit) => {
          const expected = ALL.filter((one) => fits(one, filter)).toReversed();
          const found: string[] = [];
          let after: Cursor | undefined;
          for (let pages = 0; ; pages += 1) {
            assert.ok(pages <= MANY, 'It does not end.');
            const page = await search(SHOP, filter, { limit, after });
            assert.ok(page.results.length <= limit);
            // A page that is not full is the last one, or says how far it has looked.
            if (page.results.length < limit)
              assert.equal(page.next === undefined, page.searchedUntil === undefined);
            found.push(...page.results.map(({ operation }) => operation.sessionId));
            if (!page.next) break;
            after = page.next;
          }
          assert.deepEqual(
            found,
            expected.map(({ sessionId }) => sessionId),
          );
        }),
        { numRuns: 60 },
      );
    });

  it('finds one by its own name, and by its reference, of this merchant alone', async () => {
    const { search } = operationSearch(database().connection);
    const [mine, theirs] = [nth(16), nth(17)];
    for (const name of ['sessionId', 'referenceNumber'] as const) {
      const found = await search(SHOP, { [name]: mine[name] }, { limit: 5 });
      assert.deepEqual(
        found.results.map(({ operation }) => operation),
        [mine],
      );
      const others = await search(SHOP, { [name]: theirs[name] }, { limit: 5 });
      assert.deepEqual(others, { results: [] });
    }
  });

  it('is led by an index to what it shows, and sorts nothing, whatever leads', async () => {
    const { connection } = database();
    const { search } = operationSearch(connection);
    const asked = [
      [{}, 6],
      [{ kinds: ['refund'] }, 6],
      [{ states: ['done', 'queued'] }, 6],
      [{ kinds: ['refund', 'void'], states: ['done'] }, 6],
      [{ created: { until: CREATED_AT + 40_000 } }, 6],
      // The database reads ahead of what it asks the payments about; those it asks only until the page is full.
      [{ types: ['e_commerce'] }, ALL.filter((one) => fits(one, {})).length + 20],
    ] as const satisfies readonly (readonly [OperationFilter, number])[];
    const pages: Awaited<ReturnType<typeof search>>[] = [];
    const examined = await profiled(
      connection,
      'operations',
      asked.map(([filter]) => async () => {
        pages.push(await search(SHOP, filter, { limit: 5 }));
      }),
    );
    for (const [index, [filter, most]] of asked.entries()) {
      const [place, ...others] = examined[index] ?? [];
      const about = JSON.stringify([filter, place, ...others]);
      assert.equal(pages[index]?.results.length, 5, about);
      assert.equal(place?.documents, 0, about);
      assert.ok(others.length > 0, about);
      assert.ok(
        [place, ...others].every(({ isSorted }) => !isSorted),
        about,
      );
      assert.ok(
        others.every(({ documents }) => documents <= most),
        about,
      );
    }
  });

  it('leads to those that wait for a person, by the index in which they stand in order', async () => {
    const { connection, store } = database();
    const asked = Array.from({ length: 60 }, (_one, index) => {
      const approval: Approval = {
        state: index % 3 === 0 ? 'pending' : 'done',
        needed: 1,
        votes: [],
        expiresAt: CREATED_AT + 1,
      };
      return aNumberedOperation(index + 1000, { approval, createdAt: CREATED_AT + index });
    });
    await Promise.all(asked.map((one) => store.operations.insert(one)));
    const pages: Awaited<ReturnType<typeof store.operations.listRequests>>[] = [];
    const [took = []] = await profiled(connection, 'operations', [
      async () => {
        const window = { limit: 10, offset: 0 };
        pages.push(await store.operations.listRequests(SHOP, { state: 'pending' }, window));
      },
    ]);
    assert.deepEqual(
      pages.map(({ count, results }) => [count, results.length]),
      [[20, 10]],
    );
    const about = JSON.stringify(took);
    assert.ok(
      took.every(({ isSorted, keys }) => !isSorted && keys <= 21),
      about,
    );
    assert.ok(
      took.some(({ documents }) => documents === 10),
      about,
    );
  });
});
