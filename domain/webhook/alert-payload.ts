import { isoUtc } from '../duration.ts';
import { type JsonObject, withoutEmpty } from '../json.ts';
import { toDecimal } from '../money.ts';
import type { AlertTask } from '../tasks/task.ts';
import type { TaskMark } from '../tasks/mark.ts';

export const ALERT_EVENTS = ['alert.raised', 'alert.handled'] as const;

/** What became of an alert; `at` in epoch milliseconds. Who has handled it says what was done. */
export type AlertNews =
  | { readonly type: 'alert.raised'; readonly at: number }
  | (Pick<TaskMark, 'at' | 'by' | 'note'> & { readonly type: 'alert.handled' });

/** What registered endpoints are told of an alert, without a signature (contract/webhooks#alerts). */
export function alertPayload(task: AlertTask, news: AlertNews): JsonObject {
  const { id, alert, since, detail, subject, orderNo, referenceNumber, amount, sandbox } = task;
  return withoutEmpty({
    event_type: news.type,
    alert,
    message: detail,
    raised_at: isoUtc(since),
    task_id: id,
    session_id: subject.id,
    order_no: orderNo,
    reference_number: referenceNumber,
    amount: amount && toDecimal(amount),
    currency_code: amount?.currency,
    is_sandbox: sandbox || undefined,
    ...(news.type === 'alert.handled' && { handled_by: news.by.username, note: news.note }),
    timestamp_utc: isoUtc(news.at),
  });
}
