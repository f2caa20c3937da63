import type { Context } from 'koa';
import { parseDateTime } from '../../domain/duration.ts';
import { sessionId } from '../../domain/ids.ts';
import type { Operation, Approval } from '../../domain/operation/operation.ts';
import { mayCheck } from '../../domain/operation/policy.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { RequestFilter } from '../../store/operation-lists.ts';
import { callerMay, callerOf, isStaff, merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { pageBody, readQuery } from '../lists/page.ts';
import { type ResultSigner, signerOf } from '../payments/result-body.ts';
import { presentRequest } from './present.ts';
import { requestQuery, type RequestQuery } from './schema.ts';
import type { RouteContext } from '../route.ts';

type Deps = Pick<ApiDeps, 'store' | 'publicUrl'>;

/** An operation that a person has or had to do with. */
export type ApprovalRequest = Operation & { readonly approval: Approval };

/** The request that the path names, by its id or by the number that people know it by. Throws `not_found`, also for one that the caller may not see. */
export async function requestAt(
  { store }: Pick<Deps, 'store'>,
  ctx: RouteContext<'id'>,
): Promise<ApprovalRequest> {
  const { id: named } = ctx.params;
  const id = sessionId(named);
  const merchantId = merchantOf(ctx);
  const isNumber = /^[1-9]\d{0,14}$/.test(named);
  const found = isNumber
    ? await store.operations.findNumbered(merchantId, Number(named))
    : id && (await store.operations.findBySession(merchantId, id));
  if (found && isRequest(found)) return found;
  throw notThere();
}

/** The same, as far as its maker, checkers, keys and who may try it again may see it (contract/operations#approval). */
export async function requestSeen(
  deps: Pick<Deps, 'store'>,
  ctx: RouteContext<'id'>,
): Promise<ApprovalRequest> {
  const request = await requestAt(deps, ctx);
  const own = ownerSeen(ctx);
  if (own === undefined || request.initiator?.id === own) return request;
  const needsHand = request.approval.state === 'manual_action_required';
  if (needsHand && callerMay(ctx, `payment.${request.kind}`)) return request;
  throw notThere();
}

/** A request as it is shown, with what the payment came to. */
export async function shown(
  { store }: Pick<Deps, 'store'>,
  ctx: Context,
  request: ApprovalRequest,
  signer: ResultSigner,
) {
  const { merchantId, parentId } = request;
  const amounts = await store.transactions.amountsOf(merchantId, [parentId]);
  return presentRequest(request, {
    paymentAmount: amounts.get(parentId),
    signer,
    to: { maySeeNotes: isStaff(ctx) },
  });
}

/** The requests that the caller may see, newest first, page by page (contract/operations#approval). */
export async function requestsPage(deps: Deps, ctx: Context, path: string) {
  const { store, publicUrl } = deps;
  const { filter, limit, offset } = readQuery(requestQuery, ctx);
  const merchantId = merchantOf(ctx);
  const own = ownerSeen(ctx);
  const to = { maySeeNotes: isStaff(ctx) };
  const { count, results } = await store.operations.listRequests(
    merchantId,
    { ...filterOf(filter), ...(own !== undefined && { requestedBy: own }) },
    { limit, offset },
  );
  const [amounts, signer] = await Promise.all([
    store.transactions.amountsOf(
      merchantId,
      results.map(({ parentId }) => parentId),
    ),
    signerOf(store, merchantId),
  ]);
  return pageBody(
    new URL(path, publicUrl).href,
    { filter, limit, offset },
    {
      count,
      results: results
        .filter(isRequest)
        .map((one) =>
          presentRequest(one, { paymentAmount: amounts.get(one.parentId), signer, to }),
        ),
    },
  );
}

export function isRequest(operation: Operation): operation is ApprovalRequest {
  return operation.approval !== undefined;
}

/** Makers see what they asked for; who may check, and programs, see all. */
function ownerSeen(ctx: Context): number | undefined {
  const caller = callerOf(ctx);
  return caller.kind === 'user' && !mayCheck(caller) ? caller.user.id : undefined;
}

function notThere(): Refusal {
  return new Refusal('not_found', 'There is no such request.');
}

function filterOf(query: Partial<RequestQuery>): RequestFilter {
  const { state, operation, session_id: parentId, pg_code: pgCode, currency_code } = query;
  const createdFrom = timeIn(query.created_after);
  const createdUntil = timeIn(query.created_before);
  return {
    ...(state && { state }),
    ...(operation && { kind: operation }),
    ...(parentId !== undefined && { parentId }),
    ...(pgCode !== undefined && { pgCode }),
    ...(currency_code !== undefined && { currency: currency_code }),
    ...(createdFrom !== undefined && { createdFrom }),
    ...(createdUntil !== undefined && { createdUntil }),
  };
}

function timeIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseDateTime(text);
}
