import { marked, type TaskAct } from '../../domain/tasks/mark.ts';
import { Refusal } from '../../domain/refusal.ts';
import { callerOf, forbidden, merchantOf } from '../access/caller.ts';
import { nowAbout } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import type { RouteContext } from '../route.ts';
import { presentTask } from './answer.ts';
import { tasksSeen } from './derived.ts';

/**
 * A person takes a task, gives it back, calls it done or not done after all (contract/tasks#handling). Throws `not_found` for one that they may not
 * see to, `invalid_state` where the act does not fit, `duplicate_request` where somebody else was quicker.
 */
export async function actOn(
  deps: Pick<ApiDeps, 'store'>,
  ctx: RouteContext<'task_id'>,
  { act, note }: { readonly act: TaskAct; readonly note?: string | undefined },
) {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user') throw forbidden('alert.handle');
  const { taskMarks } = deps.store;
  const merchantId = merchantOf(ctx);
  const now = Date.now();
  const task = (await tasksSeen(deps, ctx, now)).find(({ id }) => id === ctx.params.task_id);
  if (!task) throw new Refusal('not_found', 'There is no such task, or it is over.');
  nowAbout(ctx, task.id);
  const before = (await taskMarks.of(merchantId, [task.id])).get(task.id);
  const { id, username } = caller.user;
  const word = {
    act,
    by: { id, username },
    at: now,
    ...(note !== undefined && { note }),
  };
  const next = marked(merchantId, task, { mark: before, word });
  const isKept = next
    ? await taskMarks.put(next, before)
    : before === undefined || (await taskMarks.remove(before));
  if (!isKept)
    throw new Refusal('duplicate_request', 'Somebody has just changed this task. Read it again.');
  return presentTask(task, next);
}
