import Joi from 'joi';
import type { Context } from 'koa';
import { currencyCode } from '../../domain/currencies.ts';
import { pgCode, referenceNumber, sessionId } from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import { OPERATION_KINDS, OPERATION_STATES } from '../../domain/operation/operation.ts';
import type { OperationFilter } from '../../domain/search/operation-filter.ts';
import { merchantOf, typesSeen } from '../access/caller.ts';
import { settingsOf } from '../access/settings.ts';
import type { ApiDeps } from '../deps.ts';
import { readable } from '../fragments.ts';
import { object, type ValueOf } from '../infer.ts';
import { foundPage, placeAt, unknownParameters } from '../lists/cursor.ts';
import {
  among,
  amountsIn,
  currencyCodes,
  cursorText,
  eachOf,
  few,
  initiatorId,
  instant,
  listDoc,
  pgCodes,
  sessionIdIn,
  someOf,
  spanFaults,
  spanIn,
  string,
} from '../lists/filters.ts';
import { pageLimit } from '../lists/page.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import type { QueryDoc } from '../route.ts';
import { presentFoundOperation } from './row.ts';

const DESTINATIONS = ['pg', 'wallet'] as const;
const SOURCES = ['input', 'pg'] as const;

/** Every parameter of the list (contract/search#operations). */
export const operationQuery = object({
  kind: someOf(OPERATION_KINDS),
  state: someOf(OPERATION_STATES),
  pg_code: pgCodes,
  currency_code: currencyCodes,
  destination: someOf(DESTINATIONS),
  source: someOf(SOURCES),
  initiator_id: initiatorId,
  created_after: instant,
  created_before: instant,
  ended_after: instant,
  ended_before: instant,
  amount_min: Joi.string(),
  amount_max: Joi.string(),
  session_id: sessionIdIn,
  reference_number: readable(referenceNumber, 'Use the reference_number of an operation.'),
  limit: pageLimit(100),
  cursor: cursorText,
});
type OperationQuery = ValueOf<typeof operationQuery>;

/** What programs are told of them. */
export const operationDoc = {
  kind: few(OPERATION_KINDS, 'What was asked for.'),
  state: few(OPERATION_STATES, 'How it stands; `awaiting` waits for a second person.'),
  pg_code: few(['card', 'cash'], 'The accounts that took the payment.'),
  destination: few(DESTINATIONS, 'Where the money of a refund goes.'),
  source: few(SOURCES, 'Asked for here, or done at the gateway itself.'),
  initiator_id: { description: 'The number of the user who asked for it.', schema: string },
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
  const { limit = '25', cursor, ...which } = value;
  const zone = { timeZone: merchant?.timeZone ?? 'UTC', now: Date.now() };
  const { filter, faults: meant } = filterIn(which, zone);
  refuseFaults({ ...meant, ...faults, ...unknown });
  const after = cursor === undefined ? undefined : placeAt(cursor, which);
  if (typeof after === 'string') refuseFaults({ cursor: [after] });
  const merchantId = merchantOf(ctx);
  const named = sessionId(which.session_id ?? '');
  const child = named && (await store.operations.findBySession(merchantId, named));
  const types = typesSeen(ctx);
  const page = await store.operationSearch.search(
    merchantId,
    {
      ...filter,
      ...(named && (child ? { sessionId: named } : { parentId: named })),
      ...(types && { types }),
    },
    { limit: Number(limit), ...(typeof after === 'object' && { after }) },
  );
  return {
    ...foundPage(new URL(path, publicUrl), { which, limit }, page),
    results: page.results.map(({ operation }) => presentFoundOperation(operation)),
  };
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
