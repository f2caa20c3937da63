import { sessionId } from '../../domain/ids.ts';
import { marked, type TaskAct, type TaskMark } from '../../domain/tasks/mark.ts';
import { isAlertTask, kindOfTask, type Task } from '../../domain/tasks/task.ts';
import { Refusal } from '../../domain/refusal.ts';
import { alertEvents } from '../../engine/alert-events.ts';
import { unlessUnavailable } from '../../engine/unavailable.ts';
import { tasksSeen } from '../../store/derived-tasks.ts';
import { idOfEvent, type NewEvent } from '../../store/webhook-events.ts';
import { callerOf, forbidden, merchantOf } from '../access/caller.ts';
import { nowAbout } from '../access/recorded.ts';
import type { ApiDeps } from '../deps.ts';
import type { RouteContext } from '../route.ts';
import { presentTask } from './answer.ts';

/**
 * A person takes a task, gives it back, calls it done or not done after all (contract/tasks#handling). Throws `not_found` for one that they may not
 * see to, `invalid_state` where the act does not fit, `duplicate_request` where somebody else was quicker.
 */
export async function actOn(
  deps: Pick<ApiDeps, 'store' | 'engine' | 'publicUrl'>,
  ctx: RouteContext<'task_id'>,
  { act, note }: { readonly act: TaskAct; readonly note?: string | undefined },
) {
  const caller = callerOf(ctx);
  if (caller.kind !== 'user') throw forbidden('alert.handle');
  const { taskMarks } = deps.store;
  const merchantId = merchantOf(ctx);
  const now = Date.now();
  const wanted = ctx.params.task_id;
  const kind = kindOfTask(wanted);
  const tasks = kind ? await tasksSeen(deps.store, caller.user, { now, kinds: [kind] }) : [];
  const task = tasks.find(({ id: one }) => one === wanted);
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
  const events = next ? await eventsOf(deps, task, next) : [];
  const isKept = next
    ? await taskMarks.put(next, before, events)
    : before === undefined || (await taskMarks.remove(before));
  if (!isKept)
    throw new Refusal('duplicate_request', 'Somebody has just changed this task. Read it again.');
  // What cannot be sent now, a sweep has sent.
  for (const event of events)
    await deps.engine.sendAgain({ eventId: idOfEvent(event) }).catch(unlessUnavailable);
  return presentTask(task, { mark: next, merchantId, publicUrl: deps.publicUrl });
}

/** Who registers endpoints hears that an alert is handled, each time. */
async function eventsOf(
  { store }: Pick<ApiDeps, 'store'>,
  task: Task,
  { merchantId, state, at, by, note }: TaskMark,
): Promise<readonly NewEvent[]> {
  const id = sessionId(task.subject.id);
  if (state !== 'handled' || !isAlertTask(task) || id === undefined) return [];
  const news = { type: 'alert.handled', at, by, ...(note !== undefined && { note }) } as const;
  return alertEvents(store, { merchantId, sessionId: id, task, news });
}
