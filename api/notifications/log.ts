import Joi from 'joi';
import type { Context } from 'koa';
import { parseDateTime } from '../../domain/duration.ts';
import { sessionId } from '../../domain/ids.ts';
import {
  CHANNELS,
  NOTIFICATION_STATUSES,
  type Notification,
} from '../../domain/notification/notification.ts';
import type { NotificationFilter } from '../../store/notification-lists.ts';
import { callerMay, merchantOf, typesSeen } from '../access/caller.ts';
import type { ApiDeps } from '../deps.ts';
import { dateTime, readable, slug, text } from '../schema-parts.ts';
import { pageBody, pageQuery, readQuery } from '../lists/page.ts';
import { presentMessage } from './present.ts';
import { object, type ValueOf } from '../infer.ts';

/** The query of the log. What is left out does not matter. */
const logQuery = object({
  session_id: readable(sessionId, 'Use the session_id of a payment.'),
  channel: Joi.string().valid(...CHANNELS),
  event_type: slug(50),
  status: Joi.string().valid(...NOTIFICATION_STATUSES),
  trace_id: text(60),
  created_after: dateTime,
  created_before: dateTime,
  ...pageQuery,
});
type LogQuery = ValueOf<typeof logQuery>;

/** The messages of a merchant, newest first, a page at a time. Throws every fault of the query. */
export async function logPage(
  { store, publicUrl }: Pick<ApiDeps, 'store' | 'publicUrl'>,
  ctx: Context,
) {
  const wanted = readQuery(logQuery, ctx);
  const types = typesSeen(ctx);
  const { count, results } = await store.notifications.list(
    merchantOf(ctx),
    { ...filterOf(wanted.filter), ...(types && { types }) },
    wanted,
  );
  const address = new URL('/b/pbl/v2/notifications/', publicUrl).href;
  const may = { maySeePeople: callerMay(ctx, 'customer.view') };
  return pageBody(address, wanted, {
    count,
    results: results.map((message) => presentMessage(message, may)),
  });
}

function filterOf(query: Omit<LogQuery, 'limit' | 'offset'>): NotificationFilter {
  const { channel, event_type: event, status, trace_id: traceId } = query;
  const session = query.session_id === undefined ? undefined : sessionId(query.session_id);
  const createdFrom = timeIn(query.created_after);
  const createdUntil = timeIn(query.created_before);
  return {
    ...(session !== undefined && { sessionId: session }),
    ...(channel && { channel }),
    ...(event !== undefined && { event: event as Notification['event'] }),
    ...(status && { status }),
    ...(traceId !== undefined && { traceId }),
    ...(createdFrom !== undefined && { createdFrom }),
    ...(createdUntil !== undefined && { createdUntil }),
  };
}

function timeIn(moment: string | undefined): number | undefined {
  return moment === undefined ? undefined : parseDateTime(moment);
}
