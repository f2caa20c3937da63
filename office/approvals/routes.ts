import { stepUpBy } from '../../api/access/step-up.ts';
import { RequestError } from '../../api/middleware/errors.ts';
import { renderApproval } from '../../render/office/approval.tsx';
import {
  VERDICTS,
  WATCHED,
  type ApprovalFacts,
  type RequestVerdict,
} from '../../render/office/approval-facts.ts';
import { officeWords } from '../../render/locales/office-words.ts';
import { answerBody, fieldFaults, problemIn } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { officeFrame } from '../frame.ts';
import { officePage, type OfficeAnswer, type OfficeRequest } from '../page.ts';
import type { DetailAnswer } from '../payments/detail-facts.ts';
import { approvalFacts, type RequestAnswer, type Sent } from './facts.ts';

const PATH = '/office/approvals';
const API = '/b/pbl/v2/operation-requests';
/** Makers see what they asked for, who may approve sees all; who may do an operation may have it tried again. */
const SEEING = ['payment.approve', 'payment.refund', 'payment.capture', 'payment.void'] as const;

/** A request for an operation, and the decision on it (contract/office#approvals). Looking at it changes nothing. */
export const approvalPages = [
  officePage('office.approval', {
    path: `${PATH}/:session_id`,
    permissions: SEEING,
    handle: async (page) =>
      screen(page, await readRequest(page), { isNews: page.field('after') !== '' }),
  }),
  officePage('office.decide', {
    method: 'POST',
    path: `${PATH}/:session_id`,
    permissions: SEEING,
    handle: async (page) => {
      const verdict = VERDICTS.find((one) => one === page.field('verdict'));
      if (verdict === undefined)
        throw new RequestError(400, 'validation_error', 'Use one of the buttons of the page.');
      const comment = page.field('comment').trim();
      if (verdict === 'reject' && comment === '') {
        const { reasonMissing } = officeWords(page.language).approval;
        return told(page, verdict, {
          status: 400,
          outcome: { is: 'refused', faults: [reasonMissing] },
        });
      }
      return outcomeOf(page, verdict, await decide(page, verdict, comment));
    },
  }),
];

/** The request that the address names. Throws what the API says, such as 404 for another merchant's. */
async function readRequest({ api, params }: OfficeRequest): Promise<RequestAnswer> {
  const id = encodeURIComponent(params['session_id'] ?? '');
  return answerBody(await api.get(`${API}/${id}/`)) as RequestAnswer;
}

/** Its payment, for who may look at it. Without it nobody decides by mistake: what cannot be read now is an error. */
async function paymentOf(
  { api }: OfficeRequest,
  { session_id: sessionId }: RequestAnswer,
): Promise<DetailAnswer | undefined> {
  const answer = await api.get(`/b/checkout/v1/transactions/${sessionId}/`);
  if (answer.status === 403 || answer.status === 404) return undefined;
  return answerBody(answer) as DetailAnswer;
}

async function screen(
  page: OfficeRequest,
  request: RequestAnswer,
  { sent, status, isNews }: { sent?: Sent; status?: number; isNews?: boolean } = {},
): Promise<OfficeAnswer> {
  const { user, login } = page.person;
  const reader = { id: user.id, stepUpBy: stepUpBy(user, login), may: page.may };
  const around = {
    payment: await paymentOf(page, request),
    reader,
    form: page.form(`${PATH}/${request.id}`),
    now: Date.now(),
    ...(sent && { sent }),
    ...(isNews !== undefined && { isNews }),
  };
  const facts = approvalFacts(officeFrame(page, 'inbox'), request, around);
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
  return other ? { href: `${PATH}/${other.subject.id}` } : 'none';
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
    `${API}/${id}/${verdict === 'withdraw' ? 'cancel' : verdict}/`,
    {
      ...(isJudged && { version }),
      ...(verdict === 'approve' && comment !== '' && { note: comment }),
      ...(verdict === 'reject' && { reason: comment }),
    },
    { number, stepUp: field('step_up') },
  );
}

/**
 * What came of it. What was decided the page of the request tells, from how it stands. What has changed is shown anew, and nothing is
 * decided; of an answer that did not come nobody knows, so the same form asks again under the same number.
 */
async function outcomeOf(
  page: OfficeRequest,
  verdict: RequestVerdict,
  { status, body }: AskedAnswer,
): Promise<OfficeAnswer> {
  const { detail, code } = problemIn(body);
  if (status === 202 || status >= 500 || code === 'tracking_in_progress')
    return told(page, verdict, {
      status: status === 202 ? 503 : status,
      outcome: { is: 'unknown' },
    });
  if (status < 300) return { to: `${PATH}/${page.params['session_id'] ?? ''}?after=${verdict}` };
  if (status === 412) return told(page, verdict, { status, outcome: { is: 'changed' } });
  if (code === 'step_up_required')
    return told(page, verdict, {
      status,
      outcome: { is: 'step-up', isWrong: page.field('step_up') !== '' },
    });
  // What is not for this person is not shown to them.
  if (status === 404) answerBody({ status, body });
  const faults = Object.values(fieldFaults(body)).flat();
  return told(page, verdict, {
    status,
    outcome: {
      is: 'refused',
      ...(detail !== '' && { refusal: detail, code }),
      ...(faults.length > 0 && { faults }),
    },
  });
}

/** The page once more. Where it stands decided after an answer that did not come, that is the answer. */
async function told(
  page: OfficeRequest,
  verdict: RequestVerdict,
  { status, outcome }: { readonly status: number; readonly outcome: Sent['outcome'] },
): Promise<OfficeAnswer> {
  const request = await readRequest(page);
  const me = page.person.user.id;
  const waited = verdict === 'retry' ? 'manual_action_required' : 'pending';
  const isTaken = request.state !== waited || request.approvals.some(({ by }) => by.id === me);
  if (outcome.is === 'unknown' && isTaken) return { to: `${PATH}/${request.id}?after=${verdict}` };
  const hidden = ['version', ...WATCHED.map((name) => `was_${name}`)].map((name) => ({
    name,
    value: page.field(name),
  }));
  const sent = { verdict, comment: page.field('comment').trim(), hidden, outcome };
  return screen(page, request, { sent, status });
}
