import Router from '@koa/router';
import type { Context } from 'koa';
import type { JsonValue } from '../../domain/json.ts';
import { dropped } from '../../domain/operation/approval.ts';
import type { Operation, OperationKind } from '../../domain/operation/operation.ts';
import { declineCode } from '../../domain/wallet/refund.ts';
import { initiatorOf, type Initiator } from '../../domain/user.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { authorize } from '../access/authorize.ts';
import { callerOf, merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { idempotent } from '../middleware/idempotency.ts';
import { isRequest, shown } from '../operation-requests/requests.ts';
import { signerOf, type Signer } from '../payments/result-body.ts';
import { perform, underWay, type Outcome } from './external.ts';
import { Declined, failedOperation } from './failed.ts';
import { doInternally } from './internal.ts';
import { mayDoSo } from './permission.ts';
import { presentAwaiting, presentOperation, presentPending } from './present.ts';
import { readOperation, type Asked } from './request.ts';
import { isInternal } from './schema.ts';
import { trackingKeyOf } from './tracking-key.ts';

const PATH = '/b/pbl/v2/operation';

/** Everything that can be done to a payment afterwards (spec.txt, Operations; contract/api.md 3). */
export function operationRoutes(deps: ApiDeps): Router {
  const router = new Router();
  const operate = async (ctx: Context): Promise<void> => {
    const asked = await readOperation(deps, ctx);
    const { operation: name } = asked;
    if (isInternal(name)) ctx.body = await doInternally(deps, { asked, name, by: userOf(ctx) });
    else {
      const [outcome, signer] = await Promise.all([
        performed(deps, ctx, { asked, kind: name }),
        signerOf(deps.store, merchantOf(ctx)),
      ]);
      await answer(deps, ctx, { ...outcome, signer });
    }
  };
  router.post(
    PATH,
    authorize(deps, 'operations.perform'),
    mayDoSo,
    failedOperation,
    idempotent(deps.store.claims),
    operate,
  );
  return router;
}

/** The person or program behind a call; a key has no face. */
function userOf(ctx: Context): Initiator | undefined {
  const caller = callerOf(ctx);
  return caller.kind === 'user' ? initiatorOf(caller.user) : undefined;
}

function performed(
  deps: ApiDeps,
  ctx: Context,
  { asked, kind }: { readonly asked: Asked; readonly kind: OperationKind },
): Promise<Outcome> {
  return perform(deps, ctx, { asked, kind, trackingKey: trackingKeyOf(ctx) });
}

/** What came of it, by the state in which it is (contract/api.md 3.6, 3.7; decisions.md 10). */
async function answer(
  deps: ApiDeps,
  ctx: Context,
  { operation, isFirst, signer }: Outcome & { readonly signer: Signer },
): Promise<void> {
  const { state } = operation;
  switch (state) {
    case 'done':
    case 'queued':
    case 'rejected':
      ctx.body = presentOperation(operation, signer);
      return;
    case 'awaiting':
      if (!isRequest(operation)) throw new TypeError('Nothing waits that needs no approval.');
      pending(ctx, presentAwaiting(operation, await shown(deps, operation)));
      return;
    case 'promised':
      if (!isFirst) throw underWay();
      pending(ctx, presentPending(operation));
      return;
    case 'unclear':
      pending(ctx, presentPending(operation));
      return;
    case 'failed':
      throw declined(operation);
    case 'dropped':
      throw dropped(operation);
    default:
      unreachable(state);
  }
}

function pending(ctx: Context, body: JsonValue): void {
  ctx.status = 202;
  ctx.body = body;
}

function declined(operation: Operation): Declined {
  const { message = 'The gateway declined.', gatewayResponse } = operation;
  return new Declined(declineCode(operation), message, gatewayResponse);
}
