import { isCancellation } from '@temporalio/workflow';
import type { NotificationId } from '../domain/ids.ts';
import type { NotificationStatus } from '../domain/notification/notification.ts';
import { giveUpNotification, sendNotification } from './proxies.ts';

/** One message to somebody: handed to a server, or given up and written down as not sent. Returns how it ended. */
export async function notification(id: NotificationId): Promise<NotificationStatus> {
  try {
    return await sendNotification({ id });
  } catch (error) {
    if (isCancellation(error)) throw error;
    return giveUpNotification({ id });
  }
}
