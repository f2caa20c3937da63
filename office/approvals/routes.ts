import { RequestError } from '../../api/middleware/errors.ts';
import { renderApproval } from '../../render/office/approval.tsx';
import {
  VERDICTS,
  type ApprovalFacts,
  type RequestVerdict,
} from '../../render/office/approval-facts.ts';
import { officeWords } from '../../render/locales/office-words.ts';
import type { AskedAnswer } from '../client.ts';
import { officeForm, type OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { breakGlassPages } from './break-glass.ts';
import type { RequestAnswer } from './facts.ts';
import {
  APPROVALS,
  requestFacts,
  outcomeOf,
  readRequest,
  REQUESTS_API,
  told,
  type ScreenOptions,
} from './request.ts';

/** Makers see what they asked for, who may approve sees all; who may do an operation may have it tried again. */
const SEEING = ['payment.approve', 'payment.refund', 'payment.capture', 'payment.void'] as const;

/** A request for an operation, and the decision on it (contract/office#approvals). Looking at it changes nothing. */
export const approvalPages = [
  ...officeForm(['office.approval', 'office.decide'], {
    path: `${APPROVALS}/:session_id`,
    permissions: SEEING,
    ask: async (page) => {
      const unanswered = VERDICTS.find((one) => one === page.kept?.['unanswered']);
      if (unanswered) return told(page, unanswered, screen)(200, { is: 'unknown' });
      const request = await readRequest(page);
      // Who types the number is led to the one address that the request has.
      if (request.id !== page.params['session_id']) return { to: `${APPROVALS}/${request.id}` };
      return screen(page, request, { isNews: page.field('after') !== '' });
    },
    press: async (page) => {
      // The Enter key presses none of the buttons.
      const pressed = page.field('verdict') || page.field('by_enter');
      const verdict = VERDICTS.find((one) => one === pressed);
      if (verdict === undefined)
        throw new RequestError(400, 'validation_error', 'Use one of the buttons of the page.');
      const comment = page.field('comment').trim();
      if (verdict === 'reject' && comment === '') {
        const { reasonMissing } = officeWords(page.language).approval;
        return told(page, verdict, screen)(400, { is: 'refused', faults: [reasonMissing] });
      }
      return outcomeOf(page, verdict, await decide(page, verdict, comment), screen);
    },
  }),
  ...breakGlassPages,
];

async function screen(
  page: OfficeRequest,
  request: RequestAnswer,
  { sent, status, isNews }: ScreenOptions & { readonly isNews?: boolean } = {},
): Promise<OfficeAnswer> {
  const facts = await requestFacts(page, request, {
    action: `${APPROVALS}/${request.id}`,
    sent,
    ...(isNews !== undefined && { isNews }),
  });
  const isOver = !facts.offers.some((one) => one === 'approve' || one === 'reject');
  const next = isOver ? await nextWaiting(page, request) : undefined;
  return {
    html: renderApproval({ ...facts, ...(next && { next }) }),
    ...(status !== undefined && { status }),
  };
}

/** The worst of the other requests that wait for this person. */
async function nextWaiting(
  { api, may }: OfficeRequest,
  { id }: RequestAnswer,
): Promise<ApprovalFacts['next']> {
  if (!may('payment.approve')) return undefined;
  const { status, body } = await api.get('/b/tasks/v1/tasks/?kind=approval&limit=2');
  if (status !== 200) return undefined;
  const { results } = body as { readonly results: readonly { subject: { id: string } }[] };
  const other = results.find(({ subject }) => subject.id !== id);
  return other ? { href: `${APPROVALS}/${other.subject.id}` } : 'none';
}

/** Sends the decision with the version that was shown, under the number of the form: a form that is sent twice decides once. */
function decide(
  { api, params, number, field }: OfficeRequest,
  verdict: RequestVerdict,
  comment: string,
): Promise<AskedAnswer> {
  const id = encodeURIComponent(params['session_id'] ?? '');
  const version = field('version');
  const isJudged = verdict === 'approve' || verdict === 'reject';
  return api.send(
    'POST',
    `${REQUESTS_API}/${id}/${CALLS[verdict] ?? verdict}/`,
    {
      ...(isJudged && { version }),
      ...(verdict === 'approve' && comment !== '' && { note: comment }),
      ...(verdict === 'reject' && { reason: comment }),
    },
    { number, stepUp: field('step_up') },
  );
}

/** What the API calls it otherwise: what is over is canceled, whether it waits or nobody knew of it. */
const CALLS: Partial<Readonly<Record<RequestVerdict, string>>> = {
  withdraw: 'cancel',
  giveUp: 'cancel',
};
