import type { Context } from 'koa';
import type { ParsedUrlQuery } from 'node:querystring';
import type { CurrencyCode } from '../../domain/currencies.ts';
import { referenceNumber, sessionId, type MerchantId, type SessionId } from '../../domain/ids.ts';
import type { Merchant } from '../../domain/merchant.ts';
import type { TransactionFilter, TransactionOrder } from '../../domain/search/filter.ts';
import { fieldSentence } from '../../domain/field-sentence.ts';
import type { FieldErrors } from '../../domain/refusal.ts';
import { readingsOf, splitQuery, type QueryReading } from '../../domain/search/query.ts';
import type { TransactionType } from '../../domain/transaction/type.ts';
import { callerMay, merchantOf, refuseUnless, typesSeen } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { foundPage, placeAfter, unknownParameters } from '../lists/cursor.ts';
import { currenciesOf, eachOf } from '../lists/filters.ts';
import { foundByAll } from '../lists/merged.ts';
import { fieldsRead, readingsFor, refusePersonal, tellRead } from '../lists/people.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import { handledAmong } from './alerts.ts';
import { presentFound } from './row.ts';
import { filterIn, searchQuery, type SearchQuery } from './search-query.ts';

type Deps = Pick<ApiDeps, 'store' | 'publicUrl' | 'clientAddress' | 'drain' | 'logger'>;

const NAMES = Object.keys(searchQuery.describe()['keys'] as object);

/**
 * The transactions of the caller's merchant that fit, page by page (contract/search#pages). A query looks at so many only; a page
 * that is not full for that says until when was looked.
 */
export async function searchPage(deps: Deps, ctx: Context, path: string) {
  const { store, publicUrl } = deps;
  const merchant = await settingsOf(store, ctx);
  const asked = askedBy(ctx, merchant);
  const { limit = '25', cursor, count: wantsCount, ...which } = asked.query;
  refusePeople(ctx, which);
  const seen = typesSeen(ctx);
  const currencies = await currenciesOf(store, merchant);
  const { filter, readings } = readersOf(ctx, asked, { seen, currencies });
  const after = placeAfter(cursor, which);
  const order: TransactionOrder = which.sort ?? '-created';
  const window = { order, limit: Number(limit), after };
  const merchantId = merchantOf(ctx);
  const filters = await filtersFor(store, merchantId, { filter, readings, query: which });
  const { page, beside } = await foundByAll(
    filters,
    {
      search: (each) => store.search.search(merchantId, each, window),
      count: (each) => store.search.count(merchantId, each, order),
      isKeyLost: () => store.search.isKeyLost(merchantId, filters),
      unmarkedUntil: () => store.search.unmarkedUntil(merchantId, filters, order),
    },
    { isNewestFirst: order !== 'created', limit: window.limit, wantsCount: wantsCount === 'true' },
  );
  tellRead(deps, ctx, { fields: fieldsRead(which, readings), rows: page.results.length });
  const found = page.results.map(({ transaction }) => transaction);
  const to = {
    maySeePeople: callerMay(ctx, 'customer.view'),
    isHandled: await handledAmong(store, merchantId, found),
  };
  return {
    ...foundPage(new URL(path, publicUrl), { which, limit }, page),
    results: found.map((one) => presentFound(one, to)),
    ...(which.q !== undefined && {
      understood_as: readings.flatMap(({ understoodAs }) => understoodAs),
    }),
    ...beside,
  };
}

interface Asked {
  readonly query: Partial<SearchQuery>;
  readonly filter: TransactionFilter;
  /** What is left of the box without the parameters that are named in it. */
  readonly text: string;
}

/** The query with what stands in its box. Throws every fault of both at once. */
function askedBy(ctx: Context, merchant: Merchant | undefined): Asked {
  const { faults, ...asked } = readSearch(ctx.query, merchant);
  refuseFaults(faults);
  return asked;
}

/** What a query asks for, with what stands in its box; `faults` says all that is wrong with it all the same. */
export function readSearch(
  query: ParsedUrlQuery,
  merchant: Merchant | undefined,
): Asked & { readonly faults: FieldErrors } {
  const unknown = unknownParameters({ query }, NAMES);
  const plain = check(searchQuery, query);
  const { text, typed } = splitQuery(plain.value.q ?? '');
  const { value, faults } =
    typed.length === 0 ? plain : check(searchQuery, { ...Object.fromEntries(typed), ...query });
  const zone = { timeZone: merchant?.timeZone ?? 'UTC', now: Date.now() };
  const { filter, faults: meant } = filterIn(value, zone);
  const otherwise = askedOtherwise(typed, query);
  return { query: value, filter, text, faults: { ...meant, ...faults, ...otherwise, ...unknown } };
}

/** Says what the box names that has another value beside it: one of the two would be left out without a word. */
function askedOtherwise(
  typed: ReturnType<typeof splitQuery>['typed'],
  query: ParsedUrlQuery,
): FieldErrors {
  const all = [...Object.entries(query), ...typed];
  const names = typed
    .filter(([name, value]) => all.some(([other, said]) => other === name && said !== value))
    .map(([name]) => fieldSentence('asked-otherwise', { name }));
  return names.length > 0 ? { q: [...new Set(names)] } : {};
}

/** Throws 403 when it asks for a person, or for what was archived, and the caller may not. */
export function refusePeople(ctx: Context, query: Partial<SearchQuery>): void {
  refusePersonal(ctx, query);
  if (query.deleted === 'true') refuseUnless(ctx, 'payment.delete');
}

/** How the text of the box is read, as far as the caller may look for people. Throws 403 where nothing else is left. */
export function boxReadings(
  ctx: Context,
  text: string,
  currencies: readonly CurrencyCode[],
): readonly QueryReading[] {
  return readingsFor(ctx, text === '' ? [] : readingsOf(text, currencies));
}

/** What is looked for, of the types that the caller sees, and how the box is read. */
function readersOf(
  ctx: Context,
  { filter, text, query }: Asked,
  {
    seen,
    currencies,
  }: {
    readonly seen: readonly TransactionType[] | undefined;
    readonly currencies: readonly CurrencyCode[];
  },
): { readonly filter: TransactionFilter; readonly readings: readonly QueryReading[] } {
  const readings = boxReadings(ctx, text, currencies);
  const types = query.type === undefined ? seen : filter.types?.filter((one) => isSeen(one, seen));
  return { filter: { ...filter, ...(types && { types }) }, readings };
}

function isSeen(type: TransactionType, seen: readonly TransactionType[] | undefined): boolean {
  return seen === undefined || seen.includes(type);
}

/** One filter for each way to read the box, else one; the ids of what is named are looked up first. */
async function filtersFor(
  store: Deps['store'],
  merchantId: MerchantId,
  {
    filter,
    readings,
    query,
  }: {
    readonly filter: TransactionFilter;
    readonly readings: readonly QueryReading[];
    readonly query: Partial<SearchQuery>;
  },
): Promise<readonly TransactionFilter[]> {
  const asked = await named(store, merchantId, query);
  if (readings.length === 0) return [{ ...filter, ...(asked && { sessionIds: asked }) }];
  return Promise.all(
    readings.map(async ({ understoodAs, terms }): Promise<TransactionFilter> => {
      const ids = Object.fromEntries(understoodAs.map(({ field, value }) => [field, value]));
      const sessionIds = both(asked, await named(store, merchantId, ids));
      return {
        ...filter,
        terms: [...(filter.terms ?? []), ...terms],
        ...(sessionIds && { sessionIds }),
      };
    }),
  );
}

/** The payments that ids name: their own, or those of attempts and operations. Undefined where no id is given. */
async function named(
  store: Deps['store'],
  merchantId: MerchantId,
  { session_id: session, reference_number: reference }: Partial<SearchQuery>,
): Promise<readonly SessionId[] | undefined> {
  return both(
    session === undefined ? undefined : await ofSession(store, merchantId, session),
    reference === undefined ? undefined : await ofReference(store, merchantId, reference),
  );
}

function both<V>(one: readonly V[] | undefined, other: readonly V[] | undefined) {
  return one && other ? one.filter((value) => other.includes(value)) : (one ?? other);
}

async function ofSession(
  { operations }: Pick<Deps['store'], 'operations'>,
  merchantId: MerchantId,
  text: string,
): Promise<readonly SessionId[]> {
  const ids = eachOf(text, sessionId) ?? [];
  const parents = await operations.parentsOf(merchantId, ids);
  return ids.map((id) => parents.get(id) ?? id);
}

async function ofReference(
  { transactions, operations }: Pick<Deps['store'], 'transactions' | 'operations'>,
  merchantId: MerchantId,
  text: string,
): Promise<readonly SessionId[]> {
  const reference = referenceNumber(text);
  if (!reference) return [];
  const [tried, told, operation] = await Promise.all([
    transactions.findByReference(reference),
    transactions.findByToldReference(reference),
    operations.findByReference(reference),
  ]);
  const payment = tried ?? told;
  return [
    ...(payment?.merchantId === merchantId ? [payment.sessionId] : []),
    ...(operation?.merchantId === merchantId ? [operation.parentId] : []),
  ];
}
