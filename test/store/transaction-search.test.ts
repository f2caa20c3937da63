import assert from 'node:assert/strict';
import { generateKeySync } from 'node:crypto';
import * as fc from 'fast-check';
import type { CurrencyCode } from '../../domain/currencies.ts';
import { currencyCode } from '../../domain/currencies.ts';
import type { TransactionFilter } from '../../domain/search/filter.ts';
import { searchTerms, type Term } from '../../domain/search/terms.ts';
import { settledAt } from '../../domain/transaction/settled.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import type { Alert, Transaction } from '../../domain/transaction/transaction.ts';
import { searchTokens } from '../../store/search-tokens.ts';
import { transactionStore } from '../../store/transactions.ts';
import type { Cursor } from '../../store/cursors.ts';
import { transactionSearch, type SearchOrder } from '../../store/transaction-search.ts';
import {
  aMerchantId,
  amountOf,
  anAttempt,
  aTransaction,
  CREATED_AT,
  DAY_MS,
  referenceOf,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { TEST_KEYS } from '../support/keys.ts';
import { useDatabase } from './database.ts';

const OTHER = aMerchantId('other-shop');
const FIRST = ['Sara', 'Noura', 'نورة', 'Sarah', 'Ali'];
const LAST = ['Al-Ali', 'Hasan', 'Salem'];
const ORDERS = ['A-1', 'A-2', 'B-1'];

/** One of very few values each, so that every question fits some and not all. */
function nth(index: number): Transaction {
  const pick = <V>(values: readonly V[], turn: number): V => {
    const value = values[Math.floor(index / turn) % values.length];
    assert.ok(value !== undefined);
    return value;
  };
  const state = pick(TRANSACTION_STATES, 1);
  const amount = amountOf(pick(['1.000', '2.500', '40'], 3), pick(['KWD', 'USD'], 2));
  const paid = state === 'paid' || state === 'authorized';
  const attempt = anAttempt({
    referenceNumber: referenceOf(`REF${String(index).padStart(8, '0')}`),
    state: paid ? 'success' : 'failed',
    total: amount,
    createdAt: CREATED_AT + index,
    concludedAt: CREATED_AT + index * 7919,
    pgParams: {
      card_type: pick(['VISA', 'MADA'], 5),
      card_number: pick(['4111********1881', '5*****0007'], 3),
    },
    gatewayReference: `gw_${index}`,
  });
  const alertAt = (kind: Alert['kind'], at: number): Alert => {
    const { referenceNumber } = attempt;
    return { kind, referenceNumber, at, detail: 'late' };
  };
  return aTransaction({
    sessionId: sessionOf(`c${String(index).padStart(6, '0')}`),
    merchantId: index % 9 === 8 ? OTHER : SHOP,
    state,
    type: pick(['e_commerce', 'payment_request'], 4),
    amount,
    orderNo: pick(ORDERS, 2),
    customer: {
      id: `C${index % 5}`,
      firstName: pick(FIRST, 1),
      lastName: pick(LAST, 3),
      email: `person${index % 6}@example.test`,
      phone: `+9655000000${index % 7}`,
    },
    // Several of one instant: then the name decides.
    createdAt: CREATED_AT + Math.floor(index / 3) * 1000,
    attempts: index % 3 === 0 ? [] : [attempt],
    ...(paid && index % 3 !== 0 && { settledPgCode: attempt.pgCode, settledAmount: amount }),
    ...(index % 11 === 0 && {
      alerts: [
        ...(index % 2 === 0 ? [alertAt('dispute', CREATED_AT + 2 * DAY_MS - index)] : []),
        alertAt('late-money', CREATED_AT + DAY_MS - Math.floor(index / 44) * 1000),
      ],
    }),
    ...(index % 13 === 0 && { deletedAt: CREATED_AT + 5 }),
  });
}

const MANY = 240;
const ALL = Array.from({ length: MANY }, (_one, index) => nth(index));

const term = (kind: Term['kind'], value: string): Term => ({ kind, value });
const TERMS: readonly (readonly Term[])[] = [
  [term('order_no', 'A-1')],
  [term('order_no', 'A-2'), term('order_no', 'B-1')],
  [term('customer_name', 'sara')],
  [term('customer_name', 'sar')],
  [term('customer_name', 'نوره')],
  [term('customer_email', 'person3@example.test')],
  [term('customer_phone', '50000004')],
  [term('card', '1881')],
  [term('card', 'MADA 0007')],
  [term('card_brand', 'MADA')],
  [term('amount', '2500 KWD')],
  [term('gateway_reference', 'gw_16')],
  [term('customer_id', 'nobody')],
];

/** What fits, said without a database. */
function fits(one: Transaction, filter: TransactionFilter, order: SearchOrder): boolean {
  const { terms = [], states, types, currencies, created, alert, amountFrom, deleted } = filter;
  const found = searchTerms(one);
  const has = (wanted: Term) =>
    found.some(({ kind, value }) => kind === wanted.kind && value === wanted.value);
  return (
    one.merchantId === SHOP &&
    (one.deletedAt !== undefined) === (deleted === true) &&
    terms.every((group) => group.some(has)) &&
    (!states || states.includes(one.state)) &&
    (!types || types.includes(one.type)) &&
    (!currencies || currencies.includes(one.amount.currency)) &&
    (created?.from === undefined || one.createdAt >= created.from) &&
    (created?.until === undefined || one.createdAt < created.until) &&
    (alert === undefined || isAlerted(one, alert)) &&
    (!amountFrom ||
      (one.amount.currency === amountFrom.currency && one.amount.minor >= amountFrom.minor)) &&
    (order !== '-paid' || settledAt(one) !== undefined) &&
    (order !== '-alerted' || one.alerts.length > 0)
  );
}

function isAlerted({ alerts }: Transaction, alert: boolean | readonly Alert['kind'][]): boolean {
  return typeof alert === 'boolean'
    ? alerts.length > 0 === alert
    : alerts.some(({ kind }) => alert.includes(kind));
}

/** By what it is ordered. */
function timeOf(one: Transaction, order: SearchOrder): number {
  if (order === '-paid') return settledAt(one) ?? 0;
  return order === '-alerted' ? Math.max(0, ...one.alerts.map(({ at }) => at)) : one.createdAt;
}

const CURRENCIES = ['KWD', 'USD'].map(currencyCode).filter((one): one is CurrencyCode => !!one);
const optional = <V>(values: fc.Arbitrary<V>) => fc.option(values, { nil: undefined });
const filters = fc
  .record({
    terms: fc.uniqueArray(fc.constantFrom(...TERMS), { maxLength: 2 }),
    states: optional(
      fc.uniqueArray(fc.constantFrom(...TRANSACTION_STATES), { minLength: 1, maxLength: 3 }),
    ),
    types: optional(fc.constantFrom(['e_commerce'] as const, ['payment_request'] as const)),
    currencies: optional(fc.subarray(CURRENCIES, { minLength: 1 })),
    created: optional(
      fc.record({
        from: fc.integer({ min: CREATED_AT, max: CREATED_AT + 40_000 }),
        until: fc.integer({ min: CREATED_AT + 30_000, max: CREATED_AT + 90_000 }),
      }),
    ),
    alert: optional(
      fc.oneof(fc.boolean(), fc.subarray(['late-money', 'dispute'] as const, { minLength: 1 })),
    ),
    amountFrom: optional(fc.constantFrom(amountOf('2', 'KWD'), amountOf('2', 'USD'))),
    deleted: optional(fc.constant(true as const)),
  })
  .map((made): TransactionFilter => JSON.parse(JSON.stringify(made)));

describe('the search for transactions', () => {
  const database = useDatabase();
  /** The order in which the database names them is that in which they were written. */
  before(async () => {
    const transactions = transactionStore(database().connection, searchTokens(TEST_KEYS));
    for (const one of ALL) await transactions.insert(one);
  });

  const searchWith = (looks: readonly [number, number]) =>
    transactionSearch(database().connection, searchTokens(TEST_KEYS), looks);

  async function everyPage(
    search: ReturnType<typeof searchWith>,
    filter: TransactionFilter,
    { order, limit }: { readonly order: SearchOrder; readonly limit: number },
  ) {
    const found: Transaction[] = [];
    let pages = 0;
    for (let after: Cursor | undefined; ;) {
      const page = await search.search(SHOP, filter, { order, limit, after });
      assert.ok(page.results.length <= limit);
      // A page that is not full is the last one, or says how far it has looked.
      if (page.results.length < limit)
        assert.equal(page.next === undefined, page.searchedUntil === undefined);
      found.push(...page.results.map(({ transaction }) => transaction));
      pages += 1;
      assert.ok(pages <= MANY + 2, 'It does not end.');
      if (!page.next) return found;
      after = page.next;
    }
  }

  for (const looks of [
    [1000, 20_000],
    [7, 23],
  ] as const)
    it(`finds what fits, all of it, once and in order, whatever is asked for, looking at ${looks.join(' and ')}`, async () => {
      const search = searchWith(looks);
      await fc.assert(
        fc.asyncProperty(
          filters,
          fc.constantFrom<SearchOrder>('-created', 'created', '-paid', '-alerted'),
          fc.integer({ min: 1, max: 40 }),
          async (filter, order, limit) => {
            const direction = order === 'created' ? 1 : -1;
            const expected = ALL.map((one, index) => ({ one, index }))
              .filter(({ one }) => fits(one, filter, order))
              .toSorted(
                (a, b) =>
                  direction * (timeOf(a.one, order) - timeOf(b.one, order) || a.index - b.index),
              )
              .map(({ one }) => one.sessionId);
            const found = await everyPage(search, filter, { order, limit });
            assert.deepEqual(
              found.map(({ sessionId }) => sessionId),
              expected,
            );
            if (looks[1] > MANY)
              assert.equal(await search.count(SHOP, filter, order), expected.length);
          },
        ),
        { numRuns: 60 },
      );
    });

  it('gives the whole transaction, as it was kept', async () => {
    const filter = { terms: [[term('gateway_reference', 'gw_16')]] };
    const { results } = await searchWith([1000, 20_000]).search(SHOP, filter, {
      order: '-created',
      limit: 5,
    });
    assert.deepEqual(
      results.map(({ transaction }) => transaction),
      [nth(16)],
    );
  });

  it('finds by the ids of sessions', async () => {
    const wanted = [nth(3), nth(20), nth(17)];
    const { results } = await searchWith([1000, 20_000]).search(
      SHOP,
      { sessionIds: wanted.map(({ sessionId }) => sessionId) },
      { order: 'created', limit: 5 },
    );
    assert.deepEqual(
      results.map(({ transaction }) => transaction.sessionId),
      [nth(3), nth(20)].map(({ sessionId }) => sessionId),
    );
  });

  it('goes on behind a row that was removed meanwhile', async () => {
    const search = searchWith([1000, 20_000]);
    const window = { order: '-created', limit: 5 } as const;
    const page = await search.search(SHOP, {}, { ...window, after: undefined });
    const { next: after } = page;
    const before = await search.search(SHOP, {}, { ...window, after });
    assert.equal(before.results.length, 5);
    const collection = database().connection.collection('transactions');
    const last = await collection.findOneAndDelete({
      sessionId: page.results.at(-1)?.transaction.sessionId,
    });
    assert.ok(last);
    try {
      assert.deepEqual(await search.search(SHOP, {}, { ...window, after }), before);
    } finally {
      await collection.insertOne(last);
    }
  });

  it('finds by state and by id once the search key is lost, and nothing by what a person is called', async () => {
    const lost = { id: 'another', secret: generateKeySync('aes', { length: 256 }) };
    const search = transactionSearch(database().connection, searchTokens([lost]));
    const whole = searchWith([1000, 20_000]);
    const window = { order: '-created', limit: 100 } as const;
    const { sessionId } = nth(3);
    for (const filter of [{ states: ['paid' as const] }, { sessionIds: [sessionId] }, {}]) {
      const found = await search.search(SHOP, filter, window);
      assert.deepEqual(found, await whole.search(SHOP, filter, window));
      assert.ok(found.results.length > 0);
    }
    for (const lostTerm of [
      term('order_no', 'A-1'),
      term('customer_email', 'person3@example.test'),
    ])
      assert.deepEqual((await search.search(SHOP, { terms: [[lostTerm]] }, window)).results, []);
    // It is said where that is why, and nowhere else.
    const byTerm = [{ terms: [[term('order_no', 'nobody-has-it')]] }];
    assert.equal(await search.isKeyLost(SHOP, byTerm), true);
    assert.equal(await search.isKeyLost(SHOP, [{}]), false);
    assert.equal(await whole.isKeyLost(SHOP, byTerm), false);
    const both = transactionSearch(database().connection, searchTokens([lost, ...TEST_KEYS]));
    assert.equal(await both.isKeyLost(SHOP, byTerm), false);
  });

  it('finds what an older key has made, and makes new ones with the first', async () => {
    const [old] = TEST_KEYS;
    const next = { id: 'next', secret: generateKeySync('aes', { length: 256 }) };
    const asked = { terms: [[term('order_no', 'A-1')]] };
    const window = { order: '-created', limit: 100 } as const;
    const count = async (keys: Parameters<typeof searchTokens>[0]) =>
      (
        await transactionSearch(database().connection, searchTokens(keys)).search(
          SHOP,
          asked,
          window,
        )
      ).results.length;
    assert.ok((await count([next, old])) > 0);
    assert.equal(await count([next, old]), await count([old]));
    assert.equal(await count([next]), 0);
    assert.notDeepEqual(
      searchTokens([next, old]).of([term('order_no', 'A-1')]),
      searchTokens([old]).of([term('order_no', 'A-1')]),
    );
  });

  it('finds what was written before there was a search, or by another key, once it is marked anew', async () => {
    const { connection } = database();
    const next = { id: 'next', secret: generateKeySync('aes', { length: 256 }) };
    const search = transactionSearch(connection, searchTokens([next]));
    const asked = { terms: [[term('customer_email', 'person3@example.test')]] };
    const find = async () =>
      (await search.search(SHOP, asked, { order: 'created', limit: 100 })).results.length;
    assert.equal(await find(), 0);
    const collection = connection.collection('transactions');
    await collection.updateMany({ orderNo: 'A-1' }, { $unset: { foundBy: 1, paidAt: 1 } });
    const older = ALL.filter(({ orderNo }) => orderNo === 'A-1');
    const unmarked = older.length;
    const ours = older.filter(({ merchantId }) => merchantId === SHOP);
    const newest = Math.max(...ours.map(({ createdAt }) => createdAt));
    // Only what is asked by marks may lack them.
    for (const [filter, order, until] of [
      [asked, '-created', newest],
      [{ refunded: 'all' }, '-created', newest],
      [{}, '-paid', newest],
      [{ states: ['paid'] }, '-created', undefined],
    ] as const)
      assert.equal(await search.unmarkedUntil(SHOP, [filter], order), until);
    assert.equal(await search.markAnew('unmarked'), unmarked);
    assert.equal(await search.unmarkedUntil(SHOP, [asked], '-created'), undefined);
    assert.equal(await search.markAnew('unmarked'), 0);
    assert.equal(await search.markAnew('all'), MANY - unmarked);
    assert.equal(await find(), ALL.filter((one) => fits(one, asked, 'created')).length);
    const paid = await search.search(SHOP, {}, { order: '-paid', limit: 100 });
    assert.equal(paid.results.length, ALL.filter((one) => fits(one, {}, '-paid')).length);
  });

  it('has nothing that a person could read in what documents are found by', async () => {
    const kept = await database().connection.collection('transactions').findOne({ orderNo: 'A-1' });
    const tokens: readonly unknown[] = kept?.['foundBy'];
    assert.ok(tokens.length > 5);
    for (const one of tokens) assert.match(String(one), /^-?\d{10,}$/);
  });
});
