import type { Context } from 'koa';
import { OPERATION_KINDS, APPROVAL_STATES } from '../../domain/operation/operation.ts';
import { refuseUnless } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { createdDoc, pagesDoc } from '../lists/page.ts';
import type { SentBody } from '../middleware/sent-body.ts';
import { signerOf } from '../payments/result-body.ts';
import { PEOPLE, route, SERVER, type RouteContext } from '../route.ts';
import { requestAnswer, requestDetail, requestPage } from './answer.ts';
import { aroundRequest } from './context.ts';
import { decideOn } from './decide.ts';
import { requestsPage, requestAt, requestSeen, shown } from './requests.ts';
import { decisionBody, type DecisionBody } from './schema.ts';

const OPERATING = ['payment.refund', 'payment.void', 'payment.approve'] as const;
/** A capture waits for nobody, but it can need a hand. */
const SEEING_REQUESTS = [...OPERATING, 'payment.capture'] as const;
const shape = requestAnswer;
const answered = (description: string) => ({ 200: { description, shape } });
const fields = { reason: 'Why; the maker reads it.' };
const judged = {
  version:
    'As it was read: where that has changed the answer is 412 `version_conflict`, and nothing is decided.',
};
const string = { type: 'string' };

/** Refunds and voids that wait for a second person: who sees them, who decides (contract/operations#approval). */
export const operationRequestRoutes = [
  route('operation-requests.list', {
    method: 'GET',
    path: '/b/pbl/v2/operation-requests',
    who: SERVER,
    permissions: OPERATING,
    tag: 'Operations',
    summary: 'List requests for approval',
    description: 'Newest first. Makers see what they asked for; checkers and keys see all.',
    query: {
      state: { description: 'How it stands.', schema: { ...string, enum: [...APPROVAL_STATES] } },
      operation: {
        description: 'What is asked for.',
        schema: { ...string, enum: [...OPERATION_KINDS] },
      },
      session_id: { description: 'Of the payment.', schema: string },
      pg_code: { description: 'The account that took the payment.', schema: string },
      currency_code: { description: 'Of the amounts.', schema: string },
      ...createdDoc,
      ...pagesDoc,
    },
    errors: [400],
    answers: { 200: { description: 'A page of them.', shape: requestPage } },
    handle: (deps) => (ctx) => requestsPage(deps, ctx, `${PATH}/`),
  }),
  route('operation-requests.read', {
    method: 'GET',
    path: '/b/pbl/v2/operation-requests/:id',
    who: SERVER,
    permissions: SEEING_REQUESTS,
    limit: 'search',
    tag: 'Operations',
    summary: 'Read a request for approval',
    description:
      'By its `id` or its `number`, with what a checker has to know: `context` is of the payment, its customer and who asked, `you` says whether a yes of the caller would be taken, and whether it asks them to show once more who they are (`needs_step_up`). `version` names what was shown; sent with a decision, the decision is 412 where that has changed.',
    answers: { 200: { description: 'How it stands.', shape: requestDetail } },
    handle: (deps) => async (ctx) => {
      const request = await requestSeen(deps, ctx);
      const [plain, around] = await Promise.all([
        signerOf(deps.store, request.merchantId).then((signer) =>
          shown(deps, ctx, request, signer),
        ),
        aroundRequest(deps, ctx, request),
      ]);
      return { ...plain, ...around };
    },
  }),
  route('operation-requests.approve', {
    method: 'POST',
    path: '/b/pbl/v2/operation-requests/:id/approve',
    who: PEOPLE,
    permissions: ['payment.approve'],
    bodyOptional: true,
    tag: 'Operations',
    summary: 'Approve a request',
    description:
      'With the last yes that it needs, the operation is done. Nobody approves what they asked for. With `break_glass` one yes counts for all, in an emergency; it takes a reason and, of a person, `X-Step-Up`, and every checker is told.',
    body: decisionBody,
    emptyCounts: true,
    fields: {
      ...fields,
      ...judged,
      note: 'In words, for your people.',
      break_glass: 'This one yes shall be enough.',
    },
    idempotent: true,
    errors: [400, 412],
    answers: answered('As it stands then: done, when the gateway has answered.'),
    handle: (deps) => (ctx, body) => decided(deps, ctx, body, 'approve'),
  }),
  route('operation-requests.reject', {
    method: 'POST',
    path: '/b/pbl/v2/operation-requests/:id/reject',
    who: PEOPLE,
    permissions: ['payment.approve'],
    bodyOptional: true,
    tag: 'Operations',
    summary: 'Reject a request',
    body: decisionBody,
    emptyCounts: true,
    fields: { ...fields, ...judged },
    idempotent: true,
    errors: [400, 412],
    answers: answered('It is rejected, and its money is free again.'),
    handle: (deps) => (ctx, body) => decided(deps, ctx, body, 'reject'),
  }),
  route('operation-requests.cancel', {
    method: 'POST',
    path: '/b/pbl/v2/operation-requests/:id/cancel',
    who: PEOPLE,
    permissions: OPERATING,
    bodyOptional: true,
    tag: 'Operations',
    summary: 'Cancel a request',
    description: 'For who asked for it, and for who may approve.',
    body: decisionBody,
    emptyCounts: true,
    fields,
    idempotent: true,
    errors: [400],
    answers: answered('It is canceled, and its money is free again.'),
    handle: (deps) => (ctx, body) => decided(deps, ctx, body, 'cancel'),
  }),
  route('operation-requests.retry', {
    method: 'POST',
    path: '/b/pbl/v2/operation-requests/:id/retry',
    who: PEOPLE,
    permissions: ['payment.refund', 'payment.capture', 'payment.void'],
    bodyOptional: true,
    tag: 'Operations',
    summary: 'Retry a request that needs manual action',
    description:
      'For everybody who may do the operation. What was declined has to be asked for anew (`invalid_state`) where, with what was done meanwhile, it comes to a sum for which more people must agree than have; from the sum of step-ups on, a person sends `X-Step-Up`.',
    body: decisionBody,
    emptyCounts: true,
    fields,
    idempotent: true,
    errors: [400],
    answers: answered('As it stands then.'),
    // Whoever may do the operation may have it tried again, also when somebody else had asked for it.
    handle: (deps) => async (ctx, body) => {
      const request = await requestAt(deps, ctx);
      refuseUnless(ctx, `payment.${request.kind}`);
      return decidedOn(deps, ctx, { request, verdict: 'retry', body });
    },
  }),
];

const PATH = '/b/pbl/v2/operation-requests';

async function decided(
  deps: ApiDeps,
  ctx: RouteContext<'id'>,
  body: SentBody<DecisionBody>,
  verdict: 'approve' | 'reject' | 'cancel',
) {
  const request = await requestSeen(deps, ctx);
  return decidedOn(deps, ctx, { request, verdict, body });
}

/** Takes the decision and shows the request as it is then. */
async function decidedOn(deps: ApiDeps, ctx: Context, decision: Parameters<typeof decideOn>[2]) {
  const signer = await signerOf(deps.store, decision.request.merchantId);
  return shown(deps, ctx, await decideOn(deps, ctx, decision), signer);
}
