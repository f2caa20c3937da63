import Joi from 'joi';
import type { Context } from 'koa';
import { isoUtc } from '../../domain/duration.ts';
import type { MerchantId } from '../../domain/ids.ts';
import { defined } from '../../domain/json.ts';
import type { TaskMark } from '../../domain/tasks/mark.ts';
import { alertTask, alertTasks } from '../../domain/tasks/task.ts';
import { isDeleted } from '../../domain/transaction/archive.ts';
import { ALERT_KINDS, type Alert, type Transaction } from '../../domain/transaction/transaction.ts';
import { callerMay, isStaff } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { object } from '../infer.ts';
import { markAnswer, presentMark } from '../tasks/answer.ts';

const text = Joi.string();

/** What a person has to look at, or had (contract/search#detail). */
export const alertsAnswer = Joi.array()
  .items(
    object({
      kind: text.valid(...ALERT_KINDS).required(),
      at: text.isoDate().required(),
      reference_number: text.required(),
      detail: text.required(),
      task_id: text,
      mark: markAnswer,
    }),
  )
  .required();

/** Whether an alert needs nobody any more: somebody has called it done, or its money has answered it. */
export type IsHandled = (transaction: Transaction, alert: Alert) => boolean;

/** Of the alerts of these payments of a merchant. */
export async function handledAmong(
  { taskMarks }: Pick<ApiDeps['store'], 'taskMarks'>,
  merchantId: MerchantId,
  transactions: readonly Transaction[],
): Promise<IsHandled> {
  const alerted = transactions.filter(({ alerts }) => alerts.length > 0);
  if (alerted.length === 0) return () => false;
  const open = new Set(alerted.flatMap(alertTasks).map(({ id }) => id));
  const marks = await taskMarks.of(merchantId, [...open]);
  return (transaction, alert) => {
    const { id } = alertTask(transaction, alert);
    return !open.has(id) || marks.get(id)?.state === 'handled';
  };
}

/**
 * The alerts of a payment. Who sees alerts as tasks is told who sees to each, or has, and under which id it is one while its money has
 * not answered it (contract/tasks#handling). What is archived is nobody's task.
 */
export async function alertsSeen(
  { store }: Pick<ApiDeps, 'store'>,
  ctx: Context,
  transaction: Transaction,
) {
  const { merchantId, alerts } = transaction;
  const isTold = alerts.length > 0 && isStaff(ctx) && callerMay(ctx, 'alert.handle');
  const named = alerts.map((alert) => ({ alert, id: alertTask(transaction, alert).id }));
  const isTask = isTold && !isDeleted(transaction);
  const open = new Set(isTask ? alertTasks(transaction).map(({ id }) => id) : []);
  const marks: ReadonlyMap<string, TaskMark> = isTold
    ? await store.taskMarks.of(
        merchantId,
        named.map(({ id }) => id),
      )
    : new Map();
  return named.map(({ alert: { kind, at, referenceNumber, detail }, id }) => {
    const mark = marks.get(id);
    return defined({
      kind,
      at: isoUtc(at),
      reference_number: referenceNumber,
      detail,
      task_id: open.has(id) ? id : undefined,
      mark: mark && presentMark(mark),
    });
  });
}
