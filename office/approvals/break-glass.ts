import { stepUpBy } from '../../api/access/step-up.ts';
import { renderBreakGlass } from '../../render/office/break-glass.tsx';
import { officeWords } from '../../render/locales/office-words.ts';
import { officeForm, type OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
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

/** One yes for all, in an emergency: a page of its own says what that means (contract/office#breaking-glass). */
export const breakGlassPages = officeForm(['office.break-glass', 'office.break-glass-press'], {
  path: `${APPROVALS}/:session_id/break-glass`,
  permissions: ['payment.approve'],
  ask: async (asked) =>
    asked.kept?.['unanswered'] === undefined
      ? question(asked, await readRequest(asked), {})
      : told(asked, 'approve', question)(200, { is: 'unknown' }),
  press: async (asked) => {
    const { api, params, number, field, language } = asked;
    const reason = field('comment').trim();
    if (reason === '') {
      const { reasonMissing } = officeWords(language).breakGlass;
      return told(asked, 'approve', question)(400, { is: 'refused', faults: [reasonMissing] });
    }
    const id = encodeURIComponent(params['session_id'] ?? '');
    const answer = await api.send(
      'POST',
      `${REQUESTS_API}/${id}/approve/`,
      { version: field('version'), break_glass: true, reason },
      { number, stepUp: field('step_up') },
    );
    return outcomeOf(asked, 'approve', answer, question);
  },
});

/** The question, for who can do it now; everybody else is led to the request, which says how it stands. */
async function question(
  asked: OfficeRequest,
  request: RequestAnswer,
  { sent, status }: ScreenOptions,
): Promise<OfficeAnswer> {
  const requestUrl = `${APPROVALS}/${request.id}`;
  // Of what was asked for without an answer nobody knows: it is asked for again all the same.
  const isUnknown = sent?.outcome.is === 'unknown';
  if (!request.you.may_break_glass && !isUnknown) return { to: requestUrl };
  const facts = await requestFacts(asked, request, { action: `${requestUrl}/break-glass`, sent });
  const { user, login } = asked.person;
  return {
    html: renderBreakGlass({ ...facts, requestUrl, showBy: stepUpBy(user, login) }),
    ...(status !== undefined && { status }),
  };
}
