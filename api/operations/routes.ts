import type { Context, Next } from 'koa';
import { dropped } from '../../domain/operation/approval.ts';
import { isGivenUp, type Operation } from '../../domain/operation/operation.ts';
import { unreachable } from '../../domain/unreachable.ts';
import { type Initiator, initiatorOf } from '../../domain/initiator.ts';
import { declineCode } from '../../domain/wallet/refund.ts';
import { callerOf, merchantOf, refuseUnless } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { bodyOf } from '../middleware/body.ts';
import { isRequest, shown } from '../operation-requests/requests.ts';
import { type ResultSigner, signerOf } from '../payments/result-body.ts';
import { reply, route, SERVER, VIEW_PAYMENTS } from '../route.ts';
import {
  conflictAnswer,
  operationAnswer,
  pendingAnswer,
  refusedAnswer,
  unprocessableAnswer,
} from './answer.ts';
import { type OperationOutcome, askForOperation, operationUnderWay } from './external.ts';
import { Declined, failedOperation } from './failed.ts';
import { doInternally } from './internal.ts';
import { presentAwaiting, presentOperation, presentPending } from './present.ts';
import { operationDoc, operationsPage } from './list.ts';
import { readOperation } from './request.ts';
import { operationPage } from './row.ts';
import { isInternal, operationBody, operationIn } from './schema.ts';
import { trackingKeyOf } from './tracking-key.ts';

/** Everything that can be done to a payment afterwards (contract/operations#states). */
export const operationRoutes = [
  route('operations.perform', {
    method: 'POST',
    path: '/b/pbl/v2/operation',
    who: SERVER,
    // Any of them lets in; `mayDoSo` asks for the one of the operation.
    permissions: [
      'payment.refund',
      'payment.capture',
      'payment.void',
      'payment.cancel',
      'payment.expire',
      'payment.delete',
    ],
    tag: 'Operations',
    summary: 'Refund, capture, void, cancel, expire or delete a payment',
    description:
      'Refund, capture and void move money at the gateway and leave a child transaction; the payment keeps its state. Cancel, expire and delete change our own books alone. A user needs the permission of the operation.',
    body: operationBody,
    fields: {
      session_id: 'Decides which payment is meant.',
      order_no: 'Enough where only one payment has it.',
      amount: 'Of a refund or a capture; all that is left when it is missing. A void takes all.',
      extra: 'For the gateway; it comes back in the answer and in the webhook.',
      reason:
        'Of a refund, a capture or a void: why. `code` comes back in the webhook and stands in reports; `note`, which `other` needs, only your people read.',
      destination:
        "Of a refund: back the way it was paid, or to the customer's wallet. `pg` when it is missing.",
    },
    idempotent: true,
    tracked: true,
    answers: {
      200: { description: 'It is done, or the gateway has queued it.', shape: operationAnswer },
      202: {
        description: 'The gateway has not answered yet, or a checker has to agree first.',
        shape: pendingAnswer,
      },
      400: {
        description: 'Nothing was done: fields at fault, a state that forbids it, or a decline.',
        shape: refusedAnswer,
      },
      409: {
        description:
          'The first request with the same key is under way (`tracking_in_progress`), or the key was used for something else (`idempotency_conflict`): a `Tracking-Key` for another operation, amount or destination, an `Idempotency-Key` with another body or by another caller.',
        shape: conflictAnswer,
      },
      422: {
        description: 'The body of a refund to a wallet is wrong.',
        shape: unprocessableAnswer,
      },
    },
    within: () => [mayDoSo, failedOperation],
    handle: (deps) => (ctx) => operate(deps, ctx),
  }),
  route('operations.list', {
    method: 'GET',
    path: '/b/pbl/v2/operations',
    who: SERVER,
    permissions: VIEW_PAYMENTS,
    limit: 'search',
    tag: 'Operations',
    summary: 'List operations',
    description:
      'Refunds, captures and voids of all payments, whatever became of them, newest first, page by page by `next`; also those that wait for a second person. Lists of values have commas between. A page looks at 20,000 operations at most: one that is not full for that has `searched_until`, and its `next` goes on from there. A parameter that does not exist is 400.',
    query: operationDoc,
    errors: [400],
    answers: { 200: { description: 'A page of them.', shape: operationPage } },
    handle: (deps) => (ctx) => operationsPage(deps, ctx, '/b/pbl/v2/operations/'),
  }),
];

async function operate(deps: ApiDeps, ctx: Context) {
  const asked = await readOperation(deps, ctx);
  const { operation: name } = asked;
  if (isInternal(name))
    return reply(200, await doInternally(deps, { asked, name, by: userOf(ctx) }));
  const signer = await signerOf(deps.store, merchantOf(ctx));
  const trackingKey = trackingKeyOf(ctx);
  const outcome = await askForOperation(deps, ctx, { asked, kind: name, trackingKey });
  return answer(deps, ctx, { ...outcome, signer });
}

/** The person or program behind a call; a key has no face. */
function userOf(ctx: Context): Initiator | undefined {
  const caller = callerOf(ctx);
  return caller.kind === 'user' ? initiatorOf(caller.user) : undefined;
}

/** What came of it, by the state in which it is (contract/operations#waiting-for-the-answer). */
async function answer(
  deps: ApiDeps,
  ctx: Context,
  { operation, isFirst, signer }: OperationOutcome & { readonly signer: ResultSigner },
) {
  const { state } = operation;
  switch (state) {
    case 'done':
    case 'queued':
    case 'rejected': {
      const body = presentOperation(operation, signer);
      const { result, detail } = body;
      if (result === 'failed') throw declined(operation, detail);
      return reply(200, { ...body, result });
    }
    case 'awaiting':
      if (!isRequest(operation)) throw new TypeError('Nothing waits that needs no approval.');
      return reply(202, presentAwaiting(operation, await shown(deps, ctx, operation, signer)));
    case 'promised':
      if (!isFirst) throw operationUnderWay();
      return reply(202, presentPending(operation));
    case 'unclear':
      return reply(202, presentPending(operation));
    case 'failed':
      throw isGivenUp(operation) ? dropped(operation) : declined(operation);
    case 'dropped':
      throw dropped(operation);
    default:
      return unreachable(state);
  }
}

function declined(
  operation: Operation,
  detail = operation.message ?? 'The gateway declined.',
): Declined {
  return new Declined(declineCode(operation), detail, operation.gatewayResponse);
}

/**
 * A user needs the permission of the operation that the body names (contract/access#permissions). After authorization.
 */
async function mayDoSo(ctx: Context, next: Next): Promise<void> {
  const name = operationIn(bodyOf(ctx));
  if (name) refuseUnless(ctx, `payment.${name}`);
  await next();
}
