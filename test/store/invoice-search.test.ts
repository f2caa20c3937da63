import assert from 'node:assert/strict';
import { generateKeySync } from 'node:crypto';
import * as fc from 'fast-check';
import { currencyCode, type CurrencyCode } from '../../domain/currencies.ts';
import type { Invoice } from '../../domain/invoice/invoice.ts';
import { INVOICE_STATUSES } from '../../domain/invoice/status.ts';
import {
  INVOICE_ORDERS,
  type InvoiceFilter,
  type InvoiceOrder,
} from '../../domain/search/invoice-filter.ts';
import { invoiceTerms, type Term } from '../../domain/search/terms.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import { TRANSACTION_TYPES } from '../../domain/transaction/type.ts';
import { atomicallyOn } from '../../store/atomically.ts';
import type { Cursor } from '../../store/cursors.ts';
import { invoiceStore } from '../../store/invoices.ts';
import { transactionStore } from '../../store/transactions.ts';
import { invoiceSearch } from '../../store/invoice-search.ts';
import { searchTokens } from '../../store/search-tokens.ts';
import {
  aMerchantId,
  amountOf,
  anInvoice,
  aTransaction,
  CREATED_AT,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { TEST_KEYS } from '../support/keys.ts';
import { useDatabase } from './database.ts';
import { profiled } from './profiled.ts';

const OTHER = aMerchantId('other-shop');
const MANY = 150;
const DAY = 86_400_000;
/** By which all is marked anew in the middle of the tests. */
const NEXT = { id: 'next', secret: generateKeySync('aes', { length: 256 }) };

interface Made {
  readonly invoice: Invoice;
  readonly transaction: Transaction;
}

/** One of very few values each, so that every question fits some and not all. */
function nth(index: number): Made {
  const pick = <V>(values: readonly V[], turn: number): V => {
    const value = values[Math.floor(index / turn) % values.length];
    assert.ok(value !== undefined);
    return value;
  };
  const merchantId = index % 9 === 8 ? OTHER : SHOP;
  const sessionId = sessionOf(`e${String(index).padStart(6, '0')}`);
  const amount = amountOf(pick(['1.000', '2.500', '40'], 3), pick(['KWD', 'USD'], 2));
  const number = `${pick(['A', 'B'], 1)}-${index}`;
  // Several of one instant: then the name decides.
  const createdAt = CREATED_AT + Math.floor(index / 3) * 1000;
  return {
    invoice: anInvoice({
      merchantId,
      sessionId,
      number,
      invoiceId: index,
      status: pick(INVOICE_STATUSES, 2),
      createdAt,
      dueAt: CREATED_AT + (index % 5) * DAY,
      totalInclTax: amount,
    }),
    transaction: aTransaction({
      merchantId,
      sessionId,
      invoiceNumber: number,
      amount,
      createdAt,
      type: pick(['e_commerce', 'payment_request'], 4),
      customer: { email: `person${index % 6}@example.test`, firstName: pick(['Sara', 'نورة'], 1) },
      attempts: [],
      ...(index % 11 === 10 && { deletedAt: CREATED_AT }),
    }),
  };
}

const ALL = Array.from({ length: MANY }, (_one, index) => nth(index));

/** What fits, said without a database. */
function fits({ invoice, transaction }: Made, filter: InvoiceFilter): boolean {
  const { terms = [], statuses, currencies, numberStart, created, due, types } = filter;
  const { amountFrom, amountUntil } = filter;
  const { currency, minor } = invoice.totalInclTax;
  const own = invoiceTerms(transaction);
  const has = (term: Term) =>
    own.some(({ kind, value }) => kind === term.kind && value === term.value);
  return (
    invoice.merchantId === SHOP &&
    transaction.deletedAt === undefined &&
    terms.every((group) => group.some((one) => has(one))) &&
    (!statuses || statuses.includes(invoice.status)) &&
    (!currencies || currencies.includes(currency)) &&
    (numberStart === undefined || invoice.number.startsWith(numberStart)) &&
    (created?.from === undefined || invoice.createdAt >= created.from) &&
    (created?.until === undefined || invoice.createdAt < created.until) &&
    (due?.from === undefined || invoice.dueAt >= due.from) &&
    (due?.until === undefined || invoice.dueAt < due.until) &&
    (!amountFrom || (currency === amountFrom.currency && minor >= amountFrom.minor)) &&
    (!amountUntil || (currency === amountUntil.currency && minor <= amountUntil.minor)) &&
    (!types || types.includes(transaction.type))
  );
}

/** Those that fit, in the order of the list; the database has named them in the order in which they were written. */
function expected(filter: InvoiceFilter, order: InvoiceOrder): readonly string[] {
  const found = ALL.filter((one) => fits(one, filter));
  const sorted =
    order === 'due'
      ? found.toSorted((a, b) => a.invoice.dueAt - b.invoice.dueAt)
      : found.toReversed();
  return sorted.map(({ invoice }) => invoice.sessionId);
}

const CURRENCIES = ['KWD', 'USD'].map(currencyCode).filter((one): one is CurrencyCode => !!one);
const optional = <V>(values: fc.Arbitrary<V>) => fc.option(values, { nil: undefined });
const some = <V>(values: readonly V[]) => optional(fc.subarray([...values], { minLength: 1 }));
const TERMS: readonly Term[] = [
  { kind: 'customer_email', value: 'person3@example.test' },
  { kind: 'customer_name', value: 'sar' },
  { kind: 'customer_name', value: 'نوره' },
  { kind: 'amount', value: '2500 KWD' },
  { kind: 'invoice_number', value: 'A-12' },
];
const filters = fc
  .record({
    terms: optional(
      fc.array(fc.subarray([...TERMS], { minLength: 1, maxLength: 3 }), { maxLength: 2 }),
    ),
    statuses: some(INVOICE_STATUSES),
    currencies: some(CURRENCIES),
    numberStart: optional(fc.constantFrom('A-', 'B-1')),
    created: optional(
      fc.record({
        from: fc.integer({ min: CREATED_AT, max: CREATED_AT + 20_000 }),
        until: fc.integer({ min: CREATED_AT + 15_000, max: CREATED_AT + 60_000 }),
      }),
    ),
    due: optional(
      fc.record({
        from: fc.constantFrom(CREATED_AT, CREATED_AT + DAY),
        until: fc.constantFrom(CREATED_AT + 3 * DAY, CREATED_AT + 9 * DAY),
      }),
    ),
    amountFrom: optional(fc.constantFrom(amountOf('2', 'KWD'), amountOf('2', 'USD'))),
    amountUntil: optional(fc.constantFrom(amountOf('2.500', 'KWD'), amountOf('40', 'USD'))),
    types: some(TRANSACTION_TYPES),
  })
  .map((made): InvoiceFilter => JSON.parse(JSON.stringify(made)));

describe('the search for invoices', () => {
  const database = useDatabase();
  const tokens = searchTokens(TEST_KEYS);
  before(async () => {
    const { connection } = database();
    const transactions = transactionStore(connection, tokens);
    const invoices = invoiceStore(connection, transactions, atomicallyOn(connection), tokens);
    for (const one of ALL) await invoices.insert(one);
  });

  for (const looks of [
    [1000, 20_000],
    [7, 23],
  ] as const)
    it(`finds what fits, all of it, once and in order, whatever is asked for, looking at ${looks.join(' and ')}`, async () => {
      const { search, count } = invoiceSearch(database().connection, tokens, looks);
      await fc.assert(
        fc.asyncProperty(
          filters,
          fc.constantFrom(...INVOICE_ORDERS),
          fc.integer({ min: 1, max: 40 }),
          async (filter, order, limit) => {
            const wanted = expected(filter, order);
            const found: string[] = [];
            let after: Cursor | undefined;
            for (let pages = 0; ; pages += 1) {
              assert.ok(pages <= MANY, 'It does not end.');
              const page = await search(SHOP, filter, { order, limit, after });
              assert.ok(page.results.length <= limit);
              if (page.results.length < limit)
                assert.equal(page.next === undefined, page.searchedUntil === undefined);
              found.push(...page.results.map(({ invoice }) => invoice.sessionId));
              if (!page.next) break;
              after = page.next;
            }
            assert.deepEqual(found, wanted);
            if (looks[1] > MANY) assert.equal(await count(SHOP, filter), wanted.length);
          },
        ),
        { numRuns: 60 },
      );
    });

  it('gives each with its payment, without its items', async () => {
    const { search } = invoiceSearch(database().connection, tokens);
    const [{ invoice, transaction }] = [nth(16)];
    const { items: _items, ...head } = invoice;
    const window = { order: 'due', limit: 5 } as const;
    const { results } = await search(SHOP, { sessionId: invoice.sessionId }, window);
    const [found, ...others] = results;
    assert.deepEqual([found?.invoice, found?.transaction, others], [head, transaction, []]);
    assert.deepEqual(await search(OTHER, { sessionId: invoice.sessionId }, window), {
      results: [],
    });
  });

  it('finds what was written before there was a search, or by another key, once it is marked anew', async () => {
    const { connection } = database();
    const search = invoiceSearch(connection, searchTokens([NEXT]));
    const asked = { terms: [TERMS.slice(0, 1)] };
    const find = async () =>
      (await search.search(SHOP, asked, { order: '-created', limit: 100 })).results.length;
    assert.equal(await find(), 0);
    await connection
      .collection('invoices')
      .updateMany({ number: /^A-1/ }, { $unset: { foundBy: 1 } });
    const older = ALL.filter(({ invoice }) => invoice.number.startsWith('A-1'));
    const unmarked = older.length;
    const newest = Math.max(
      ...older.flatMap(({ invoice: { merchantId, createdAt } }) =>
        merchantId === SHOP ? [createdAt] : [],
      ),
    );
    assert.equal(await search.unmarkedUntil(SHOP, [asked]), newest);
    assert.equal(await search.unmarkedUntil(SHOP, [{}]), undefined);
    assert.equal(await search.markAnew('unmarked'), unmarked);
    assert.equal(await search.unmarkedUntil(SHOP, [asked]), undefined);
    assert.equal(await search.markAnew('unmarked'), 0);
    assert.equal(await search.markAnew('all'), MANY - unmarked);
    assert.equal(await find(), expected(asked, '-created').length);
  });

  it('is led by an index to what it shows, and sorts nothing, whatever leads', async () => {
    const { connection } = database();
    const { search } = invoiceSearch(connection, searchTokens([NEXT]));
    const asked = [
      [{}, '-created'],
      [{}, 'due'],
      [{ statuses: ['overdue'] }, 'due'],
      [{ statuses: ['overdue', 'sent'], due: { from: CREATED_AT + DAY } }, 'due'],
      [{ created: { until: CREATED_AT + 40_000 } }, '-created'],
      [{ terms: [TERMS.slice(1, 3)] }, '-created'],
    ] as const satisfies readonly (readonly [InvoiceFilter, InvoiceOrder])[];
    const pages: Awaited<ReturnType<typeof search>>[] = [];
    const examined = await profiled(
      connection,
      'invoices',
      asked.map(([filter, order]) => async () => {
        pages.push(await search(SHOP, filter, { order, limit: 5 }));
      }),
    );
    for (const [index, one] of asked.entries()) {
      const about = JSON.stringify([one, examined[index]]);
      const [place, ...others] = examined[index] ?? [];
      assert.equal(pages[index]?.results.length, 5, about);
      assert.equal(place?.documents, 0, about);
      assert.ok(others.length > 0, about);
      assert.ok(
        [place, ...others].every(({ isSorted }) => !isSorted),
        about,
      );
    }
  });

  it('is led by the word that fewest have, wherever it stands', async () => {
    const { connection } = database();
    const { search } = invoiceSearch(connection, searchTokens([NEXT]));
    const frequent = TERMS.slice(1, 2);
    const inNone: readonly Term[] = [{ kind: 'customer_name', value: 'nobody' }];
    for (const terms of [
      [frequent, inNone],
      [inNone, frequent],
    ]) {
      const [took = []] = await profiled(connection, 'invoices', [
        () => search(SHOP, { terms }, { order: '-created', limit: 5 }),
      ]);
      assert.ok(took.length > 0);
      assert.ok(
        took.every(({ documents }) => documents === 0),
        JSON.stringify(took),
      );
    }
  });
});
