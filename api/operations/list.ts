import type { Context } from 'koa';
import { currencyCode } from '../../domain/currencies.ts';
import {
  pgCode,
  referenceNumber,
  sessionId,
  type MerchantId,
  type SessionId,
} from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import { OPERATION_KINDS, OPERATION_STATES } from '../../domain/operation/operation.ts';
import { REASON_CODES } from '../../domain/operation/reason.ts';
import type { OperationFilter } from '../../domain/search/operation-filter.ts';
import { operationReadings } from '../../domain/search/operation-query.ts';
import { isStaff, merchantOf, typesSeen } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { readable, text } from '../schema-parts.ts';
import { object, type ValueOf } from '../infer.ts';
import { foundPage, placeAfter, unknownParameters } from '../lists/cursor.ts';
import {
  among,
  amountsIn,
  currenciesOf,
  eachOf,
  few,
  initiatorId,
  instant,
  listDoc,
  listParameters,
  pgCodes,
  sessionIdIn,
  someOf,
  spanFaults,
  spanIn,
  string,
} from '../lists/filters.ts';
import { foundByAll } from '../lists/merged.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import type { QueryDoc } from '../route.ts';
import { presentFoundOperation } from './row.ts';

const DESTINATIONS = ['pg', 'wallet'] as const;
const SOURCES = ['input', 'pg'] as const;

/** Every parameter of the list (contract/search#operations). */
export const operationQuery = object({
  q: text(200),
  kind: someOf(OPERATION_KINDS),
  state: someOf(OPERATION_STATES),
  pg_code: pgCodes,
  destination: someOf(DESTINATIONS),
  source: someOf(SOURCES),
  initiator_id: initiatorId,
  reason: someOf(REASON_CODES),
  ended_after: instant,
  ended_before: instant,
  session_id: sessionIdIn,
  reference_number: readable(referenceNumber, 'Use the reference_number of an operation.'),
  ...listParameters,
});
type OperationQuery = ValueOf<typeof operationQuery>;

/** What programs are told of them. */
export const operationDoc = {
  q: {
    description:
      'One box for people: an order number, `session_id`, reference, gateway reference or amount. `understood_as` says how it was read.',
    schema: { ...string, maxLength: 200 },
  },
  kind: few(OPERATION_KINDS, 'What was asked for.'),
  state: few(OPERATION_STATES, 'How it stands; `awaiting` waits for a second person.'),
  pg_code: few(['card', 'cash'], 'The accounts that took the payment.'),
  destination: few(DESTINATIONS, 'Where the money of a refund goes.'),
  source: few(SOURCES, 'Asked for here, or done at the gateway itself.'),
  initiator_id: { description: 'The number of the user who asked for it.', schema: string },
  reason: few(REASON_CODES, 'Why it was asked for.'),
  ended_after: { ...listDoc.created_after, description: 'The same of when it was over.' },
  ended_before: { ...listDoc.created_before, description: 'The same of when it was over.' },
  session_id: { description: 'Of the operation, or of its payment.', schema: string },
  reference_number: { description: 'Of the operation.', schema: string },
  ...listDoc,
} as const satisfies Readonly<Record<keyof OperationQuery, QueryDoc>>;

const NAMES = Object.keys(operationDoc);

/**
 * The operations on the payments of the caller's merchant that fit, page by page (contract/search#operations). Throws every fault
 * of the query.
 */
export async function operationsPage(
  { store, publicUrl }: Pick<ApiDeps, 'store' | 'publicUrl'>,
  ctx: Context,
  path: string,
) {
  const merchant = await settingsOf(store, ctx);
  const unknown = unknownParameters(ctx, NAMES);
  const { value, faults } = check(operationQuery, ctx.query);
  const { limit = '25', cursor, count: wantsCount, ...which } = value;
  const zone = { timeZone: merchant?.timeZone ?? 'UTC', now: Date.now() };
  const { filter, faults: meant } = filterIn(which, zone);
  refuseFaults({ ...meant, ...faults, ...unknown });
  const after = placeAfter(cursor, which);
  const merchantId = merchantOf(ctx);
  const readings = which.q?.trim()
    ? operationReadings(which.q, await currenciesOf(store, merchant))
    : [];
  const isTwice = readings.some(
    ({ understoodAs: { field } }) => field in which && field !== 'amount',
  );
  if (isTwice) refuseFaults({ q: ['A parameter names one already: leave it out, or q.'] });
  const types = typesSeen(ctx);
  const base = {
    ...filter,
    ...(await placedBy(store, merchantId, sessionId(which.session_id ?? ''))),
    ...(types && { types }),
  };
  const filters = await Promise.all(
    readings.map(async ({ filter: { session, ...read } }) => ({
      ...base,
      ...read,
      ...(await placedBy(store, merchantId, session)),
    })),
  );
  const window = { limit: Number(limit), after };
  const { page, beside } = await foundByAll(
    filters.length === 0 ? [base] : filters,
    {
      search: (each) => store.operationSearch.search(merchantId, each, window),
      count: (each) => store.operationSearch.count(merchantId, each),
    },
    { isNewestFirst: true, limit: window.limit, wantsCount: wantsCount === 'true' },
  );
  const to = { maySeeNotes: isStaff(ctx) };
  return {
    ...foundPage(new URL(path, publicUrl), { which, limit }, page),
    results: page.results.map(({ operation }) => presentFoundOperation(operation, to)),
    ...(which.q !== undefined && {
      understood_as: readings.map(({ understoodAs }) => understoodAs),
    }),
    ...beside,
  };
}

/** An id is that of an operation, or else of a payment. */
async function placedBy(
  { operations }: Pick<ApiDeps['store'], 'operations'>,
  merchantId: MerchantId,
  named: SessionId | undefined,
): Promise<Pick<OperationFilter, 'sessionId' | 'parentId'>> {
  if (!named) return {};
  const child = await operations.findBySession(merchantId, named);
  return child ? { sessionId: named } : { parentId: named };
}

function filterIn(
  query: Partial<OperationQuery>,
  zone: { readonly timeZone: string; readonly now: number },
) {
  const created = spanIn(query.created_after, query.created_before, zone);
  const ended = spanIn(query.ended_after, query.ended_before, zone);
  const { amountFrom, amountUntil, faults } = amountsIn(query);
  const filter: OperationFilter = defined({
    referenceNumber: referenceNumber(query.reference_number ?? ''),
    kinds: among(OPERATION_KINDS, query.kind),
    states: among(OPERATION_STATES, query.state),
    pgCodes: eachOf(query.pg_code, pgCode),
    currencies: eachOf(query.currency_code, currencyCode),
    destinations: among(DESTINATIONS, query.destination),
    sources: among(SOURCES, query.source),
    initiatorId: query.initiator_id === undefined ? undefined : Number(query.initiator_id),
    reasons: among(REASON_CODES, query.reason),
    created,
    ended,
    amountFrom,
    amountUntil,
  });
  return {
    filter,
    faults: { ...spanFaults('created', created), ...spanFaults('ended', ended), ...faults },
  };
}
