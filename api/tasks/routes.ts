import type { TaskAct } from '../../domain/tasks/mark.ts';
import { text } from '../schema-parts.ts';
import { object } from '../infer.ts';
import { PEOPLE, route } from '../route.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { actOn } from './act.ts';
import { taskAnswer, taskPage } from './answer.ts';
import { taskDoc, tasksPage } from './list.ts';

const PATH = '/b/tasks/v1/tasks';
const handled = object({ note: text(500) });

const plain = (act: Exclude<TaskAct, 'handle'>, summary: string, description: string) =>
  route(`tasks.${act}`, {
    method: 'POST',
    path: `${PATH}/:task_id/${act}`,
    who: PEOPLE,
    permissions: 'none',
    limit: 'search',
    tag: 'Tasks',
    summary,
    idempotent: true,
    errors: [400],
    answers: { 200: { description, shape: taskAnswer } },
    handle: (deps) => (ctx) => actOn(deps, ctx, { act }),
  });

/** What a person should do (contract/tasks#kinds). */
export const taskRoutes = [
  route('tasks.list', {
    method: 'GET',
    path: PATH,
    who: PEOPLE,
    permissions: 'none',
    limit: 'search',
    tag: 'Tasks',
    summary: 'List tasks',
    description:
      'What a person should do, worst first, as far as the caller may see to it. `counts` says how many are open of each kind. Tasks are derived from what is stored, so that one is gone when what it was about is.',
    query: taskDoc,
    errors: [400],
    answers: { 200: { description: 'A page of them.', shape: taskPage } },
    handle: (deps) => (ctx) => tasksPage(deps, ctx, `${PATH}/`),
  }),
  plain('take', 'Take a task', 'Others see who has taken it.'),
  plain('release', 'Release a task', 'Nobody has it any more.'),
  route('tasks.handle', {
    method: 'POST',
    path: `${PATH}/:task_id/handle`,
    who: PEOPLE,
    permissions: 'none',
    limit: 'search',
    tag: 'Tasks',
    summary: 'Mark a task as handled',
    description: 'Not for what ends by a decision: `approval` and `needs_hand`.',
    body: handled,
    fields: { note: 'What was done. It is needed.' },
    idempotent: true,
    errors: [400],
    answers: { 200: { description: 'It is not open any more.', shape: taskAnswer } },
    handle: (deps) => (ctx, body) => {
      const { value, faults } = body.checked();
      refuseFaults(faults);
      return actOn(deps, ctx, { act: 'handle', note: value.note });
    },
  }),
  plain('reopen', 'Reopen a task', 'It is open again.'),
];
