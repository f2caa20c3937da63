import { stepUpBy } from '../../api/access/step-up.ts';
import {
  WATCHED,
  type ApprovalFacts,
  type RequestVerdict,
} from '../../render/office/approval-facts.ts';
import { answerBody, fieldFaults, problemIn } from '../answers.ts';
import type { AskedAnswer } from '../client.ts';
import { wrongStepUp } from '../clock.ts';
import { officeFrame } from '../frame.ts';
import type { OfficeAnswer } from '../page.ts';
import { isAskedAgain, type OfficeRequest } from '../request.ts';
import type { DetailAnswer } from '../payments/detail-facts.ts';
import { approvalFacts, type RequestAnswer, type Sent } from './facts.ts';

export const APPROVALS = '/office/approvals';
export const REQUESTS_API = '/b/pbl/v2/operation-requests';

/** What a page of a request is made with. */
export interface ScreenOptions {
  readonly sent?: Sent;
  readonly status?: number;
}

/** Shows a request once more, with what came of what was sent. */
type Show = (
  page: OfficeRequest,
  request: RequestAnswer,
  options: ScreenOptions,
) => Promise<OfficeAnswer>;

/** The request that the address names. Throws what the API says, such as 404 for another merchant's. */
export async function readRequest({ api, params }: OfficeRequest): Promise<RequestAnswer> {
  const id = encodeURIComponent(params['session_id'] ?? '');
  return answerBody(await api.get(`${REQUESTS_API}/${id}/`)) as RequestAnswer;
}

/** What a page of a request shows, whose form goes to this address. */
export async function requestFacts(
  page: OfficeRequest,
  request: RequestAnswer,
  { action, sent, isNews }: { action: string; sent?: Sent | undefined; isNews?: boolean },
): Promise<ApprovalFacts> {
  const { user, login } = page.person;
  const reader = { id: user.id, stepUpBy: stepUpBy(user, login), may: page.may };
  return approvalFacts(officeFrame(page, 'inbox'), request, {
    payment: await paymentOf(page, request),
    reader,
    form: page.form(action),
    now: Date.now(),
    ...(sent && { sent }),
    ...(isNews !== undefined && { isNews }),
  });
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

/**
 * What came of a decision. What was decided the page of the request tells, from how it stands. What has changed is shown anew, and
 * nothing is decided; of an answer that did not come nobody knows, so the same form asks again under the same number.
 */
export async function outcomeOf(
  page: OfficeRequest,
  verdict: RequestVerdict,
  { status, body }: AskedAnswer,
  show: Show,
): Promise<OfficeAnswer> {
  const { detail, code } = problemIn(body);
  const say = told(page, verdict, show);
  if (status === 202 || status >= 500 || code === 'tracking_in_progress')
    return say(status === 202 ? 503 : status, { is: 'unknown' });
  if (status < 300)
    return { to: `${APPROVALS}/${page.params['session_id'] ?? ''}?after=${verdict}` };
  if (status === 412) return say(status, { is: 'changed' });
  const isAgain = isAskedAgain(page);
  if (code === 'step_up_required') {
    const stepUp = wrongStepUp(page.field);
    return say(status, isAgain ? { is: 'unknown', stepUp } : { is: 'step-up', ...stepUp });
  }
  // What is not for this person is not shown to them.
  if (status === 404) answerBody({ status, body });
  const faults = Object.values(fieldFaults(body)).flat();
  return say(status, {
    is: isAgain ? 'unknown' : 'refused',
    ...(detail !== '' && { refusal: detail, code }),
    ...(faults.length > 0 && { faults }),
  });
}

/** The page once more. Where it stands decided after an answer that did not come, that is the answer. */
export function told(page: OfficeRequest, verdict: RequestVerdict, show: Show) {
  return async (status: number, outcome: Sent['outcome']): Promise<OfficeAnswer> => {
    const request = await readRequest(page);
    const me = page.person.user.id;
    const waited =
      verdict === 'retry' || verdict === 'giveUp' ? 'manual_action_required' : 'pending';
    const isTaken = request.state !== waited || request.approvals.some(({ by }) => by.id === me);
    if (outcome.is === 'unknown' && isTaken)
      return { to: `${APPROVALS}/${request.id}?after=${verdict}` };
    const hidden = ['version', ...WATCHED.map((name) => `was_${name}`)].map((name) => ({
      name,
      value: page.field(name),
    }));
    const sent = { verdict, comment: page.field('comment').trim(), hidden, outcome };
    return show(page, request, { sent, status });
  };
}
