import { RequestError } from '../../api/middleware/errors.ts';
import type { TaskAct } from '../../domain/tasks/mark.ts';
import type { InboxFacts } from '../../render/office/inbox-facts.ts';
import { renderInbox } from '../../render/office/inbox.tsx';
import { answerBody, fieldFaults, problemIn } from '../answers.ts';
import { officeFrame } from '../frame.ts';
import { officeForm, type OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { listFrom } from '../place.ts';
import { allOpen } from '../waiting.ts';
import {
  askedIn,
  groupsOf,
  INBOX,
  inboxAt,
  taskFilter,
  TASKS_API,
  type TasksAnswer,
} from './facts.ts';
import { severalAt, severalTasksPages } from './several.ts';

const ACTS: readonly TaskAct[] = ['take', 'release', 'handle', 'reopen'];

const inboxForm = officeForm(['office.inbox', 'office.task'], {
  path: INBOX,
  permissions: 'none',
  ask: (page) => list(page),
  press: async (page) => {
    const [pressed, task = ''] = page.field('press').split(' ');
    if (pressed === 'several')
      return { to: severalAt(page.ticked('task'), taskFilter(page.field)) };
    const act = ACTS.find((one) => one === pressed);
    if (act === undefined)
      throw new RequestError(400, 'validation_error', 'Use one of the buttons of the page.');
    const answer = await page.api.send(
      'POST',
      `${TASKS_API}/${encodeURIComponent(task)}/${act}/`,
      act === 'handle' ? { note: page.field(`note.${task}`).trim() } : undefined,
      { number: page.number },
    );
    const { status, body } = answer;
    if (status < 300 || status >= 500) {
      answerBody(answer);
      return { to: inboxAt(taskFilter(page.field)) };
    }
    const { detail, code } = problemIn(body);
    return list(page, {
      status,
      faults: [...(detail === '' ? [] : [{ sentence: detail, code }]), ...faultsIn(body)],
    });
  },
});

/** What waits for a person, whoever they are, and what they do about it (contract/office#inbox). */
export const inboxPages = [...inboxForm, ...severalTasksPages];

/** The list with the filters of the address, or of the form that was sent. */
async function list(
  page: OfficeRequest,
  {
    status,
    faults = [],
  }: { readonly status?: number; readonly faults?: InboxFacts['faults'] } = {},
): Promise<OfficeAnswer> {
  const filter = taskFilter(page.field);
  const { answer, isBegunAnew, isFurther } = await listFrom(
    page.api,
    `${TASKS_API}/`,
    { limit: '100', ...filter },
    { cursor: page.field('cursor') },
  );
  const isFaulty = answer.status === 400;
  const { results, counts, next }: TasksAnswer = isFaulty
    ? { results: [], counts: {}, next: null }
    : (answerBody(answer) as TasksAnswer);
  const further = next === null ? null : new URL(next).searchParams.get('cursor');
  const wrong = isFaulty ? faultsIn(answer.body) : [];
  const code = status ?? (isFaulty ? 400 : undefined);
  return {
    html: renderInbox({
      // What this page has just counted.
      ...officeFrame({ ...page, ...(!isFaulty && { openTasks: allOpen(counts) }) }, 'inbox'),
      isBegunAnew,
      groups: groupsOf(results, page.person.user.id),
      asked: askedIn(filter),
      counts,
      lookedAt: new Date().toISOString(),
      ...(further !== null && { nextUrl: inboxAt({ ...filter, cursor: further }) }),
      ...(isFurther && { firstUrl: inboxAt(filter) }),
      form: page.form(INBOX),
      hidden: Object.entries(filter).map(([name, value]) => ({ name, value })),
      faults: [...faults, ...wrong],
    }),
    ...(code !== undefined && { status: code }),
  };
}

function faultsIn(body: unknown): InboxFacts['faults'] {
  return Object.values(fieldFaults(body)).flatMap((sentences) =>
    sentences.map((sentence) => ({ sentence })),
  );
}
