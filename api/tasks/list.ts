import { createHash } from 'node:crypto';
import Joi from 'joi';
import type { Context } from 'koa';
import { TASK_KINDS, urgency, type Task } from '../../domain/tasks/task.ts';
import { tasksSeen } from '../../store/derived-tasks.ts';
import { callerOf, forbidden, merchantOf } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { object } from '../infer.ts';
import { foundPage, placeAfter, unknownParameters } from '../lists/cursor.ts';
import { among, cursorText, few, flag, listDoc, someOf, string } from '../lists/filters.ts';
import { pageLimit } from '../lists/page.ts';
import { refuseFaults } from '../middleware/errors.ts';
import { check } from '../middleware/validate.ts';
import type { QueryDoc } from '../route.ts';
import { presentTask } from './answer.ts';

const taskQuery = object({
  kind: someOf(TASK_KINDS),
  state: Joi.string().valid('open', 'handled'),
  mine: flag,
  limit: pageLimit(100),
  cursor: cursorText,
});

export const taskDoc = {
  kind: few(TASK_KINDS, 'One or more kinds.'),
  state: {
    description: 'Open ones, or those that somebody has called done.',
    schema: { ...string, enum: ['open', 'handled'], default: 'open' },
  },
  mine: { description: 'True: only what the caller has taken.', schema: { type: 'boolean' } },
  limit: listDoc.limit,
  cursor: listDoc.cursor,
} as const satisfies Readonly<Record<string, QueryDoc>>;

const PLACE = /^[0-9a-f]{32}$/;

/** The tasks that the caller may see to, worst first, page by page (contract/tasks#list). Throws every fault of the query. */
export async function tasksPage(
  deps: Pick<ApiDeps, 'store' | 'publicUrl'>,
  ctx: Context,
  path: string,
) {
  const { value, faults } = check(taskQuery, ctx.query);
  refuseFaults({ ...faults, ...unknownParameters(ctx, Object.keys(taskDoc)) });
  const { limit = '25', cursor, ...which } = value;
  const after = placeAfter(cursor, which, PLACE);
  const caller = callerOf(ctx);
  if (caller.kind !== 'user') throw forbidden('alert.handle');
  const tasks = await tasksSeen(deps.store, caller.user, { now: Date.now() });
  const { publicUrl } = deps;
  const merchantId = merchantOf(ctx);
  const marks = await deps.store.taskMarks.of(
    merchantId,
    tasks.map(({ id }) => id),
  );
  const kinds = among(TASK_KINDS, which.kind);
  const open = tasks.filter(({ id }) => marks.get(id)?.state !== 'handled');
  const sorted = (which.state === 'handled' ? tasks.filter((task) => !open.includes(task)) : open)
    .filter(({ kind }) => kinds === undefined || kinds.includes(kind))
    .filter(({ id }) => which.mine !== 'true' || marks.get(id)?.by.id === caller.user.id)
    .map((task) => ({ task, at: urgency(task), id: nameOf(task) }))
    .toSorted(inOrder);
  const rest = after ? sorted.filter((one) => inOrder(one, after) > 0) : sorted;
  const page = rest.slice(0, Number(limit));
  const last = page.at(-1);
  return {
    ...foundPage(
      new URL(path, publicUrl),
      { which, limit },
      last && rest.length > page.length ? { next: { at: last.at, id: last.id } } : {},
    ),
    results: page.map(({ task }) =>
      presentTask(task, { mark: marks.get(task.id), merchantId, publicUrl }),
    ),
    counts: Object.fromEntries(
      TASK_KINDS.map((kind) => [kind, open.filter((task) => task.kind === kind).length] as const),
    ),
  };
}

function inOrder(
  one: { readonly at: number; readonly id: string },
  other: { readonly at: number; readonly id: string },
): number {
  return one.at - other.at || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0);
}

/** One word for its place, however long its id is. */
function nameOf({ id }: Task): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}
