import { RequestError } from '../../api/middleware/errors.ts';
import { SEVERAL_KINDS } from '../../render/office/inbox-facts.ts';
import type { SeveralOutcome } from '../../render/office/several-facts.ts';
import { renderSeveralTasks } from '../../render/office/several-tasks.tsx';
import { answerBody } from '../answers.ts';
import { officeFrame } from '../frame.ts';
import { otherLanguageUrl } from '../language.ts';
import { officeForm, type OfficeAnswer } from '../page.ts';
import type { OfficeRequest } from '../request.ts';
import { askEach, MOST_AT_ONCE, numberOfEach, unknownOnes } from '../several.ts';
import { inboxAt, TASKS_API, taskFacts, taskFilter, type TasksAnswer } from './facts.ts';

const PATH = '/office/inbox/several';

/** A question for a note and its answers, where several ticked tasks are called done (contract/office#several-at-once). */
export const severalTasksPages = officeForm(
  ['office.ask-several-tasks', 'office.do-several-tasks'],
  {
    path: PATH,
    permissions: 'none',
    ask: async (request) => {
      // What was pressed is told once, but for what nobody knows; in the other language the same tasks are shown as they stand.
      const { kept, asked } = request;
      const unknown = request.ticked('unknown');
      const named = namedIn(kept ? request.ticked('task') : (asked['task'] ?? '').split(','));
      return screen(request, {
        named,
        found: await tasksNamed(request, named),
        ...(unknown.length > 0 && { outcomes: unknownOnes(unknown) }),
      });
    },
    press: async (request) => {
      const named = namedIn(request.ticked('task'));
      const found = await tasksNamed(request, named);
      const note = request.field('note').trim();
      const outcomes = await askEach(
        found.map(({ id }) => id),
        request.ticked('unknown'),
        (id) =>
          request.api.send(
            'POST',
            `${TASKS_API}/${encodeURIComponent(id)}/handle/`,
            { note },
            { number: numberOfEach(request.number, 'handle', id) },
          ),
      );
      return screen(request, { named, found, outcomes });
    },
  },
);

/** The question about these tasks, from an inbox with these filters. */
export function severalAt(
  ids: readonly string[],
  filter: Readonly<Record<string, string>>,
): string {
  return `${PATH}?${queryOf(ids, new URLSearchParams(filter).toString())}`;
}

function queryOf(ids: readonly string[], back: string): string {
  return new URLSearchParams({ ...(ids.length > 0 && { task: ids.join(',') }), back }).toString();
}

type Task = TasksAnswer['results'][number];

function namedIn(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}

/** Those of these tasks that this person sees, also those that an earlier press has called done. Throws 404 where none is there. */
async function tasksNamed(
  { api }: OfficeRequest,
  named: readonly string[],
): Promise<readonly Task[]> {
  if (named.length === 0 || named.length > MOST_AT_ONCE) return [];
  const found: Task[] = [];
  for (const state of ['open', 'handled'] as const) {
    let cursor: string | null = '';
    while (cursor !== null && found.length < named.length) {
      const query = new URLSearchParams({
        kind: SEVERAL_KINDS.join(','),
        state,
        limit: '100',
        ...(cursor !== '' && { cursor }),
      });
      const answer = await api.get(`${TASKS_API}/?${query}`);
      const { results, next } = answerBody(answer) as TasksAnswer;
      found.push(...results.filter(({ id }) => named.includes(id)));
      cursor = next === null ? null : new URL(next).searchParams.get('cursor');
    }
  }
  if (found.length === 0) throw new RequestError(404, 'not_found', 'There are no such tasks.');
  return found;
}

function screen(
  request: OfficeRequest,
  {
    named,
    found,
    outcomes,
  }: {
    readonly named: readonly string[];
    readonly found: readonly Task[];
    readonly outcomes?: ReadonlyMap<string, SeveralOutcome>;
  },
): OfficeAnswer {
  const isTooMany = named.length > MOST_AT_ONCE;
  const back = request.field('back');
  const asked = new URLSearchParams(back);
  // Not by its own address, which names nothing once the form was sent.
  const address = { path: PATH, querystring: queryOf(named, back) };
  const other = otherLanguageUrl(address, request.language);
  return {
    ...(isTooMany && { status: 400 }),
    html: renderSeveralTasks({
      ...officeFrame({ ...request, otherLanguageUrl: other }, 'inbox'),
      rows: found.map((task) => ({
        ...taskFacts(task, request.person.user.id),
        kind: task.kind,
        ...(outcomes && { outcome: outcomes.get(task.id) ?? { is: 'waiting' } }),
      })),
      missing: isTooMany ? 0 : named.length - found.length,
      isTooMany,
      note: request.field('note').trim(),
      back,
      backUrl: inboxAt(taskFilter((name) => asked.get(name) ?? '')),
      form: request.form(PATH),
      isTold: outcomes !== undefined,
    }),
  };
}
