import type { TaskAct } from '../../domain/tasks/mark.ts';
import type { AnswerOf } from '../../api/infer.ts';
import type { taskPage } from '../../api/tasks/answer.ts';
import type { InboxFacts, TaskFacts, TaskGroup } from '../../render/office/inbox-facts.ts';
import { taskPath } from '../../render/office/task-path.ts';

export const INBOX = '/office/inbox';
export const TASKS_API = '/b/tasks/v1/tasks';

export type TasksAnswer = AnswerOf<typeof taskPage>;
type Task = TasksAnswer['results'][number];

/** By kind, in the order in which the API has them: the worst kind first. */
export function groupsOf(tasks: readonly Task[], me: number): readonly TaskGroup[] {
  const kinds = [...new Set(tasks.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const some = tasks.filter((one) => one.kind === kind);
    const [first] = some;
    return first
      ? [{ kind, severity: first.severity, tasks: some.map((one) => taskFacts(one, me)) }]
      : [];
  });
}

/** One task as pages show it to somebody. */
export function taskFacts(task: Task, me: number): TaskFacts {
  const { amount, currency_code: currency, mark, subject } = task;
  const href = taskPath(subject);
  return {
    id: task.id,
    subject: subject.type,
    ...(href !== undefined && { href }),
    ...(subject.url !== undefined && { apiPath: pathIn(subject.url) }),
    ...(task.order_no !== undefined && { orderNo: task.order_no }),
    ...(task.reference_number !== undefined && { referenceNumber: task.reference_number }),
    ...(amount !== undefined && currency !== undefined && { amount: { value: amount, currency } }),
    since: task.since,
    ...(task.until !== undefined && { until: task.until }),
    ...(task.detail !== undefined && { detail: task.detail }),
    ...(task.commands && { commands: task.commands }),
    ...(mark && {
      mark: {
        by: mark.by.username,
        isMe: mark.by.id === me,
        isDone: mark.state === 'handled',
        at: mark.at,
        ...(mark.note !== undefined && { note: mark.note }),
      },
    }),
    does: doesOf(task, me),
  };
}

function pathIn(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** What the API takes of this person for it now (contract/tasks#handling). */
export function doesOf(
  { mark, can_be_handled: canBeHandled }: Pick<Task, 'mark' | 'can_be_handled'>,
  me: number,
): readonly TaskAct[] {
  if (mark?.state === 'handled') return ['reopen'];
  const isOthers = mark !== undefined && mark.by.id !== me;
  return [
    ...(mark === undefined ? (['take'] as const) : (['release'] as const)),
    ...(canBeHandled && !isOthers ? (['handle'] as const) : []),
  ];
}

/** Which tasks an address asks for, as the API names it. */
export function taskFilter(field: (name: string) => string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ['kind', 'mine', 'state']
      .map((name) => [name, field(name)])
      .filter(([, value]) => value !== ''),
  );
}

/** The inbox with these filters, or a page of it. */
export function inboxAt(asked: Readonly<Record<string, string>>): string {
  return Object.keys(asked).length === 0 ? INBOX : `${INBOX}?${new URLSearchParams(asked)}`;
}

export function askedIn(filter: Readonly<Record<string, string>>): InboxFacts['asked'] {
  const { kind, mine, state } = filter;
  return {
    ...(kind !== undefined && { kind }),
    isMine: mine === 'true',
    isHandled: state === 'handled',
  };
}
