import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { filterIn, type SearchQuery } from '../../api/transactions/search-query.ts';
import { currencyCode } from '../../domain/currencies.ts';
import type { TransactionFilter } from '../../domain/search/filter.ts';
import { readingsOf } from '../../domain/search/query.ts';
import { TRANSACTION_STATES } from '../../domain/transaction/states.ts';
import type { Transaction } from '../../domain/transaction/transaction.ts';
import type { Cursor } from '../../store/cursors.ts';
import { searchTokens } from '../../store/search-tokens.ts';
import { transactionSearch, type SearchOrder } from '../../store/transaction-search.ts';
import { searchFields, transactionStore } from '../../store/transactions.ts';
import {
  amountOf,
  anAttempt,
  aTransaction,
  CREATED_AT,
  referenceOf,
  sessionOf,
  SHOP,
} from '../support/builders.ts';
import { TEST_KEYS } from '../support/keys.ts';
import { useDatabase } from './database.ts';
import { profiled, type Examined } from './profiled.ts';

const MANY = 200;
/** Seeds count from here, so that each run asks the same. */
let sampled = 0;
/** Less than there are, so that what is not bounded shows. */
const LOOKS: readonly [number, number] = [20, 60];
const LIMIT = 5;
const APART_MS = 4000;
/** What a full page needs, and to know that there is more. */
const PAGE = LIMIT + 1;
/** What may be examined beside what contract/search#cost says. */
const SPARE = 1.1;

/** What MongoDB examined by a parameter of these alone is what it shows (contract/search#cost). */
const LED = [
  'state',
  'unit_code',
  'gateway_reference',
  'customer_id',
  'customer_email',
  'customer_phone',
  'last4',
  'card_brand',
  'created_before',
] as const satisfies readonly (keyof SearchQuery)[];

/** A value, or several, of each parameter by which payments are listed. */
const SAMPLES = {
  q: [
    'Sara Hasan',
    'Hasan nobody',
    'nobody',
    '1881',
    'A-1',
    '12.345',
    'Sara Noura Ali Hasan x y z',
  ],
  state: ['paid', 'created,failed,expired'],
  type: ['payment_request'],
  operation: ['authorize'],
  payment_type: ['save_card,auto_debit'],
  currency_code: ['USD', 'BHD'],
  pg_code: ['nothing-like-it'],
  unit_code: ['north'],
  initiator_id: ['7'],
  bulk_id: ['bulk'],
  channel: ['hosted', 'api,mobile_sdk'],
  created_after: ['2026-01-15T09:03:00Z'],
  created_before: ['2026-01-15T09:10:00Z'],
  paid_after: ['2026-01-15T09:03:00Z'],
  paid_before: ['2026-01-15T09:10:00Z'],
  amount_min: ['20'],
  amount_max: ['30'],
  order_no: ['A-1', 'Z*'],
  session_id: [sessionOf('c000007')],
  reference_number: ['REF00000008'],
  gateway_reference: ['gw_16'],
  customer_id: ['C3'],
  customer_email: ['person3@example.test'],
  customer_phone: ['+96550000003', '50000003'],
  customer_name: ['Hasan', 'Sara Hasan', 'Hasan nobody'],
  last4: ['1881'],
  card_brand: ['MADA'],
  invoice_number: ['INV-1'],
  has_alert: ['true', 'false'],
  alert: ['late-money'],
  refunded: ['none', 'all'],
  webhook: ['failing', 'fine'],
  sandbox: ['true', 'false'],
  deleted: ['true'],
  sort: ['-created', 'created', '-paid'],
} as const satisfies Readonly<
  Record<Exclude<keyof SearchQuery, 'limit' | 'cursor' | 'count'>, readonly string[]>
>;
const NAMES = Object.keys(SAMPLES) as readonly (keyof typeof SAMPLES)[];

type Query = Partial<SearchQuery>;
const KWD = currencyCode('KWD');

/** Of very few values each, so that nearly all of them fit some questions, some fit others, and none the rest. */
function nth(index: number): Transaction {
  const pick = <V>(values: readonly V[], turn: number): V => {
    const value = values[Math.floor(index / turn) % values.length];
    assert.ok(value !== undefined);
    return value;
  };
  const state = pick(TRANSACTION_STATES, 1);
  const isPaid = state === 'paid' || state === 'authorized';
  const amount = amountOf(pick(['12.345', '2.500', '40'], 3), pick(['KWD', 'BHD'], 2));
  const createdAt = CREATED_AT + index * APART_MS;
  const attempt = anAttempt({
    referenceNumber: referenceOf(`REF${String(index).padStart(8, '0')}`),
    state: isPaid ? 'success' : state === 'pending' ? 'pending' : 'failed',
    total: amount,
    createdAt,
    concludedAt: createdAt + 500,
    pgParams: {
      card_type: pick(['VISA', 'MADA'], 5),
      card_number: pick(['4111********1881', '5*****0007'], 3),
    },
    gatewayReference: `gw_${index}`,
  });
  return aTransaction({
    sessionId: sessionOf(`c${String(index).padStart(6, '0')}`),
    state,
    type: pick(['e_commerce', 'payment_request'], 4),
    amount,
    orderNo: pick(['A-1', 'A-2', 'B-1'], 2),
    unitCode: pick(['north', 'south'], 7),
    customer: {
      id: `C${index % 5}`,
      firstName: pick(['Sara', 'Noura', 'Ali'], 1),
      lastName: pick(['Hasan', 'Hasan', 'Salem'], 3),
      email: `person${index % 6}@example.test`,
      phone: `+9655000000${index % 7}`,
    },
    createdAt,
    attempts: [attempt],
    ...(isPaid && { settledPgCode: attempt.pgCode, settledAmount: amount }),
    ...(index % 11 === 0 && {
      alerts: [
        {
          kind: 'late-money',
          referenceNumber: attempt.referenceNumber,
          at: createdAt + 900,
          detail: 'late',
        },
      ],
    }),
    ...(index % 100 === 20 && { deletedAt: createdAt + 5 }),
  });
}

/** Every filter for a query, as the list has them: one for each way to read the box. */
function filtersOf({ session_id: session, reference_number: reference, ...query }: Query) {
  const needsCurrency = query.amount_min !== undefined || query.amount_max !== undefined;
  const { filter, faults } = filterIn(needsCurrency ? { ...query, currency_code: 'KWD' } : query, {
    timeZone: 'UTC',
    now: CREATED_AT,
  });
  assert.deepEqual(faults, {}, JSON.stringify(query));
  // What an id names is looked up before.
  const named: Partial<TransactionFilter> = session
    ? { sessionIds: [sessionOf('c000007')] }
    : reference
      ? { sessionIds: [sessionOf('c000007'), sessionOf('c000008')] }
      : {};
  const asked: TransactionFilter = { ...filter, ...named };
  if (query.q === undefined) return [asked];
  return readingsOf(query.q, KWD ? [KWD] : []).map(({ terms }): TransactionFilter => {
    return { ...asked, terms: [...(asked.terms ?? []), ...terms] };
  });
}

describe('lists of payments, whatever is asked for', () => {
  const database = useDatabase();
  const tokens = searchTokens(TEST_KEYS);
  let middle: Cursor | undefined;
  before(async () => {
    const { connection } = database();
    transactionStore(connection, tokens);
    const all = Array.from({ length: MANY }, (_one, index) => nth(index));
    const { insertedIds } = await connection
      .collection('transactions')
      .insertMany(all.map((one) => ({ ...one, ...searchFields(one, tokens) })));
    const id = insertedIds[MANY / 2];
    assert.ok(id);
    middle = { at: nth(MANY / 2).createdAt, id: id.toHexString() };
  });

  /** What MongoDB examines for the first page of each, or for the page behind a place, or to count what fits. */
  async function examinedFor(queries: readonly Query[], from?: Cursor | 'counted') {
    const { connection } = database();
    const { search, count } = transactionSearch(connection, tokens, LOOKS);
    const asked = queries.flatMap((query) => filtersOf(query).map((filter) => ({ query, filter })));
    const examined = await profiled(
      connection,
      'transactions',
      asked.map(({ query, filter }) => async () => {
        const order = query.sort ?? '-created';
        await (from === 'counted'
          ? count(SHOP, filter, order)
          : search(SHOP, filter, { order, limit: LIMIT, after: from }));
      }),
    );
    return asked.map(({ query, filter }, index): Asked => {
      const took = examined[index] ?? [];
      const isNamed = filter.sessionIds !== undefined && query.sort !== '-paid';
      return { about: JSON.stringify({ query, took }), took, isNamed };
    });
  }

  it('examines a page and no more where an index leads by itself', async () => {
    const led = LED.flatMap(samplesOf);
    for (const { about, took } of await examinedFor([{}, ...led, ...SAMPLES.sort.map(sortedBy)]))
      for (const { keys, documents } of took) {
        assert.ok(keys <= SPARE * (PAGE + 2), about);
        assert.ok(documents <= SPARE * PAGE, about);
      }
  });

  it('examines as little for what the inbox asks, and sorts none of it', async () => {
    const { connection, store } = database();
    const { tasks: search } = transactionSearch(connection, tokens, LOOKS);
    const { results } = await search(SHOP, {}, { order: '-alerted', limit: 3 });
    for (const name of ['one', 'other']) await store.apiKeys.createPair(SHOP, { name });
    const asked = [
      [{ alert: ['late-money'] }, '-alerted', undefined],
      [{ alert: ['late-money', 'dispute'] }, '-alerted', results[2]?.place],
      [{ states: ['pending'], pendingSince: CREATED_AT + MANY * APART_MS }, '-created', undefined],
    ] as const satisfies readonly (readonly [TransactionFilter, SearchOrder, Cursor | undefined])[];
    const examined = [
      ...(await profiled(
        connection,
        'transactions',
        asked.map(
          ([filter, order, after]) =>
            () =>
              search(SHOP, filter, { order, limit: LIMIT, after }),
        ),
      )),
      ...(await profiled(connection, 'api_keys', [() => store.apiKeys.list(SHOP)])),
      ...(await profiled(connection, 'transactions', [
        () => store.search.attemptCounts(SHOP, CREATED_AT + (MANY - PAGE) * APART_MS),
      ])),
    ];
    for (const took of examined) {
      const about = JSON.stringify(took);
      assert.ok(took.length > 0);
      assert.ok(
        took.every(({ isSorted, keys }) => !isSorted && keys <= SPARE * (PAGE + 2)),
        about,
      );
    }
  });

  it('examines a page and no more of what else the inbox asks, and sorts none of it', async () => {
    const { connection, store } = database();
    const some = { merchantId: SHOP, createdAt: CREATED_AT };
    const noise: Readonly<Record<string, object>> = {
      settlement_imports: { ...some, importedAt: CREATED_AT, differences: 0 },
      agreements: { ...some, transactionType: 'e_commerce' },
      notifications: { ...some, channel: 'sms', status: 'sent', doneAt: CREATED_AT },
      bulks: { ...some, initiator: { id: 7 }, state: 'done' },
      reports: { ...some, initiator: { id: 7 }, status: 'finished' },
    };
    const found: Readonly<Record<string, object>> = {
      settlement_imports: { differences: 1 },
      agreements: { leftUnpaidAt: CREATED_AT, autopay: { history: [] } },
      notifications: { channel: 'email', status: 'failed', event: 'paid' },
      bulks: { failed: 1 },
      reports: { status: 'failed' },
    };
    for (const [name, one] of Object.entries(noise)) {
      const key = (nth: number) => ({
        id: `${name}-${nth}`,
        uuid: `${name}-${nth}`,
        encryptedId: `${name}-${nth}`,
        openToken: `${name}-${nth}`,
        digest: `${name}-${nth}`,
        pgCode: 'card',
      });
      await connection.collection(name).insertMany(
        Array.from({ length: MANY }, (_one, nth) => ({
          ...one,
          ...(nth % 2 === 0 && found[name]),
          ...key(nth),
          customerId: key(nth).id,
          state: 'done',
        })),
      );
    }
    const types = ['e_commerce', 'payment_request'] as const;
    for (const [name, ask] of [
      ['settlement_imports', () => store.settlements.differing(SHOP, LIMIT)],
      ['agreements', () => store.agreements.leftUnpaid(SHOP, types, LIMIT)],
      ['notifications', () => store.notifications.failedSinceSent(SHOP, 'email', LIMIT)],
      ['bulks', () => store.bulks.failedOf(SHOP, 7, LIMIT)],
      ['reports', () => store.reports.failedOf(SHOP, 7, LIMIT)],
    ] as const) {
      assert.equal((await ask()).length, LIMIT, name);
      const [took = []] = await profiled(connection, name, [ask]);
      const about = `${name} ${JSON.stringify(took)}`;
      assert.ok(took.length > 0, about);
      assert.ok(
        took.every(
          ({ isSorted, keys, documents }) => !isSorted && keys <= PAGE + 2 && documents <= PAGE,
        ),
        about,
      );
    }
  });

  it('is led by the word that fewest have, wherever it stands', async () => {
    const names = ['Hasan nobody', 'nobody Hasan', 'Hasan Sara nobody Noura'];
    const queries = names.map((name): Query => ({ customer_name: name }));
    for (const { about, took } of await examinedFor(queries)) {
      assert.equal(sum(took.map(({ documents }) => documents)), 0, about);
      assert.ok(sum(took.map(({ keys }) => keys)) <= 3 * PAGE, about);
    }
  });

  it('examines so many payments and no more, and sorts none, for every filter, every two and many threes', async () => {
    const pairs = NAMES.flatMap((name, index) =>
      NAMES.slice(index + 1).map((other) => ({ ...anySampleOf(name), ...anySampleOf(other) })),
    );
    const threes = fc
      .sample(fc.shuffledSubarray([...NAMES], { minLength: 3, maxLength: 3 }), {
        numRuns: 200,
        seed: 1,
      })
      .map((names): Query => Object.assign({}, ...names.map(anySampleOf)));
    refuseUnbounded(await examinedFor([...NAMES.flatMap(samplesOf), ...pairs, ...threes]));
  });

  it('examines no more behind a cursor, nor to count', async () => {
    const singles = NAMES.flatMap(samplesOf);
    refuseUnbounded(await examinedFor(singles, middle));
    refuseUnbounded(await examinedFor(singles, 'counted'));
  });
});

/** What was examined for a question, query by query. */
interface Asked {
  readonly about: string;
  readonly took: readonly Examined[];
  /** It is about two payments at most, which an id has named. */
  readonly isNamed: boolean;
}

/** Each look takes its keys once to see how far it goes, and once to go there. */
function refuseUnbounded(all: readonly Asked[]): void {
  const [first, most] = LOOKS;
  for (const { about, took, isNamed } of all) {
    const documents = took.map((one) => one.documents);
    assert.ok(took.length > 0, about);
    assert.ok(
      took.every(({ keys }) => keys <= SPARE * most),
      about,
    );
    assert.ok(sum(documents) <= SPARE * (PAGE + first + most), about);
    assert.equal(
      took.some(({ isSorted }) => isSorted),
      isNamed && sum(documents) > 0,
      about,
    );
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function samplesOf(name: (typeof NAMES)[number]): readonly Query[] {
  return SAMPLES[name].map((value): Query => ({ [name]: value }));
}

function anySampleOf(name: (typeof NAMES)[number]): Query {
  sampled += 1;
  const [one = {}] = fc.sample(fc.constantFrom(...samplesOf(name)), { numRuns: 1, seed: sampled });
  return one;
}

function sortedBy(sort: (typeof SAMPLES.sort)[number]): Query {
  return { sort };
}
