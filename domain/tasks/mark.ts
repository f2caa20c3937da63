import { fieldSentence } from '../field-sentence.ts';
import type { MerchantId } from '../ids.ts';
import { Refusal } from '../refusal.ts';
import { unreachable } from '../unreachable.ts';
import type { Initiator } from '../initiator.ts';
import { canBeHandled, type Task } from './task.ts';

/** Who sees to a task, or has seen to it: all that is kept of tasks (docs/decisions/0030). */
export interface TaskMark {
  readonly merchantId: MerchantId;
  readonly taskId: string;
  readonly state: 'taken' | 'handled';
  readonly by: Pick<Initiator, 'id' | 'username'>;
  readonly at: number;
  readonly note?: string;
  /** Counts the changes: who changed it first wins. */
  readonly version: number;
}

export const TASK_ACTS = ['take', 'release', 'handle', 'reopen'] as const;
export type TaskAct = (typeof TASK_ACTS)[number];

/** What a person does about a task. */
export interface TaskWord {
  readonly act: TaskAct;
  readonly by: TaskMark['by'];
  /** Needed to call it done. */
  readonly note?: string;
  readonly at: number;
}

/**
 * What is kept then; undefined where nothing is kept of it any more. Throws `invalid_state` where the act does not fit, and
 * `validation_error` where a note is missing.
 */
export function marked(
  merchantId: MerchantId,
  task: Task,
  {
    mark,
    word: { act, by, note, at },
  }: { readonly mark: TaskMark | undefined; readonly word: TaskWord },
): TaskMark | undefined {
  const next = { merchantId, taskId: task.id, by, at, version: (mark?.version ?? 0) + 1 };
  switch (act) {
    case 'take':
      if (mark?.state === 'handled') throw isDone();
      if (mark && mark.by.id !== by.id)
        throw new Refusal(
          'invalid_state',
          `${mark.by.username} has taken this task. Have it released first.`,
        );
      return { ...next, state: 'taken' };
    case 'release':
      if (mark?.state === 'handled') throw isDone();
      return undefined;
    case 'handle':
      return handled(task, { ...next, state: 'handled' }, { before: mark, note });
    case 'reopen':
      if (mark?.state !== 'handled')
        throw new Refusal('invalid_state', 'This task is open; only one that is handled reopens.');
      return undefined;
    default:
      return unreachable(act);
  }
}

function handled(
  task: Task,
  next: TaskMark,
  { before, note }: { readonly before: TaskMark | undefined; readonly note: string | undefined },
): TaskMark {
  if (!canBeHandled(task))
    throw new Refusal('invalid_state', 'This task ends when its request is decided: decide it.');
  if (before?.state === 'handled') throw isDone();
  if (note === undefined || note.trim() === '')
    throw new Refusal('validation_error', 'The request is not valid.', {
      note: [fieldSentence('what-was-done')],
    });
  return { ...next, note };
}

function isDone(): Refusal {
  return new Refusal('invalid_state', 'This task is handled. Reopen it first.');
}
